//! When to ask again, when to request a review, and when absence proves something.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Pauses before one ask and the next, counted from the moment the answer became unknown.
const ASK_AFTER: [Duration; 7] = [
    Duration::ZERO,
    Duration::seconds(5),
    Duration::seconds(15),
    Duration::seconds(30),
    Duration::seconds(60),
    Duration::minutes(2),
    Duration::minutes(5),
];
const THEN_EACH: Duration = Duration::minutes(15);
/// Pauses are lengthened by up to this part, so that bookings of one outage don't ask in step.
const JITTER_PERCENT: u128 = 20;

/// A booking that stays unknown for this long is shown to a person.
const HUMAN_AFTER: Duration = Duration::minutes(15);
/// A cardholder has this long to answer their bank (3-D Secure); the same, so that they are asked about at its end.
const HOLDER_MAY_TAKE: Duration = HUMAN_AFTER;
/// A person is called this long before the hold on the money runs out.
const HOLD_ALARM: Duration = Duration::hours(24);

/// Passports and birth dates are kept this long after the trip.
pub const DOCUMENTS_KEPT: Duration = Duration::days(90);
/// What was typed of a booking that failed is offered to its booker for this long.
pub const TYPED_OFFERED: Duration = Duration::days(1);
/// The request that booked has this long to make the guest's account; then a worker does.
pub const ACCOUNT_AFTER: Duration = Duration::seconds(60);
pub const ACCOUNT_RETRY: Duration = Duration::minutes(5);
/// A booking that could not be driven at all, for a fault of ours, is taken up again after this.
pub const AFTER_FAULT: Duration = Duration::seconds(5);

/// An order is not sent when the offer ends within this.
const OFFER_MARGIN: Duration = Duration::seconds(10);
/// The hold has to outlast the longest doubt about an order, and the alarm before its end.
const HOLD_MARGIN: Duration = Duration::hours(48);
/// A quote this young counts as the verification of the offer.
const QUOTE_LIFE: Duration = Duration::seconds(60);

/// An order that the provider does not show this long after its dispatch was not placed. The provider speaks of
/// hours; authorisations live for days.
const HORIZON: Duration = Duration::hours(24);

/// When to ask again, when it was asked `asked` times: at the latest when a person is to be called.
pub fn ask_at(
    now: OffsetDateTime,
    asked: u32,
    booking: Uuid,
    first_unknown_at: Option<OffsetDateTime>,
) -> OffsetDateTime {
    let due = now + ask_after(asked, booking);
    match first_unknown_at.map(|at| at + HUMAN_AFTER) {
        Some(alarm) if now < alarm => due.min(alarm),
        _ => due,
    }
}

fn ask_after(asked: u32, booking: Uuid) -> Duration {
    let index = usize::try_from(asked).unwrap_or(usize::MAX);
    let pause = ASK_AFTER.get(index).copied().unwrap_or(THEN_EACH);
    let spread = (booking.as_u128().wrapping_add(u128::from(asked)) % JITTER_PERCENT) as i32;
    pause + pause * spread / 100
}

pub fn quote_is_fresh(quoted_at: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - quoted_at < QUOTE_LIFE
}

/// Whether offer and hold outlast an order.
pub fn may_dispatch(
    now: OffsetDateTime,
    offer_expires_at: OffsetDateTime,
    capture_before: Option<OffsetDateTime>,
) -> bool {
    now + OFFER_MARGIN < offer_expires_at && capture_before.is_none_or(|end| now + HOLD_MARGIN < end)
}

/// Whether a booking that is still unknown is for a person to look at.
pub fn is_overdue(
    now: OffsetDateTime,
    first_unknown_at: OffsetDateTime,
    capture_before: Option<OffsetDateTime>,
) -> bool {
    now - first_unknown_at >= HUMAN_AFTER || capture_before.is_some_and(|end| end - now < HOLD_ALARM)
}

/// Whether a cardholder whose bank asked them at `since` is waited for no longer.
pub fn is_late(now: OffsetDateTime, since: OffsetDateTime) -> bool {
    now - since >= HOLDER_MAY_TAKE
}

/// Whether an order that stands now was not cancelled on a quote that ran out at `quote_ended_at`. As with an order's
/// absence, silence counts only where word would have come.
pub fn stands_for_good(now: OffsetDateTime, quote_ended_at: OffsetDateTime, webhooks_arrive: bool) -> bool {
    webhooks_arrive && now - quote_ended_at >= HORIZON
}

/// What is known of an order that was dispatched and is not to be seen.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that may come by itself")]
pub struct Absence {
    pub dispatched_at: OffsetDateTime,
    pub offer_expires_at: OffsetDateTime,
    /// The provider answered 200 or 202: it has promised the order, or word of its failure.
    pub promised: bool,
    /// A webhook said that the order was created.
    pub reported_created: bool,
    /// A webhook said that the creation failed.
    pub reported_failed: bool,
    /// The airline has said in writing that there is no order and none will come.
    pub denied: bool,
    /// Webhooks have arrived since the dispatch: word of the order would have come.
    pub webhooks_arrive: bool,
}

