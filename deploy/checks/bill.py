"""Prints a bill of materials as CycloneDX 1.5: the crates of Cargo.lock, their checksums, and which needs which.

The lock file holds no licences: cargo-deny looks at those of crates. npm itself lists its packages.
"""

import json
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]


def reference(crate: dict) -> str:
    """The address of a package in a bill (a "purl"), where a version's plus sign is escaped."""
    return f"pkg:cargo/{crate['name']}@{quote(crate['version'], safe='')}"


def component(crate: dict) -> dict:
    ref = reference(crate)
    entry = {"type": "library", "bom-ref": ref, "name": crate["name"], "version": crate["version"], "purl": ref}
    if "checksum" in crate:
        entry["hashes"] = [{"alg": "SHA-256", "content": crate["checksum"]}]
    return entry


def bill(lock: dict) -> dict:
    crates = lock["package"]
    # A lock file names a crate by its version as well where there are several of its name.
    refs = {name: reference(it) for it in crates for name in (it["name"], f"{it['name']} {it['version']}")}
    needed = {reference(it): {refs[name] for name in it.get("dependencies", [])} for it in crates}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": [component(it) for it in crates],
        "dependencies": [{"ref": ref, "dependsOn": sorted(refs)} for ref, refs in needed.items()],
    }


if __name__ == "__main__":
    json.dump(bill(tomllib.loads((ROOT / "Cargo.lock").read_text())), sys.stdout, indent=1)
