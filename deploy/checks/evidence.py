"""Fails where SECURITY.md, docs/security.md or docs/asvs.csv names a file or a test that is not there, or does not run: it
is skipped, or commented out.

In the documents a test follows its file: `svc-brand/tests/it/enquiries.rs`: `a_sentence_in_small_letters`, or "a title"
of a file that is not Rust. In the table the evidence is `file: test; file; ...`.
"""

import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("SECURITY.md", "docs/security.md")
TABLE = "docs/asvs.csv"

FILE = r"`(?P<file>[\w.-]+(?:/[\w.-]+)+\.\w+)`"
# Three words and more: a name of two may be a table's or a setting's.
NAME = r"`(?P<name>[a-z0-9]+(?:_[a-z0-9]+){2,})`"
TITLE = r'"(?P<title>[^"]+)"'
WORD = re.compile(rf"{FILE}|{NAME}|{TITLE}")

# Attributes may stand on several lines, and hold lists in brackets.
ATTRIBUTE = r"#\[(?:[^][]|\[[^][]*\])*\]"
COMMENT = r"//[^\n]*"
RUST_FUNCTION = re.compile(
    rf"(?P<attributes>(?:{ATTRIBUTE}\s*(?:{COMMENT}\s*)*)+)(?:async )?fn (?P<name>\w+)"
)
# `#[test]`, `#[tokio::test(start_paused = true)]`.
RUST_TEST = re.compile(r"#\[(?:\w+::)*test\b")
RUST_IGNORED = re.compile(r"#\[(?:cfg_attr\([^]]*)?\bignore\b")
# `test('title'`, `it.only('title'`, and `test.each(table)('title'`, but no `/a/.test('b'`. A group's title is none, nor is
# that of a test that is skipped. What follows `each` may hold other tests, where its own title is no text.
WEB_TEST = re.compile(
    r"""(?<![\w.$])(?:test|it)(?:\.(?!(?:describe|step|skip|fixme|todo)\b)\w+)*(?![\w.])"""
    r"""(?=(?:(?<=\.each).*?[)`])?\(\s*(?P<quote>['"`])(?P<title>(?:\\.|(?!(?P=quote)).)*))""",
    re.DOTALL,
)
SKIPPED_GROUP = re.compile(r"\bdescribe(?:\.\w+)*\.(?:skip|fixme|todo)\b")
COMMENTED_OUT = {".py": re.compile(r"^\s*#.*$", re.MULTILINE), "": re.compile(r"^\s*//.*$", re.MULTILINE)}


class Claim(NamedTuple):
    """That a file is there, and a test in it. Without a file: in any file of Rust."""

    document: str
    file: str
    test: str


def claims_of_text(document: str, text: str) -> Iterator[Claim]:
    """Of each paragraph and item of a list on its own, so that a test belongs to the file before it."""
    for lines in re.split(r"\n\s*\n|\n(?=- |\| )", text):
        file, part = "", re.sub(r"\s+", " ", lines)
        for found in WORD.finditer(part):
            if found["file"]:
                file = found["file"]
                yield Claim(document, file, "")
            elif found["name"]:
                yield Claim(document, "" if file and not file.endswith(".rs") else file, found["name"])
            elif file and re.search(r"`(?: \([^)]*\))?[:,] $", part[: found.start()]):
                yield Claim(document, file, found["title"].rstrip(",."))


def claims_of_table(document: str, rows: Iterator[dict[str, str]]) -> Iterator[Claim]:
    for row in rows:
        for evidence in filter(None, row["evidence"].split("; ")):
            file, _, test = evidence.partition(": ")
            yield Claim(f"{document}, {row['id']}", file, test)


def fault(claim: Claim, sources: dict[str, str]) -> str | None:
    """What is wrong with a claim, as a sentence. `sources`: the text of each file."""
    document, file, test = claim
    if file and file not in sources:
        return f"{document}: there is no file {file}. Name the one that has taken its place."
    searched = [file] if file else [name for name in sources if name.endswith(".rs")]
    if any(has_test(name, sources[name], test) for name in searched):
        return None
    return f"{document}: {file or 'Rust'} has no test `{test}`. Name the one that proves it now."


def has_test(file: str, text: str, test: str) -> bool:
    if not test:
        return True
    suffix = Path(file).suffix
    text = COMMENTED_OUT.get(suffix, COMMENTED_OUT[""]).sub("", text)
    if suffix == ".rs":
        return test in rust_tests(text)
    if suffix in (".ts", ".tsx"):
        return any(test in title for title in web_tests(text))
    return test in text


def rust_tests(text: str) -> Iterator[str]:
    """The names of the tests that run."""
    for found in RUST_FUNCTION.finditer(text):
        attributes = found["attributes"]
        if RUST_TEST.search(attributes) and not RUST_IGNORED.search(attributes):
            yield found["name"]


def web_tests(text: str) -> Iterator[str]:
    """The titles of the tests that run: of a file that skips a group, none."""
    if not SKIPPED_GROUP.search(text):
        yield from (found["title"].replace("\\'", "'") for found in WEB_TEST.finditer(text))


def claims() -> Iterator[Claim]:
    for document in DOCUMENTS:
        yield from claims_of_text(document, (ROOT / document).read_text())
    with (ROOT / TABLE).open(newline="") as table:
        yield from claims_of_table(TABLE, csv.DictReader(table))


def sources(listed: list[str]) -> dict[str, str]:
    present = (name for name in listed if (ROOT / name).is_file())
    return {name: (ROOT / name).read_text(errors="replace") for name in present}


def main() -> int:
    # Untracked files count: a new test is named before it is committed.
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    known = sources(listed)
    faults = sorted({found for claim in claims() if (found := fault(claim, known))})
    print("\n".join(faults))
    print(f"{len(faults)} failed" if faults else "1 passed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
