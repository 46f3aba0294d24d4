"""Tests of what is read: the broker's protocol, the provider's list, the roles, and the note beside a dump."""

import base64
import contextlib
import json
import os
import socketserver
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
            return {"state": {"first_seq": 7, "last_seq": 12}}
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
def broker(password: str = "right"):
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
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

    def test_a_wrong_password_is_said(self):
        with self.assertRaisesRegex(Failure, "Authorization Violation"), broker("wrong"):
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


class Roles(unittest.TestCase):
    RIGHT = {
        "role": "svc_booking", "schema": "booking", "is_owner": False, "is_there": True, "search_path": "booking",
        "may_enter": True, "tables": 9, "tables_of_others": 0,
    }

    def test_a_role_that_is_right_has_no_fault(self):
        self.assertEqual(list(faults([self.RIGHT])), [])

    def test_each_thing_that_keeps_a_service_from_working_is_found(self):
        for change, told in [
            ({"is_there": False}, "missing"),
            ({"search_path": None}, "search path None"),
            ({"may_enter": False}, "may not use the schema"),
            ({"tables": 0}, "has no tables"),
            ({"tables_of_others": 2}, "may not read 2 tables"),
            ({"tables_of_others": 2, "is_owner": True}, "does not own 2 tables"),
        ]:
            with self.subTest(told):
                [found] = faults([self.RIGHT | change])
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


class Connections(unittest.TestCase):
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
