"""Tests of the rules of deploy/compose.yaml and deploy/docker/Dockerfile: both keep them, and each breach is named."""

import json
import unittest
from collections.abc import Callable
from pathlib import Path

import yaml
from compose_rules import LABELS, all_faults, default_of, dockerfile_faults, server_faults, telemetry_faults

DEPLOY = Path(__file__).resolve().parents[1]


def read(file: str) -> dict:
    return yaml.safe_load((DEPLOY / file).read_text())


def compose_file() -> dict:
    """Anew each time, without what YAML's anchors make several services share."""
    return json.loads(json.dumps(read("compose.yaml")))


COLLECTOR, SOURCES = read("otel/collector.yaml"), read("grafana/datasources.yaml")


def faults_after(change: Callable[[dict], object]) -> list[str]:
    """What is wrong when the services are changed so."""
    compose = compose_file()
    change(compose["services"])
    return [*all_faults(compose), *telemetry_faults(compose, COLLECTOR, SOURCES)]


class Rules(unittest.TestCase):
    def test_the_file_keeps_them_all(self):
        self.assertEqual(faults_after(lambda services: None), [])

    def test_each_change_for_the_worse_is_named(self):
        table = {
            "mail has no mem_limit": lambda it: it["mail"].pop("mem_limit"),
            "nats has no pids_limit": lambda it: it["nats"].pop("pids_limit"),
            "sandbox writes logs without an end": lambda it: it["sandbox"]["logging"]["options"].pop("max-size"),
            "svc-brand: its lines do not say whose they are": lambda it: it["svc-brand"]["logging"]["options"].pop("labels"),
            "postgres keeps capabilities": lambda it: it["postgres"].pop("cap_drop"),
            "nats takes the capability SETUID": lambda it: it["nats"].update(cap_add=["SETUID"]),
            "traces may gain privileges": lambda it: it["traces"].pop("security_opt"),
            "gateway may write into its image": lambda it: it["gateway"].pop("read_only"),
            "metrics does not come back after a restart of the machine": lambda it: it["metrics"].pop("restart"),
            "traces keeps nothing: no volume at /badger": lambda it: it["traces"].pop("volumes"),
            "gateway is in the network database, without need": lambda it: it["gateway"]["networks"].append("database"),
            "svc-booking is not in the network database": lambda it: it["svc-booking"]["networks"].remove("database"),
            "HMAC_KEY: svc-booking and svc-payments share BOOKING_HMAC_KEY": lambda it: it["svc-payments"][
                "environment"
            ].update(HMAC_KEY="${BOOKING_HMAC_KEY:-key}"),
            "svc-search does not send to the collector unless it is told to": lambda it: it["svc-search"][
                "environment"
            ].update(OTEL_EXPORTER_OTLP_ENDPOINT="${OTEL_EXPORTER_OTLP_ENDPOINT-}"),
            "svc-search speaks to the broker without TLS": lambda it: it["svc-search"]["environment"].update(
                NATS_URL="nats://nats:4222"
            ),
            "svc-offers does not see the authority of the broker": lambda it: it["svc-offers"]["environment"].update(
                NATS_CA_FILE="/certificates/svc-search/ca.pem"
            ),
            "svc-brand takes any server for Postgres": lambda it: it["svc-brand"]["environment"].update(
                DATABASE_URL="postgres://svc_brand:own@postgres/fareway?sslmode=require"
            ),
            "setup takes any server for Postgres": lambda it: it["setup"]["environment"].pop("POSTGRES_URL"),
            "postgres-exporter does not see the authority of Postgres": lambda it: it["postgres-exporter"].pop("volumes"),
            "postgres runs without ssl=on": lambda it: it["postgres"]["command"].remove("ssl=on"),
            "svc-search logs that there is no collector, where none is wanted": lambda it: it["svc-search"][
                "environment"
            ].update(LOG="${LOG:-info,sqlx=warn}"),
        }
        for fault, change in table.items():
            with self.subTest(fault):
                self.assertEqual(faults_after(change), [fault])

    def test_a_container_without_networks_is_in_one_that_nobody_needs(self):
        found = faults_after(lambda it: it["mail"].pop("networks"))
        wanted = ["mail is in the network default, without need", "mail is not in the network smtp"]
        self.assertEqual(found, wanted)

    def test_a_server_that_lets_somebody_in_without_tls_is_named(self):
        broker, sign_ins = ((DEPLOY / file).read_text() for file in ("nats/nats.conf", "postgres/pg_hba.conf"))
        self.assertEqual(list(server_faults(broker, sign_ins)), [])
        for plain in (broker.replace("tls {", "kept {"), broker.replace("key_file:", "allow_non_tls: true\n  key_file:")):
            self.assertEqual(list(server_faults(plain, sign_ins)), ["nats.conf lets clients in without TLS"])
        refused = ["pg_hba.conf lets somebody in from elsewhere without TLS or a password"]
        for line in ("host all all all scram-sha-256", "hostssl all all all trust"):
            self.assertEqual(list(server_faults(broker, f"{sign_ins}{line}\n")), refused)

    def test_a_database_that_can_call_out_is_named(self):
        compose = compose_file()
        compose["networks"]["database"] = None
        self.assertEqual(list(all_faults(compose)), ["the network database is open to what is outside"])

    def test_the_reader_of_logs_knows_lines_by_the_labels_that_they_carry_and_hands_them_to_the_store(self):
        text = (DEPLOY / "otel/logs.yaml").read_text()
        self.assertEqual([label for label in LABELS if f'attributes.attrs["{label}"]' not in text], [])
        end = yaml.safe_load(text)["exporters"]["otlphttp/logs"]["endpoint"]
        self.assertEqual(end, f"http://logs:{read('otel/loki.yaml')['server']['http_listen_port']}/otlp")

    def test_a_default_is_read_as_compose_reads_it(self):
        self.assertEqual([default_of(it) for it in ("${A:-b}", "${A-b}", "b", None)], ["b", "b", "b", ""])


class Images(unittest.TestCase):
    def test_the_dockerfile_keeps_the_rules_and_each_breach_is_named(self):
        dockerfile = (DEPLOY / "docker/Dockerfile").read_text()
        self.assertEqual(list(dockerfile_faults(dockerfile)), [])
        table = {
            "the image of gateway does not begin from scratch: it may have a shell": (
                "FROM program AS gateway\n",
                "FROM debian:bookworm-slim AS gateway\nUSER 10001:10001\n",
            ),
            "the image of sandbox does not run as a user and a group by number": (
                "FROM program AS sandbox\n",
                "FROM program AS sandbox\nUSER root\n",
            ),
            "dependencies are compiled from more than manifests, so again when a source changes": (
                "COPY --from=sources /manifests .\n",
                "COPY . .\n",
            ),
        }
        for fault, (kept, broken) in table.items():
            with self.subTest(fault):
                self.assertEqual(dockerfile.count(kept), 1)
                self.assertEqual(list(dockerfile_faults(dockerfile.replace(kept, broken))), [fault])

    def test_a_user_by_name_is_named_for_every_image_that_has_it(self):
        dockerfile = (DEPLOY / "docker/Dockerfile").read_text()
        self.assertEqual(len(list(dockerfile_faults(dockerfile.replace("USER 10001:10001", "USER fareway")))), 8)


if __name__ == "__main__":
    unittest.main()
