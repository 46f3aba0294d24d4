"""Tests of what counts as a difference, and of which are explained by the backup's age."""

import os
import unittest
from datetime import UTC, datetime, timedelta
from unittest import mock

import checking
from airline import Order
from broker import Message, State
from checking import whole
from failure import Failure
from findings import (
    Finding, Known, of_events, of_missing_orders, of_money, of_orders, of_outbox, of_stream, of_unclaimed_money,
)

TAKEN_AT = datetime(2026, 11, 26, 12, tzinfo=UTC)
LATER, EARLIER = TAKEN_AT + timedelta(hours=1), TAKEN_AT - timedelta(hours=1)
ORDER = Order("ord_1", "AB12CD", "test", "b1", LATER, None, "10.00 GBP")
BOOKING = {"id": "b1", "state": "TICKETED", "order_id": "ord_1", "is_cancelled": False}


def verdicts(findings) -> list[tuple[str, bool]]:
    return [(finding.id, finding.explained) for finding in findings]


def order(**changes) -> Order:
    return Order(**{**vars(ORDER), **changes})


class Orders(unittest.TestCase):
    def found(self, made: Order, booking: dict | None) -> list[tuple[str, bool]]:
        return verdicts(of_orders([made], {"b1": booking} if booking else {}, TAKEN_AT))

    def test_an_order_and_its_booking_agree(self):
        cancelled = {**BOOKING, "is_cancelled": True}
        failed = {**BOOKING, "state": "FAILED"}
        self.assertEqual(self.found(ORDER, BOOKING), [])
        self.assertEqual(self.found(order(cancelled_at=LATER), cancelled), [])
        self.assertEqual(self.found(order(cancelled_at=LATER), failed), [])
        self.assertEqual(self.found(order(booking=""), None), [], "somebody else's")

    def test_an_order_without_a_booking_is_explained_where_it_is_younger_than_the_backup(self):
        self.assertEqual(self.found(ORDER, None), [("ord_1", True)])
        self.assertEqual(self.found(order(created_at=EARLIER), None), [("ord_1", False)])

    def test_a_trip_that_was_cancelled_since_is_explained(self):
        self.assertEqual(self.found(order(cancelled_at=LATER), BOOKING), [("ord_1", True)])
        self.assertEqual(self.found(order(cancelled_at=EARLIER), BOOKING), [("ord_1", False)])

    def test_an_order_of_a_booking_that_failed_without_it_is_a_fault_where_it_was_cancelled_since(self):
        failed = {**BOOKING, "state": "FAILED", "order_id": None}
        self.assertEqual(self.found(order(cancelled_at=LATER), failed), [("ord_1", False)])
        self.assertEqual(self.found(order(cancelled_at=EARLIER), failed), [])

    def test_an_order_that_stands_for_a_booking_that_does_not_is_a_fault_whenever_it_was_made(self):
        for booking in (
            {**BOOKING, "state": "FAILED"},
            {**BOOKING, "is_cancelled": True},
            {**BOOKING, "order_id": "ord_2"},
            {**BOOKING, "state": "FAILED", "order_id": None},
            {**BOOKING, "state": "AUTHORISED", "order_id": None},
        ):
            with self.subTest(booking):
                self.assertEqual(self.found(ORDER, booking), [("ord_1", False)])

    def test_a_trip_whose_order_nobody_has_is_a_fault(self):
        self.assertEqual(verdicts(of_missing_orders([BOOKING], [ORDER])), [])
        self.assertEqual(verdicts(of_missing_orders([BOOKING], [])), [("ord_1", False)])


class Money(unittest.TestCase):
    def row(self, **changes) -> dict:
        usual = {
            "object_id": "pi_1", "what": "taken", "currency": "GBP", "ours_minor": 0, "theirs_minor": 1000,
            "object_at": LATER.isoformat(), "payment_id": None, "booking_id": None, "intent_id": None,
        }
        return usual | changes

    def test_money_of_after_the_backup_is_explained_and_names_its_intent(self):
        found = list(of_money([self.row()], TAKEN_AT))
        self.assertEqual([(it.id, it.explained, it.intent) for it in found], [("pi_1", True, "pi_1")])

    def test_a_refund_of_after_the_backup_names_the_booking_that_was_cancelled(self):
        refund = self.row(object_id="re_1", what="refunded", payment_id="p1", booking_id="b1", intent_id="pi_1")
        found = list(of_money([refund], TAKEN_AT))
        self.assertEqual([(it.explained, it.booking, it.intent) for it in found], [(True, "b1", "pi_1")])

    def test_older_money_and_other_sums_of_a_payment_that_is_known_are_faults(self):
        for row in (self.row(object_at=EARLIER.isoformat()), self.row(payment_id="p1", intent_id="pi_1")):
            with self.subTest(row):
                self.assertEqual(verdicts(of_money([row], TAKEN_AT)), [("pi_1", False)])

    def test_money_that_was_taken_since_for_no_booking_is_explained(self):
        payment = {"id": "p1", "intent_id": "pi_1", "captured_minor": 5, "currency": "GBP"}
        since = of_unclaimed_money([payment | {"status_since": LATER.isoformat()}], TAKEN_AT)
        before = of_unclaimed_money([payment | {"status_since": EARLIER.isoformat()}], TAKEN_AT)
        self.assertEqual(verdicts([*since, *before]), [("pi_1", True), ("pi_1", False)])


