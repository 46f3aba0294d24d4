"""What the manifests of deploy/helm/fareway must be. Each rule yields a sentence for each fault."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

#: The arrows of ARCHITECTURE.md: whom each program calls. `site` is the system's own public address, which the check
#: before going live reads (docs/going-live.md).
CALLS = {
    "gateway": "svc-search svc-offers svc-booking svc-payments svc-identity svc-brand nats telemetry",
    "svc-search": "providers nats telemetry",
    "svc-offers": "providers nats telemetry",
    "svc-booking": "svc-offers svc-payments svc-identity providers postgres nats smtp site telemetry",
    "svc-payments": "svc-offers providers postgres nats smtp site telemetry",
    "svc-identity": "postgres nats smtp site telemetry",
    "svc-brand": "svc-search svc-identity postgres nats smtp site telemetry",
    "migrate": "postgres",
}
PORTS = {
    "gateway": {8080},
    "dns": {53},
    "nats": {4222},
    "postgres": {5432},
    "providers": {443},
    "site": {443, 8443},
    "smtp": {465, 587},
    "telemetry": {4317},
}
SERVICE_PORTS = {50051}
PROGRAMS = [name for name in CALLS if name != "migrate"]
#: Seconds in which calls under way end (docs/scaling.md, "A rolling update").
FINISH = {"svc-booking": 145}

#: The arrows of what `monitoring` adds: who, whom, port.
MONITORING_CALLS = {
    ("postgres-exporter", "postgres", 5432),
    ("nats-exporter", "nats", 8222),
    *(("alertmanager", "smtp", port) for port in (465, 587)),
    ("alertmanager", "providers", 443),
    *((name, "dns", 53) for name in ("postgres-exporter", "nats-exporter", "alertmanager")),
}
MONITORING_HEARS = {
    ("prometheus", "postgres-exporter", 9187),
    ("prometheus", "nats-exporter", 7777),
    ("prometheus", "alertmanager", 9093),
}

POD = {
    "automountServiceAccountToken": False,
    "enableServiceLinks": False,
    "securityContext": {
        "runAsNonRoot": True,
        "runAsUser": 10001,
        "runAsGroup": 10001,
        "seccompProfile": {"type": "RuntimeDefault"},
    },
}
CONTAINER = {
    "securityContext": {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    },
    "resources": {kind: {"cpu": ..., "memory": ...} for kind in ("requests", "limits")},
}
SERVES = {
    probe: {"httpGet": {"path": path, "port": "admin"}}
    for probe, path in [("startupProbe", "/startupz"), ("readinessProbe", "/readyz"), ("livenessProbe", "/livez")]
}
ROLLOUT = {
    "strategy": {"rollingUpdate": {"maxUnavailable": 0}},
    "template": {"spec": {"topologySpreadConstraints": ...}},
}
HEADLESS = {"clusterIP": "None", "publishNotReadyAddresses": True}
#: Settings that lead to Postgres: of the programs, of migrations, of the exporter.
DATABASE_URLS = {"DATABASE_URL", "DATABASE_OWNER_URL", "DATA_SOURCE_URI"}
#: Names of settings whose values nobody may read in a manifest.
SECRET = re.compile(r"_(PASSWORD|TOKEN|SECRET|(?<!PUBLISHABLE_)KEY)$|^(DATABASE|SMTP)_URL$")


@dataclass(frozen=True)
class Manifests:
    """What Helm renders."""

    documents: list[dict]

    def of(self, kind: str) -> dict[str, dict]:
        """Name -> document."""
        return {it["metadata"]["name"]: it for it in self.documents if it["kind"] == kind}

    def pods(self) -> dict[str, dict]:
        """Name of Deployment or Job -> its pod's spec."""
        owners = self.of("Deployment") | self.of("Job")
        return {name: it["spec"]["template"]["spec"] for name, it in owners.items()}

    def environment(self, program: str) -> dict[str, str | dict]:
        """Setting -> its value, or the reference to a Secret. Without what only makes up another one's value."""
        container = self.pods()[program]["containers"][0]
        given = dict(self.of("ConfigMap")[program]["data"])
        given |= {it["name"]: it.get("value") or it["valueFrom"]["secretKeyRef"] for it in container["env"]}
        texts = [value for value in given.values() if isinstance(value, str)]
        parts = {part for text in texts for part in re.findall(r"\$\((\w+)\)", text)}
        return {name: value for name, value in given.items() if name not in parts}


