//! What mails say of money: what goes back, in which form, and by when.

use money::Money;
use time::{Date, Duration, OffsetDateTime, Weekday};

use crate::domain::refund::{Refund, RefundTo};
use crate::domain::{Booking, shown};

/// What banks take at most to show a refund.
const REFUND_TAKES: u32 = 14;

/// What a cancellation came to.
pub struct Settled {
    pub fee: String,
    pub to_card: String,
    /// What the airline gives in place of money: how, and how much.
    pub credit: Option<(&'static str, String)>,
    pub promise: String,
}

/// Whoever sees a sum on his bank's page asks what became of it.
pub fn after_failure(booking: &Booking) -> String {
    let total = shown::sum(booking.total);
    if booking.saga.money_taken {
        return format!(
            "{total} was taken from your card and has been paid back. \
             Banks take up to {REFUND_TAKES} business days to show it."
        );
    }
    match booking.capture_before.and_then(|end| shown::date(end.date())) {
        Some(end) => format!(
            "We held {total} on your card, never took it, and have released it. Your bank may show it as pending \
             for some days more; by {end} it is gone at the latest."
        ),
        None => "Nothing was taken from your card. Where your bank shows the sum as pending, it lets it go by itself \
                 within a few days."
            .to_owned(),
    }
}

/// What goes back, and by when (requirement R37).
pub fn settled(refund: &Refund, total: Money, cancelled_at: Option<OffsetDateTime>) -> Settled {
    let credit = refund.credit().map(shown::sum);
    let airline = match (refund.to, &credit) {
        (RefundTo::Card, _) | (_, None) => String::new(),
        (RefundTo::Voucher, Some(sum)) => format!(" The airline gives {sum} as a voucher."),
        (RefundTo::AirlineCredits, Some(sum)) => format!(" The airline gives {sum} as airline credit."),
    };
    let label = if refund.to == RefundTo::Voucher { "As a voucher" } else { "As airline credit" };
    Settled {
        fee: shown::sum(refund.fee(total)),
        to_card: shown::sum(refund.to_card),
        credit: credit.map(|sum| (label, sum)),
        promise: card_promise(refund.to_card, cancelled_at) + &airline,
    }
}

fn card_promise(to_card: Money, cancelled_at: Option<OffsetDateTime>) -> String {
    if to_card.minor == 0 {
        return "Nothing goes back to your card.".to_owned();
    }
    let by = cancelled_at.and_then(|at| shown::date(working_days_after(at.date(), REFUND_TAKES)));
    let by = by.map(|date| format!(": by {date}")).unwrap_or_default();
    format!(
        "{} goes back to the card you paid with. Banks take up to {REFUND_TAKES} business days to show it{by}.",
        shown::sum(to_card)
    )
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
    use time::macros::date;

    use super::*;

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
