"""What the runners' JUnit files say: tests, their seconds, and how they ended."""

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

#: A test that passed at a later try. Retries are off; a file that names one comes from a run that had switched them on.
FLAKY = ("flakyFailure", "flakyError", "rerunFailure", "rerunError")


@dataclass(frozen=True)
class Test:
    """One test that ran."""

    name: str
    seconds: float
    failed: bool
    flaky: bool
    skipped: bool = False


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
    failed = any(case.find(kind) is not None for kind in ("failure", "error"))
    flaky = any(case.find(kind) is not None for kind in FLAKY)
    return Test(name, float(case.get("time") or 0), failed, flaky, case.find("skipped") is not None)