class Events(unittest.TestCase):
    KNOWN = Known({"b1": False, "b2": True}, {"a1"})

    def found(self, *events: tuple[str, str], at: datetime = LATER) -> list[Finding]:
        messages = [Message(n, f"e{n}", subject, at, {1: thing}) for n, (subject, thing) in enumerate(events)]
        return list(of_events(messages, self.KNOWN, TAKEN_AT))

    def test_each_booking_that_was_made_or_cancelled_since_is_told_once(self):
        found = self.found(
            ("booking.reserved", "b9"), ("booking.confirmed", "b9"), ("booking.cancelled", "b1"),
            ("booking.cancelled", "b2"), ("booking.confirmed", "b1"), ("payment.captured", "p1"),
        )
        self.assertEqual([(it.booking, it.explained) for it in found], [("b9", True), ("b1", True)])

    def test_accounts_mode_and_brands_are_told(self):
        found = self.found(
            ("user.created", "a9"), ("user.created", "a1"), ("user.closed", "a1"), ("system.mode", ""),
            ("brand.updated", "acme"),
        )
        kinds = [("account", "a9"), ("account", "a1"), ("mode", "mode"), ("brand", "acme")]
        self.assertEqual([(it.kind, it.id) for it in found], kinds)
        self.assertTrue(all(it.explained for it in found))
        self.assertIn("there again", found[1].what)

    def test_an_older_event_that_the_outbox_lacks_is_a_fault(self):
        self.assertEqual(verdicts(self.found(("booking.confirmed", "b1"), at=EARLIER)), [("e0", False)])

    def test_a_stream_that_can_not_tell_of_all_since_the_backup_is_a_fault(self):
        now, week = TAKEN_AT + timedelta(days=2), timedelta(days=7)
        for state, expected in [
            (None, [("BOOKING", False)]),
            (State(1, 5, LATER, week), [("BOOKING", False)]),
            (State(0, 0, LATER, None), [("BOOKING", False)]),
            (State(1, 5, EARLIER, timedelta(days=1)), [("BOOKING", False)]),
            (State(1, 5, EARLIER, week), []),
            (State(6, 5, EARLIER, None), []),
        ]:
            with self.subTest(state):
                self.assertEqual(verdicts(of_stream("BOOKING", state, TAKEN_AT, now)), expected)

    def test_what_the_outbox_has_and_the_broker_has_not_is_a_fault(self):
        self.assertEqual(verdicts(of_outbox("BOOKING", 0, 0)), [])
        self.assertEqual(verdicts(of_outbox("BOOKING", 2, 1)), [("BOOKING", False), ("BOOKING", False)])


class Parts(unittest.TestCase):
    def test_what_ends_one_part_is_a_fault_beside_what_it_found_before(self):
        def broken(fault: Exception):
            yield Finding("event", "e1", True, "seen")
            raise fault

        for fault in (Failure("no answer"), KeyError("no answer")):
            with self.subTest(fault):
                found = list(whole("event", "broker", broken(fault)))
                self.assertEqual(verdicts(found), [("e1", True), ("broker", False)])
                self.assertIn("no answer", found[1].what)


class Check(unittest.TestCase):
    """What the check asks of the database, which answers as each test says."""

    def answering(self, *rows: dict) -> mock.Mock:
        return mock.Mock(rows=mock.Mock(side_effect=rows))

    def test_a_comparison_of_before_the_check_counts_as_none_and_is_made_due(self):
        due = [{"mode": "test", "quiet_s": 999.0, "is_done": False}]
        database = self.answering([], due)
        found = list(checking._not_settled(database, LATER))
        self.assertEqual([(it.kind, it.explained) for it in found], [("money", False)])
        asked, made_due = database.rows.call_args, database.script.call_args
        self.assertIn("began_at >= :'begin'", asked.args[0])
        self.assertEqual((asked.kwargs["begin"], made_due.kwargs["begin"]), (LATER.isoformat(), LATER.isoformat()))

    def test_a_mode_that_ever_sold_and_has_no_token_is_a_fault_though_no_trip_is_young(self):
        database = self.answering([], [{"mode": "live"}])
        with mock.patch.dict(os.environ, {}, clear=True):
            found = verdicts(checking._order_findings(database, TAKEN_AT, {}))
        self.assertEqual(found, [("DUFFEL_LIVE_TOKEN", False)])

    def test_a_mode_whose_list_can_not_be_read_hides_no_other(self):
        database = self.answering([BOOKING | {"mode": "live"}], [], [])
        tokens = {"DUFFEL_TEST_TOKEN": "a", "DUFFEL_LIVE_TOKEN": "b"}
        lists = mock.Mock(side_effect=[Failure("it answers 502"), iter([])])
        with mock.patch.dict(os.environ, tokens, clear=True), mock.patch("airline.orders_since", lists):
            found = verdicts(checking._order_findings(database, TAKEN_AT, {}))
        self.assertEqual(found, [("orders of test mode", False), ("ord_1", False)])


if __name__ == "__main__":
    unittest.main()
