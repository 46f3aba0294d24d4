//! What mails say of money: what goes back, in which form, and by when.

use money::Money;
use time::{Date, Duration, OffsetDateTime, Weekday};

use crate::domain::refund::{Refund, RefundTo};
use crate::domain::{Booking, shown};

/// What banks take at most to show a refund.
const REFUND_TAKES: u32 = 14;

type Part = (&'static str, String);

/// What a cancellation came to.
pub struct Settled {
    pub fee: String,
    /// Who keeps what of the fee.
    pub kept: Vec<Part>,
    pub to_card: String,
    /// Who returns what of the sum that goes back to the card.
    pub returned: Vec<Part>,
    /// What the airline gives in place of money: how, and how much.
    pub credit: Option<(&'static str, String)>,
    pub promise: String,
}

/// What a traveler may see on their bank's page after a booking failed.
pub fn after_failure(booking: &Booking, now: OffsetDateTime) -> String {
    let total = shown::sum(booking.total);
    if booking.saga.money_taken {
        return format!("We've refunded {total}. Banks take up to {REFUND_TAKES} business days to show it.");
    }
    uncharged(&total, booking.capture_before, now)
}

/// A day is named only where it is still to come.
fn uncharged(total: &str, hold_ends: Option<OffsetDateTime>, now: OffsetDateTime) -> String {
    let released = hold_ends.map(|_| format!(" We've released the hold of {total} on your card."));
    let last_day = hold_ends.filter(|end| *end > now).and_then(|end| shown::date(end.date()));
    let by = last_day.map(|day| format!(", by {day} at the latest"));
    format!(
        "You haven't been charged.{} Any pending charge will disappear within a few days{}.",
        released.unwrap_or_default(),
        by.unwrap_or_default()
    )
}

/// What goes back, and by when (requirement R37).
pub fn settled(booking: &Booking, refund: &Refund, cancelled_at: Option<OffsetDateTime>) -> Settled {
    let credit = refund.credit().map(shown::sum);
    let airline = match (refund.to, &credit) {
        (RefundTo::Card, _) | (_, None) => String::new(),
        (RefundTo::Voucher, Some(sum)) => format!(" The airline gives you {sum} as a voucher."),
        (RefundTo::AirlineCredits, Some(sum)) => format!(" The airline gives you {sum} as airline credit."),
    };
    let label = if refund.to == RefundTo::Voucher { "As a voucher" } else { "As airline credit" };
    Settled {
        fee: shown::sum(refund.fee(booking.total)),
        kept: kept(refund, booking.total, booking.provider_total),
        to_card: shown::sum(refund.to_card),
        returned: returned(refund),
        credit: credit.map(|sum| (label, sum)),
        promise: card_promise(refund.to_card, cancelled_at) + &airline,
    }
}

/// What is not refunded, by who keeps it.
fn kept(refund: &Refund, total: Money, provider_total: Money) -> Vec<Part> {
    let fee = refund.fee(total);
    let markup = total.minor - provider_total.minor;
    let ours = (markup - refund.markup.minor).clamp(0, fee.minor);
    parts([("The airline keeps", fee.minor - ours), ("Our booking fee", ours)], fee)
}

fn returned(refund: &Refund) -> Vec<Part> {
    let ours = refund.markup.minor.min(refund.to_card.minor);
    let airlines = refund.to_card.minor - ours;
    parts([("From the airline", airlines), ("Our booking fee", ours)], refund.to_card)
}

/// The parts of a sum that are anything.
fn parts(of: [(&'static str, i64); 2], sum: Money) -> Vec<Part> {
    of.into_iter()
        .filter(|(_, minor)| *minor > 0)
        .map(|(name, minor)| (name, shown::sum(Money::new(minor, sum.currency))))
        .collect()
}

fn card_promise(to_card: Money, cancelled_at: Option<OffsetDateTime>) -> String {
    if to_card.minor == 0 {
        return "Nothing goes back to your card.".to_owned();
    }
    let by = cancelled_at.and_then(|at| shown::date(working_days_after(at.date(), REFUND_TAKES)));
    let by = by.map_or_else(|| "Banks".to_owned(), |date| format!("Expect it by {date}: banks"));
    format!("{} goes back to your card. {by} take up to {REFUND_TAKES} business days.", shown::sum(to_card))
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
    use time::macros::{date, datetime};

    use super::*;

    fn usd(amount: &str) -> Money {
        Money::parse(amount, "USD").unwrap()
    }

    #[test]
    fn r037_what_is_kept_and_what_comes_back_is_said_by_whose_it_is() {
        const KEPT: &str = "The airline keeps: ";
        const FEE: &str = "Our booking fee: ";
        const RETURNED: &str = "From the airline: ";
        let check = |airline: &str, to: RefundTo, hours: i64, expected: &[(&str, &str)]| {
            let (total, provider_total) = (usd("123"), usd("100"));
            let refund = Refund::of(total, provider_total, usd(airline), to, Duration::hours(hours)).unwrap();
            let parts = [kept(&refund, total, provider_total), returned(&refund)].concat();
            let words: Vec<_> = parts.into_iter().map(|(name, sum)| format!("{name}: {sum}")).collect();
            let expected: Vec<_> = expected.iter().map(|(name, sum)| format!("{name}{sum}")).collect();
            assert_eq!(words, expected, "{airline} {to:?} after {hours} h");
        };
        check("100", RefundTo::Card, 1, &[(RETURNED, "$100.00"), (FEE, "$23.00")]);
        check("60", RefundTo::Card, 1, &[(KEPT, "$40.00"), (RETURNED, "$60.00"), (FEE, "$23.00")]);
        check("60", RefundTo::Card, 25, &[(KEPT, "$40.00"), (FEE, "$23.00"), (RETURNED, "$60.00")]);
        check("0", RefundTo::Card, 25, &[(KEPT, "$100.00"), (FEE, "$23.00")]);
        check("60", RefundTo::Voucher, 1, &[(KEPT, "$40.00"), (FEE, "$23.00")]);
        check("100", RefundTo::AirlineCredits, 25, &[(FEE, "$23.00")]);
    }

    #[test]
    fn a_mail_promises_no_day_that_is_over() {
        let now = datetime!(2026-03-08 12:00 UTC);
        let check = |hold_ends: Option<OffsetDateTime>, expected: &str| {
            let words = uncharged("£645.00", hold_ends, now);
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
