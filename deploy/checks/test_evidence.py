"""Tests of what deploy/checks/evidence.py reads and misses."""

import unittest

from evidence import Claim, claims_of_table, claims_of_text, fault

SOURCES = {
    "svc-brand/tests/it/admin.rs": """
#[tokio::test(start_paused = true)]
#[expect(
    clippy::indexing_slicing,
    reason = "an index [0] is there"
)]
// Another time.
async fn nobody_else_sees_a_record() {}

async fn everybody_sees_a_brand() {}

proptest! {
    #[test]
    fn no_brand_is_like_another(key in "[a-z]+") {}
}

// #[test]
// fn a_test_that_is_commented_out() {}

#[test]
#[ignore = "it takes long"]
fn a_test_that_is_ignored() {}

#[ignore]
#[tokio::test]
async fn a_test_that_is_ignored_first() {}

#[cfg_attr(not(feature = "slow"), ignore)]
#[test]
fn a_test_that_is_ignored_mostly() {}
""",
    "webapp/e2e/live.spec.ts": """
test.describe('a card in live mode', () => {
  // its colour is told
  test('its owner\\'s number never comes to us', () => {})
  it.each([
    ['one', 1],
  ])('has the name %s on it', () => {})
  // test('is commented out', () => {})
  test.skip('is skipped', () => {})
  it.fixme('is to be mended', () => {})
  test.todo('is to be written')
  test.skip.each([['one']])('is skipped with the name %s', () => {})
  it.each(names)(title, () => {})
  expect(/card/.test('is an expression')).toBe(true)
  rules.it('is somebody else's')
  it('runs after all of these', () => {})
})
""",
}


class Evidence(unittest.TestCase):
    def faults(self, text: str) -> list[str]:
        return [found for claim in claims_of_text("SECURITY.md", text) if (found := fault(claim, SOURCES))]

    def missed(self, text: str) -> list[str]:
        """The tests that are missing."""
        return [found.partition(" has no test `")[2].partition("`")[0] for found in self.faults(text)]

    def test_tests_that_are_there_are_found(self):
        text = """
- `svc-brand/tests/it/admin.rs`:
  `nobody_else_sees_a_record`, `no_brand_is_like_another`.
- `webapp/e2e/live.spec.ts`: "its owner's number never comes to us". It is a "browser test".
- `webapp/e2e/live.spec.ts`: "has the name".
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

    def test_what_is_no_test_proves_nothing(self):
        text = """
- `svc-brand/tests/it/admin.rs`: `everybody_sees_a_brand`.
- `webapp/e2e/live.spec.ts`: "a card in live mode".
- `webapp/e2e/live.spec.ts`: "its colour is told".
"""
        self.assertEqual(self.missed(text), ["everybody_sees_a_brand", "a card in live mode", "its colour is told"])

    def test_a_test_that_does_not_run_proves_nothing(self):
        ignored = ["commented_out", "ignored", "ignored_first", "ignored_mostly"]
        names = [f"a_test_that_is_{how}" for how in ignored]
        titles = [
            "is commented out",
            "is skipped",
            "is to be mended",
            "is to be written",
            "is skipped with the name",
            "is an expression",
            "is somebody else",
        ]
        text = "".join(f"- `svc-brand/tests/it/admin.rs`: `{name}`.\n" for name in names)
        text += "".join(f'- `webapp/e2e/live.spec.ts`: "{title}".\n' for title in titles)

        self.assertEqual(self.missed(text), names + titles)
        self.assertEqual(self.missed('- `webapp/e2e/live.spec.ts`: "runs after all of these".'), [])

    def test_no_test_of_a_file_that_skips_a_group_proves_anything(self):
        claim = Claim("SECURITY.md", "webapp/e2e/a.spec.ts", "a title")
        for group, runs in (("describe", True), ("test.describe.skip", False), ("describe.skip", False)):
            source = f"{group}('a group', () => {{\n  test('a title', () => {{}})\n}})\n"
            self.assertEqual(fault(claim, {claim.file: source}) is None, runs, group)

    def test_a_test_of_python_that_is_commented_out_proves_nothing(self):
        claim = Claim("SECURITY.md", "deploy/checks/test_links.py", "test_a_link")
        for line, runs in (("    def test_a_link(self):", True), ("    # def test_a_link(self):", False)):
            self.assertEqual(fault(claim, {claim.file: line}) is None, runs, line)

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
