"""Reads the table of settings, as docs/settings.md and `stack settings` have it."""

import re

#: One of two settings is needed, which the table can't say.
NEEDED_BESIDE = {"TLS_DIR"}


def parse(text: str) -> dict[str, dict[str, bool]]:
    """Program -> variable -> whether the program can't do without it."""
    tables = {}
    for section in text.split("\n## ")[1:]:
        name, _, rows = section.partition("\n")
        variables = re.findall(r"^\| `(\w+)` \| `[^`]+` \| (.*?) \|", rows, re.MULTILINE)
        tables[name.strip()] = {
            variable: default == "(required)" or variable in NEEDED_BESIDE for variable, default in variables
        }
    return tables
