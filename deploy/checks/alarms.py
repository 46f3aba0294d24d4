"""Holds alerts and boards against docs/telemetry.md and docs/runbook.md, and runs the rules' own tests (promtool)."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PROMETHEUS = ROOT / "deploy/prometheus"
SEVERITIES = ("page", "ticket")
#: What every entry of the runbook says.
PARTS = ("Felt", "Confirm", "Do", "Wake")
MOST_PANELS = 12
#: Labels that Prometheus itself adds.
ADDED = {"instance", "job", "le", "__name__"}
#: Labels that exporters of others have, and that rules ask for.
OF_OTHERS = {"server_name", "application_name"}
HISTOGRAM = ("_bucket", "_count", "_sum")

WORDS = {
    *("and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right", "offset", "bool"),
    *("start", "end", "atan2", "inf", "nan"),
}
LABEL_LIST = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
SELECTOR = re.compile(r"([a-zA-Z_:][\w:]*)?\s*\{([^}]*)\}")
STRING = re.compile(r"\"[^\"]*\"")
MATCHER = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"\"")
RANGE = re.compile(r"\[[^\]]*\]")
#: No function and no duration.
NAME = re.compile(r"(?<![\w:.$])([a-zA-Z_:][\w:]*)(?!\s*[\w:(])")


def metrics_in(expression: str) -> dict[str, set[str]]:
    """Metric -> the labels that it is chosen by."""
    found: dict[str, set[str]] = {}
    expression = STRING.sub('""', expression)
    for name, matchers in SELECTOR.findall(expression):
        found.setdefault(name, set()).update(MATCHER.findall(matchers))
    bare = re.sub(r"\{[^}]*\}", " ", LABEL_LIST.sub(" ", expression))
    for name in NAME.findall(RANGE.sub(" ", bare)):
        if name.lower() not in WORDS:
            found.setdefault(name, set())
    return found


def registry(document: str) -> dict[str, set[str]]:
    """Metric in Prometheus -> its labels, from the table of docs/telemetry.md and the sentence on metrics of others."""
    known = {}
    for line in document.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) != 4 or not re.fullmatch(r"`[a-z_]+`", cells[1]):
            continue
        labels = {label.replace(".", "_") for label in re.findall(r"`([\w.]+)`", cells[3])}
        endings = HISTOGRAM if "histogram" in cells[2] else ("",)
        known |= {cells[1].strip("`") + ending: labels | ADDED for ending in endings}
    others = re.search(r"metrics of others:(.*?)\n\n", document, re.DOTALL)
    names = re.findall(r"`([a-z_]+)`", others[1]) if others else []
    return known | {name: ADDED | OF_OTHERS for name in names}


def unknown(where: str, expression: str, known: dict[str, set[str]]) -> Iterator[str]:
    """What an expression asks for and nobody sends."""
    for name, labels in metrics_in(expression).items():
        if name not in known:
            yield f"{where}: {name} is not in docs/telemetry.md"
            continue
        for label in sorted(labels - known[name]):
            yield f"{where}: {name} has no label {label}"


def entries(runbook: str) -> dict[str, str]:
    """Anchor -> text of each entry."""
    parts = re.split(r"^#{2,3} (.+)$", runbook, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-"): text
            for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def alert_faults(alert: dict, runbook: dict[str, str]) -> Iterator[str]:
    """What an alert lacks: whom it calls, what it says, and its entry."""
    name = alert["alert"]
    if alert.get("labels", {}).get("severity") not in SEVERITIES:
        yield f"{name}: its severity is none of {', '.join(SEVERITIES)}"
    annotations = alert.get("annotations", {})
    yield from (f"{name}: has no {key}" for key in ("summary", "description") if not annotations.get(key))
    url = annotations.get("runbook_url", "")
    if url != f"docs/runbook.md#{name.lower()}":
        yield f"{name}: its runbook_url is {url or 'missing'}"
        return
    entry = runbook.get(name.lower())
    if entry is None:
        yield f"{name}: has no entry in docs/runbook.md"
        return
    yield from (f"{name}: its entry does not say {part}" for part in PARTS if f"- **{part}:**" not in entry)


def test_faults(alerts: list[str], tests: list[dict]) -> Iterator[str]:
    """An alert without a test that it fires or one that it doesn't, and tests whose name says otherwise than they do."""
    tested = set()
    for test in tests:
        match = re.match(r"(\w+) (fires|is silent)", test["name"])
        if not match:
            yield f"the test \"{test['name']}\" says neither what fires nor what is silent"
            continue
        name, verb = match.groups()
        tested.add((name, verb))
        samples = [sample["labels"] for each in test["promql_expr_test"] for sample in each["exp_samples"]]
        if (f'{{alertname="{name}"}}' in samples) != (verb == "fires"):
            yield f"{name}: the test \"{test['name']}\" expects otherwise"
    for alert in alerts:
        yield from (f"{alert}: no test that it {verb}" for verb in ("fires", "is silent") if (alert, verb) not in tested)


