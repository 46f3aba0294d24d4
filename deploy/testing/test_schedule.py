"""Steps run in the order of their needs."""

import os
import tempfile
import time
import unittest
from pathlib import Path

from schedule import Outcome, Step, run


def shell(key: str, command: str, *needs: str, alone: bool = False) -> Step:
    return Step(key, key, ["sh", "-c", command], needs, alone=alone)


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


class Schedule(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_steps(self, *steps: Step) -> dict[str, Outcome]:
        return {it.step.key: it for it in run(list(steps), self.folder, lambda _: None)}

    def test_a_step_waits_for_what_it_needs(self) -> None:
        mark = self.folder / "mark"

        ended = self.run_steps(shell("second", f"test -e {mark}", "first"), shell("first", f"sleep 0.2; touch {mark}"))

        self.assertTrue(ended["second"].ok)

    def test_what_needs_a_failed_step_does_not_run(self) -> None:
        first, second = shell("first", "false"), shell("second", "true", "first")

        ended = self.run_steps(first, second, shell("third", "true", "second"))

        self.assertFalse(ended["first"].ok)
        self.assertTrue(ended["second"].skipped)
        self.assertTrue(ended["third"].skipped)

    def test_two_run_at_once_and_nothing_beside_a_step_that_measures(self) -> None:
        log = self.folder / "order"
        noted = f"echo begin >> {log}; sleep 0.3; echo end >> {log}"

        self.run_steps(shell("one", noted), shell("two", noted), shell("measures", noted, alone=True))

        self.assertEqual(log.read_text().split(), ["begin", "begin", "end", "end", "begin", "end"])

    def test_output_and_processor_seconds_are_kept(self) -> None:
        busy = shell("busy", "echo words; i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done")

        ended = self.run_steps(busy)["busy"]

        self.assertEqual((self.folder / "busy.log").read_text(), "words\n")
        self.assertGreater(ended.cpu_seconds, 0)

    def test_a_program_that_is_missing_is_a_failure(self) -> None:
        ended = self.run_steps(Step("missing", "missing", ["/no/such/program"]))["missing"]

        self.assertFalse(ended.ok)
        self.assertIn("/no/such/program", (self.folder / "missing.log").read_text())

    def test_a_step_that_takes_too_long_is_ended_with_its_processes(self) -> None:
        slow = Step("slow", "slow", ["sh", "-c", "echo $$; sleep 300"], limit_s=0.2)

        ended = self.run_steps(slow)["slow"]

        self.assertFalse(ended.ok)
        group, *_, said = (self.folder / "slow.log").read_text().splitlines()
        self.assertIn("the longest that a step may take", said)
        end = time.monotonic() + 30
        while is_alive(int(group)):
            self.assertLess(time.monotonic(), end, "its processes go on")
            time.sleep(0.05)

    def test_a_step_whose_log_cannot_be_written_fails_and_ends_nothing_else(self) -> None:
        (self.folder / "one.log").mkdir()

        ended = self.run_steps(shell("one", "true"), shell("two", "true"))

        self.assertEqual((ended["one"].ok, ended["two"].ok), (False, True))

    def test_need_that_is_not_asked_for_counts_as_done(self) -> None:
        self.assertTrue(self.run_steps(shell("second", "true", "first"))["second"].ok)


if __name__ == "__main__":
    unittest.main()
