"""What is read of the runners' JUnit files."""

import tempfile
import unittest
from pathlib import Path

import results


class Read(unittest.TestCase):
    """Tests are found wherever a runner puts them."""

    def test_those_in_suites_and_those_in_none_count_once(self) -> None:
        text = """<testsuites>
            <testcase name="alone" time="0.5"/>
            <testsuite name="suite"><testcase name="inner" time="1"><failure/></testcase></testsuite>
        </testsuites>"""
        found = read(text)

        self.assertEqual([(it.name, it.failed) for it in found], [("alone", False), ("suite inner", True)])

    def test_a_failure_says_why_in_its_first_lines_without_colours(self) -> None:
        told = "\n".join(["\n[31mError: rate(x[5m])[39m", *(f"line {number}" for number in range(100))])
        text = f"""<testsuites>
            <testsuite name="a"><testcase name="told"><failure message="m"><![CDATA[{told}]]></failure></testcase>
            <testcase name="short"><error message="not here"> </error></testcase><testcase name="good"/></testsuite>
        </testsuites>"""

        first, short, good = (it.why for it in read(text))

        self.assertEqual(first[:2], ("Error: rate(x[5m])", "line 0"))
        self.assertEqual(len(first), results.LINES)
        self.assertEqual((short, good), (("not here",), ()))


def read(text: str) -> list[results.Test]:
    """What is read of a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.xml"
        file.write_text(text)
        return results.read(file)


if __name__ == "__main__":
    unittest.main()
