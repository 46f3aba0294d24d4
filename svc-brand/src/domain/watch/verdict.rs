//! When a price is worth a mail.

use money::Money;
use time::{Duration, OffsetDateTime};

/// Percent of the last told price.
const LEAST_FALL: i128 = 5;
/// Whole units of the currency.
const LEAST_UNITS: i128 = 10;
/// Percent of the last told price: who was told 600 has forgotten it by 660.
const FORGETS: i128 = 110;
/// Between two mails of a watch.
const BETWEEN_MAILS: Duration = Duration::days(1);
/// Mails about falls that a watch may send in all.
pub const MOST_MAILS: i32 = 20;

/// What a price means to a watch that knows the last told price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first price: it counts as told.
    Begins,
    /// Worth a mail. `from` is the last told price; this one takes its place.
    Fell { from: Money },
    /// It rose so far that it counts as told in silence. A new fall counts from there.
    Follows,
    /// Nothing changes.
    Stays,
}

/// Compares sale prices. One in another currency than the last told price says nothing.
pub fn judge(told: Option<Money>, price: Money) -> Verdict {
    let Some(told) = told else { return Verdict::Begins };
    if told.currency != price.currency {
        return Verdict::Stays;
    }
    if is_worth_a_mail(told, price) {
        return Verdict::Fell { from: told };
    }
    let has_risen =
        price.minor > told.minor && i128::from(price.minor) * 100 >= i128::from(told.minor) * FORGETS;
    if has_risen { Verdict::Follows } else { Verdict::Stays }
}

/// At least the least share and the least units, in one currency.
fn is_worth_a_mail(told: Money, price: Money) -> bool {
    let fall = i128::from(told.minor) - i128::from(price.minor);
    let unit = 10_i128.pow(told.currency.exponent());
    fall >= LEAST_UNITS * unit && fall * 100 >= i128::from(told.minor) * LEAST_FALL
}

