"""Tests of deploy/checks/supply.py, and of what deploy/scripts/supply says of what it could not run."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from supply import CRATES, crate_faults, image_faults, package_faults, secret_faults

SUPPLY = Path(__file__).resolve().parents[1] / "scripts/supply"


class LockFiles(unittest.TestCase):
    def test_a_crate_from_elsewhere_one_without_a_checksum_and_a_banned_one_are_named(self):
        crates = [
            {"name": "ours"},
            {"name": "good", "source": CRATES, "checksum": "1"},
            {"name": "forked", "source": "git+https://github.com/somebody/forked"},
            {"name": "unproved", "source": CRATES},
            {"name": "openssl", "source": CRATES, "checksum": "1"},
        ]
        told = " ".join(crate_faults({"package": crates}, {"openssl"}))

        for name in ("forked comes from git+", "unproved has no checksum", "openssl is banned"):
            self.assertIn(name, told)
        self.assertEqual(told.count("Cargo.lock: "), 3)

    def test_a_package_from_elsewhere_with_a_script_or_under_another_licence_is_named(self):
        good = {"license": "MIT", "integrity": "sha512-1"}
        packages = {
            "": {"name": "webapp"},
            "node_modules/good": good,
            "node_modules/forked": {**good, "resolved": "git+ssh://git@github.com/somebody/forked.git"},
            "node_modules/a/node_modules/unproved": {"license": "MIT"},
            "node_modules/running": {**good, "hasInstallScript": True},
            "node_modules/viral": {**good, "license": "AGPL-3.0-only"},
        }
        told = list(package_faults("lock", {"packages": packages}))

        parts = ["forked comes from", "unproved has no checksum", "running runs a script", "viral has the licence AGPL"]
        self.assertEqual(len(told), len(parts), told)
        for line, part in zip(told, parts, strict=True):
            self.assertIn(part, line)


class Images(unittest.TestCase):
    def test_an_image_has_a_version(self):
        text = "FROM node:20 AS web\nFROM web AS page\nFROM scratch AS program\nFROM rust AS build\nFROM host:5000/tool\n"
        compose = 'services:\n  a:\n    image: nats:2.11\n  b:\n    image: "grafana/grafana:latest"\n'

        self.assertEqual(
            [*image_faults("file", text), *image_faults("file", compose)],
            [f"file: the image {image} has no version." for image in ("rust", "host:5000/tool", "grafana/grafana:latest")],
        )


class Secrets(unittest.TestCase):
    def test_a_secret_is_named_by_its_place_and_not_shown(self):
        # In two parts, so that this file holds none.
        for head, rest in (
            ("-----BEGIN EC ", "PRIVATE KEY-----"),
            ("sk_live_", "a1B2" * 6),
            ("whsec_", "a1B2" * 8),
            ("duffel_live_", "a1B2" * 8),
            ("AKIA", "A1B2" * 4),
            ("ghp_", "a1B2" * 9),
        ):
            with self.subTest(head):
                (told,) = secret_faults("notes.md", f"first\nkey={head}{rest}\n".encode())
                self.assertTrue(told.startswith("notes.md:2: a"), told)
                self.assertNotIn(rest, told)

    def test_keys_of_the_sandbox_are_none(self):
        text = b"sk_test_sandbox whsec_sandbox_live duffel_live_sandbox STRIPE_LIVE_KEY=sk_live_"
        self.assertEqual(list(secret_faults("notes.md", text)), [])


class Script(unittest.TestCase):
    def run_with(self, cargo: str, npm: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, body in (("cargo", cargo), ("npm", npm)):
                (Path(folder) / name).write_text(f"#!/bin/sh\n{body}\n")
                (Path(folder) / name).chmod(0o755)
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "BILLS": f"{folder}/bills"}
            run = subprocess.run([SUPPLY], env=environment, capture_output=True, text=True, check=False)
            self.bills = {bill.name for bill in (Path(folder) / "bills").iterdir()}
        return run.returncode, run.stderr

    def npm(self, holes: int) -> str:
        answer = f'{{"metadata": {{"vulnerabilities": {{"total": {holes}}}}}}}'
        return f"echo '{answer}'; exit {min(holes, 1)}"

    def test_it_passes_where_all_ran_and_nothing_was_found(self):
        self.assertEqual(self.run_with("exit 0", self.npm(0)), (0, ""))
        self.assertEqual(self.bills, {"crates.cdx.json", "webapp.cdx.json"})

    def test_what_did_not_run_fails_and_is_said(self):
        code, told = self.run_with("exit 101", "echo 'npm error audit endpoint returned an error' >&2; exit 1")

        self.assertEqual(code, 1)
        for part in ("DID NOT RUN: cargo deny check", "DID NOT RUN: npm audit of webapp", "npm audit of deploy/wire"):
            self.assertIn(part, told)
        self.assertIn("DID NOT RUN: the bill of materials webapp.cdx.json", told)
        self.assertEqual(self.bills, {"crates.cdx.json"}, "half a bill is none")

    def test_a_known_vulnerability_fails_and_is_counted(self):
        code, told = self.run_with('[ "$2" = --version ]', self.npm(2))

        self.assertEqual(code, 1)
        self.assertIn("FAILED: cargo deny check", told)
        self.assertIn("FAILED: 2 known vulnerabilities in the packages of webapp", told)


if __name__ == "__main__":
    unittest.main()
