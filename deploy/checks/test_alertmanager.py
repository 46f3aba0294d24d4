"""Tests of how alarms reach a person: the settings that deploy/prometheus/alertmanager.sh refuses, and what a running
Alertmanager with its configuration sends by mail and to a webhook."""

import json
import os
import shutil
import socketserver
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import yaml
from alertmanager import MAIL, SIGN_IN, WEBHOOK, ScriptError, configuration, inhibition_faults, receiver_faults

#: Debian's name and the project's own.
PROGRAM = shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")
PATIENCE_S = 30 * int(os.environ.get("TEST_PATIENCE") or 1)
RUNBOOK = "https://code.test/fareway/"


def alert(name: str, severity: str, **labels: str) -> dict:
    said = {"summary": f"{name} it is", "description": f"What {name} means."}
    runbook = {"runbook_url": f"docs/runbook.md#{name.lower()}"}
    return {"labels": {"alertname": name, "severity": severity, **labels}, "annotations": said | runbook}


class WebhookSink(BaseHTTPRequestHandler):
    """Keeps what is posted in its server's `received`."""

    def do_POST(self):
        self.server.received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


class MailSink(socketserver.StreamRequestHandler):
    """A mail server that takes everything, and keeps it in its server's `received`."""

    def handle(self):
        self.say("220 sink")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.received.append(message_from_bytes(text, policy=policy.default))
            if word == b"QUIT":
                return self.say("221 bye")
            self.say("250 ok")

    def say(self, line: str):
        self.wfile.write(f"{line}\r\n".encode())


def serving(case: unittest.TestCase, server: socketserver.BaseServer) -> list:
    """Starts a sink; what it receives."""
    server.received = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    case.addCleanup(server.server_close)
    case.addCleanup(server.shutdown)
    return server.received


class Settings(unittest.TestCase):
    def test_nobody_to_call_is_refused(self):
        with self.assertRaisesRegex(ScriptError, "no alarm would reach anybody"):
            configuration({})

    def test_several_addresses_are_refused_as_the_programs_do(self):
        for address in ("me@real.test,you@real.test", "me@real.test, you@real.test", "me@real.test you@real.test"):
            with self.subTest(address), self.assertRaisesRegex(ScriptError, "more than one address"):
                configuration({"ON_CALL_EMAIL": address})

    def test_a_production_system_refuses_what_would_reach_nobody_or_could_be_read(self):
        good = MAIL | {"ENVIRONMENT": "production", "SMTP_SMARTHOST": "mail.real.test:587"}
        for bad, said in [
            ({"ON_CALL_EMAIL": "on-call@fareway.example"}, "which nobody owns"),
            ({"SMTP_SMARTHOST": "mail:1025"}, "the demonstration's mail server"),
            ({"SMTP_SMARTHOST": ""}, "the demonstration's mail server"),
            ({"SMTP_REQUIRE_TLS": "false"}, "can be read"),
        ]:
            with self.subTest(bad), self.assertRaisesRegex(ScriptError, said):
                configuration(good | bad)
            configuration(good | bad | {"ENVIRONMENT": "other"})
        configuration(good)
        configuration(good | {"SMTP_REQUIRE_TLS": "true"})
        configuration(WEBHOOK | {"ENVIRONMENT": "production", "SMTP_SMARTHOST": "mail:1025"})

    def test_settings_are_taken_as_they_are(self):
        made = yaml.safe_load(configuration(MAIL | WEBHOOK | SIGN_IN))
        self.assertEqual(made["receivers"][0]["webhook_configs"][0]["url"], WEBHOOK["ON_CALL_WEBHOOK"])
        self.assertEqual(made["receivers"][0]["email_configs"][0]["to"], MAIL["ON_CALL_EMAIL"])
        self.assertEqual(made["global"]["smtp_auth_password"], SIGN_IN["SMTP_PASSWORD"])


class Faults(unittest.TestCase):
    def test_a_receiver_that_calls_nobody_is_a_fault(self):
        made = {"receivers": [{"name": "pages", "email_configs": [{}]}, {"name": "tickets"}]}
        self.assertEqual(list(receiver_faults(made, MAIL)), ["tickets calls by [], not by ['email']"])

    def test_an_inhibition_of_no_alert_is_a_fault(self):
        rule = {"source_matchers": ['alertname="A"'], "target_matchers": ['alertname=~"B|Lost.+"', 'service!=""']}
        self.assertEqual(list(inhibition_faults({"inhibit_rules": [rule]}, ["A", "B"])), ["no alert is called Lost.+"])


