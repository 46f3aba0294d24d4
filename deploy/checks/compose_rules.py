"""What the containers of deploy/compose.yaml and their images must be. Each rule yields a sentence for each fault."""

import re
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import parse_qsl

from chart_rules import CALLS, PROGRAMS

#: Name -> what it may do beyond what nobody needs: begin as root and go on as another, or give files away.
CAPABILITIES = {
    "certificates": {"CHOWN", "DAC_OVERRIDE", "FOWNER"},
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
}
#: Grafana's image says nowhere what it writes beside its data.
WRITES = {"dashboards"}
#: Leave when they are done.
LEAVES = {"certificates", "setup"}
#: Where each keeps what a restart must not lose.
KEEPS = {
    "postgres": "/var/lib/postgresql/data",
    "nats": "/data",
    "sandbox": "/data",
    "metrics": "/prometheus",
    "traces": "/badger",
    "logs": "/data",
    "log-reader": "/read",
    "dashboards": "/var/lib/grafana",
    "alarms": "/alertmanager",
}
#: Keys of which each program has its own.
OWN_KEYS = ["HMAC_KEY", "PII_KEY", "SECOND_FACTOR_KEY", "NATS_PASSWORD"]
#: Postgres shows its certificate, and asks for passwords by TLS alone.
POSTGRES = {
    "ssl=on",
    "ssl_cert_file=/certificates/postgres/cert.pem",
    "ssl_key_file=/certificates/postgres/key.pem",
    "hba_file=/etc/postgresql/pg_hba.conf",
}
#: Who signs in to Postgres, beside the programs with a DATABASE_URL: by which setting.
DATABASE_URLS = {"setup": "POSTGRES_URL", "postgres-exporter": "DATA_SOURCE_URI"}
#: What every line is known by (deploy/otel/logs.yaml).
LABELS = {"com.docker.compose.project", "com.docker.compose.service"}


def callers(end: str) -> set[str]:
    """Programs with an arrow to `end`."""
    return {name for name in PROGRAMS if end in CALLS[name].split()}


#: Network -> who has to be in it, by the arrows of ARCHITECTURE.md. The sandbox stands for the providers, `mail` for a
#: mail server.
MEMBERS = {
    "edge": {"gateway", "sandbox"},
    "services": set(PROGRAMS),
    "broker": callers("nats") | {"nats", "nats-exporter"},
    "database": callers("postgres") | {"postgres", "setup", "postgres-exporter"},
    "providers": callers("providers") | {"sandbox"},
    "smtp": callers("smtp") | {"mail", "alarms"},
    "telemetry": callers("telemetry") | {"collector"},
    "observability": {
        "collector", "logs", "traces", "metrics", "postgres-exporter", "nats-exporter", "alarms", "dashboards",
    },
    "lines": {"log-reader", "logs"},
}  # fmt: skip
#: From which no way leads out.
INTERNAL = {"services", "broker", "database", "telemetry", "lines"}


def all_faults(compose: dict) -> Iterator[str]:
    for name, service in compose["services"].items():
        yield from limit_faults(name, service)
        yield from right_faults(name, service)
        yield from life_faults(name, service, compose.get("volumes", {}))
    yield from network_faults(compose)
    yield from key_faults(compose["services"])
    yield from wire_faults(compose["services"])


def limit_faults(name: str, service: dict) -> Iterator[str]:
    yield from (f"{name} has no {limit}" for limit in ("mem_limit", "pids_limit") if not service.get(limit))
    logging = service.get("logging", {})
    options = logging.get("options", {})
    if logging.get("driver") != "json-file" or not {"max-size", "max-file"} <= options.keys():
        yield f"{name} writes logs without an end"
    if set(options.get("labels", "").split(",")) != LABELS:
        yield f"{name}: its lines do not say whose they are"


def right_faults(name: str, service: dict) -> Iterator[str]:
    if service.get("cap_drop") != ["ALL"]:
        yield f"{name} keeps capabilities"
    more = set(service.get("cap_add", [])) - CAPABILITIES.get(name, set())
    yield from (f"{name} takes the capability {capability}" for capability in sorted(more))
    if "no-new-privileges:true" not in service.get("security_opt", []):
        yield f"{name} may gain privileges"
    if not service.get("read_only") and name not in WRITES:
        yield f"{name} may write into its image"


def life_faults(name: str, service: dict, volumes: dict) -> Iterator[str]:
    if service.get("restart") != "unless-stopped" and name not in LEAVES:
        yield f"{name} does not come back after a restart of the machine"
    folder = KEEPS.get(name)
    mounted = [volume.split(":") for volume in service.get("volumes", [])]
    if folder and not any(parts[0] in volumes and parts[1] == folder for parts in mounted):
        yield f"{name} keeps nothing: no volume at {folder}"


def network_faults(compose: dict) -> Iterator[str]:
    """Who is in a network and has nothing to do there, or has and is not."""
    found = defaultdict(set)
    for name, service in compose["services"].items():
        alone = service.get("network_mode") == "none"
        for network in [] if alone else service.get("networks", ["default"]):
            found[network].add(name)
    for network in sorted(found.keys() | MEMBERS.keys()):
        wanted = MEMBERS.get(network, set())
        yield from (f"{name} is in the network {network}, without need" for name in sorted(found[network] - wanted))
        yield from (f"{name} is not in the network {network}" for name in sorted(wanted - found[network]))
    for network, settings in compose.get("networks", {}).items():
        if bool((settings or {}).get("internal")) != (network in INTERNAL):
            yield f"the network {network} is {'closed' if network not in INTERNAL else 'open'} to what is outside"