def rule_faults(rules: list[dict], document: str, runbook_text: str) -> Iterator[str]:
    """Faults of alerts and records."""
    known = registry(document)
    for rule in rules:
        if "record" in rule:
            known[rule["record"]] = ADDED | {"slo"}
    runbook = entries(runbook_text)
    for rule in rules:
        yield from unknown(rule.get("alert") or rule["record"], rule["expr"], known)
        if "alert" in rule:
            yield from alert_faults(rule, runbook)
            for query in re.findall(r"`([^`]*[({][^`]*)`", confirmation(runbook.get(rule["alert"].lower(), ""))):
                yield from unknown(f"{rule['alert']} in the runbook", query, known)


def confirmation(entry: str) -> str:
    """What an entry says on how to confirm."""
    found = re.search(r"- \*\*Confirm:\*\*(.*?)\n- \*\*", entry, re.DOTALL)
    return found[1] if found else ""


def board_faults(name: str, board: dict, known: dict[str, set[str]]) -> Iterator[str]:
    """Panels that ask for what nobody sends, and boards that nobody can take in."""
    panels = board["panels"]
    if len(panels) > MOST_PANELS:
        yield f"{name}: has {len(panels)} panels"
    for title, expression in queries(board):
        yield from unknown(f"{name}, {title}", expression, known)


def queries(board: dict) -> Iterator[tuple[str, str]]:
    """Title and expression of everything that a board asks, with Grafana's variables filled in."""
    for panel in board["panels"]:
        for target in panel["targets"]:
            expression = re.sub(r"\[\$__\w+\]", "[5m]", target["expr"])
            yield panel["title"], re.sub(r"\$\w+", "x", expression)


def unreadable(boards: list[dict]) -> Iterator[str]:
    """Queries of boards that Prometheus can't read: promtool reads rules alone, so each is made one."""
    every = (query for board in boards for _, query in queries(board))
    rules = [{"record": f"query:{n}", "expr": query} for n, query in enumerate(every)]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump({"groups": [{"name": "boards", "rules": rules}]}, file)
        file.flush()
        yield from promtool("check", "rules", file.name)


def promtool(*arguments: str) -> Iterator[str]:
    """What promtool has to complain of."""
    result = subprocess.run(["promtool", *arguments], cwd=PROMETHEUS, capture_output=True, text=True, check=False)
    if result.returncode:
        yield result.stdout + result.stderr


def faults() -> Iterator[str]:
    rule_files, test_files = (sorted(PROMETHEUS.glob(f"{kind}/*.yaml")) for kind in ("rules", "tests"))
    groups = [group for file in rule_files for group in yaml.safe_load(file.read_text())["groups"]]
    rules = [rule for group in groups for rule in group["rules"]]
    tests = [test for file in test_files for test in yaml.safe_load(file.read_text())["tests"]]
    document = (ROOT / "docs/telemetry.md").read_text()
    yield from rule_faults(rules, document, (ROOT / "docs/runbook.md").read_text())
    yield from test_faults([rule["alert"] for rule in rules if "alert" in rule], tests)
    known = registry(document) | {rule["record"]: ADDED | {"slo"} for rule in rules if "record" in rule}
    boards = {file.name: json.loads(file.read_text()) for file in sorted((ROOT / "deploy/grafana").glob("*.json"))}
    for name, board in boards.items():
        yield from board_faults(name, board, known)
    yield from unreadable(list(boards.values()))
    yield from promtool("check", "rules", *(str(file) for file in rule_files))
    yield from promtool("test", "rules", *(str(file) for file in test_files))


def main() -> int:
    found = list(faults())
    print("\n".join(found))
    print("1 failed" if found else "1 passed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
