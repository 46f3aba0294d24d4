"""Tests of what deploy/checks/evidence.py reads and misses."""

import unittest

from evidence import Claim, claims_of_table, claims_of_text, fault

SOURCES = {
    "svc-brand/tests/it/admin.rs": "async fn nobody_else_sees_a_record() {",
    "webapp/e2e/live.spec.ts": "test('its owner\\'s number never comes to us', () => {",
}


class Evidence(unittest.TestCase):
    def faults(self, text: str) -> list[str]:
        return [found for claim in claims_of_text("SECURITY.md", text) if (found := fault(claim, SOURCES))]

    def test_tests_that_are_there_are_found(self):
        text = """
- `svc-brand/tests/it/admin.rs`:
  `nobody_else_sees_a_record`.
- `webapp/e2e/live.spec.ts`: "its owner's number never comes to us". It is a "browser test".
"""
        self.assertEqual(self.faults(text), [])

    def test_a_renamed_test_is_missed_and_another_file_has_none(self):
        text = """
- `webapp/e2e/live.spec.ts`: "a number stays away".
- `svc-brand/tests/it/admin.rs`: `nobody_else_sees_a_record`, `nobody_else_writes_a_record`.

Without a file: `nobody_at_all_sees_it`.
"""
        self.assertEqual(
            self.faults(text),
            [
                f"SECURITY.md: {file} has no test `{test}`. Name the one that proves it now."
                for file, test in (
                    ("webapp/e2e/live.spec.ts", "a number stays away"),
                    ("svc-brand/tests/it/admin.rs", "nobody_else_writes_a_record"),
                    ("Rust", "nobody_at_all_sees_it"),
                )
            ],
        )

    def test_a_moved_file_is_missed(self):
        self.assertEqual(
            self.faults("The lock is in `svc-brand/src/locks.rs`."),
            ["SECURITY.md: there is no file svc-brand/src/locks.rs. Name the one that has taken its place."],
        )

    def test_evidence_of_the_table_is_read(self):
        rows = [{"id": "V1.1.1", "evidence": "clippy.toml; svc-brand/tests/it/admin.rs: nobody_else_sees_a_record"}]
        claims = list(claims_of_table("docs/asvs.csv", iter(rows)))

        self.assertEqual(claims[0], Claim("docs/asvs.csv, V1.1.1", "clippy.toml", ""))
        self.assertEqual([fault(claim, SOURCES) is None for claim in claims], [False, True])


if __name__ == "__main__":
    unittest.main()
