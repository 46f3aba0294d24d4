"""What differs after a restore, and whether it is explained: made or changed after the backup was taken. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from airline import Order
from broker import Message, State

#: How far clocks may be apart, and how long a call to a provider may take that began before the backup.
MARGIN = timedelta(minutes=5)
ENDS = ("TICKETED", "FAILED")


@dataclass(frozen=True)
class Finding:
    """One difference. `explained`: it came after the backup, and is listed for a person. Anything else is a fault."""

    kind: str
    id: str
    explained: bool
    what: str
    booking: str = ""
    intent: str = ""


def of_orders(orders: Iterable[Order], bookings: dict[str, dict[str, Any]], taken_at: datetime) -> Iterator[Finding]:
    """Orders at the flight provider against our bookings. Orders that name no booking are of others."""
    for order in orders:
        if not order.booking:
            continue
        booking = bookings.get(order.booking)
        what = _of_lost_order(order) if booking is None else _of_order(order, booking, taken_at)
        if not what:
            continue
        if booking is None:
            explained = order.created_at >= taken_at - MARGIN
        else:
            explained = _is_cancelled_since(order, booking, taken_at)
        yield Finding("order", order.id, explained, what, order.booking)


def _of_lost_order(order: Order) -> str:
    state = "is cancelled" if order.cancelled_at else "stands"
    return f"{order.total}, reference {order.reference or 'none'}, {state}; booking {order.booking} is not in the backup"


def _of_order(order: Order, booking: dict[str, Any], taken_at: datetime) -> str:
    """What is wrong with the order of a booking that we have; nothing where they agree."""
    state, is_named = booking["state"], booking["order_id"] == order.id
    if state not in ENDS:
        return f"booking {order.booking} is still {state}"
    if order.cancelled_at:
        if is_named and state == "TICKETED" and not booking["is_cancelled"]:
            return f"is cancelled, and booking {order.booking} stands"
        if not is_named and state == "FAILED" and order.cancelled_at >= taken_at - MARGIN:
            return f"is cancelled, and booking {order.booking} is {state} without having known it"
        return ""
    if not is_named:
        return f"stands, and booking {order.booking} is {state} with the order {booking['order_id']}"
    if state == "FAILED" or booking["is_cancelled"]:
        return f"stands, and booking {order.booking} is {'cancelled' if booking['is_cancelled'] else state}"
    return ""


def _is_cancelled_since(order: Order, booking: dict[str, Any], taken_at: datetime) -> bool:
    is_since = order.cancelled_at is not None and order.cancelled_at >= taken_at - MARGIN
    return is_since and booking["state"] == "TICKETED"


def of_missing_orders(bookings: Iterable[dict[str, Any]], orders: Iterable[Order]) -> Iterator[Finding]:
    """Trips of ours whose order the provider does not list."""
    listed = {order.id for order in orders}
    for booking in bookings:
        if booking["order_id"] and booking["order_id"] not in listed:
            what = f"booking {booking['id']} names it, and the flight provider does not list it"
            yield Finding("order", booking["order_id"], False, what, booking["id"])


def of_money(differences: Iterable[dict[str, Any]], taken_at: datetime) -> Iterator[Finding]:
    """What svc-payments found when it compared its ledger with the card provider's. A charge that no payment of ours stands
    for was made after the backup, or was there before it and is a fault; a refund likewise."""
    for row in differences:
        is_since = datetime.fromisoformat(row["object_at"]) >= taken_at - MARGIN
        is_lost = row["payment_id"] is None or row["what"] == "refunded"
        sums = f"{row['ours_minor']} here, {row['theirs_minor']} there, {row['currency']} in its smallest unit"
        whose = f"payment {row['payment_id']}" if row["payment_id"] else "no payment in the backup"
        what = f"{row['what']} at the card provider: {sums}; {whose}"
        intent = row["intent_id"] or (row["object_id"] if row["object_id"].startswith("pi_") else "")
        yield Finding("money", row["object_id"], is_since and is_lost, what, row["booking_id"] or "", intent)


def of_unclaimed_money(payments: Iterable[dict[str, Any]], taken_at: datetime) -> Iterator[Finding]:
    """Money that was taken, and no booking of ours claims: its booking was made after the backup."""
    for row in payments:
        is_since = datetime.fromisoformat(row["status_since"]) >= taken_at - MARGIN
        what = f"payment {row['id']} was taken ({row['captured_minor']} {row['currency']}) for no booking in the backup"
        yield Finding("money", row["intent_id"], is_since, what, "", row["intent_id"])


@dataclass(frozen=True)
class Known:
    """What the database has of what events name."""

    #: Booking -> whether it is cancelled.
    bookings: dict[str, bool]
    accounts: set[str]


def of_events(messages: Iterable[Message], known: Known, taken_at: datetime) -> Iterator[Finding]:
    """Events that the broker has and our outbox has not, each thing once. Those of before the backup should be in both."""
    latest: dict[tuple[str, str], Finding] = {}
    for message in messages:
        if message.at < taken_at - MARGIN:
            what = f"{message.subject} of before the backup is on the broker and not in the outbox"
            yield Finding("event", message.id, False, what)
        elif finding := _of_event(message, known):
            latest[finding.kind, finding.id] = finding
    yield from latest.values()


def _of_event(message: Message, known: Known) -> Finding | None:
    """What an event of after the backup tells of. Of a payment the card provider's own list tells."""
    thing = message.texts.get(1, "")
    topic, _, turn = message.subject.partition(".")
    at = f"{message.at:%Y-%m-%d %H:%M:%S} UTC"
    if topic == "booking" and thing not in known.bookings:
        return Finding("booking", thing, True, f"made after the backup; {turn} at {at}", thing)
    if message.subject == "booking.cancelled" and not known.bookings[thing]:
        return Finding("booking", thing, True, f"cancelled after the backup, at {at}, and stands here", thing)
    if message.subject == "user.created" and thing not in known.accounts:
        return Finding("account", thing, True, f"made after the backup, at {at}: it has to be made again")
    if message.subject == "user.closed" and thing in known.accounts:
        return Finding("account", thing, True, f"closed after the backup, at {at}, and there again: close it")
    if message.subject == "user.closed":
        # Not in the backup, or closed again since.
        return Finding("account", thing, True, f"closed after the backup, at {at}, and not here")
    if message.subject == "system.mode":
        return Finding("mode", "mode", True, f"switched after the backup, at {at}: look at Admin Settings")
    if message.subject == "brand.updated":
        return Finding("brand", thing, True, f"changed after the backup, at {at}: look at it")
    return None


def of_stream(stream: str, state: State | None, taken_at: datetime, now: datetime) -> Iterator[Finding]:
    """A stream that can't tell of all that came after the backup."""
    if state is None:
        yield Finding("event", stream, False, "there is no such stream: what its events told of after the backup is lost")
        return
    begins = max(state.created_at, now - state.keeps) if state.keeps else state.created_at
    if begins > taken_at:
        what = f"the stream has nothing of before {begins:%Y-%m-%d %H:%M:%S} UTC, and the backup is older"
        yield Finding("event", stream, False, what)


def of_outbox(stream: str, waiting: int, beyond: int) -> Iterator[Finding]:
    """Events that the outbox has and the broker has not."""
    if waiting:
        yield Finding("outbox", stream, False, f"{waiting} events wait: is the service up, and NATS?")
    if beyond:
        yield Finding("outbox", stream, False, f"{beyond} events stand where the stream has yet to come: wait a minute")
