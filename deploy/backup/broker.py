"""NATS, as far as its streams are read and consumers are removed: INFO, CONNECT, PING, SUB, PUB and MSG of its protocol.

https://docs.nats.io/reference/reference-protocols/nats-protocol and .../nats_api_reference
"""

import base64
import contextlib
import json
import os
import re
import secrets
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from failure import Failure

STREAMS = {"BOOKING": "booking", "PAYMENT": "payments", "IDENTITY": "identity", "BRAND": "brand"}
PATIENCE_S = 10
#: Requests under way at once.
WINDOW = 200
NOT_FOUND = 404
#: The varint and the two fixed sizes, and what comes with its length: https://protobuf.dev/programming-guides/encoding
VARINT, SIXTY_FOUR, WITH_LENGTH, THIRTY_TWO = 0, 1, 2, 5


@dataclass(frozen=True)
class State:
    """A stream as the broker has it."""

    first: int
    last: int
    created_at: datetime
    #: How long it keeps a message; nothing: for good.
    keeps: timedelta | None


@dataclass(frozen=True)
class Message:
    """A message of a stream."""

    seq: int
    #: The id of its row in the outbox.
    id: str
    subject: str
    at: datetime
    #: The payload's fields that are strings, by number.
    texts: dict[int, str]


class Broker:
    """A connection. Its answers are waited for by `PATIENCE_S`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        try:
            self._socket = socket.create_connection((parts.hostname, parts.port or 4222), PATIENCE_S)
        except OSError as error:
            raise Failure(f"NATS_URL: {parts.hostname} can't be reached ({error}).") from None
        self._reader = self._socket.makefile("rb")
        self._inbox = f"_INBOX.backup.{secrets.token_hex(8)}"
        try:
            self._greet(parts)
        except Failure:
            self.close()
            raise

    def close(self) -> None:
        self._reader.close()
        self._socket.close()

    def state(self, stream: str) -> State | None:
        """What the broker has of a stream, or nothing where there is no such stream."""
        answer = self.ask([(f"$JS.API.STREAM.INFO.{stream}", b"")])[0]
        if _is_missing(answer):
            return None
        info = _good(answer, stream)
        state, age_ns = info["state"], info["config"].get("max_age", 0)
        keeps = timedelta(microseconds=age_ns // 1000) if age_ns else None
        return State(state["first_seq"], state["last_seq"], datetime.fromisoformat(info["created"]), keeps)

    def since(self, stream: str, begin: datetime) -> Iterator[Message]:
        """The messages from a moment on, in order."""
        if (state := self.state(stream)) is None:
            return
        low, high = max(state.first, 1), state.last + 1
        last = high
        while low < high:
            middle = (low + high) // 2
            found = next(self._messages(stream, range(middle, middle + 1)), None)
            low, high = (middle + 1, high) if found and found.at < begin else (low, middle)
        for start in range(low, last, WINDOW):
            yield from self._messages(stream, range(start, min(start + WINDOW, last)))

    def forget_consumers(self, stream: str) -> list[str]:
        """Removes the consumers of our services, which make them again and are given everything anew: what they heard
        before, their inbox knows. The names."""
        answer = self.ask([(f"$JS.API.CONSUMER.NAMES.{stream}", b"")])[0]
        if _is_missing(answer):
            return []
        names = [name for name in _good(answer, stream).get("consumers") or [] if name.startswith("svc-")]
        for deleted in self.ask([(f"$JS.API.CONSUMER.DELETE.{stream}.{name}", b"") for name in names]):
            _good(deleted, stream)
        return names

    def ask(self, questions: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
        """Sends requests together. Their answers, in the order of the requests."""
        for number, (subject, body) in enumerate(questions):
            self._send(f"PUB {subject} {self._inbox}.{number} {len(body)}\r\n".encode() + body + b"\r\n")
        answers: dict[int, dict[str, Any]] = {}
        while len(answers) < len(questions):
            subject, body = self._receive()
            try:
                answers[int(subject.rpartition(".")[2])] = json.loads(body)
            except ValueError:
                raise Failure("NATS_URL: the server's answer can't be read.") from None
        return [answers[number] for number in range(len(questions))]

    def _messages(self, stream: str, numbers: range) -> Iterator[Message]:
        """Those of these numbers that are still there."""
        get = f"$JS.API.STREAM.MSG.GET.{stream}"
        for answer in self.ask([(get, json.dumps({"seq": number}).encode()) for number in numbers]):
            if not _is_missing(answer):
                yield message_of(_good(answer, stream)["message"])

    def _greet(self, parts: SplitResult) -> None:
        try:
            greeting = json.loads(self._line().removeprefix("INFO "))
        except ValueError:
            raise Failure("NATS_URL: no NATS server answers there.") from None
        # As the programs do: where an authority is named, nobody on the way can talk us out of TLS.
        if greeting.get("tls_required") or parts.scheme == "tls" or os.environ.get("NATS_CA_FILE"):
            self._secure(os.environ.get("NATS_SERVER_NAME") or parts.hostname or "")
        user = parts.username
        who = {"user": unquote(user), "pass": unquote(parts.password or "")} if user else {}
        options = {"verbose": False, "pedantic": False, "lang": "python", "version": "1", "name": "fareway-backup"}
        self._send(f"CONNECT {json.dumps(options | who)}\r\nSUB {self._inbox}.* 1\r\nPING\r\n".encode())
        while (line := self._line()) != "PONG":
            _refuse(line)

    def _secure(self, name: str) -> None:
        """Goes on with TLS, where the server shows a certificate for this name."""
        try:
            trusting = ssl.create_default_context(cafile=os.environ.get("NATS_CA_FILE") or None)
            self._socket = trusting.wrap_socket(self._socket, server_hostname=name)
        except OSError as error:
            raise Failure(f"NATS_URL: the server shows no certificate for {name} that is believed ({error}).") from None
        self._reader = self._socket.makefile("rb")

    def _send(self, data: bytes) -> None:
        with _told():
            self._socket.sendall(data)

    def _receive(self) -> tuple[str, bytes]:
        while True:
            line = self._line()
            if line == "PING":
                self._send(b"PONG\r\n")
            elif line.startswith("MSG "):
                words = line.split()
                return words[1], self._body(int(words[-1]))
            else:
                _refuse(line)

    def _line(self) -> str:
        with _told():
            line = self._reader.readline()
        if not line:
            raise Failure("NATS_URL: the server has closed the connection.")
        return line.decode(errors="replace").strip()

    def _body(self, length: int) -> bytes:
        with _told():
            body = self._reader.read(length + 2)
        if len(body) < length + 2:
            raise Failure("NATS_URL: the server has closed the connection.")
        return body[:-2]


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Says what became of a connection."""
    try:
        yield
    except TimeoutError:
        raise Failure(f"NATS_URL: no answer within {PATIENCE_S} s. Has this user the rights of the operator?") from None
    except OSError as error:
        raise Failure(f"NATS_URL: the connection broke off ({error}).") from None


