"""What a change can touch: which steps, and of the Rust tests which packages."""

import json
import subprocess
from dataclasses import replace
from pathlib import PurePath

from schedule import Step

#: A change of these can touch any package.
SHARED = ("Cargo.toml", "Cargo.lock", ".cargo", ".config", "clippy.toml", "seeds")
#: Files outside of packages that a package's programs or tests read.
READ_BY = {
    "docs/errors.md": "gateway",
    "docs/events.md": "stack",
    "docs/telemetry.md": "stack",
    "deploy/nats": "servers",
    "deploy/wire/signed-event.json": "svc-payments",
    "deploy/wire/requests/stripe.json": "svc-payments",
    "deploy/wire/requests/duffel.json": "duffel",
    "deploy/postgres": "stack",
    "deploy/prometheus": "storms",
    "deploy/otel": "storms",
    "deploy/k6": "storms",
    "deploy/backup": "storms",
}


def changed(ref: str) -> list[str]:
    """Files that differ from a commit, new ones included."""
    listings = [["git", "diff", "--no-renames", "--name-only", ref], ["git", "ls-files", "--others", "--exclude-standard"]]
    found = [subprocess.run(it, capture_output=True, text=True, check=False) for it in listings]
    if any(it.returncode for it in found):
        raise ValueError(f"SINCE={ref} is no commit of this repository")
    return [line for it in found for line in it.stdout.splitlines()]


def narrow(steps: list[Step], files: list[str]) -> list[Step]:
    """The steps that these files can touch; the Rust tests of the packages that stand on a changed one."""
    if any(file.startswith(("deploy/testing", "deploy/scripts", "Makefile", ".ci")) for file in files):
        return steps
    touched = [step for step in steps if _touches(step, files)]
    return [_narrow_packages(step, files) if step.key == "unit" else step for step in touched]


def _touches(step: Step, files: list[str]) -> bool:
    return any(file.startswith(step.paths) for file in files) if step.paths else bool(files)


def _narrow_packages(step: Step, files: list[str]) -> Step:
    if any(file.startswith(SHARED) for file in files):
        return step
    packages = sorted({name for file in files if (name := _package_of(file))})
    if not packages:
        return step
    return replace(step, command=[*step.command, "-E", " + ".join(f"rdeps(={it})" for it in packages)])


def _package_of(file: str) -> str | None:
    """The package that reads a file, or whose folder holds it."""
    if readers := [name for read, name in READ_BY.items() if file.startswith(read)]:
        return readers[0]
    return next((name for name, folder in _packages().items() if PurePath(file).is_relative_to(folder)), None)


def _packages() -> dict[str, str]:
    """Names and folders."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    root = told["workspace_root"]
    return {it["name"]: str(PurePath(it["manifest_path"]).parent.relative_to(root)) for it in told["packages"]}