/// Whether a watch that has sent so many mails, the last of them then, may send another now: one a day, 20 in all.
pub fn may_mail(mails: i32, last_mail_at: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
    mails < MOST_MAILS && last_mail_at.is_none_or(|last| now - last >= BETWEEN_MAILS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    fn money(amount: &str, currency: &str) -> Money {
        Money::parse(amount, currency).unwrap()
    }

    /// A word for each verdict.
    fn word(told: Money, price: Money) -> &'static str {
        match judge(Some(told), price) {
            Verdict::Begins => "begins",
            Verdict::Fell { from } if from == told => "fell",
            Verdict::Fell { .. } => "fell from elsewhere",
            Verdict::Follows => "follows",
            Verdict::Stays => "stays",
        }
    }

    #[test]
    fn watch04_a_fall_counts_from_five_percent_and_ten_units_and_a_rise_of_ten_percent_is_followed() {
        let table = [
            // Five percent decide from 200 on.
            ("690", "612", "USD", "fell"),
            ("600", "570", "USD", "fell"),
            ("600", "570.01", "USD", "stays"),
            ("600", "571", "USD", "stays"),
            ("613", "582.35", "USD", "fell"),
            ("613", "582.36", "USD", "stays"),
            ("200", "190", "USD", "fell"),
            ("200", "190.01", "USD", "stays"),
            ("100000", "95000", "USD", "fell"),
            ("100000", "95000.01", "USD", "stays"),
            // Ten units decide below.
            ("100", "90", "USD", "fell"),
            ("100", "90.01", "USD", "stays"),
            ("100", "95", "USD", "stays"),
            ("50", "41", "USD", "stays"),
            ("50", "40", "USD", "fell"),
            ("9", "0", "USD", "stays"),
            ("10", "0", "USD", "fell"),
            // A rise is followed from ten percent on.
            ("600", "600", "USD", "stays"),
            ("600", "659.99", "USD", "stays"),
            ("600", "660", "USD", "follows"),
            ("600", "6000", "USD", "follows"),
            ("55", "60.49", "USD", "stays"),
            ("55", "60.50", "USD", "follows"),
            ("0", "0", "USD", "stays"),
            ("0", "1", "USD", "follows"),
            // A yen is a whole unit.
            ("100000", "95000", "JPY", "fell"),
            ("100000", "95001", "JPY", "stays"),
            ("199", "189", "JPY", "fell"),
            ("199", "190", "JPY", "stays"),
            ("201", "191", "JPY", "stays"),
            ("201", "190", "JPY", "fell"),
            ("100001", "110001", "JPY", "stays"),
            ("100001", "110002", "JPY", "follows"),
            // So are a thousand fils.
            ("100.000", "90.000", "KWD", "fell"),
            ("100.000", "90.001", "KWD", "stays"),
            ("400.000", "380.000", "KWD", "fell"),
            ("400.000", "380.001", "KWD", "stays"),
            ("400.000", "439.999", "KWD", "stays"),
            ("400.000", "440.000", "KWD", "follows"),
        ];
        for (told, price, currency, expected) in table {
            let judged = word(money(told, currency), money(price, currency));
            assert_eq!(judged, expected, "{told} {price} {currency}");
        }
    }

    #[test]
    fn watch04_the_first_price_is_where_a_watch_begins() {
        for price in [money("0", "USD"), money("612", "USD"), money("90000", "JPY")] {
            assert_eq!(judge(None, price), Verdict::Begins);
        }
    }

    #[test]
    fn watch08_a_price_in_another_currency_is_not_compared() {
        let told = money("600", "USD");
        for price in [money("100", "EUR"), money("600", "GBP"), money("90000", "JPY")] {
            assert_eq!(judge(Some(told), price), Verdict::Stays, "{price}");
        }
    }

    #[test]
    fn watch04_a_watch_mails_once_a_day_and_twenty_times_in_all() {
        let now = datetime!(2026-12-01 12:00 UTC);
        let table = [
            (0, None, true),
            (1, Some(now - Duration::DAY), true),
            (1, Some(now - Duration::DAY + Duration::SECOND), false),
            (1, Some(now), false),
            (MOST_MAILS - 1, Some(now - Duration::DAY), true),
            (MOST_MAILS, Some(now - Duration::DAY), false),
            (MOST_MAILS, None, false),
        ];
        for (mails, last_mail_at, expected) in table {
            assert_eq!(may_mail(mails, last_mail_at, now), expected, "{mails} {last_mail_at:?}");
        }
    }

    fn prices() -> impl Strategy<Value = (Money, Money)> {
        let currency = prop::sample::select(vec!["USD", "JPY", "KWD"]);
        (currency, 0..i64::MAX, 0..i64::MAX).prop_map(|(currency, told, price)| {
            let currency = currency.parse().unwrap();
            (Money::new(told, currency), Money::new(price, currency))
        })
    }

    proptest! {
        #[test]
        fn watch04_no_amount_is_too_large_to_be_judged_and_none_falls_by_rising((told, price) in prices()) {
            match judge(Some(told), price) {
                Verdict::Begins => prop_assert!(false, "it has begun"),
                Verdict::Fell { from } => prop_assert!(from == told && price.minor < told.minor),
                Verdict::Follows => prop_assert!(price.minor > told.minor),
                Verdict::Stays => {}
            }
        }

        #[test]
        fn watch04_a_price_that_was_told_is_no_news((_, price) in prices()) {
            prop_assert_eq!(judge(Some(price), price), Verdict::Stays);
        }

        #[test]
        fn watch04_who_is_told_of_a_price_is_told_of_each_lower_one((told, price) in prices(), less in 0..i64::MAX) {
            let lower = Money::new(price.minor.min(less), price.currency);
            if let Verdict::Fell { from } = judge(Some(told), price) {
                prop_assert_eq!(judge(Some(told), lower), Verdict::Fell { from });
            }
        }
    }
}
