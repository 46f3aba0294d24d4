"""What the runners' JUnit files say: tests, their seconds, and how they ended."""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

#: A test that passed at a later try. Retries are off; a file that names one comes from a run that had switched them on.
FLAKY = ("flakyFailure", "flakyError", "rerunFailure", "rerunError")
FAILED = ("failure", "error")

#: How much of what a runner says of a failure is told again at the end of a run.
LINES, COLUMNS = 16, 240
#: Colours of a terminal.
COLOURS = re.compile(r"\x1b?\[\d*(;\d+)*m(?!\])")


@dataclass(frozen=True)
class Test:
    """One test that ran."""

    name: str
    seconds: float
    failed: bool
    flaky: bool
    skipped: bool = False
    #: The first lines of what its runner said of the failure.
    why: tuple[str, ...] = ()


def read(file: Path) -> list[Test]:
    """The tests of a JUnit file; none where the runner wrote no file. A file that cannot be read is one failure."""
    if not file.exists():
        return []
    try:
        root = ElementTree.parse(file).getroot()
    except ElementTree.ParseError as error:
        return [Test(f"{file.name} cannot be read: {error}", 0, failed=True, flaky=False)]
    # Node's runner leaves those of no suite at the root.
    suites = [root, *root.iter("testsuite")] if root.tag == "testsuites" else root.iter("testsuite")
    return [_test(suite, case) for suite in suites for case in suite.findall("testcase")]


def _test(suite: ElementTree.Element, case: ElementTree.Element) -> Test:
    name = f"{suite.get('name', '')} {case.get('name', '')}".strip()
    failures = [it for kind in FAILED for it in case.findall(kind)]
    flaky = any(case.find(kind) is not None for kind in FLAKY)
    why = tuple(line for it in failures for line in _first_lines(it))
    skipped = case.find("skipped") is not None
    return Test(name, float(case.get("time") or 0), bool(failures), flaky, skipped, why)


def _first_lines(failure: ElementTree.Element) -> list[str]:
    text = COLOURS.sub("", (failure.text or "").strip() or failure.get("message") or "")
    return [line.rstrip()[:COLUMNS] for line in text.splitlines() if line.strip()][:LINES]
