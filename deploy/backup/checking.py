"""Compares a restored database with the broker and both providers."""

import os
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import airline
from broker import STREAMS, Broker, Message
from findings import Finding, Known, of_events, of_missing_orders, of_money, of_orders, of_outbox, of_unclaimed_money
from postgres import Database
from schemas import role_faults

#: So long before the backup the providers' lists and the streams are read.
BEFORE = timedelta(hours=1)
#: svc-payments leaves out a payment that has changed within two minutes (QUIET of its `ops/reconcile.rs`).
QUIET_S = 125
POLL_S = 5
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

#: What is under way: nothing can be said of it yet.
UNDER_WAY = """
    select 'bookings ' || state as what, count(*) from booking.booking
    where state not in ('TICKETED', 'FAILED') group by state
    union all
    select 'cancellations ' || stage, count(*) from booking.cancellation
    where stage in ('REQUESTED', 'CONFIRM_SENT', 'CONFIRM_UNKNOWN', 'REFUND_SENT') group by stage
    union all
    select 'payments ' || status, count(*) from payments.payment
    where status in ('create_sent', 'confirm_sent', 'capture_sent', 'void_sent') or refunding_minor > 0 group by status
    union all
    select 'events of ' || service, count(*) from (
        select 'svc-booking' as service from booking.outbox where published_at is null
        union all
        select 'svc-payments' from payments.outbox where published_at is null
        union all
        select 'svc-identity' from identity.outbox where published_at is null
        union all
        select 'svc-brand' from brand.outbox where published_at is null
    ) as unsent
    group by service
"""
#: Seconds since a payment changed last, and by mode whether the ledgers were compared since. A comparison that began sooner
#: after the change has left that payment out.
COMPARED = """
    select
        mode,
        extract(epoch from clock_timestamp() - last_change.at) as quiet_s,
        ended_at >= began_at and began_at >= last_change.at + make_interval(secs => :'quiet') as is_done
    from payments.reconciliation_run
    cross join (select coalesce(max(at), 'epoch') as at from payments.payment_event) as last_change
"""
#: As a webhook does that tells of a refund which the ledger does not know.
COMPARE_SOON = """
    update payments.reconciliation_run set began_at = 'epoch'
    where ended_at >= began_at and began_at < now() - interval '30 seconds';
"""
DIFFERENCES = """
    select
        object_id,
        what,
        reconciliation_difference.currency,
        ours_minor,
        theirs_minor,
        object_at,
        payment_id,
        booking_id,
        intent_id
    from payments.reconciliation_difference
    left join payments.payment on payment.id = payment_id
    where resolved_at is null and settled_at is null and what <> 'disputed'
"""
UNCLAIMED = """
    select id, intent_id, captured_minor, currency, status_since
    from payments.payment
    where status = 'captured' and booking_id is null and refunded_minor < captured_minor and not simulated
"""
BOOKINGS = """
    select
        id,
        mode,
        state,
        order_id,
        coalesce(stage in ('REFUND_SENT', 'DONE', 'REFUND_FAILED'), false) as is_cancelled
    from booking.booking
    left join booking.cancellation on booking_id = id
"""
NAMED = f"{BOOKINGS} where id = any(:'ids'::uuid[])"
TRIPS = f"{BOOKINGS} where state = 'TICKETED' and created_at >= :'begin'::timestamptz"
#: An event may have been published from then on.
EVENTS = "select id from {schema}.outbox where published_at is null or published_at >= :'begin'::timestamptz"
UNSENT = """
    select
        count(*) filter (where published_at is null) as waiting,
        count(*) filter (where stream_seq > :'last'::bigint) as beyond
    from {schema}.outbox
    where published_at is null or published_at > now() - interval '7 days'
"""


@dataclass
class Report:
    """What was found, and what was looked at."""

    findings: list[Finding]
    looked_at: dict[str, int]


def check(database: Database, taken_at: datetime, patience_s: float) -> Report:
    """Waits until nothing is under way, by `patience_s`, and compares. What stays under way is a difference."""
    findings = [Finding("roles", "roles", False, fault) for fault in role_faults(database)]
    if not findings:
        findings += _settled(database, time.monotonic() + patience_s)
    looked_at: dict[str, int] = {}
    findings += _broker_findings(database, taken_at, looked_at)
    findings += _order_findings(database, taken_at, looked_at)
    findings += _money_findings(database, taken_at, looked_at)
    return Report(findings, looked_at)


