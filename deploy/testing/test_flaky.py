"""What a repetition counts as fallen."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import flaky
from schedule import Outcome, Step

JUNIT = """<testsuites><testsuite name="journey">
<testcase name="holds" time="1"/>
<testcase name="falls" time="1"><failure>why</failure></testcase>
</testsuite></testsuites>"""


class Choice(unittest.TestCase):
    def test_without_a_name_everything_that_waits_is_repeated_as_often_as_was_asked(self) -> None:
        expected = ["journeys-1", "unit-1", "system-1", "journeys-2", "unit-2", "system-2"]
        self.assertEqual([it.key for it in repeated(N="2")], expected)

    def test_a_named_journey_is_repeated_by_its_runner_and_a_named_test_in_rounds(self) -> None:
        journeys, *tests = repeated(N="2", JOURNEYS="fares", TESTS="test(=name)")

        self.assertEqual(journeys.command[-3:], ["--no-deps", "--repeat-each=2", "fares"])
        self.assertEqual([it.command[-1] for it in tests], ["test(=name)"] * 2)


class Counting(unittest.TestCase):
    def test_a_test_is_named_with_how_often_it_fell_and_a_step_that_fell_without_one_too(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder) / "journeys.xml"
            results.write_text(JUNIT)
            journeys = Step("journeys", "browser journeys", [], results=results)
            broken = Step("system-1", "tests of the whole system, 1", [], results=Path(folder) / "none.xml")

            code, text = counted([ended(journeys), ended(broken)])

        self.assertEqual(code, 1)
        self.assertIn("1 of 1 fell: journey falls", text)
        self.assertIn("failed: tests of the whole system, 1", text)
        self.assertEqual(text.splitlines()[-1], "2")

    def test_the_last_line_of_a_repetition_in_which_nothing_fell_is_0(self) -> None:
        code, text = counted([ended(Step("compile", "compile", []), ok=True)])

        self.assertEqual((code, text.splitlines()[-1]), (0, "0"))


def repeated(**environment: str) -> list[Step]:
    with mock.patch.dict("os.environ", environment, clear=True):
        return flaky.repeated()


def ended(step: Step, ok: bool = False) -> Outcome:
    return Outcome(step, ok, seconds=1, cpu_seconds=1, log=None)


def counted(outcomes: list[Outcome]) -> tuple[int, str]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = flaky.count(outcomes)
    return code, output.getvalue()


if __name__ == "__main__":
    unittest.main()
