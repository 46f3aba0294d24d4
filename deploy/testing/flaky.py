"""Repeats what time can touch, beside two busy loops, and counts what fell.

    N=5                      how often
    JOURNEYS="fares trips"   only these journeys; with TESTS, both
    TESTS="test(=name)"      only these Rust tests, as nextest selects them
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from results import Test, read
from schedule import LIMIT_S, Outcome, Step
from steps import steps

BUSY_LOOPS = 2
#: Those that wait for events, leases, streams or processes. Pure ones can't fall by chance; the simulation has a time
#: of its own.
TIMED = "kind(test) - package(simulation) - package(sandbox) - package(duffel)"


def prepared() -> list[Step]:
    """What the repeated steps need. Done before the busy loops begin."""
    return [step for step in steps() if step.key in ("compile", "export")]


def repeated() -> list[Step]:
    """The steps that repeat, one after the other."""
    known = {step.key: step for step in steps()}
    count = int(os.environ.get("N") or 5)
    journeys, tests = os.environ.get("JOURNEYS"), os.environ.get("TESTS")
    wanted: list[Step] = []
    if journeys:
        # `--no-deps`, because Playwright repeats no project that another one waits for.
        command = [*known["journeys"].command, "--no-deps", f"--repeat-each={count}", *journeys.split()]
        wanted.append(replace(known["journeys"], command=command, alone=True, limit_s=count * LIMIT_S))
    if tests:
        wanted += [_round(known["unit"], number, "-E", tests) for number in range(count)]
    if not journeys and not tests:
        for number in range(count):
            wanted += [_round(known["journeys"], number), _round(known["unit"], number, "-E", TIMED)]
            wanted.append(_round(known["system"], number))
    return wanted


def _round(step: Step, number: int, *arguments: str) -> Step:
    assert step.results
    results = step.results.with_stem(f"{step.key}-{number + 1}")
    return replace(
        step,
        key=f"{step.key}-{number + 1}",
        name=f"{step.name}, {number + 1}",
        command=[*step.command, *arguments],
        results=results,
        environment={"RESULTS": str(results), "PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(results)},
        alone=True,
    )


@contextmanager
def busy() -> Iterator[None]:
    """Two processes that take all the time they get."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY_LOOPS)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _ran(step: Step) -> list[Test]:
    return [test for test in read(step.results) if not test.skipped] if step.results else []


def count(outcomes: list[Outcome]) -> int:
    """Prints how often each test fell, and of how many. The exit code."""
    results = [(outcome, _ran(outcome.step)) for outcome in outcomes]
    tests = [test for _, those in results for test in those]
    ran, fell = Counter(test.name for test in tests), Counter(test.name for test in tests if test.failed)
    for name, times in fell.most_common():
        print(f"{times} of {ran[name]} fell: {name}")
    unexplained = [it.step.name for it, those in results if not it.ok and not any(test.failed for test in those)]
    for name in unexplained:
        print(f"failed: {name}")
    print(f"{len(tests)} runs of {len(ran)} tests, of which fell:\n{sum(fell.values()) + len(unexplained)}")
    return 1 if fell or unexplained else 0
