"""Runs steps: each as soon as what it needs has ended well, two at a time."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

#: A step that waits for a browser or a disk leaves the processors to another one. Three at a time are no faster.
AT_ONCE = 2
#: How long a step may take: four times what the longest takes on two quiet cores.
LIMIT_S = 40 * 60
#: How long the processes of a step that is ended have to clean up.
GRACE_S = 10


@dataclass(frozen=True)
class Step:
    """A command of the tests, and what has to be done before it."""

    key: str
    name: str
    command: list[str]
    #: Keys of steps that must have ended well.
    needs: tuple[str, ...] = ()
    #: It measures, so nothing may run beside it.
    alone: bool = False
    #: What it is called for, seen from the root: files below these can change how it ends. None named: any file.
    paths: tuple[str, ...] = ()
    #: Told where it fails: the command that mends it.
    remedy: str = ""
    #: The JUnit file that its runner writes.
    results: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)
    #: Its processes are ended after this time, and it counts as failed.
    limit_s: float = LIMIT_S
    #: Part of `make check`, of `make test`, or of both.
    part_of: tuple[str, ...] = ("check", "all")


@dataclass(frozen=True)
class Outcome:
    """How a step ended.

    `seconds` is wall time. `cpu_seconds` is the processor time of its processes, as far as a parent waited for each:
    a browser's are missing.
    """

    step: Step
    ok: bool
    seconds: float
    cpu_seconds: float
    log: Path | None
    skipped: bool = False


def run(steps: list[Step], logs: Path, tell: Callable[[Outcome], None]) -> list[Outcome]:
    """Runs all steps and tells of each as it ends. A step whose needs failed is skipped."""
    return _Schedule(steps, logs, tell).run()


class _Schedule:
    def __init__(self, steps: list[Step], logs: Path, tell: Callable[[Outcome], None]) -> None:
        self._waiting = list(steps)
        self._running: list[Step] = []
        self._ended: dict[str, Outcome] = {}
        self._logs, self._tell = logs, tell
        self._known = {step.key for step in steps}
        self._changed = threading.Condition()

    def run(self) -> list[Outcome]:
        with self._changed:
            while self._waiting or self._running:
                self._skip_hopeless()
                for step in self._startable():
                    self._waiting.remove(step)
                    self._running.append(step)
                    threading.Thread(target=self._execute, args=(step,), daemon=True).start()
                if self._running:
                    self._changed.wait()
        return list(self._ended.values())

    def _startable(self) -> list[Step]:
        found: list[Step] = []
        for step in self._waiting:
            if any(it not in self._ended for it in self._needs(step)):
                continue
            busy = self._running + found
            if len(busy) >= AT_ONCE or any(it.alone for it in busy) or (step.alone and busy):
                break
            found.append(step)
        return found

    def _needs(self, step: Step) -> list[str]:
        return [it for it in step.needs if it in self._known]

    def _skip_hopeless(self) -> None:
        for step in list(self._waiting):
            needs = [self._ended[it] for it in self._needs(step) if it in self._ended]
            if any(not it.ok for it in needs):
                self._waiting.remove(step)
                self._end(Outcome(step, ok=False, seconds=0, cpu_seconds=0, log=None, skipped=True))

    def _execute(self, step: Step) -> None:
        log = self._logs / f"{step.key}.log"
        began = time.monotonic()
        ok, cpu_seconds = False, 0.0
        try:
            ok, cpu_seconds = _call(step, log)
        except OSError as error:
            print(f"{step.name}: {error}", file=sys.stderr)
        finally:
            outcome = Outcome(step, ok, time.monotonic() - began, cpu_seconds, log if log.exists() else None)
            with self._changed:
                self._running.remove(step)
                self._changed.notify_all()
                self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        self._ended[outcome.step.key] = outcome
        self._tell(outcome)


def _call(step: Step, log: Path) -> tuple[bool, float]:
    """Whether the command ended well, and the processor seconds of all its processes."""
    if step.results:
        step.results.unlink(missing_ok=True)
    with log.open("wb", buffering=0) as output:
        try:
            child = subprocess.Popen(
                step.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | step.environment,
                # So that its processes can be ended together.
                process_group=0,
            )
        except OSError as error:
            output.write(f"{error}\n".encode())
            return False, 0
        limit = threading.Timer(step.limit_s, _stop, (child.pid, step.limit_s, output))
        limit.daemon = True
        limit.start()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        limit.cancel()
    return child.returncode == 0, used.ru_utime + used.ru_stime


def _stop(group: int, limit_s: float, output: BinaryIO) -> None:
    """Ends all processes of a step: first asks them, then kills those that are left."""
    output.write(f"\nended after {limit_s:.0f} s, the longest that a step may take\n".encode())
    for number, grace_s in ((signal.SIGTERM, GRACE_S), (signal.SIGKILL, 0)):
        try:
            os.killpg(group, number)
        except ProcessLookupError:
            return
        time.sleep(grace_s)