def key_faults(services: dict) -> Iterator[str]:
    """Keys that two programs take from one variable."""
    for setting in OWN_KEYS:
        users = defaultdict(list)
        for program in PROGRAMS:
            value = services[program].get("environment", {}).get(setting)
            if value:
                users[re.match(r"\$\{(\w+)", value)[1]].append(program)
        for variable, programs in users.items():
            if len(programs) > 1:
                yield f"{setting}: {' and '.join(programs)} share {variable}"


def wire_faults(services: dict) -> Iterator[str]:
    """What travels to the broker or to Postgres without TLS, or to whoever passes for them."""
    for name in PROGRAMS:
        given = services[name].get("environment", {})
        if not given.get("NATS_URL", "").startswith("tls://"):
            yield f"{name} speaks to the broker without TLS"
        if not sees(services[name], given.get("NATS_CA_FILE", "")):
            yield f"{name} does not see the authority of the broker"
    urls = {name: "DATABASE_URL" for name in callers("postgres")} | DATABASE_URLS
    for name, setting in sorted(urls.items()):
        _, _, parameters = services[name].get("environment", {}).get(setting, "").partition("?")
        given = dict(parse_qsl(parameters))
        if given.get("sslmode") != "verify-full":
            yield f"{name} takes any server for Postgres"
        elif not sees(services[name], given.get("sslrootcert", "")):
            yield f"{name} does not see the authority of Postgres"
    missing = POSTGRES - set(services["postgres"].get("command", []))
    yield from (f"postgres runs without {setting}" for setting in sorted(missing))


def sees(service: dict, file: str) -> bool:
    """Whether a file is in one of the volumes with certificates."""
    volumes = [volume.split(":") for volume in service.get("volumes", [])]
    return any(name.startswith("certificate-") and file.startswith(f"{place}/") for name, place, *_ in volumes)


def server_faults(broker: str, sign_ins: str) -> Iterator[str]:
    """Where nats.conf and pg_hba.conf let somebody in without TLS."""
    block = re.search(r"^tls \{$(.*?)^\}$", broker, re.MULTILINE | re.DOTALL)
    settings = re.findall(r"^ *(\w+):", block[1], re.MULTILINE) if block else []
    if sorted(settings) != ["cert_file", "key_file"]:
        yield "nats.conf lets clients in without TLS"
    lines = [line.split() for line in sign_ins.splitlines() if line and not line.startswith("#")]
    if {(line[0], line[-1]) for line in lines} != {("local", "trust"), ("hostssl", "scram-sha-256")}:
        yield "pg_hba.conf lets somebody in from elsewhere without TLS or a password"


def telemetry_faults(compose: dict, collector: dict, datasources: dict) -> Iterator[str]:
    """Why the profile alone would show nothing, or its absence fill the logs."""
    telemetry = compose["services"]["collector"]["networks"]["telemetry"]
    port = collector["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"].rpartition(":")[2]
    endpoints = [f"http://{alias}:{port}" for alias in telemetry["aliases"]]
    for program in PROGRAMS:
        given = compose["services"][program].get("environment", {})
        if default_of(given.get("OTEL_EXPORTER_OTLP_ENDPOINT")) not in endpoints:
            yield f"{program} does not send to the collector unless it is told to"
        if "opentelemetry=off" not in default_of(given.get("LOG")).split(","):
            yield f"{program} logs that there is no collector, where none is wanted"
    ends = [exporter["endpoint"] for exporter in collector["exporters"].values()]
    ends += [source["url"] for source in datasources["datasources"]]
    for end in ends:
        host = end.removeprefix("http://").partition(":")[0]
        if host not in {"0.0.0.0", *MEMBERS["observability"]}:
            yield f"{end} is no container of the observability profile"


def dockerfile_faults(text: str) -> Iterator[str]:
    """Images of programs with a shell or a user that can be root, and dependencies that a change of a source compiles."""
    stages = {}
    for stage in re.split(r"^(?=FROM )", text, flags=re.MULTILINE)[1:]:
        base, name = re.match(r"FROM (?:--\S+ )*(\S+)(?: AS (\S+))?", stage).groups()
        stages[name] = stages.get(base, "") + stage
    for name in [*PROGRAMS, "sandbox"]:
        stage = stages.get(name, "")
        if not stage.startswith("FROM scratch "):
            yield f"the image of {name} does not begin from scratch: it may have a shell"
        users = re.findall(r"^USER (.+)", stage, re.MULTILINE)
        if not users or not re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1]):
            yield f"the image of {name} does not run as a user and a group by number"
    copied = re.findall(r"^COPY (.+)", stages.get("dependencies", ""), re.MULTILINE)
    if copied != ["--from=sources /manifests ."]:
        yield "dependencies are compiled from more than manifests, so again when a source changes"


def default_of(value: str | None) -> str:
    """What `${NAME:-default}` or `${NAME-default}` is where NAME is not set."""
    found = re.fullmatch(r"\$\{\w+:?-(.*)\}", value or "")
    return found[1] if found else value or ""
