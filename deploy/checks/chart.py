"""Holds the chart of deploy/helm/fareway against Kubernetes' schemas, the table of settings, the arrows of
ARCHITECTURE.md and what every pod must be. chart_rules.py has the rules, chart_refusals.py the values to refuse.

Usage: chart.py
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kubernetes_validate
import settings_table
import yaml
from chart_refusals import ALLOWED, MONITORED, PEERS, REFUSED, WITH_AUTHORITIES
from chart_rules import PROGRAMS, Manifests, all_faults, arrow_faults, place_faults

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "deploy/helm/fareway"
SIZES = ["small", "medium", "internet"]
#: The oldest version that Chart.yaml allows, and the newest that has a schema here.
VERSIONS = ["1.27", kubernetes_validate.latest_version()]
AFFINITY = "nginx.ingress.kubernetes.io/affinity"

# It would read two megabytes of schemas again for each document.
kubernetes_validate.utils.schema_contents = cache(kubernetes_validate.utils.schema_contents)


class HelmError(Exception):
    """Helm refused the chart. What it said."""


def find_helm() -> str | None:
    """Helm of the tests' own tools, or that of the machine."""
    candidates = [Path(sys.executable).with_name("helm"), shutil.which("helm")]
    return next((str(it) for it in candidates if it and runs(it)), None)


def runs(program: str | Path) -> bool:
    """Whether it is there, and made for this machine."""
    try:
        return subprocess.run([program, "version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(helm: str, command: list[str], size: str, values: dict | None = None) -> str:
    """Runs Helm on the chart in a size, with the example's values and more."""
    files = [f"--values={CHART / name}" for name in (f"values-{size}.yaml", "example.yaml")]
    more = ["--values=-"] if values else []
    full = [helm, *command, CHART, *files, *more]
    result = subprocess.run(full, input=json.dumps(values or {}), capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise HelmError(f"{size}: {result.stderr.strip() or result.stdout.strip()}")
    return result.stdout


def rendered(helm: str, size: str, values: dict | None = None) -> Manifests:
    text = run(helm, ["template", "fareway"], size, values)
    return Manifests([document for document in yaml.load_all(text, yaml.CSafeLoader) if document])


def schema_faults(manifests: Manifests) -> Iterator[str]:
    for document in manifests.documents:
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                yield f"{document['kind']} {document['metadata']['name']}, {version}: {error.message}"


def marked(places: dict[str, dict[str, bool]], given: Manifests) -> dict:
    """Values that give each setting which has no value a mark, and each end of an arrow a name."""
    settings = {
        program: {name: "a mark" for name in sorted(places[program].keys() - given.environment(program).keys())}
        for program in PROGRAMS
    }
    peers = {end: [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": end}}}] for end in PEERS}
    return {"settings": settings, "network": {"peers": peers}}


def refusal_faults(helm: str) -> Iterator[str]:
    """Values that the chart should refuse, and takes or refuses with other words."""
    for size, values, words in REFUSED:
        try:
            rendered(helm, size, values)
        except HelmError as error:
            if words not in str(error):
                yield f"{size}: {values} is not refused by '{words}': {error}"
        else:
            yield f"{size}: {values} is not refused"
    rendered(helm, "small", ALLOWED)


def limit_faults(helm: str) -> Iterator[str]:
    """Gateways divide the limits of a visitor only where no cookie keeps the visitor at one of them."""
    for is_sticky, wanted in [(True, "1"), (False, "3")]:
        manifests = rendered(helm, "small", {"ingress": {"sticky": is_sticky}})
        given = manifests.environment("gateway")["GATEWAY_REPLICAS"]
        has_cookie = AFFINITY in manifests.of("Ingress")["gateway"]["metadata"]["annotations"]
        if (given, has_cookie) != (wanted, is_sticky):
            yield f"ingress.sticky {is_sticky}: GATEWAY_REPLICAS is {given}, and affinity {has_cookie}"


def monitoring_faults(helm: str, settings: dict[str, dict[str, bool]]) -> Iterator[str]:
    """What is wrong where exporters and Alertmanager are installed too; without `monitoring` nothing of them is."""
    manifests = rendered(helm, "small", MONITORED)
    for fault in (*schema_faults(manifests), *all_faults(manifests, settings), *arrow_faults(manifests)):
        yield f"monitoring: {fault}"
    script = (ROOT / "deploy/prometheus/alertmanager.sh").read_text()
    if manifests.of("ConfigMap")["alertmanager"]["data"]["alertmanager.sh"] != script:
        yield "monitoring: the chart has another alertmanager.sh than deploy/prometheus"
    if "alertmanager" in rendered(helm, "small").pods():
        yield "Alertmanager is installed without `monitoring`"


def authority_faults(helm: str, settings: dict[str, dict[str, bool]]) -> Iterator[str]:
    """What is wrong where the broker and the collector have authorities of their own."""
    manifests = rendered(helm, "small", WITH_AUTHORITIES)
    for fault in (*schema_faults(manifests), *all_faults(manifests, settings)):
        yield f"authorities: {fault}"
    given = manifests.environment("gateway")
    if not given["OTEL_EXPORTER_OTLP_ENDPOINT"].startswith("https://"):
        yield "the collector has an authority, and nobody speaks TLS to it"


def faults(helm: str) -> Iterator[str]:
    settings = settings_table.parse((ROOT / "docs/settings.md").read_text())
    chart = yaml.safe_load((CHART / "programs.yaml").read_text())
    misplaced = list(place_faults(chart, settings))
    yield from misplaced
    if misplaced:
        return
    for size in SIZES:
        run(helm, ["lint", "--strict"], size)
        manifests = rendered(helm, size)
        for fault in (*schema_faults(manifests), *all_faults(manifests, settings)):
            yield f"{size}: {fault}"
    full = rendered(helm, "small", marked(settings, rendered(helm, "small")))
    yield from arrow_faults(full)
    yield from monitoring_faults(helm, settings)
    yield from authority_faults(helm, settings)
    yield from refusal_faults(helm)
    yield from limit_faults(helm)
    for program, table in settings.items():
        yield from (f"{program}: {name} can't be given" for name in table.keys() - full.environment(program).keys())


def main() -> int:
    helm = find_helm()
    if helm is None:
        print("Left out: the chart, since Helm is neither in .fareway/tools/bin nor on the PATH.")
        return 1 if os.environ.get("CI") == "true" else 0
    try:
        found = list(faults(helm))
    except HelmError as error:
        found = [str(error)]
    print("\n".join([*found, "1 failed" if found else "1 passed"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
