"""Tests of what is read: the broker's protocol, the provider's list, the roles, and the note beside a dump."""

import base64
import contextlib
import json
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import airline
import archive
from broker import Broker, message_of, texts_of
from failure import Failure
from main import listed, parsed
from checking import Report
from findings import Finding
from postgres import Database, without_password
from restoring import _make_room
from schemas import faults

BEGIN = datetime(2026, 11, 26, 12, tzinfo=UTC)
#: Messages of the stream; the third is not there any more.
SEQUENCES = [7, 8, 10, 11, 12]


class Server(socketserver.StreamRequestHandler):
    """As much of NATS as is asked."""

    deleted: list[str] = []

    def handle(self) -> None:
        self.wfile.write(b'INFO {"server_id":"x"}\r\n')
        self.handle_lines()

    def handle_lines(self) -> None:
        while line := self.rfile.readline().decode().strip():
            words = line.split()
            if words[0] == "PING":
                self.wfile.write(b"PONG\r\n")
            elif words[0] == "CONNECT" and json.loads(line.removeprefix("CONNECT ")).get("pass") == "wrong":
                self.wfile.write(b"-ERR 'Authorization Violation'\r\n")
                return
            elif words[0] == "PUB":
                body = self.rfile.read(int(words[3]) + 2)[:-2]
                answer = json.dumps(self.answer(words[1], body)).encode()
                self.wfile.write(b"PING\r\n" + f"MSG {words[2]} 1 {len(answer)}\r\n".encode() + answer + b"\r\n")

    def answer(self, subject: str, body: bytes) -> dict:
        missing = {"error": {"code": 404, "description": "no message found"}}
        if subject.endswith(".BRAND"):
            return missing
        if ".STREAM.INFO." in subject:
            state, config = {"first_seq": 7, "last_seq": 12}, {"max_age": 7 * 24 * 3600 * 10**9}
            return {"state": state, "config": config, "created": "2026-11-26T11:00:00.123456789Z"}
        if ".CONSUMER.NAMES." in subject:
            return {"consumers": ["svc-booking-payments", "x8Kz"]}
        if ".CONSUMER.DELETE." in subject:
            self.deleted.append(subject.rpartition(".")[2])
            return {"success": True}
        seq = json.loads(body)["seq"]
        return stored(seq) if seq in SEQUENCES else missing


def stored(seq: int) -> dict:
    at = BEGIN + timedelta(minutes=seq)
    headers, data = f"NATS/1.0\r\nNats-Msg-Id: e{seq}\r\n\r\n", b"\x0a\x02b1\x10\x96\x01\x2a\x04test"
    return {
        "message": {
            "seq": seq, "subject": "booking.confirmed", "time": f"{at:%Y-%m-%dT%H:%M:%S}.123456789Z",
            "hdrs": base64.b64encode(headers.encode()).decode(), "data": base64.b64encode(data).decode(),
        }
    }


@contextlib.contextmanager
def served(server):
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def broker(password: str = "right", handler: type = Server):
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    with served(server) as port:
        connected = Broker(f"nats://operator:{password}@127.0.0.1:{port}")
        try:
            yield connected
        finally:
            connected.close()