impl Absence {
    /// Only then may the money be released. Where an order was reported, silence proves nothing: a person asks.
    pub fn is_proof(&self, now: OffsetDateTime) -> bool {
        let waited = now - self.dispatched_at >= HORIZON && now > self.offer_expires_at;
        let never_came = waited && !self.promised && self.webhooks_arrive;
        self.denied || (!self.reported_created && (self.reported_failed || never_came))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    #[test]
    fn asks_grow_rarer_and_never_stop() {
        let id = Uuid::from_u128(0);
        let seconds: Vec<_> = (0..9).map(|asked| ask_after(asked, id).whole_seconds()).collect();

        assert_eq!(seconds, [0, 5, 15, 30, 62, 126, 318, 963, 972]);
        assert!(ask_after(u32::MAX, id) >= THEN_EACH);
    }

    #[test]
    fn an_order_is_sent_only_with_time_to_spare() {
        let check = |offer_left: Duration, hold_left: Option<Duration>, expected: bool| {
            let hold_ends = hold_left.map(|left| NOW + left);
            assert_eq!(
                may_dispatch(NOW, NOW + offer_left, hold_ends),
                expected,
                "{offer_left} {hold_left:?}"
            );
        };
        check(Duration::minutes(20), None, true);
        check(Duration::minutes(20), Some(Duration::days(6)), true);
        check(Duration::minutes(20), Some(Duration::hours(48)), false);
        check(Duration::seconds(10), None, false);
        check(Duration::seconds(-1), None, false);
    }

    #[test]
    fn a_person_is_called_after_a_quarter_of_an_hour_or_a_day_before_the_hold_ends() {
        let minutes = |n: i64| NOW - Duration::minutes(n);

        assert!(!is_overdue(NOW, minutes(14), None));
        assert!(!is_overdue(NOW, minutes(14), Some(NOW + Duration::days(3))));
        assert!(is_overdue(NOW, minutes(15), None));
        assert!(is_overdue(NOW, minutes(0), Some(NOW + Duration::hours(23))));
    }

    #[test]
    fn a_person_is_called_on_time_though_asks_have_grown_rare() {
        let id = Uuid::from_u128(0);
        let alarm = NOW + Duration::minutes(15);
        let ask_at = |now: OffsetDateTime| ask_at(now, 7, id, Some(NOW));

        assert_eq!(ask_at(NOW + Duration::minutes(9)), alarm);
        assert!(ask_at(alarm) > alarm + Duration::minutes(15), "then on the schedule again");
    }

    const SILENT: Absence = Absence {
        dispatched_at: NOW,
        offer_expires_at: datetime!(2026-03-01 12:20 UTC),
        promised: false,
        reported_created: false,
        reported_failed: false,
        denied: false,
        webhooks_arrive: true,
    };

    #[test]
    fn absence_proves_nothing_before_the_horizon() {
        assert!(!SILENT.is_proof(NOW + Duration::hours(24) - Duration::SECOND));
        assert!(SILENT.is_proof(NOW + Duration::hours(24)));
    }

    #[test]
    fn absence_proves_nothing_while_an_order_is_promised_or_webhooks_are_silent() {
        let later = NOW + Duration::days(30);

        assert!(!Absence { promised: true, ..SILENT }.is_proof(later));
        assert!(!Absence { webhooks_arrive: false, ..SILENT }.is_proof(later));
        assert!(Absence { promised: true, reported_failed: true, ..SILENT }.is_proof(NOW));
    }

    #[test]
    fn nothing_but_the_airlines_written_word_proves_the_absence_of_an_order_that_was_reported() {
        let reported = Absence { reported_created: true, ..SILENT };
        let later = NOW + Duration::days(30);

        assert!(!reported.is_proof(later));
        assert!(!Absence { reported_failed: true, ..reported }.is_proof(later));
        assert!(Absence { denied: true, ..reported }.is_proof(NOW));
    }

    #[test]
    fn the_airlines_written_word_proves_absence_at_once() {
        assert!(Absence { denied: true, promised: true, webhooks_arrive: false, ..SILENT }.is_proof(NOW));
    }

    proptest! {
        #[test]
        fn jitter_only_lengthens_by_a_fifth_at_most(asked in any::<u32>(), id in any::<u128>()) {
            let pause = ask_after(asked, Uuid::from_u128(id));
            let plain = ASK_AFTER.get(asked as usize).copied().unwrap_or(THEN_EACH);

            prop_assert!(pause >= plain && pause <= plain + plain / 5);
        }
    }
}
