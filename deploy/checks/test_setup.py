"""Tests of what deploy/postgres/setup.sh refuses before it calls Postgres, of how it hands on passwords, and of how
certificates get to who needs them."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from chart_rules import PROGRAMS

DEPLOY = Path(__file__).resolve().parents[1]
SETUP, CERTIFICATES, BROKER = (DEPLOY / it for it in ("postgres/setup.sh", "postgres/certificates.sh", "nats/serve.sh"))
PASSWORDS = [f"DB_{name}_PASSWORD" for name in ("OWNER", "BOOKING", "PAYMENTS", "IDENTITY", "BRAND", "MONITOR")]
OWN = {
    "ENVIRONMENT": "production",
    "SEED_DEMO": "no",
    "POSTGRES_URL": "postgres://postgres:own@postgres/fareway",
    **{variable: "own" for variable in PASSWORDS},
}
CALLED = "psql was called"


def answer(settings: dict[str, str | None]) -> str:
    """What setup says on its way to the first call of Postgres, which fails. None: the setting is missing."""
    with tempfile.TemporaryDirectory() as folder:
        psql = Path(folder) / "psql"
        psql.write_text(f"#!/bin/sh\necho {CALLED} >&2\nexit 1\n")
        psql.chmod(0o755)
        path = {"PATH": f"{folder}:{os.environ['PATH']}"}
        environment = {name: value for name, value in {**path, **OWN, **settings}.items() if value is not None}
        result = subprocess.run([SETUP], env=environment, capture_output=True, text=True, check=False)
    return result.stderr.strip()


class PublishedPasswords(unittest.TestCase):
    def test_each_published_password_stops_a_production_system(self):
        published = {
            "POSTGRES_PASSWORD": {"POSTGRES_URL": "postgres://postgres:fareway-local@postgres/fareway"},
            **{variable: {variable: "fareway-local"} for variable in PASSWORDS},
        }
        for variable, settings in published.items():
            with self.subTest(variable):
                self.assertEqual(answer(settings), f"{variable} is published in the repository: set another.")

    def test_passwords_of_ones_own_do_not(self):
        self.assertEqual(answer({}), CALLED)

    def test_a_demonstration_takes_published_ones(self):
        self.assertEqual(answer({"ENVIRONMENT": "other", "DB_BRAND_PASSWORD": "fareway-local"}), CALLED)


class MissingPasswords(unittest.TestCase):
    def test_each_password_that_is_not_set_stops_setup_and_is_named(self):
        for variable in PASSWORDS:
            for settings in ({variable: ""}, {variable: None}):
                with self.subTest(variable, **settings):
                    self.assertEqual(answer(settings), f"{variable} is not set: give it the password of its role.")


class Arguments(unittest.TestCase):
    """Everybody on the machine can read them."""

    def calls(self, settings: dict[str, str]) -> tuple[str, str]:
        """The command lines of all programs that setup starts, and what each of them was given by its environment."""
        names = ("psql", "svc-booking", "svc-payments", "svc-identity", "svc-brand")
        told = '"$PGPASSWORD|$PASSWORD|$DATABASE_OWNER_URL$DATABASE_URL"'
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                program = Path(folder) / name
                program.write_text(f'#!/bin/sh\necho "{name} $*" >>{folder}/lines\necho {told} >>{folder}/given\n')
                program.chmod(0o755)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", **settings}
            subprocess.run([SETUP], env=environment, capture_output=True, check=True)
            return (Path(folder) / "lines").read_text(), (Path(folder) / "given").read_text()

    def test_no_password_is_one(self):
        secret = {variable: f"pass-{variable}" for variable in PASSWORDS}
        url = "postgres://postgres:pass-superuser%40%25@postgres/fareway"
        lines, given = self.calls({**OWN, **secret, "POSTGRES_URL": url, "ENVIRONMENT": "other", "SEED_DEMO": "yes"})

        self.assertNotIn("pass-", lines)
        self.assertIn("psql -q -v ON_ERROR_STOP=1 postgres://postgres@postgres/fareway -f", lines)
        self.assertIn("svc-identity seed-demo", lines)
        self.assertIn("pg_reload_conf", lines)
        self.assertIn("pass-superuser@%|pass-DB_MONITOR_PASSWORD|", given)
        self.assertIn("|postgres://svc_payments_owner:pass-DB_OWNER_PASSWORD@postgres/fareway", given)
        self.assertIn("|postgres://svc_identity:pass-DB_IDENTITY_PASSWORD@postgres/fareway", given)

    def test_a_superuser_without_a_password_has_none(self):
        lines, given = self.calls({**OWN, "POSTGRES_URL": "postgres://postgres@postgres/fareway"})

        self.assertIn("postgres://postgres@postgres/fareway", lines)
        self.assertTrue(given.startswith("|"), given)


class Certificates(unittest.TestCase):
    def test_each_key_is_for_its_own_program_alone_and_the_authority_for_all(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "made"
            (made / "gateway").mkdir(parents=True)
            (made / "gateway/ca.pem").write_text("an authority")
            for name in ("stack", "chown"):
                (Path(folder) / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{folder}/lines\n')
                (Path(folder) / name).chmod(0o755)
            path = {"PATH": f"{folder}:{os.environ['PATH']}"}
            environment = path | {"CERTIFICATES_DIR": str(made), "AUTHORITY_DIR": "/kept"}
            subprocess.run([CERTIFICATES], env=environment, capture_output=True, check=True)
            lines = (Path(folder) / "lines").read_text().replace(str(made), "MADE").splitlines()

            self.assertEqual((made / "ca/ca.pem").read_text(), "an authority")
        owners = {name: 10001 for name in PROGRAMS} | {"nats": 0, "postgres": 999}
        given = [f"chown -R {owner} MADE/{name}" for name, owner in owners.items()]
        self.assertEqual(lines, ["stack certificates --out MADE --authority /kept", *given])

    def test_the_broker_reads_a_new_one_without_a_restart(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Path(folder) / "nats-server"
            server.write_text("#!/bin/sh\ntrap 'echo reloaded; exit' HUP\necho \"$*\"\nwhile sleep 0.05; do :; done\n")
            server.chmod(0o755)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "RELOAD_SECONDS": "2"}
            result = subprocess.run(
                [BROKER],
                env=environment,
                # A shell can't trap what it was started without: nohup leaves it ignored.
                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
                capture_output=True,
                text=True,
                timeout=60,
                check=True,
            )

        self.assertEqual(result.stdout, "-c /etc/nats/nats.conf\nreloaded\n")


if __name__ == "__main__":
    unittest.main()
