//! Whether a price is low or high among those seen. No prediction.

use money::{Currency, Money};

/// Of fewer other dates nothing is told.
const FEWEST_DATES: usize = 10;
/// Of fewer days of history nothing is told.
const FEWEST_DAYS: usize = 7;

/// How a price compares with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Insight {
    pub level: Level,
    /// The first quartile, in whole units of the currency.
    pub low: Money,
    /// The third quartile, in whole units of the currency.
    pub high: Money,
    /// How many prices were compared.
    pub sample: u32,
    pub basis: Basis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// Under the first quartile.
    Lower,
    Usual,
    /// Over the third quartile.
    Higher,
}

/// What a price was compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Other departures of the same stay.
    Dates,
    /// The same dates on other days.
    History,
}

/// Compares sale prices: with the other dates where enough were seen, else with the days of history where these are
/// enough. Those in another currency than the chosen one don't count. The level is told by the quartiles as they are
/// shown, in whole units, so that number and word never differ.
pub(crate) fn insight(chosen: Money, dates: &[Money], history: &[Money]) -> Option<Insight> {
    let currency = chosen.currency;
    let by = |basis, amounts, fewest| Some((basis, sample(amounts, currency, fewest)?));
    let (basis, sorted) =
        by(Basis::Dates, dates, FEWEST_DATES).or_else(|| by(Basis::History, history, FEWEST_DAYS))?;
    let (low, high) = (quartile(&sorted, 1, currency)?, quartile(&sorted, 3, currency)?);
    let sample = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
    Some(Insight { level: level(chosen, low, high), low, high, sample, basis })
}

/// Minor units in order; nothing where there are too few.
fn sample(amounts: &[Money], currency: Currency, fewest: usize) -> Option<Vec<i64>> {
    let amounts = amounts.iter().filter(|amount| amount.currency == currency);
    let mut sorted: Vec<i64> = amounts.map(|amount| amount.minor).collect();
    sorted.sort_unstable();
    (sorted.len() >= fewest).then_some(sorted)
}

/// By linear interpolation (method 7 of Hyndman and Fan, 1996): of n prices in order, counted from 0, the q-th quartile
/// stands at (n - 1) x q / 4, between two prices in proportion. Rounded half up to whole units.
fn quartile(sorted: &[i64], quarter: usize, currency: Currency) -> Option<Money> {
    let position = sorted.len().checked_sub(1)? * quarter;
    let below = i128::from(*sorted.get(position / 4)?);
    let above = sorted.get(position / 4 + 1).map_or(below, |minor| i128::from(*minor));
    let part = i128::try_from(position % 4).ok()?;
    whole_units(below * 4 + (above - below) * part, currency)
}

/// Of quarters of minor units.
fn whole_units(quarters: i128, currency: Currency) -> Option<Money> {
    let unit = 10_i128.pow(currency.exponent());
    let units = (quarters + 2 * unit).div_euclid(4 * unit);
    i64::try_from(units * unit).ok().map(|minor| Money::new(minor, currency))
}

