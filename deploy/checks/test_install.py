"""Tests of deploy/scripts/setup: where there is no systemd, no server of a package starts while it is installed."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).resolve().parents[1] / "scripts/setup"
NEEDED = ["bash", "dirname", "df", "awk", "ls", "tee", "chmod", "rm"]
#: As root, with all that is needed but Chromium.
PLAYED = {name: "exit 0" for name in ("cargo", "node", "npm", "python3", "psql", "initdb", "nats-server")}
PLAYED |= {
    "id": "echo 0",
    # Asks as a package does, and is not to be had.
    "apt-get": '[ "$1" != install ] || { "$FAREWAY_POLICY_RC_D"; echo "the policy says $?"; exit 1; } >&2',
}


@unittest.skipIf(Path("/run/systemd/system").is_dir(), "units are masked here")
class Install(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fareway-install."))
        self.addCleanup(shutil.rmtree, self.folder)
        self.policy = self.folder / "policy-rc.d"
        for name in NEEDED:
            (self.folder / name).symlink_to(shutil.which(name))
        for name, body in PLAYED.items():
            self.write(name, body)

    def write(self, name: str, body: str):
        path = self.folder / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        path.chmod(0o755)

    def install(self) -> subprocess.CompletedProcess:
        environment = os.environ | {"PATH": str(self.folder), "FAREWAY_POLICY_RC_D": str(self.policy)}
        command = [self.folder / "bash", SETUP, "bench"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def test_a_package_may_start_no_server_and_the_machine_is_as_before_though_it_failed(self):
        result = self.install()
        self.assertIn("the policy says 101", result.stderr)
        self.assertEqual(result.returncode, 1)
        self.assertFalse(self.policy.exists())

    def test_a_policy_of_the_machine_is_left_as_it_is(self):
        self.write("policy-rc.d", "exit 104")
        result = self.install()
        self.assertIn("the policy says 104", result.stderr)
        self.assertTrue(self.policy.exists())


if __name__ == "__main__":
    unittest.main()
