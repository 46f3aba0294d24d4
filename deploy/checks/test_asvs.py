"""Tests of what deploy/checks/asvs.py counts."""

import unittest

from asvs import faults_of, line_of


def rows(level: str, **counts: int) -> list[dict[str, str]]:
    """So many rows of a level; `none` are those that do not apply."""
    return [
        {"id": f"V{level}.1.{n}", "level": level, "applies": "no" if met == "none" else "yes", "met": met.replace("none", "")}
        for met, times in counts.items()
        for n in range(times)
    ]


class Asvs(unittest.TestCase):
    def test_a_level_is_counted_by_what_applies(self) -> None:
        table = rows("1", yes=60, partly=4, no=1, none=5) + rows("2", yes=183)

        self.assertEqual(faults_of(table), [])
        self.assertEqual(line_of("1", table), "| 1 | 65 of 70 | 60 | 4 | 1 |")
        self.assertEqual(line_of("2", table), "| 2 | 183 of 183 | 183 | 0 | 0 |")

    def test_missing_rows_and_unknown_words_are_told(self) -> None:
        table = rows("1", yes=69) + rows("2", yes=182, mostly=1)

        self.assertEqual(
            faults_of(table), ["level 1: 69 rows, not 70", 'V2.1.0: applies "yes", met "mostly"']
        )
        self.assertIn('V1.1.0: applies "no", met "yes"', faults_of([{**table[0], "applies": "no"}]))


if __name__ == "__main__":
    unittest.main()