fn level(chosen: Money, low: Money, high: Money) -> Level {
    if chosen.minor < low.minor {
        Level::Lower
    } else if chosen.minor > high.minor {
        Level::Higher
    } else {
        Level::Usual
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usd(amount: i64) -> Money {
        Money::new(amount * 100, Currency::USD)
    }

    fn all_usd(amounts: impl IntoIterator<Item = i64>) -> Vec<Money> {
        amounts.into_iter().map(usd).collect()
    }

    fn quartiles(dates: &[Money]) -> [String; 2] {
        let insight = insight(dates[0], dates, &[]).unwrap();
        [insight.low, insight.high].map(|quartile| quartile.to_string())
    }

    #[test]
    fn day08_a_price_is_compared_with_ten_other_dates_or_seven_days_of_history() {
        let check = |dates: i64, history: i64, expected: Option<(Basis, u32)>| {
            let insight = insight(usd(5), &all_usd(1..=dates), &all_usd(1..=history));
            assert_eq!(insight.map(|it| (it.basis, it.sample)), expected, "{dates}, {history}");
        };
        check(10, 0, Some((Basis::Dates, 10)));
        check(23, 60, Some((Basis::Dates, 23)));
        check(9, 7, Some((Basis::History, 7)));
        check(0, 60, Some((Basis::History, 60)));
        check(9, 6, None);
        check(0, 0, None);
    }

    #[test]
    fn day08_quartiles_lie_in_proportion_between_the_nearest_prices() {
        let check = |amounts: Vec<i64>, low: &str, high: &str| {
            assert_eq!(quartiles(&all_usd(amounts.clone())), [low, high], "{amounts:?}");
        };
        check((1..=13).map(|n| n * 100).collect(), "400.00 USD", "1000.00 USD");
        check((1..=10).map(|n| n * 100).collect(), "325.00 USD", "775.00 USD");
        check((1..=10).rev().map(|n| n * 100).collect(), "325.00 USD", "775.00 USD");
        check((1..=12).map(|n| n * 100).collect(), "375.00 USD", "925.00 USD");
    }

    #[test]
    fn day08_quartiles_round_half_up_to_whole_units() {
        // 3.25 and 7.75; 3.5 and 8.5; in a currency without minor units, and in one with thousandths.
        assert_eq!(quartiles(&all_usd(1..=10)), ["3.00 USD", "8.00 USD"]);
        assert_eq!(quartiles(&all_usd(1..=11)), ["4.00 USD", "9.00 USD"]);
        let of = |scale: i64, code: &str| {
            let currency: Currency = code.parse().unwrap();
            quartiles(&(1..=11).map(|units| Money::new(units * scale, currency)).collect::<Vec<_>>())
        };
        assert_eq!(of(1, "JPY"), ["4 JPY", "9 JPY"]);
        assert_eq!(of(1000, "KWD"), ["4.000 KWD", "9.000 KWD"]);
    }

    #[test]
    fn day08_lower_is_under_the_first_quartile_and_higher_over_the_third() {
        let dates = all_usd(1..=11);
        let check = |chosen: i64, expected: Level| {
            assert_eq!(insight(usd(chosen), &dates, &[]).unwrap().level, expected, "{chosen}");
        };
        check(1, Level::Lower);
        check(3, Level::Lower);
        check(4, Level::Usual);
        check(6, Level::Usual);
        check(9, Level::Usual);
        check(10, Level::Higher);
        check(99, Level::Higher);
    }

    #[test]
    fn day08_of_equal_prices_none_is_lower_or_higher() {
        let dates = all_usd([690; 10]);
        let level = |chosen| insight(usd(chosen), &dates, &[]).unwrap().level;

        assert_eq!(quartiles(&dates), ["690.00 USD", "690.00 USD"]);
        assert_eq!([689, 690, 691].map(level), [Level::Lower, Level::Usual, Level::Higher]);
    }

    #[test]
    fn day08_ties_at_a_quartile_are_usual() {
        let dates = all_usd([500, 600, 600, 600, 600, 700, 800, 800, 800, 800, 900]);
        let level = |chosen| insight(usd(chosen), &dates, &[]).unwrap().level;

        assert_eq!(quartiles(&dates), ["600.00 USD", "800.00 USD"]);
        assert_eq!(
            [599, 600, 800, 801].map(level),
            [Level::Lower, Level::Usual, Level::Usual, Level::Higher]
        );
    }

    #[test]
    fn day08_r024_prices_in_another_currency_do_not_count() {
        let pounds = Money::new(100, "GBP".parse().unwrap());
        let nine = [all_usd(1..=9), vec![pounds; 20]].concat();
        let ten = [all_usd(1..=10), vec![pounds; 20]].concat();

        assert_eq!(insight(usd(5), &nine, &nine[8..]), None);
        assert_eq!(insight(usd(5), &ten, &[]), insight(usd(5), &all_usd(1..=10), &[]));
    }

    proptest! {
        #[test]
        fn day08_quartiles_lie_among_the_prices_and_half_of_these_between_them(
            amounts in prop::collection::vec(1_i64..5_000, 10..80),
        ) {
            let dates = all_usd(amounts);
            let Insight { low, high, .. } = insight(dates[0], &dates, &[]).unwrap();
            let minors = || dates.iter().map(|date| date.minor);
            let usual = minors().filter(|minor| (low.minor..=high.minor).contains(minor)).count();

            prop_assert!(minors().min() <= Some(low.minor) && Some(high.minor) <= minors().max());
            prop_assert!(low.minor <= high.minor && low.minor % 100 == 0 && high.minor % 100 == 0);
            prop_assert!(usual * 2 >= dates.len() - 2, "{} of {}", usual, dates.len());
        }

        #[test]
        fn day08_the_order_of_the_prices_does_not_matter(
            amounts in prop::collection::vec(1_i64..5_000, 10..40),
            chosen in 1_i64..5_000,
        ) {
            let mut sorted = amounts.clone();
            sorted.sort_unstable();

            prop_assert_eq!(insight(usd(chosen), &all_usd(amounts), &[]), insight(usd(chosen), &all_usd(sorted), &[]));
        }
    }
}
