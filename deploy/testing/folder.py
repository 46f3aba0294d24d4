"""The temporary folders of a run: everything that a step leaves lies in them, and they are gone when the run ends.

One is on the disk; one is in memory, where there is room: databases and browsers make and remove files by the ten
thousand, and a disk's file system looks long for places that were free for a while. The second is the first elsewhere.

A janitor process removes them, because a run that is killed cannot do so itself. The janitor reads from a pipe whose
other end only the run holds: the read ends when the run ends, in whichever way.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

RUN = "fareway-run."
GRACE_S = 10
#: Linux's file system in memory.
MEMORY = Path("/dev/shm")
#: What the databases of a run and its browsers take in memory at most.
NEEDED_MEMORY_GB = 4


class RunFolder:
    """Exists while the run does. Steps find `path` as TMPDIR, and `memory` as FAREWAY_TEST_MEMORY."""

    def __init__(self) -> None:
        self.path = _made_in(Path(tempfile.gettempdir()))
        has_two = self.path.parent != MEMORY and has_memory()
        self.memory = _made_in(MEMORY) if has_two else self.path
        command = [sys.executable, __file__, str(self.path), str(self.memory)]
        self._janitor = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def remove(self) -> None:
        """Lets the janitor clean up, and waits for it."""
        if self._janitor.stdin:
            self._janitor.stdin.close()
        self._janitor.wait()


def _made_in(place: Path) -> Path:
    path = place / f"{RUN}{os.getpid()}"
    path.mkdir(mode=0o755)
    # Postgres has a user of its own, which must be able to enter.
    path.chmod(0o755)
    return path


def has_memory() -> bool:
    """Whether what a run has in memory takes at most half of what is free there."""
    if not MEMORY.is_dir():
        return False
    told = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    free_gb = min(shutil.disk_usage(MEMORY).free, int(told[1]) << 10 if told else 0) >> 30
    return free_gb >= 2 * NEEDED_MEMORY_GB


def _folders() -> list[Path]:
    """Of all runs, ended or not."""
    return [it for place in {Path(tempfile.gettempdir()), MEMORY} for it in place.glob(f"{RUN}*")]


def leftovers() -> list[Path]:
    """Folders of earlier runs that no living process uses. What somebody keeps beside them is not ours to remove."""
    used = list(_processes())
    found = _folders()
    return [it for it in found if not any(_uses(words, it) for _, words in used)]


def other_runs() -> list[int]:
    """Process ids of runs that are going on beside this one."""
    names = {it.name.removeprefix(RUN) for it in _folders()}
    return [int(it) for it in sorted(names) if it != str(os.getpid()) and Path(f"/proc/{it}").exists()]


def size_mb(folder: Path) -> int:
    """What a folder takes on the disk, in MiB."""
    told = subprocess.run(["du", "-sm", str(folder)], capture_output=True, text=True, check=False).stdout
    return int(told.split()[0]) if told else 0


def remove(folder: Path) -> None:
    """Ends the processes that use a folder, then removes it."""
    _end_processes_of(folder)
    shutil.rmtree(folder, ignore_errors=True)


def _processes() -> Iterator[tuple[int, str]]:
    """Every other process with its command line and its environment."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            # It has just ended, or belongs to somebody else.
            continue
        if int(process.name) != os.getpid():
            yield int(process.name), words.decode(errors="replace")


def _uses(words: str, folder: Path) -> bool:
    """Whether a process was told of this folder, and not of one whose number only begins like it."""
    return re.search(re.escape(str(folder)) + r"(?!\d)", words) is not None


def _end_processes_of(folder: Path) -> None:
    end = time.monotonic() + GRACE_S
    while users := [pid for pid, words in _processes() if _uses(words, folder)]:
        late = time.monotonic() > end
        for pid in users:
            try:
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
            except ProcessLookupError:
                continue
        time.sleep(0.2)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    for own in sys.argv[1:]:
        remove(Path(own))
