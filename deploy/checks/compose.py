"""Holds deploy/compose.yaml against the Compose schema, the programs' own settings and the rules of compose_rules.py.

The schema comes from the package docker-compose on PyPI, whose code is not used. It is older than the project's `name`.
Usage: compose.py SCHEMA
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import settings_table
import yaml
from chart_rules import PROGRAMS
from compose_rules import all_faults, dockerfile_faults, server_faults, telemetry_faults

ROOT = Path(__file__).resolve().parents[2]


def settings_of_programs() -> dict[str, dict[str, bool]]:
    """Program -> variable -> whether it is required, from docs/settings.md's own source."""
    text = subprocess.run([ROOT / "target/debug/stack", "settings"], capture_output=True, text=True, check=True).stdout
    tables = settings_table.parse(text)
    text = subprocess.run([ROOT / "target/debug/sandbox", "--help"], capture_output=True, text=True, check=True).stdout
    tables["sandbox"] = {variable: False for variable in re.findall(r"\[env: (\w+)=", text)}
    return tables


def faults(compose: dict, schema: dict) -> list[str]:
    found = [f"schema: {'/'.join(map(str, e.path))}: {e.message}" for e in
             jsonschema.Draft7Validator(schema).iter_errors(compose)]
    services = compose["services"]
    dockerfile = (ROOT / "deploy/docker/Dockerfile").read_text()
    for program, settings in settings_of_programs().items():
        given = set(services[program].get("environment", {}))
        found += [f"{program}: {name} is not one of its settings" for name in sorted(given - set(settings))]
        required = {name for name, needed in settings.items() if needed}
        found += [f"{program}: {name} is required and not set" for name in sorted(required - given)]
        if program in PROGRAMS:
            found += [f"{program}: {name} can't be given" for name in sorted(set(settings) - given - required)]
    for name, service in services.items():
        found += [f"{name}: depends on {other}, which does not exist"
                  for other in service.get("depends_on", {}) if other not in services]
        sees_authority = any(str(volume).startswith("certificate-authority:") for volume in service.get("volumes", []))
        if sees_authority and name != "certificates":
            found.append(f"{name}: sees the key of the certificates' authority")
        target = service.get("build", {}).get("target")
        if target and f" AS {target}\n" not in dockerfile:
            found.append(f"{name}: the Dockerfile has no target {target}")
    collector, datasources = read("deploy/otel/collector.yaml"), read("deploy/grafana/datasources.yaml")
    found += dockerfile_faults(dockerfile)
    servers = [(ROOT / file).read_text() for file in ("deploy/nats/nats.conf", "deploy/postgres/pg_hba.conf")]
    found += server_faults(*servers)
    return [*found, *all_faults(compose), *telemetry_faults(compose, collector, datasources)]


def read(file: str) -> dict:
    return yaml.safe_load((ROOT / file).read_text())


def main() -> int:
    compose = read("deploy/compose.yaml")
    schema = json.loads(Path(sys.argv[1]).read_text())
    known = {key: value for key, value in compose.items() if not key.startswith("x-") and key != "name"}
    found = faults(known, schema)
    for fault in found:
        print(fault)
    print("1 failed" if found else "1 passed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