class Streams(unittest.TestCase):
    def test_a_stream_is_read_from_a_moment_on(self):
        with broker() as connected:
            for minute, expected in [(0, SEQUENCES), (8, [8, 10, 11, 12]), (9, [10, 11, 12]), (12, [12]), (13, [])]:
                with self.subTest(minute):
                    found = list(connected.since("BOOKING", BEGIN + timedelta(minutes=minute)))
                    self.assertEqual([it.seq for it in found], expected)

    def test_a_stream_that_is_not_there_is_empty(self):
        with broker() as connected:
            self.assertEqual(list(connected.since("BRAND", BEGIN)), [])

    def test_the_consumers_of_services_are_removed_and_no_others(self):
        with broker() as connected:
            self.assertEqual(connected.forget_consumers("PAYMENT"), ["svc-booking-payments"])
        self.assertEqual(Server.deleted, ["svc-booking-payments"])

    def test_a_stream_says_since_when_it_is_and_how_long_it_keeps(self):
        with broker() as connected:
            state = connected.state("BOOKING")
        self.assertEqual((state.first, state.last, state.keeps), (7, 12, timedelta(days=7)))
        self.assertEqual(f"{state.created_at:%H:%M}", "11:00")

    def test_a_server_that_goes_away_or_tells_nonsense_ends_no_more_than_this_part(self):
        class Broken(Server):
            raw = b""

            def answer(self, subject: str, body: bytes) -> dict:
                self.wfile.write(self.raw)
                self.wfile.flush()
                self.request.shutdown(socket.SHUT_RDWR)
                raise ConnectionAbortedError

        for Broken.raw, told in [
            (b"MSG x.0 1 400\r\n{", "closed the connection"),
            (b"MSG x.0 1 3\r\n{{{\r\n", "can't be read"),
            (b"", "closed the connection"),
        ]:
            with self.subTest(told), self.assertRaisesRegex(Failure, told), broker(handler=Broken) as connected:
                connected.state("BOOKING")

    def test_a_server_that_is_silent_is_waited_for_no_longer_than_said(self):
        class Silent(Server):
            def answer(self, subject: str, body: bytes) -> dict:
                self.wfile.write(b"MSG x.0 1 400\r\n{")
                self.wfile.flush()
                self.rfile.read()
                raise ConnectionAbortedError

        with mock.patch("broker.PATIENCE_S", 0.05), self.assertRaisesRegex(Failure, "no answer within"):
            with broker(handler=Silent) as connected:
                connected.state("BOOKING")

    def test_a_wrong_password_is_said(self):
        with self.assertRaisesRegex(Failure, "Authorization Violation"), broker("wrong"):
            pass

    def test_a_server_with_tls_is_believed_by_its_authority_and_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = f"{folder}/cert.pem", f"{folder}/key.pem"
            made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=nats"]
            files = ["-addext", "subjectAltName=DNS:nats", "-keyout", key, "-out", certificate]
            subprocess.run(["openssl", "req", *made, *files], capture_output=True, check=True)
            shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            shown.load_cert_chain(certificate, key)

            class Secured(Server):
                def handle(self) -> None:
                    self.request.sendall(b'INFO {"server_id":"x","tls_required":true}\r\n')
                    self.request = shown.wrap_socket(self.request, server_side=True)
                    self.setup()
                    self.handle_lines()

            ours = {"NATS_CA_FILE": certificate, "NATS_SERVER_NAME": "nats"}
            with mock.patch.dict(os.environ, ours), broker(handler=Secured) as connected:
                self.assertEqual(connected.state("BOOKING").last, 12)
            for wrong in ({"NATS_SERVER_NAME": "postgres"}, {"NATS_CA_FILE": ""}):
                with self.subTest(**wrong), mock.patch.dict(os.environ, ours | wrong):
                    with self.assertRaisesRegex(Failure, "shows no certificate"), broker(handler=Secured):
                        pass

    def test_a_message_has_its_outbox_id_and_the_strings_of_its_payload(self):
        message = message_of(stored(8)["message"])
        self.assertEqual((message.id, message.subject, message.texts), ("e8", "booking.confirmed", {1: "b1", 5: "test"}))
        self.assertEqual(texts_of(b"\x0a\xff"), {}, "what can't be read")


class Orders(BaseHTTPRequestHandler):
    asked: list[dict] = []

    def do_GET(self) -> None:  # noqa: N802 - its name in the library
        query = parse_qs(urlsplit(self.path).query)
        self.asked.append(query | {"token": self.headers["Authorization"], "version": self.headers["Duffel-Version"]})
        order = {
            "id": "ord_2" if "after" in query else "ord_1", "created_at": "2026-11-26T12:00:00.123456Z",
            "cancelled_at": None, "metadata": {"booking_id": "b1"}, "booking_reference": "AB12CD",
            "total_amount": "10.00", "total_currency": "GBP",
        }
        page = {"data": [order], "meta": {"after": None if "after" in query else "g2w+/="}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(page).encode())

    def log_message(self, *_: object) -> None:
        pass


