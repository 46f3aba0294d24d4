"""Counts docs/asvs.csv by level and names each requirement that is met in part or not. Fails where docs/security.md tells
other counts, or a row says nothing that can be counted."""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MET = ("yes", "partly", "no")
#: Of OWASP's Application Security Verification Standard 5.0.0.
REQUIREMENTS = {"1": 70, "2": 183}

Row = dict[str, str]


def faults_of(rows: list[Row]) -> list[str]:
    """What is missing in the table itself."""
    levels = Counter(row["level"] for row in rows)
    found = [f"level {level}: {levels[level]} rows, not {n}" for level, n in REQUIREMENTS.items() if levels[level] != n]
    for row in rows:
        is_known = row["met"] in MET if row["applies"] == "yes" else row["applies"] == "no" and not row["met"]
        if not is_known:
            found.append(f"{row['id']}: applies \"{row['applies']}\", met \"{row['met']}\"")
    return found


def line_of(level: str, rows: Iterable[Row]) -> str:
    """The level's line of the table in docs/security.md."""
    met = Counter(row["met"] for row in rows if row["level"] == level and row["applies"] == "yes")
    return f"| {level} | {met.total()} of {REQUIREMENTS[level]} | " + " | ".join(str(met[it]) for it in MET) + " |"


def main() -> int:
    with (ROOT / "docs/asvs.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    told = (ROOT / "docs/security.md").read_text()
    faults = faults_of(rows)
    print("| level | apply | met | partly | no |")
    for level in REQUIREMENTS:
        line = line_of(level, rows)
        print(line)
        if not re.search(f"^{re.escape(line)}$", told, re.MULTILINE):
            faults.append(f"docs/security.md has another line than: {line}")
    for row in rows:
        if row["applies"] == "yes" and row["met"] != "yes":
            print(f"{row['met']:<6} {row['id']:<8} {row['why']}")
    print("\n".join(faults))
    print(f"{len(faults)} failed" if faults else "1 passed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
