"""Values that the chart must refuse, and the words of each refusal."""

#: Connections to Postgres at most: the row of docs/scaling.md, "Three sizes".
CONNECTIONS = {"small": 186, "medium": 264, "internet": 471}
#: To Kubernetes an empty list of peers, or of ports, is every one.
PEERS = ["ingress", "dns", "postgres", "nats", "telemetry", "providers", "smtp", "site"]
PORTS = ["providers", "smtp", "site"]

#: Size, values, words.
REFUSED: list[tuple[str, dict, str]] = [
    *(("small", {"network": {"peers": {end: []}}}, f"network.peers.{end} is empty") for end in PEERS),
    *(("small", {"network": {"ports": {end: []}}}, f"/network/ports/{end}") for end in PORTS),
    *(
        (size, {"postgres": {"connections": most - 1}}, f"may hold {most} connections")
        for size, most in CONNECTIONS.items()
    ),
    ("small", {"postgres": {"connections": None}}, "postgres.connections is not set"),
    *(
        ("small", {"postgres": {"parameters": parameters}}, "postgres.parameters has no sslmode=verify-full")
        for parameters in ("", "sslmode=require", "application_name=sslmode=verify-full")
    ),
    ("small", {"ingress": {"proxies": []}}, "ingress.proxies is empty"),
    ("small", {"ingress": {"sticky": None}}, "ingress.sticky is not set"),
    ("small", {"settings": {"all": {"DATABASE_URL": "a mark"}}}, "DATABASE_URL is made of"),
    ("small", {"settings": {"svc-brand": {"DATABASE_URL": "a mark"}}}, "DATABASE_URL is made of"),
    ("small", {"settings": {"svc-booking": {"PII_KEY": "a mark"}}}, "PII_KEY is a secret"),
    ("small", {"duffel": {"percent": {"svc-search": 69}}}, "duffel.percent adds up to 91"),
    ("small", {"duffel": {"callsPerMinute": 10}}, "leaves a replica of svc-booking no call a minute"),
]

#: Exporters and Alertmanager, with each end of an arrow by its name.
MONITORED: dict = {
    "monitoring": {"enabled": True, "natsServers": ["http://nats-0.nats:8222"], "smtp": "mail.example.com:587"},
    "network": {
        "peers": {
            end: [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": end}}}] for end in [*PEERS, "prometheus"]
        }
    },
}

REFUSED += [
    ("small", MONITORED | {"network": {"peers": {"prometheus": []}}}, "network.peers.prometheus is empty"),
    ("small", MONITORED | {"settings": {"all": {"ON_CALL_EMAIL": ""}}}, "settings.all.ON_CALL_EMAIL is not set"),
    *(
        ("small", MONITORED | {"monitoring": MONITORED["monitoring"] | {name: nothing}}, f"monitoring.{name} is")
        for name, nothing in [("natsServers", []), ("smtp", "")]
    ),
]

#: Authorities of their own for the broker and the collector.
WITH_AUTHORITIES = {"nats": {"caSecret": "nats-ca"}, "telemetry": {"caSecret": "collector-ca"}}

#: Without a collector nobody needs to say who it is.
ALLOWED = {"telemetry": {"host": ""}, "network": {"peers": {"telemetry": []}}}
