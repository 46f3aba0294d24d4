import unittest

from chart_rules import (
    CALLS,
    Manifests,
    arrow_faults,
    database_faults,
    ends,
    open_faults,
    place_faults,
    ports,
    setting_faults,
    unlike,
    wire_faults,
)


def rule(side: str, end: str, port: int) -> dict:
    return {side: [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": end}}}], "ports": [{"port": port}]}


def policies() -> dict[str, dict]:
    """The policies that the table asks for."""
    made = {name: {"policyTypes": ["Ingress", "Egress"], "ingress": [], "egress": []} for name in CALLS}
    made["gateway"]["ingress"].append(rule("from", "ingress", 8080))
    for who, calls in CALLS.items():
        for whom in [*calls.split(), "dns"]:
            for port in ports(whom):
                made[who]["egress"].append(rule("to", whom, port))
                if whom == "site":
                    made[who]["egress"].append(rule("to", "ingress", port))
                if whom in made:
                    made[whom]["ingress"].append(rule("from", who, port))
    return made


def manifests(specs: dict[str, dict]) -> Manifests:
    kind = {"kind": "NetworkPolicy"}
    return Manifests([kind | {"metadata": {"name": name}, "spec": spec} for name, spec in specs.items()])


class Arrows(unittest.TestCase):
    def test_the_arrows_of_the_table_are_no_fault(self):
        self.assertEqual(list(arrow_faults(manifests(policies()))), [])

    def test_an_arrow_more_is_a_fault(self):
        specs = policies()
        specs["svc-brand"]["egress"].append(rule("to", "svc-payments", 50051))
        self.assertEqual(list(arrow_faults(manifests(specs))), ["egress allows svc-brand -> svc-payments:50051"])

    def test_an_open_admin_port_is_a_fault(self):
        specs = policies()
        specs["svc-brand"]["ingress"].append({"ports": [{"port": 8081}]})
        self.assertEqual(list(arrow_faults(manifests(specs))), ["ingress allows any -> svc-brand:8081"])

    def test_an_arrow_less_is_a_fault(self):
        specs = policies()
        specs["migrate"]["egress"].pop(0)
        self.assertEqual(list(arrow_faults(manifests(specs))), ["egress does not allow migrate -> postgres:5432"])

    def test_a_direction_without_a_policy_is_a_fault(self):
        specs = policies()
        specs["migrate"]["policyTypes"] = ["Egress"]
        self.assertEqual(list(arrow_faults(manifests(specs))), ["the policy of migrate leaves a direction open"])

    def test_a_rule_without_peers_or_ports_allows_any(self):
        self.assertEqual(list(ends([{}], "to")), [("any", "any")])

    def test_a_rule_without_peers_or_ports_is_a_fault(self):
        egress = [{"to": [], "ports": [{"port": 5432}]}, {"to": rule("to", "dns", 53)["to"]}]
        specs = {"migrate": {"egress": egress, "ingress": [{"ports": [{"port": 8080}]}]}}
        wanted = ["egress has no to", "egress has no ports", "ingress has no from"]
        self.assertEqual(list(open_faults(manifests(specs))), [f"migrate: a rule of {fault}" for fault in wanted])

    def test_a_network_of_everybody_is_a_fault_unless_it_leaves_something_out(self):
        everybody = {"ipBlock": {"cidr": "0.0.0.0/0"}}
        specs = {"svc-search": {"egress": [{"to": [everybody], "ports": [{"port": 443}]}]}}
        self.assertEqual(list(open_faults(manifests(specs))), ["svc-search may call 0.0.0.0/0"])
        everybody["ipBlock"]["except"] = ["10.0.0.0/8"]
        self.assertEqual(list(open_faults(manifests(specs))), [])


class Settings(unittest.TestCase):
    TABLE = {"LOG": False, "PII_KEY": True}

    def faults(self, **given: str | dict) -> list[str]:
        return list(setting_faults("svc-booking", given, self.TABLE))

    def test_a_required_setting_needs_a_value_or_a_secret_that_must_be_there(self):
        missing = ["svc-booking: PII_KEY is required and has neither a value nor a Secret that must be there"]
        self.assertEqual(self.faults(PII_KEY={"key": "PII_KEY", "optional": False}), [])
        self.assertEqual(self.faults(PII_KEY={"key": "PII_KEY", "optional": True}), missing)
        self.assertEqual(self.faults(), missing)

    def test_a_secret_in_a_manifest_is_a_fault(self):
        self.assertEqual(self.faults(PII_KEY="abc"), ["svc-booking: PII_KEY is a secret and stands in a manifest"])

    def test_a_setting_of_nobody_is_a_fault(self):
        faults = self.faults(PII_KEY={"key": "PII_KEY"}, LOGS="info")
        self.assertEqual(faults, ["svc-booking: LOGS is not one of its settings"])

    def test_a_setting_without_a_place_is_a_fault(self):
        chart = {"programs": {"svc-booking": {"settings": ["every"]}}, "settings": {"every": ["LOG", "OLD"]}}
        faults = list(place_faults(chart, {"svc-booking": self.TABLE}))
        self.assertEqual([fault.split()[1:3] for fault in faults], [["has,", "but"], ["lacks", "PII_KEY"]])


class Wire(unittest.TestCase):
    GOOD = {
        "NATS_URL": "tls://nats:4222",
        "NATS_CA_FILE": "/tls/ca.pem",
    }
    CONTAINER = {"volumeMounts": [{"mountPath": "/tls"}, {"mountPath": "/postgres-ca"}]}

    def test_what_others_could_read_or_pass_for_is_named(self):
        table = {
            "svc-brand speaks to the broker without TLS": {"NATS_URL": "nats://nats:4222"},
            "svc-brand: /nats-ca/ca.crt is not in its container": {"NATS_CA_FILE": "/nats-ca/ca.crt"},
            "svc-brand: /c/ca.crt is not in its container": {"OTEL_EXPORTER_OTLP_CERTIFICATE": "/c/ca.crt"},
        }
        self.assertEqual(list(wire_faults("svc-brand", self.GOOD, self.CONTAINER)), [])
        for fault, worse in table.items():
            with self.subTest(fault):
                self.assertEqual(list(wire_faults("svc-brand", self.GOOD | worse, self.CONTAINER)), [fault])

    def test_who_takes_any_server_for_postgres_is_named(self):
        table = {
            "sslmode=verify-full&sslrootcert=/postgres-ca/ca.crt": [],
            "sslmode=verify-full": [],
            "sslmode=require": ["migrate/svc-brand takes any server for Postgres"],
            "sslmode=verify-full&sslrootcert=/c/ca.crt": ["migrate/svc-brand: /c/ca.crt is not in its container"],
        }
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "DATA_SOURCE_URI"):
            for parameters, faults in table.items():
                with self.subTest(name, parameters=parameters):
                    container = self.CONTAINER | {"env": [{"name": name, "value": f"db/fareway?{parameters}"}]}
                    self.assertEqual(list(database_faults("migrate/svc-brand", container)), faults)


class Shapes(unittest.TestCase):
    def test_what_is_missing_or_different_is_named(self):
        wanted = {"a": {"b": True, "c": ...}}
        self.assertEqual(list(unlike(wanted, {"a": {"b": True, "c": 1, "d": 2}}, "pod")), [])
        self.assertEqual(list(unlike(wanted, {"a": {"b": False}}, "pod")), ["pod.a.b is False", "pod.a.c is None"])


if __name__ == "__main__":
    unittest.main()
