"""Which steps are run, and what their results say."""

import tempfile
import unittest
from pathlib import Path

import results
import since
from main import choose
from steps import steps

JUNIT = """<testsuites><testsuite name="svc-booking::it">
<testcase name="passes" time="1.5"/>
<testcase name="fails" time="2"><failure>why</failure></testcase>
<testcase name="passes late" time="3"><flakyFailure>why</flakyFailure></testcase>
<testcase name="is left out"><skipped/></testcase>
</testsuite></testsuites>"""


def narrowed(*files: str) -> dict[str, list[str]]:
    return {step.key: step.command for step in since.narrow(steps(), list(files))}


class Choice(unittest.TestCase):
    def test_a_step_comes_with_what_it_needs_and_nothing_else(self) -> None:
        self.assertEqual([it.key for it in choose(steps(), "journeys", None)], ["compile", "export", "journeys"])

    def test_an_unknown_step_is_named_with_those_there_are(self) -> None:
        with self.assertRaisesRegex(ValueError, "no step is called journey; there are compile, format"):
            choose(steps(), "journey", None)

    def test_a_change_of_one_service_runs_the_tests_of_what_stands_on_it(self) -> None:
        touched = narrowed("svc-booking/src/store/mod.rs")

        self.assertEqual(touched["unit"][-2:], ["-E", "rdeps(=svc-booking)"])
        self.assertIn("crashes", touched)
        self.assertNotIn("web", touched)

    def test_a_change_of_a_proof_runs_its_own_tests(self) -> None:
        self.assertEqual(narrowed("deploy/proofs/simulation/src/lib.rs")["unit"][-1], "rdeps(=simulation)")

    def test_a_change_of_the_web_runs_no_rust_test(self) -> None:
        touched = narrowed("webapp/src/lib/money.ts")

        self.assertIn("journeys", touched)
        self.assertNotIn("unit", touched)

    def test_a_change_of_a_document_runs_what_reads_documents(self) -> None:
        read = {"runner", "documents", "conformance", "api-types", "openapi", "settings", "queries", "snapshots"}

        self.assertEqual(set(narrowed("docs/outages.md")), read)

    def test_a_change_of_a_document_that_a_test_reads_runs_the_tests_of_its_package(self) -> None:
        self.assertEqual(narrowed("docs/errors.md")["unit"][-1], "rdeps(=gateway)")
        self.assertEqual(narrowed("deploy/nats/users.conf")["unit"][-1], "rdeps(=servers)")

    def test_a_change_of_a_setting_that_belongs_to_no_package_runs_all_of_them(self) -> None:
        self.assertNotIn("-E", narrowed("rustfmt.toml")["unit"])

    def test_a_change_of_a_script_runs_everything(self) -> None:
        self.assertEqual(set(narrowed("deploy/scripts/lib")), {it.key for it in steps()})

    def test_a_change_of_what_all_share_runs_all_packages(self) -> None:
        self.assertNotIn("-E", narrowed("Cargo.lock")["unit"])


class Results(unittest.TestCase):
    def test_failures_and_late_passes_are_told_apart(self) -> None:
        with tempfile.NamedTemporaryFile(mode="w", suffix=".xml") as file:
            file.write(JUNIT)
            file.flush()
            read = results.read(Path(file.name))

        self.assertEqual([it.name.split(" ", 1)[1] for it in read], ["passes", "fails", "passes late", "is left out"])
        self.assertEqual([it.failed for it in read], [False, True, False, False])
        self.assertEqual([it.flaky for it in read], [False, False, True, False])
        self.assertEqual([it.name for it in read if it.skipped], ["svc-booking::it is left out"])

    def test_a_file_that_its_runner_did_not_finish_is_a_failure(self) -> None:
        with tempfile.NamedTemporaryFile(mode="w", suffix=".xml") as file:
            file.write(JUNIT[:80])
            file.flush()
            (read,) = results.read(Path(file.name))

        self.assertTrue(read.failed)
        self.assertIn("cannot be read", read.name)

    def test_no_file_is_no_test(self) -> None:
        self.assertEqual(results.read(Path("/nowhere.xml")), [])


if __name__ == "__main__":
    unittest.main()