def _settled(database: Database, deadline: float) -> list[Finding]:
    while found := list(_not_settled(database)):
        if time.monotonic() > deadline:
            break
        time.sleep(POLL_S)
    return found


def _not_settled(database: Database) -> Iterator[Finding]:
    for row in database.rows(UNDER_WAY):
        yield Finding("under way", row["what"], False, f"{row['count']} are under way still")
    compared = database.rows(COMPARED, quiet=str(QUIET_S))
    if not compared:
        yield Finding("money", "ledger", False, "svc-payments has not compared its ledger yet: is it up?")
    due = [row["mode"] for row in compared if not row["is_done"]]
    if due and all(row["quiet_s"] > QUIET_S for row in compared):
        database.script(COMPARE_SOON)
    for mode in due:
        yield Finding("money", "ledger", False, f"the ledger of {mode} mode is not compared since its last change")


def _broker_findings(database: Database, taken_at: datetime, looked_at: dict[str, int]) -> Iterator[Finding]:
    if not (url := os.environ.get("NATS_URL")):
        yield Finding("event", "NATS_URL", False, "the broker was not compared: NATS_URL is not set")
        return
    broker = Broker(url)
    try:
        for stream, schema in STREAMS.items():
            end = broker.end(stream)
            unsent = database.rows(UNSENT.format(schema=schema), last=str(end[1] if end else 0))[0]
            yield from of_outbox(stream, unsent["waiting"], unsent["beyond"])
            newer, count = _newer(database, broker, stream, schema, taken_at)
            looked_at[f"events of {stream}"] = count
            yield from of_events(newer, _known(database, newer), taken_at)
    finally:
        broker.close()


def _newer(
    database: Database, broker: Broker, stream: str, schema: str, taken_at: datetime
) -> tuple[list[Message], int]:
    """The events of a stream that the outbox does not have, and how many were looked at."""
    begin = taken_at - BEFORE
    messages = list(broker.since(stream, begin))
    early = (begin - BEFORE).isoformat()
    ours = {row["id"] for row in database.rows(EVENTS.format(schema=schema), begin=early)}
    return [message for message in messages if message.id not in ours], len(messages)


def _known(database: Database, messages: list[Message]) -> Known:
    ids = _array(message.texts.get(1, "") for message in messages)
    bookings = {row["id"]: row["is_cancelled"] for row in database.rows(NAMED, ids=ids)}
    accounts = database.rows("select id from identity.account where id = any(:'ids'::uuid[])", ids=ids)
    return Known(bookings, {row["id"] for row in accounts})


def _array(ids: Iterable[str]) -> str:
    """Those that are UUIDs, as Postgres reads an array."""
    return "{" + ",".join(sorted({word for word in ids if UUID.fullmatch(word)})) + "}"


def _order_findings(database: Database, taken_at: datetime, looked_at: dict[str, int]) -> Iterator[Finding]:
    begin = taken_at - BEFORE
    trips = database.rows(TRIPS, begin=begin.isoformat())
    modes = airline.modes()
    for mode in sorted({trip["mode"] for trip in trips} - set(modes)) or ([] if modes else ["test"]):
        name = f"DUFFEL_{mode.upper()}_TOKEN"
        yield Finding("order", name, False, f"the flight provider was not compared: {name} is not set")
    for mode in modes:
        # An order is made after its booking: those of the first trips are in the list too.
        orders = list(airline.orders_since(mode, begin))
        looked_at[f"orders of {mode} mode"] = len(orders)
        bookings = database.rows(NAMED, ids=_array(order.booking for order in orders))
        yield from of_orders(orders, {row["id"]: row for row in bookings}, taken_at)
        yield from of_missing_orders([trip for trip in trips if trip["mode"] == mode], orders)


def _money_findings(database: Database, taken_at: datetime, looked_at: dict[str, int]) -> Iterator[Finding]:
    differences: list[dict[str, Any]] = database.rows(DIFFERENCES)
    unclaimed = database.rows(UNCLAIMED)
    looked_at["open differences of the ledgers"] = len(differences)
    yield from of_money(differences, taken_at)
    yield from of_unclaimed_money(unclaimed, taken_at)
