"""Holds what deploy/prometheus/alertmanager.sh makes against amtool and against the alerts: each reaches a receiver
that calls somebody, and each that silences or is silenced is one of ours."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy/prometheus/alertmanager.sh"
MAIL = {"ON_CALL_EMAIL": "person@on-call.test"}
WEBHOOK = {"ON_CALL_WEBHOOK": "https://pager.test/it's?a=b&c=d"}
SIGN_IN = {"SMTP_USERNAME": "user", "SMTP_PASSWORD": "it's: #1", "MAIL_FROM": "Alarms <alarms@on-call.test>"}
#: Every way to be called.
SETTINGS = [MAIL, WEBHOOK, MAIL | WEBHOOK | SIGN_IN]
RECEIVERS = {"page": "pages", "ticket": "tickets"}


class ScriptError(Exception):
    """The script refused its settings. What it said."""


def configuration(settings: dict[str, str]) -> str:
    """What the script makes of its settings."""
    environment = {"PATH": os.environ["PATH"], **settings}
    result = subprocess.run([SCRIPT, "print"], env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ScriptError(result.stderr.strip())
    return result.stdout


def amtool(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["amtool", *arguments], capture_output=True, text=True, check=False)


def alerts() -> list[dict]:
    """Every alert of the rules."""
    files = sorted((ROOT / "deploy/prometheus/rules").glob("*.yaml"))
    groups = [group for file in files for group in yaml.safe_load(file.read_text())["groups"]]
    return [rule for group in groups for rule in group["rules"] if "alert" in rule]


def route_faults(file: str, rules: list[dict]) -> Iterator[str]:
    """Alerts that amtool leads to another receiver than their severity's."""
    for rule in rules:
        severity, name = rule["labels"]["severity"], rule["alert"]
        labels = [f"alertname={name}", f"severity={severity}"]
        found = amtool("config", "routes", "test", f"--config.file={file}", *labels)
        if found.stdout.strip() != RECEIVERS[severity]:
            yield f"{name} ({severity}) reaches '{found.stdout.strip()}': {found.stderr.strip()}"


def receiver_faults(made: dict, settings: dict[str, str]) -> Iterator[str]:
    """Receivers that don't call whom the settings name: a page by mail and webhook, a ticket by mail if there is one."""
    ways = {way for way, name in [("email", "ON_CALL_EMAIL"), ("webhook", "ON_CALL_WEBHOOK")] if name in settings}
    wanted = {"pages": ways, "tickets": {"email"} & ways or ways}
    for receiver in made["receivers"]:
        name = receiver["name"]
        has = {way for way in ("email", "webhook") if receiver.get(f"{way}_configs")}
        if has != wanted[name]:
            yield f"{name} calls by {sorted(has)}, not by {sorted(wanted[name])}"


def inhibition_faults(made: dict, names: list[str]) -> Iterator[str]:
    """Names in inhibitions that no alert has."""
    for rule in made["inhibit_rules"]:
        for matcher in rule["source_matchers"] + rule["target_matchers"]:
            match = re.fullmatch(r'alertname=(~?)"(.+)"', matcher)
            if match:
                patterns = match[2].split("|") if match[1] else [re.escape(match[2])]
                yield from (f"no alert is called {it}" for it in patterns
                            if not any(re.fullmatch(it, name) for name in names))


def faults() -> Iterator[str]:
    rules = alerts()
    for settings in SETTINGS:
        text = configuration(settings)
        made = yaml.safe_load(text)
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(text)
            file.flush()
            checked = amtool("check-config", file.name)
            if checked.returncode:
                yield checked.stdout + checked.stderr
                continue
            if settings is SETTINGS[-1]:
                yield from route_faults(file.name, rules)
        yield from receiver_faults(made, settings)
        yield from inhibition_faults(made, [rule["alert"] for rule in rules])


def main() -> int:
    found = list(faults())
    print("\n".join([*found, "1 failed" if found else "1 passed"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
