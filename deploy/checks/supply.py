"""Fails where something comes into the build from elsewhere than it should, or a secret is in the repository.

Reads files alone: lock files, the Dockerfile, the compose file, and all tracked files for secrets. What needs the network
or cargo-deny, such as advisories and the licences of crates, is in deploy/scripts/supply.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CRATES = "registry+https://github.com/rust-lang/crates.io-index"
NPM = "https://registry.npmjs.org/"
LOCKS = ("webapp/package-lock.json", "deploy/wire/package-lock.json")
IMAGES = ("deploy/docker/Dockerfile", "deploy/compose.yaml")
#: Of packages. LGPL: sharp, with which Next builds; it is in no page and no program. CC-BY: the table of browsers.
LICENCES = {
    "0BSD", "Apache-2.0", "Apache-2.0 AND LGPL-3.0-or-later", "Apache-2.0 AND LGPL-3.0-or-later AND MIT", "BSD-2-Clause",
    "BSD-3-Clause", "BlueOak-1.0.0", "CC-BY-4.0", "CC0-1.0", "ISC", "LGPL-3.0-or-later", "MIT", "MIT OR Apache-2.0",
    "MIT-0", "MPL-2.0", "OFL-1.1",
}  # fmt: skip
SECRETS = {
    "a private key": rb"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "a key of Stripe": rb"\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{24,}",
    "a token of Duffel": rb"\bduffel_(?:live|test)_[A-Za-z0-9_-]{24,}",
    "a key of AWS": rb"\bAKIA[0-9A-Z]{16}\b",
    "a token of GitHub": rb"\bgh[pousr]_[A-Za-z0-9]{36}\b",
    "a token of npm": rb"\bnpm_[A-Za-z0-9]{36}\b",
    "a token of Slack": rb"\bxox[abprs]-[A-Za-z0-9-]{10,}",
    "a key of Google": rb"\bAIza[0-9A-Za-z_-]{35}\b",
}


def crate_faults(lock: dict, banned: set[str]) -> Iterator[str]:
    for crate in lock["package"]:
        name, source = crate["name"], crate.get("source")
        if source not in (None, CRATES):
            yield f"Cargo.lock: {name} comes from {source}. Take it from crates.io."
        if source == CRATES and "checksum" not in crate:
            yield f"Cargo.lock: {name} has no checksum."
        if name in banned:
            yield f"Cargo.lock: {name} is banned by deny.toml."


def package_faults(file: str, lock: dict) -> Iterator[str]:
    for path, package in lock["packages"].items():
        if not path:
            continue
        name = path.rpartition("node_modules/")[2]
        if not package.get("resolved", NPM).startswith(NPM):
            yield f"{file}: {name} comes from {package['resolved']}. Take it from npm's registry."
        if "integrity" not in package:
            yield f"{file}: {name} has no checksum."
        if package.get("hasInstallScript"):
            yield f"{file}: {name} runs a script when it is installed. Take another, or say here why it may."
        if package.get("license") not in LICENCES:
            yield f"{file}: {name} has the licence {package.get('license')}. Add it to LICENCES if it may come in."


def image_faults(file: str, text: str) -> Iterator[str]:
    stages = set(re.findall(r"^FROM \S+ AS (\S+)", text, re.MULTILINE))
    for image in re.findall(r"^(?:FROM|\s*image:) +[\"']?([^\s\"']+)", text, re.MULTILINE):
        _, _, version = image.rpartition("/")[2].partition(":")
        if image not in {*stages, "scratch"} and version in ("", "latest"):
            yield f"{file}: the image {image} has no version."


def secret_faults(file: str, content: bytes) -> Iterator[str]:
    for what, pattern in SECRETS.items():
        if found := re.search(pattern, content):
            line = content.count(b"\n", 0, found.start()) + 1
            yield f"{file}:{line}: {what}. Take it out, and have its owner replace it: history keeps it."


def faults() -> Iterator[str]:
    banned = {it["crate"] for it in tomllib.loads((ROOT / "deny.toml").read_text())["bans"]["deny"]}
    yield from crate_faults(tomllib.loads((ROOT / "Cargo.lock").read_text()), banned)
    for file in LOCKS:
        yield from package_faults(file, json.loads((ROOT / file).read_text()))
    for file in IMAGES:
        yield from image_faults(file, (ROOT / file).read_text())
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for file in filter(None, listed.split("\0")):
        if (ROOT / file).is_file():
            yield from secret_faults(file, (ROOT / file).read_bytes())


def main() -> int:
    found = list(faults())
    print("\n".join(found))
    print(f"{len(found)} failed" if found else "1 passed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