class Calls(unittest.TestCase):
    def setUp(self):
        self.assertIsNotNone(PROGRAM, "no Alertmanager on this machine: deploy/scripts/setup test installs it")
        hook = ThreadingHTTPServer(("127.0.0.1", 0), WebhookSink)
        post = socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailSink)
        post.daemon_threads = True
        self.called, self.mailed = serving(self, hook), serving(self, post)
        made = yaml.safe_load(configuration({
            "ON_CALL_EMAIL": "person@on-call.test",
            "ON_CALL_WEBHOOK": f"http://127.0.0.1:{hook.server_address[1]}/",
            "SMTP_SMARTHOST": f"127.0.0.1:{post.server_address[1]}",
            "SMTP_REQUIRE_TLS": "false",
            "RUNBOOK_BASE": RUNBOOK,
        }))
        self.assertEqual(made["route"]["routes"][0]["group_wait"], "10s")
        # What is grouped for minutes comes at once.
        made["route"]["group_wait"] = made["route"]["routes"][0]["group_wait"] = "1s"
        self.url = self.start(made)

    def start(self, made: dict) -> str:
        folder = Path(tempfile.mkdtemp(prefix="fareway-alertmanager."))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "made.yaml").write_text(yaml.safe_dump(made))
        with socketserver.TCPServer(("127.0.0.1", 0), None) as free:
            address = f"127.0.0.1:{free.server_address[1]}"
        arguments = [f"--config.file={folder}/made.yaml", f"--storage.path={folder}/data", "--cluster.listen-address="]
        log = folder / "log"
        with log.open("wb") as output:
            running = subprocess.Popen([PROGRAM, *arguments, f"--web.listen-address={address}"], stderr=output)
        self.addCleanup(running.wait)
        self.addCleanup(running.terminate)
        ready = f"http://{address}/-/ready"
        self.until(lambda: running.poll() is not None or self.ask(ready) is not None, "Alertmanager is ready")
        self.assertIsNone(running.poll(), log.read_text())
        return f"http://{address}/api/v2/alerts"

    def ask(self, url: str, body: object = None) -> bytes | None:
        """The answer; nothing where there is none yet."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.read()
        except (urllib.error.HTTPError, urllib.error.URLError, ConnectionError):
            return None

    def until(self, holds, what: str):
        end = time.monotonic() + PATIENCE_S
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def send(self, *alerts: dict):
        self.assertIsNotNone(self.ask(self.url, alerts))

    def test_a_page_comes_by_mail_and_webhook_with_its_runbook_and_a_ticket_by_mail_alone(self):
        self.send(alert("ProviderFails", "page", provider="duffel", mode="live"), alert("ErrorLogged", "ticket"))
        self.until(lambda: self.called and len(self.mailed) == 2, "both are mailed, and one is called")

        texts = {mail["Subject"]: mail.get_body().get_content() for mail in self.mailed}
        self.assertEqual(set(texts), {"PAGE: ProviderFails it is", "Ticket: ErrorLogged it is"})
        page = texts["PAGE: ProviderFails it is"]
        self.assertIn("What ProviderFails means.", page)
        self.assertIn(f"{RUNBOOK}docs/runbook.md#providerfails\r\n", page)
        self.assertEqual({mail["To"] for mail in self.mailed}, {"person@on-call.test"})
        called = [it["labels"]["alertname"] for call in self.called for it in call["alerts"]]
        self.assertEqual(called, ["ProviderFails"])

    def test_what_follows_from_another_alarm_calls_nobody(self):
        self.send(
            alert("ProgramNotReady", "page", service="svc-booking"),
            alert("EventsLate", "page", service="svc-booking"),
            alert("EventsLate", "page", service="svc-brand"),
            alert("PostgresAway", "page", instance="a-standby:9187"),
            alert("BookingsFailFast", "page", slo="booking"),
            alert("BookingsFailSlowly", "ticket", slo="booking"),
            alert("MailDoesNotGoSlowly", "ticket", slo="mail"),
        )
        self.until(lambda: len(self.mailed) >= 5, "five of seven are mailed")

        told = json.loads(self.ask(self.url))
        silent = {tuple(it["labels"].get(label) for label in ("alertname", "service", "slo"))
                  for it in told if it["status"]["state"] == "suppressed"}
        self.assertEqual(silent, {("EventsLate", "svc-booking", None), ("BookingsFailSlowly", None, "booking")})
        called = [it["labels"] for call in self.called for it in call["alerts"]]
        self.assertNotIn("svc-booking", [it["service"] for it in called if it["alertname"] == "EventsLate"])


if __name__ == "__main__":
    unittest.main()
