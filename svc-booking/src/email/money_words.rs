//! What mails say of money: what goes back, in which form, and by when.

use money::Money;
use time::{Date, Duration, OffsetDateTime, Weekday};

use crate::domain::breakdown::{Breakdown, Line, Part};
use crate::domain::refund::RefundTo;
use crate::domain::{Booking, itinerary, shown};
use crate::texts::Texts;

/// What banks take at most to show a refund.
const REFUND_TAKES: u32 = 14;

/// What a cancellation came to.
pub struct RefundSummary {
    pub kept: Side,
    pub refunded: Side,
    /// What the airline gives in place of money: how, and how much.
    pub credit: Option<(String, String)>,
    pub promise: String,
}

/// What was kept, or what goes back to the card.
pub struct Side {
    pub total: String,
    /// What it is made of.
    pub lines: Vec<(String, String)>,
}

/// What a traveler may see on their bank's page after a booking failed.
pub fn after_failure(booking: &Booking, now: OffsetDateTime) -> String {
    let (texts, total) = (itinerary::texts(booking), shown::sum(booking.total));
    if booking.saga.money_taken {
        return texts.refunded_after_failure(total, REFUND_TAKES);
    }
    uncharged(texts, &total, booking.capture_before, now)
}

/// A day is named only where it is still to come.
fn uncharged(texts: Texts, total: &str, hold_ends: Option<OffsetDateTime>, now: OffsetDateTime) -> String {
    let Some(end) = hold_ends else { return texts.not_charged() };
    match shown::date(end.date()).filter(|_| end > now) {
        Some(day) => texts.hold_released_by(total, day),
        None => texts.hold_released(total),
    }
}

/// What was kept, what goes back, and by when (requirement R37). Nothing while the trip is not cancelled.
pub fn refund_summary(booking: &Booking) -> Option<RefundSummary> {
    let cancellation = booking.cancelled()?;
    let breakdown = Breakdown::of(booking, &cancellation.refund).ok()?;
    let texts = itinerary::texts(booking);
    let credit = breakdown.credit.map(shown::sum);
    let airlines = credit.as_ref().map(|sum| airlines_promise(texts, cancellation.refund.to, sum));
    let promises = [card_promise(texts, breakdown.refunded, cancellation.confirmed_at)];
    Some(RefundSummary {
        kept: side(texts, &breakdown, true, breakdown.kept),
        refunded: side(texts, &breakdown, false, breakdown.refunded),
        credit: credit.map(|sum| (credit_label(texts, cancellation.refund.to), sum)),
        promise: promises.into_iter().chain(airlines).collect::<Vec<_>>().join(" "),
    })
}

fn credit_label(texts: Texts, to: RefundTo) -> String {
    match to {
        RefundTo::Voucher => texts.airline_voucher(),
        RefundTo::AirlineCredits | RefundTo::Card => texts.airline_credit(),
    }
}

fn airlines_promise(texts: Texts, to: RefundTo, sum: &str) -> String {
    match to {
        RefundTo::Voucher => texts.gives_voucher(sum),
        RefundTo::AirlineCredits | RefundTo::Card => texts.gives_credit(sum),
    }
}

fn side(texts: Texts, breakdown: &Breakdown, kept: bool, total: Money) -> Side {
    let lines = breakdown.lines.iter().filter(|line| line.kept == kept);
    Side {
        total: shown::sum(total),
        lines: lines.map(|line| (word(texts, line), shown::sum(line.amount))).collect(),
    }
}

/// The word of a line. The page has the same.
fn word(texts: Texts, line: &Line) -> String {
    match (line.part, line.kept) {
        (Part::Fare, _) => texts.fare(),
        (Part::Taxes, _) => texts.taxes(),
        (Part::Seats, _) => texts.seats(),
        (Part::Bags, _) => texts.bags(),
        (Part::ServiceFee, _) => texts.booking_fee(),
        (Part::Airline, true) => texts.airline_keeps(),
        (Part::Airline, false) => texts.from_the_airline(),
    }
}

fn card_promise(texts: Texts, to_card: Money, cancelled_at: Option<OffsetDateTime>) -> String {
    if to_card.minor == 0 {
        return texts.nothing_to_card();
    }
    let sum = shown::sum(to_card);
    match cancelled_at.and_then(|at| shown::date(working_days_after(at.date(), REFUND_TAKES))) {
        Some(day) => texts.to_card_by(sum, day, REFUND_TAKES),
        None => texts.to_card(sum, REFUND_TAKES),
    }
}

fn working_days_after(start: Date, days: u32) -> Date {
    let mut date = start;
    let mut left = days;
    while left > 0 {
        date = date.saturating_add(Duration::DAY);
        left -= u32::from(!matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday));
    }
    date
}

#[cfg(test)]
mod tests {
    use texts::Locale;
    use time::macros::{date, datetime};

    use super::*;

    #[derive(serde::Deserialize)]
    struct Case {
        part: String,
        kept: bool,
        word: String,
    }

    /// The web app's tests hold its page against the same table.
    #[test]
    fn r037_page_and_mail_have_one_word_for_a_line() {
        let parts = [
            ("fare", Part::Fare),
            ("taxes", Part::Taxes),
            ("seats", Part::Seats),
            ("bags", Part::Bags),
            ("service_fee", Part::ServiceFee),
            ("airline", Part::Airline),
        ];
        let texts = Texts::of(Locale::English);
        let amount = Money::new(1, "USD".parse().unwrap());
        let table: Vec<Case> = serde_json::from_str(include_str!("line_words.json")).unwrap();
        assert_eq!(table.len(), 2 * parts.len());
        for Case { part: key, kept, word: expected } in table {
            let (_, part) = parts.into_iter().find(|(name, _)| *name == key).unwrap();
            assert_eq!(word(texts, &Line { part, amount, kept }), expected, "{key}, kept: {kept}");
        }
    }

    #[test]
    fn a_mail_promises_no_day_that_is_over() {
        let now = datetime!(2026-03-08 12:00 UTC);
        let check = |hold_ends: Option<OffsetDateTime>, expected: &str| {
            let words = uncharged(Texts::of(Locale::English), "£645.00", hold_ends, now);
            assert_eq!(words, format!("You haven't been charged.{expected}"), "{hold_ends:?}");
        };
        let released = " We've released the hold of £645.00 on your card.";
        let pending = " Any pending charge will disappear within a few days";

        check(None, &format!("{pending}."));
        check(
            Some(datetime!(2026-03-08 12:01 UTC)),
            &format!("{released}{pending}, by Sun, Mar 8, 2026 at the latest."),
        );
        check(Some(now), &format!("{released}{pending}."));
        check(Some(datetime!(2026-03-07 12:00 UTC)), &format!("{released}{pending}."));
    }

    #[test]
    fn a_refund_is_promised_in_working_days() {
        let table = [
            (date!(2026 - 03 - 02), 1, date!(2026 - 03 - 03)),
            (date!(2026 - 03 - 06), 1, date!(2026 - 03 - 09)),
            (date!(2026 - 03 - 07), 5, date!(2026 - 03 - 13)),
            (date!(2026 - 03 - 01), 14, date!(2026 - 03 - 19)),
        ];
        for (start, days, expected) in table {
            assert_eq!(working_days_after(start, days), expected, "{days} after {start}");
        }
    }
}