def message_of(stored: dict[str, Any]) -> Message:
    """A message as the API gives it."""
    headers = base64.b64decode(stored.get("hdrs", "")).decode(errors="replace")
    found = re.search(r"^Nats-Msg-Id: *(\S+)", headers, re.MULTILINE)
    at = datetime.fromisoformat(stored["time"])
    texts = texts_of(base64.b64decode(stored.get("data", "")))
    return Message(stored["seq"], found[1] if found else "", stored["subject"], at, texts)


def texts_of(payload: bytes) -> dict[int, str]:
    """The strings of a protobuf message by the number of their field, as far as it can be read."""
    texts: dict[int, str] = {}
    place = 0
    try:
        while place < len(payload):
            key, place = _varint(payload, place)
            kind = key & 7
            if kind == VARINT:
                _, place = _varint(payload, place)
            elif kind == WITH_LENGTH:
                length, place = _varint(payload, place)
                texts[key >> 3] = payload[place : place + length].decode(errors="replace")
                place += length
            else:
                place += {SIXTY_FOUR: 8, THIRTY_TWO: 4}[kind]
    except (IndexError, KeyError):
        pass
    return texts


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def _is_missing(answer: dict[str, Any]) -> bool:
    return answer.get("error", {}).get("code") == NOT_FOUND


def _good(answer: dict[str, Any], stream: str) -> dict[str, Any]:
    if error := answer.get("error"):
        raise Failure(f"The broker refuses to show {stream}: {error.get('description')}")
    return answer


def _refuse(line: str) -> None:
    if line.startswith("-ERR"):
        raise Failure(f"NATS_URL: the server refuses us: {line.removeprefix('-ERR').strip()}")
