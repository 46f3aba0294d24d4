"""Tests of what deploy/postgres/setup.sh refuses before it calls Postgres."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).resolve().parents[1] / "postgres/setup.sh"
PASSWORDS = [f"DB_{name}_PASSWORD" for name in ("OWNER", "BOOKING", "PAYMENTS", "IDENTITY", "BRAND", "MONITOR")]
OWN = {
    "ENVIRONMENT": "production",
    "SEED_DEMO": "no",
    "CERTIFICATES_DIR": "/nowhere",
    "POSTGRES_URL": "postgres://postgres:own@postgres/fareway",
    **{variable: "own" for variable in PASSWORDS},
}
CALLED = "psql was called"


def answer(settings: dict[str, str]) -> str:
    """What setup says on its way to the first call of Postgres, which fails."""
    with tempfile.TemporaryDirectory() as folder:
        psql = Path(folder) / "psql"
        psql.write_text(f"#!/bin/sh\necho {CALLED} >&2\nexit 1\n")
        psql.chmod(0o755)
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", **OWN, **settings}
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


if __name__ == "__main__":
    unittest.main()
