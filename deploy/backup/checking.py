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
from failure import Failure
from findings import (
    Finding, Known, of_events, of_missing_orders, of_money, of_orders, of_outbox, of_stream, of_unclaimed_money,
)
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
#: Seconds since a payment changed last, and by mode whether the ledgers were compared since, and since the check began: a
#: comparison that came back with the backup is none. One that began sooner after the change has left that payment out.
COMPARED = """
    select
        mode,
        extract(epoch from clock_timestamp() - last_change.at) as quiet_s,
        ended_at >= began_at
            and began_at >= last_change.at + make_interval(secs => :'quiet')
            and began_at >= :'begin'::timestamptz as is_done
    from payments.reconciliation_run
    cross join (select coalesce(max(at), 'epoch') as at from payments.payment_event) as last_change
"""
#: As a webhook does that tells of a refund which the ledger does not know. One that began before the check, and did not end,
#: may have been cut off with the backup.
COMPARE_SOON = """
    update payments.reconciliation_run set began_at = 'epoch'
    where (ended_at >= began_at or began_at < :'begin'::timestamptz) and began_at < now() - interval '30 seconds';
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
MODES = "select distinct mode from booking.booking"
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
    begin = _now(database)
    findings = [Finding("roles", "roles", False, fault) for fault in role_faults(database, taken_at)]
    if not findings:
        findings += _settled(database, begin, time.monotonic() + patience_s)
    looked_at: dict[str, int] = {}
    findings += whole("event", "broker", _broker_findings(database, taken_at, looked_at))
    findings += _order_findings(database, taken_at, looked_at)
    findings += _money_findings(database, taken_at, looked_at)
    return Report(findings, looked_at)


def whole(kind: str, part: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings of a part. What ends that part alone is one more: the others are compared all the same."""
    try:
        yield from findings
    except Failure as failure:
        yield Finding(kind, part, False, f"was not compared: {failure}")
    except (KeyError, TypeError, ValueError) as error:
        yield Finding(kind, part, False, f"was not compared: an answer is not as expected ({error!r})")


def _now(database: Database) -> datetime:
    return datetime.fromisoformat(database.rows("select clock_timestamp() as now")[0]["now"])


def _settled(database: Database, begin: datetime, deadline: float) -> list[Finding]:
    while found := list(_not_settled(database, begin)):
        if time.monotonic() > deadline:
            break
        time.sleep(POLL_S)
    return found


def _not_settled(database: Database, begin: datetime) -> Iterator[Finding]:
    for row in database.rows(UNDER_WAY):
        yield Finding("under way", row["what"], False, f"{row['count']} are under way still")
    compared = database.rows(COMPARED, quiet=str(QUIET_S), begin=begin.isoformat())
    if not compared:
        yield Finding("money", "ledger", False, "svc-payments has not compared its ledger yet: is it up?")
    due = [row["mode"] for row in compared if not row["is_done"]]
    if due and all(row["quiet_s"] > QUIET_S for row in compared):
        database.script(COMPARE_SOON, begin=begin.isoformat())
    for mode in due:
        what = f"the ledger of {mode} mode was not compared since this check began and since its last change"
        yield Finding("money", "ledger", False, what)


def _broker_findings(database: Database, taken_at: datetime, looked_at: dict[str, int]) -> Iterator[Finding]:
    if not (url := os.environ.get("NATS_URL")):
        yield Finding("event", "NATS_URL", False, "the broker was not compared: NATS_URL is not set")
        return
    broker = Broker(url)
    try:
        for stream, schema in STREAMS.items():
            state = broker.state(stream)
            yield from of_stream(stream, state, taken_at, _now(database))
            unsent = database.rows(UNSENT.format(schema=schema), last=str(state.last if state else 0))[0]
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
    sold = {row["mode"] for row in database.rows(MODES)}
    for mode in sorted(sold - set(modes)) or ([] if modes else ["test"]):
        name = f"DUFFEL_{mode.upper()}_TOKEN"
        yield Finding("order", name, False, f"the flight provider was not compared: {name} is not set")
    for mode in modes:
        found = _orders_of(mode, database, taken_at, [trip for trip in trips if trip["mode"] == mode], looked_at)
        yield from whole("order", f"orders of {mode} mode", found)


def _orders_of(
    mode: str, database: Database, taken_at: datetime, trips: list[dict[str, Any]], looked_at: dict[str, int]
) -> Iterator[Finding]:
    # An order is made after its booking: those of the first trips are in the list too.
    orders = list(airline.orders_since(mode, taken_at - BEFORE))
    looked_at[f"orders of {mode} mode"] = len(orders)
    bookings = database.rows(NAMED, ids=_array(order.booking for order in orders))
    yield from of_orders(orders, {row["id"]: row for row in bookings}, taken_at)
    yield from of_missing_orders(trips, orders)


def _money_findings(database: Database, taken_at: datetime, looked_at: dict[str, int]) -> Iterator[Finding]:
    differences: list[dict[str, Any]] = database.rows(DIFFERENCES)
    unclaimed = database.rows(UNCLAIMED)
    looked_at["open differences of the ledgers"] = len(differences)
    yield from of_money(differences, taken_at)
    yield from of_unclaimed_money(unclaimed, taken_at)