class Lists(unittest.TestCase):
    def test_all_pages_of_orders_are_read_with_the_modes_own_token(self):
        with served(HTTPServer(("127.0.0.1", 0), Orders)) as port:
            settings = {"DUFFEL_LIVE_URL": f"http://127.0.0.1:{port}/", "DUFFEL_LIVE_TOKEN": "duffel_live_a"}
            with mock.patch.dict(os.environ, settings, clear=True):
                self.assertEqual(airline.modes(), ["live"])
                found = list(airline.orders_since("live", BEGIN))
        self.assertEqual([(it.id, it.booking, it.mode) for it in found], [("ord_1", "b1", "live"), ("ord_2", "b1", "live")])
        self.assertEqual([it.get("after") for it in Orders.asked], [None, ["g2w+/="]])
        self.assertEqual(Orders.asked[0]["created_at[after]"], ["2026-11-26T12:00:00+00:00"])
        self.assertEqual((Orders.asked[0]["token"], Orders.asked[0]["version"]), ("Bearer duffel_live_a", "v2"))


class Flaky(Orders):
    """A list that answers with each of these before it answers as it should."""

    asked: list[dict] = []
    first: list[tuple[int, bytes]] = []

    def do_GET(self) -> None:  # noqa: N802
        if not self.first:
            super().do_GET()
            return
        status, body = self.first.pop(0)
        self.send_response(status)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.wfile.write(body)


@mock.patch.object(airline.time, "sleep")
class Faults(unittest.TestCase):
    def read(self, *first: tuple[int, bytes]) -> int:
        Flaky.first = list(first)
        with served(HTTPServer(("127.0.0.1", 0), Flaky)) as port:
            settings = {"DUFFEL_TEST_URL": f"http://127.0.0.1:{port}", "DUFFEL_TEST_TOKEN": "a"}
            with mock.patch.dict(os.environ, settings, clear=True):
                return len(list(airline.orders_since("test", BEGIN)))

    def test_a_list_that_fails_or_breaks_off_is_asked_for_again(self, sleep):
        self.assertEqual(self.read((502, b"0123456789"), (200, b"{"), (200, b"no JSON at")), 2)
        self.assertEqual(sleep.call_count, 3)

    def test_a_list_that_goes_on_failing_is_given_up_and_the_last_cause_said(self, sleep):
        with self.assertRaisesRegex(Failure, "4 times.*it answers 503"):
            self.read(*[(503, b"0123456789")] * airline.FAULTS)
        self.assertEqual(sleep.call_count, airline.FAULTS - 1)

    def test_a_wrong_token_is_not_tried_again(self, sleep):
        with self.assertRaisesRegex(Failure, "answers 401"):
            self.read((401, b"0123456789"))
        sleep.assert_not_called()


class Roles(unittest.TestCase):
    RIGHT = {
        "role": "svc_booking", "schema": "booking", "is_owner": False, "is_there": True, "search_path": "booking",
        "may_enter": True, "tables": 9, "tables_of_others": 0, "restored_at": "2026-11-26T12:30:00.000000Z",
    }

    def test_a_role_that_is_right_has_no_fault(self):
        self.assertEqual(list(faults([self.RIGHT], BEGIN)), [])
        owner = self.RIGHT | {"is_owner": True, "restored_at": None}
        self.assertEqual(list(faults([owner], BEGIN)), [], "only programs read the mark")

    def test_each_thing_that_keeps_a_service_from_working_is_found(self):
        for change, told in [
            ({"is_there": False}, "missing"),
            ({"search_path": None}, "search path None"),
            ({"may_enter": False}, "may not use the schema"),
            ({"tables": 0}, "has no tables"),
            ({"restored_at": None}, "does not know of this restore"),
            ({"restored_at": "2026-11-26T11:59:59.000000Z"}, "does not know of this restore"),
            ({"tables_of_others": 2}, "may not read 2 tables"),
            ({"tables_of_others": 2, "is_owner": True}, "does not own 2 tables"),
        ]:
            with self.subTest(told):
                [found] = faults([self.RIGHT | change], BEGIN)
                self.assertIn(told, found)