def unlike(wanted: object, found: object, where: str) -> Iterator[str]:
    """Where `found` lacks something of `wanted`. `...` is anything that is there."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            yield from unlike(value, found.get(key), f"{where}.{key}")
    elif found is None or (wanted is not ... and wanted != found):
        yield f"{where} is {found!r}"


def all_faults(manifests: Manifests, settings: dict[str, dict[str, bool]]) -> Iterator[str]:
    """Those that any size can have."""
    for program in PROGRAMS:
        yield from kind_faults(manifests, program)
        yield from setting_faults(program, manifests.environment(program), settings[program])
        yield from wire_faults(program, manifests.environment(program), manifests.pods()[program]["containers"][0])
    for name, pod in manifests.pods().items():
        yield from pod_faults(name, pod)
    yield from open_faults(manifests)


def kind_faults(manifests: Manifests, program: str) -> Iterator[str]:
    """What each program needs beside its pods."""
    for kind in ("PodDisruptionBudget", "ServiceAccount", "NetworkPolicy"):
        if program not in manifests.of(kind):
            yield f"{program} has no {kind}"
    yield from unlike(ROLLOUT, manifests.of("Deployment")[program]["spec"], f"{program}: spec")
    if program != "gateway":
        yield from unlike(HEADLESS, manifests.of("Service")[program]["spec"], f"{program}: its Service's spec")
    drain = int(manifests.of("ConfigMap")[program]["data"]["DRAIN_SECONDS"])
    seconds = manifests.pods()[program]["terminationGracePeriodSeconds"]
    if seconds < drain + FINISH.get(program, 45):
        yield f"{program} is killed {seconds} s after SIGTERM, before its calls have ended"


def pod_faults(name: str, pod: dict) -> Iterator[str]:
    yield from unlike(POD, pod, name)
    for container in [*pod.get("initContainers", []), *pod["containers"]]:
        yield from unlike(CONTAINER, container, f"{name}/{container['name']}")
        yield from database_faults(f"{name}/{container['name']}", container)
        if name in PROGRAMS:
            yield from unlike(SERVES, container, f"{name}/{container['name']}")


def setting_faults(program: str, given: dict[str, str | dict], table: dict[str, bool]) -> Iterator[str]:
    for name in sorted(given.keys() - table.keys()):
        yield f"{program}: {name} is not one of its settings"
    for name, is_needed in table.items():
        value = given.get(name)
        if is_needed and (not value or (isinstance(value, dict) and value.get("optional"))):
            yield f"{program}: {name} is required and has neither a value nor a Secret that must be there"
        if SECRET.search(name) and isinstance(value, str) and "$(" not in value:
            yield f"{program}: {name} is a secret and stands in a manifest"


def wire_faults(program: str, given: dict[str, str | dict], container: dict) -> Iterator[str]:
    """What travels to the broker without TLS, and authorities that are named and not there."""
    if not given.get("NATS_URL", "").startswith("tls://"):
        yield f"{program} speaks to the broker without TLS"
    files = [given.get(name, "") for name in ("NATS_CA_FILE", "OTEL_EXPORTER_OTLP_CERTIFICATE")]
    for file in filter(None, files):
        if not sees(container, file):
            yield f"{program}: {file} is not in its container"


def database_faults(name: str, container: dict) -> Iterator[str]:
    """Connections to Postgres without TLS, or to a server whose certificate is not checked."""
    for setting in container.get("env", []):
        if setting["name"] not in DATABASE_URLS:
            continue
        _, _, parameters = setting.get("value", "").partition("?")
        given = dict(parse_qsl(parameters))
        if given.get("sslmode") != "verify-full":
            yield f"{name} takes any server for Postgres"
        file = given.get("sslrootcert")
        if file and not sees(container, file):
            yield f"{name}: {file} is not in its container"


def sees(container: dict, file: str) -> bool:
    """Whether a file is in one of its volumes."""
    return any(file.startswith(f"{mount['mountPath']}/") for mount in container.get("volumeMounts", []))


def place_faults(chart: dict, settings: dict[str, dict[str, bool]]) -> Iterator[str]:
    """Settings that programs.yaml does not know, or knows too much of."""
    for program, table in settings.items():
        groups = chart["programs"][program]["settings"]
        known = {name for group in groups for name in chart["settings"][group]}
        for name in sorted(table.keys() ^ known):
            what = "lacks" if name in table else "has, but docs/settings.md has not,"
            yield f"deploy/helm/fareway/programs.yaml {what} {name} of {program}"


def open_faults(manifests: Manifests) -> Iterator[str]:
    """Each rule names its peers and ports: to Kubernetes none is every one. Networks of every address must leave out
    those inside, and nothing may bring a Secret with it."""
    for name, policy in manifests.of("NetworkPolicy").items():
        for direction, side in [("egress", "to"), ("ingress", "from")]:
            for rule in policy["spec"].get(direction, []):
                missing = [part for part in (side, "ports") if not rule.get(part)]
                yield from (f"{name}: a rule of {direction} has no {part}" for part in missing)
        for rule in policy["spec"].get("egress", []):
            blocks = [peer["ipBlock"] for peer in rule.get("to") or [] if "ipBlock" in peer]
            everybody = [it["cidr"] for it in blocks if it["cidr"].endswith("/0") and not it.get("except")]
            yield from (f"{name} may call {cidr}" for cidr in everybody)
    yield from (f"Secret {name} is part of the chart" for name in manifests.of("Secret"))


def arrow_faults(manifests: Manifests) -> Iterator[str]:
    """Arrows (who, whom, port) that the policies have and the table has not, and the other way round."""
    calls = {(who, whom, port) for who in CALLS for whom in [*CALLS[who].split(), "dns"] for port in ports(whom)}
    # Where the cluster leads the public address straight to the ingress controller's pods.
    calls |= {(who, "ingress", port) for who, whom, port in calls if whom == "site"}
    heard = {arrow for arrow in calls if arrow[1] in PROGRAMS} | {("ingress", "gateway", 8080)}
    if "alertmanager" in manifests.of("Deployment"):
        calls, heard = calls | MONITORING_CALLS, heard | MONITORING_HEARS
    yield from differences(manifests, calls, heard)


def differences(manifests: Manifests, calls: set, heard: set) -> Iterator[str]:
    """Where the policies allow other arrows out than `calls`, or in than `heard`."""
    allowed_out, allowed_in = set(), set()
    for name, policy in manifests.of("NetworkPolicy").items():
        if sorted(policy["spec"]["policyTypes"]) != ["Egress", "Ingress"]:
            yield f"the policy of {name} leaves a direction open"
        allowed_out |= {(name, whom, port) for whom, port in ends(policy["spec"].get("egress", []), "to")}
        allowed_in |= {(who, name, port) for who, port in ends(policy["spec"].get("ingress", []), "from")}
    for side, found, wanted in [("egress", allowed_out, calls), ("ingress", allowed_in, heard)]:
        for who, whom, port in sorted(found ^ wanted, key=str):
            verb = "allows" if (who, whom, port) in found else "does not allow"
            yield f"{side} {verb} {who} -> {whom}:{port}"


def ports(end: str) -> set[int]:
    return PORTS.get(end, SERVICE_PORTS)


def ends(rules: list[dict], side: str) -> Iterator[tuple[str, int | str]]:
    """Name and port of each end that rules allow; `any` where they name none."""
    for rule in rules:
        for peer in rule.get(side) or [{}]:
            labels = peer.get("podSelector", {}).get("matchLabels", {})
            for port in rule.get("ports") or [{}]:
                yield labels.get("app.kubernetes.io/name", "any"), port.get("port", "any")
