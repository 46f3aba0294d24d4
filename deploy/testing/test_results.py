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
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results.xml"
            file.write_text(text)

            found = results.read(file)

        self.assertEqual([(it.name, it.failed) for it in found], [("alone", False), ("suite inner", True)])


if __name__ == "__main__":
    unittest.main()
