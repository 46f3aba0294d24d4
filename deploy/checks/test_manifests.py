"""Tests of deploy/docker/manifests: cargo finds the same packages there as in the repository, and no source of ours."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def targets(workspace: Path) -> set[tuple[str, str, str]]:
    """Package, kind and name of everything that a build of programs may compile."""
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version=1"]
    text = subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=True).stdout
    found = {
        (package["name"], target["kind"][0], target["name"])
        for package in json.loads(text)["packages"]
        for target in package["targets"]
    }
    return {it for it in found if it[1] != "test"}


class Manifests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.made = Path(folder.name)
        subprocess.run([ROOT / "deploy/docker/manifests", self.made], check=True)

    def test_cargo_finds_every_package_and_all_that_is_compiled_for_it(self):
        self.assertEqual(targets(self.made), targets(ROOT))

    def test_each_source_is_the_same_stub(self):
        files = [path for path in self.made.rglob("*") if path.is_file()]
        sources = {path.read_text() for path in files if path.suffix == ".rs"}
        self.assertEqual(sources, {"pub fn main() {}\n"})
        others = {path.name for path in files if path.suffix != ".rs"}
        self.assertEqual(others, {"Cargo.lock", "Cargo.toml", "Makefile", "config.toml"})


if __name__ == "__main__":
    unittest.main()
