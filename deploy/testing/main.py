"""Runs the tests and tells how they ended. The last line is the totals.

    main.py all|check|flaky  ONLY=journeys,unit    only these steps, and what they need
                             SINCE=HEAD~5          only what the changes since then can touch
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import flaky
import folder
import report
import since
from schedule import Step, run
from steps import RESULTS, ROOT, steps

#: A first build fills 5 GB, and a run leaves about 2 GB in its temporary folder until it ends.
NEEDED_GB = {"target": 8, "temporary": 3}
#: Bounds of waiting are this much longer than on a quiet machine: CI's may be busy.
PATIENCE = "3"


def main() -> int:
    part = sys.argv[1] if len(sys.argv) > 1 else "all"
    os.chdir(ROOT)
    clean_up()
    if not has_room() or not set_up():
        print("0 passed, 1 failed")
        return 1
    try:
        wanted = chosen(part)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    with the_only_run() as is_only:
        if not is_only:
            print("Another run is going on in this clone: wait for it, or use another clone.", file=sys.stderr)
            return 2
        return execute(part, wanted)


def execute(part: str, wanted: list[Step]) -> int:
    """Runs the steps in a temporary folder of their own. The exit code."""
    own = folder.RunFolder()
    prepare_environment(own)
    began = time.monotonic()
    try:
        if part == "flaky":
            return repeat(wanted, own.path)
        return report.sum_up(run(wanted, own.path, report.tell), time.monotonic() - began)
    finally:
        own.remove()


@contextmanager
def the_only_run() -> Iterator[bool]:
    """Whether no other run is going on in this clone: two would write the same results and programs."""
    RESULTS.parent.mkdir(exist_ok=True)
    with (RESULTS.parent / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def chosen(part: str) -> list[Step]:
    """The steps of a part, as narrowed by the environment."""
    if part == "flaky":
        return flaky.repeated()
    known = [step for step in steps() if part in step.part_of]
    return choose(known, os.environ.get("ONLY"), os.environ.get("SINCE"))


def repeat(wanted: list[Step], logs: Path) -> int:
    """Runs what repeats beside busy loops, once everything it needs is there. The exit code."""
    ready = run(flaky.prepared(), logs, report.tell)
    if not all(it.ok for it in ready):
        return 1
    with flaky.busy():
        return flaky.count(run(wanted, logs, report.tell))


def clean_up() -> None:
    """Removes what killed runs have left, and says so; says too who else is at work."""
    if left := folder.leftovers():
        print(f"==> removing what earlier runs left: {len(left)} folders, {sum(map(folder.size_mb, left))} MB")
    for it in left:
        folder.remove(it)
    for process in folder.other_runs():
        print(f"==> another run (process {process}) is going on: this one will take longer")


def has_room() -> bool:
    """Whether the disks have what a run needs; says what is missing."""
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    places = {ROOT: 2 if (ROOT / "target").exists() else NEEDED_GB["target"], temporary: NEEDED_GB["temporary"]}
    needed: Counter[int] = Counter()
    for place, gb in places.items():
        needed[place.stat().st_dev] += gb
    devices = {place.stat().st_dev: place for place in places}
    short = [(devices[device], gb) for device, gb in needed.items() if shutil.disk_usage(devices[device]).free < gb << 30]
    for place, gb in short:
        free = shutil.disk_usage(place).free >> 30
        print(f"Only {free} GB are free at {place}, and a run needs {gb}: remove what is not needed there.")
    return not short


def set_up() -> bool:
    """Installs what is missing. Its own output says what could not be had."""
    print("==> set-up", flush=True)
    return subprocess.run(["deploy/scripts/setup", "test"], check=False).returncode == 0


def prepare_environment(own: folder.RunFolder) -> None:
    """What every step inherits."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    os.environ["TMPDIR"] = str(own.path)
    os.environ["FAREWAY_TEST_MEMORY"] = str(own.memory)
    os.environ["RUSTC_WORKSPACE_WRAPPER"] = "clippy-driver"
    os.environ.setdefault("TEST_PATIENCE", PATIENCE)


def choose(known: list[Step], only: str | None, ref: str | None) -> list[Step]:
    """Those that are asked for, with what they need. Fails where a name is unknown."""
    by_key = {step.key: step for step in known}
    wanted = only.replace(",", " ").split() if only else list(by_key)
    if unknown := [key for key in wanted if key not in by_key]:
        raise ValueError(f"no step is called {', '.join(unknown)}; there are {', '.join(by_key)}")
    if ref:
        narrowed = since.narrow([by_key[key] for key in wanted], since.changed(ref))
        by_key |= {step.key: step for step in narrowed}
        wanted = [step.key for step in narrowed]
    needed = set(wanted)
    for key in wanted:
        needed.update(it for it in by_key[key].needs if it in by_key)
    return [by_key[step.key] for step in known if step.key in needed]


if __name__ == "__main__":
    sys.exit(main())