class Files(unittest.TestCase):
    def test_a_dump_that_is_not_as_it_was_written_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "fareway.dump"
            file.write_bytes(b"a dump")
            with self.assertRaisesRegex(Failure, "bring both"):
                archive.read(file)
            at = BEGIN.isoformat()
            note = archive.Note(taken_at=at, ended_at=at, sha256="", migrations={}, postgres="17")
            archive.note_of(file).write_text(json.dumps(vars(note)))
            self.assertEqual(archive.described(file).began, BEGIN)
            with self.assertRaisesRegex(Failure, "is not the dump"):
                archive.read(file)

    def test_a_backup_is_not_written_over_another(self):
        with tempfile.NamedTemporaryFile() as there, self.assertRaisesRegex(Failure, "there already"):
            archive.take(Database("postgres://postgres@127.0.0.1/fareway"), Path(there.name))


    def test_two_backups_of_one_name_do_not_write_over_each_other(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "fareway.dump"
            partial = Path(folder) / "fareway.dump.part"
            partial.write_bytes(b"another's")
            with self.assertRaisesRegex(Failure, "another backup is being taken"):
                archive.take(Database("postgres://postgres@127.0.0.1/fareway"), file)
            self.assertEqual(partial.read_bytes(), b"another's")

    def test_a_dump_gets_its_name_when_its_note_is_there_and_a_take_that_fails_leaves_nothing(self):
        class Fake(Database):
            def script(self, sql: str, patience_s: int = 0, **variables: str) -> str:
                return "17"

            def dump(self, target) -> None:
                target.write(b"a dump")
                target.flush()

            def fed(self, program: str, *arguments: str, source) -> bytes:
                return b""

        def unable(*_: object) -> None:
            raise OSError("no space left")

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "fareway.dump"
            with mock.patch("archive.note_of", return_value=Path(folder) / "missing/note"), self.assertRaises(OSError):
                archive.take(Fake("postgres://me@db/x"), file)
            self.assertEqual(list(Path(folder).iterdir()), [])
            with mock.patch.object(Path, "rename", unable), self.assertRaises(OSError):
                archive.take(Fake("postgres://me@db/x"), file)
            self.assertEqual([it.name for it in Path(folder).iterdir()], ["fareway.dump.json"])
            self.assertEqual(archive.take(Fake("postgres://me@db/x"), file), archive.read(file))


class Connections(unittest.TestCase):
    def test_values_are_given_by_stdin_however_many_there_are(self):
        # Instead of psql: shows what it is given to read.
        database = Database("postgres://me@db/x", (sys.executable, "-c", "import sys; print(sys.stdin.read())"))
        text = database.script("select :'ids';", ids="a'b\\c" * 50_000)
        self.assertTrue(text.startswith("\\set ids 'a''b\\\\ca''b"), text[:40])
        self.assertIn("\nselect :'ids';", text)

    def test_a_program_that_hangs_is_ended(self):
        database = Database("postgres://me@db/x", (sys.executable, "-c", "import time; time.sleep(60)"))
        with self.assertRaisesRegex(Failure, "not done within 1 s"):
            database.script("select 1;", patience_s=1)

    def test_a_password_stands_on_no_command_line(self):
        bare, environment = without_password("postgres://me:it%40s@db:5432/fareway?sslmode=require")
        self.assertEqual((bare, environment), ("postgres://me@db:5432/fareway?sslmode=require", {"PGPASSWORD": "it@s"}))
        self.assertEqual(without_password("postgres://me@db/fareway"), ("postgres://me@db/fareway", {}))

    def test_another_database_is_one_of_the_same_server(self):
        database = Database("postgres://me@db:5432/fareway?sslmode=require")
        self.assertEqual(database.named("postgres").url, "postgres://me@db:5432/postgres?sslmode=require")
        self.assertEqual(database.name, "fareway")

    def test_a_name_that_is_more_than_a_name_reaches_no_statement(self):
        server = Database("postgres://me@db/postgres")
        with self.assertRaisesRegex(Failure, "no name"):
            _make_room(server, "fareway", 'x"; drop database fareway; --')


class Answers(unittest.TestCase):
    def test_faults_come_last_and_are_counted(self):
        since, fault = Finding("order", "ord_1", True, "stands"), Finding("money", "pi_1", False, "taken")
        text = listed(Report([fault, since], {"orders of test mode": 3}))
        self.assertLess(text.index("ord_1"), text.index("FAULT  money pi_1"))
        self.assertIn("2 differences: 1 of after the backup, 1 unexplained", text)

    def test_a_check_is_of_a_backup_or_of_a_time(self):
        self.assertEqual(parsed(["check", "--since", "2026-11-26T12:00Z"]).since, BEGIN)
        self.assertEqual(parsed(["check", "a.dump"]).file, Path("a.dump"))


if __name__ == "__main__":
    unittest.main()
