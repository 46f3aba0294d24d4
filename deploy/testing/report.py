"""Tells how steps ended: each as it ends, and all of them in a table with the slowest tests."""

import shutil
import sys

from results import Test, read
from schedule import Outcome

SLOWEST = 20


def tell(outcome: Outcome) -> None:
    """One step, as it ends. What it printed is shown where it failed."""
    name, seconds = outcome.step.name, f"{outcome.seconds:.0f} s"
    if outcome.ok:
        print(f"==> {name}: ok, {seconds}", flush=True)
        return
    if outcome.skipped:
        print(f"==> {name}: NOT RUN, because what it needs failed", flush=True)
        return
    print(f"==> {name}: FAILED, {seconds}", flush=True)
    if outcome.log:
        with outcome.log.open(errors="replace") as log:
            shutil.copyfileobj(log, sys.stdout)
    if outcome.step.remedy:
        print(f"    {outcome.step.remedy} mends it")


def sum_up(outcomes: list[Outcome], seconds: float) -> int:
    """Prints the tables and the totals. The exit code: 1 where anything failed or did not run."""
    told = [(outcome, test) for outcome in outcomes for test in _tests(outcome)]
    tests = [(outcome, test) for outcome, test in told if not test.skipped]
    _table(outcomes, seconds)
    _slowest([test for _, test in tests])
    flaky = [test.name for _, test in tests if test.flaky]
    print(f"\nskipped: {', '.join(test.name for _, test in told if test.skipped) or 'none'}")
    print(f"flaky: {', '.join(flaky) or 'none'}")
    failures = [(f"{outcome.step.name}: {test.name}", test.why) for outcome, test in tests if test.failed]
    explained = {outcome.step.key for outcome, test in tests if test.failed}
    failures += [(it.step.name, ()) for it in outcomes if not it.ok and it.step.key not in explained]
    for failure, why in failures:
        print(f"failed: {failure}")
        # Someone who sees only the end of a log has nothing else.
        for line in why:
            print(f"    {line}")
    passed = sum(not test.failed for _, test in tests) + sum(outcome.ok for outcome in outcomes if not _tests(outcome))
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or flaky else 0


def _tests(outcome: Outcome) -> list[Test]:
    return read(outcome.step.results) if outcome.step.results else []


def _table(outcomes: list[Outcome], seconds: float) -> None:
    print(f"\n{'step':<36}{'seconds':>9}{'processor':>11}")
    for it in outcomes:
        print(f"{it.step.name:<36}{it.seconds:>9.0f}{it.cpu_seconds:>11.0f}{'' if it.ok else '  FAILED'}")
    print(f"{'all':<36}{seconds:>9.0f}{sum(it.cpu_seconds for it in outcomes):>11.0f}")


def _slowest(tests: list[Test]) -> None:
    if not tests:
        return
    print(f"\n{'slowest tests':<16}")
    for test in sorted(tests, key=lambda it: -it.seconds)[:SLOWEST]:
        print(f"{test.seconds:>8.1f} s  {test.name}")
