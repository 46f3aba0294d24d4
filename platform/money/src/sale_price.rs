//! The sale price of an offer: the one rule by which every screen, quote and charge is computed.

use rust_decimal::{Decimal, RoundingStrategy};

use crate::{Error, Money};

/// The agency's markup as an exact decimal fraction: `0.23` is 23 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkupRate(Decimal);

impl MarkupRate {
    /// The rate of a brand that states none.
    pub const DEFAULT: &'static str = "0.23";

    /// Parses a decimal fraction from 0 to 10.
    pub fn parse(rate: &str) -> Result<Self, Error> {
        let rate = Decimal::from_str_exact(rate.trim()).map_err(|_| Error::InvalidMarkup)?;
        if rate < Decimal::ZERO || rate > Decimal::TEN {
            return Err(Error::InvalidMarkup);
        }
        Ok(Self(rate.normalize()))
    }
}

impl std::fmt::Display for MarkupRate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What the traveller pays for an offer, without seats and bags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SalePrice {
    /// Whole units of the currency.
    pub amount: Money,
    /// `amount - tax`.
    pub base: Money,
    /// The airline's tax, unmarked.
    pub tax: Money,
    /// What was added, as a share of the total.
    pub markup_rate: MarkupRate,
}

impl SalePrice {
    /// `round_half_up(total x (1 + markup))` to whole units of the currency.
    ///
    /// `total` and `tax` are the provider's, for all passengers and slices.
    pub fn of(total: Money, tax: Money, markup_rate: MarkupRate) -> Result<Self, Error> {
        let marked_up =
            total.to_decimal().checked_mul(Decimal::ONE + markup_rate.0).ok_or(Error::OutOfRange)?;
        let whole = marked_up.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
        let amount = Money::from_decimal(whole, total.currency)?;
        Ok(Self { amount, base: amount.checked_sub(tax)?, tax, markup_rate })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Currency;

    fn usd(amount: &str) -> Money {
        Money::parse(amount, "USD").unwrap()
    }

    #[test]
    fn r003_the_sale_price_rounds_half_up_to_whole_units() {
        let check = |total: &str, rate: &str, expected: &str| {
            let price =
                SalePrice::of(usd(total), Money::zero(Currency::USD), MarkupRate::parse(rate).unwrap());
            assert_eq!(price.unwrap().amount, usd(expected), "{total} at {rate}");
        };
        check("100.00", "0.23", "123");
        check("524.30", "0.23", "645"); // 644.889
        check("50.00", "0.23", "62"); // 61.5 goes up
        check("150.00", "0.23", "185"); // 184.5 goes up, where half-to-even would say 184
        check("0.00", "0.23", "0");
        check("99.99", "0", "100");
        check("10.00", "0.125", "11"); // 11.25
    }

    #[test]
    fn r003_tax_is_unmarked_and_base_is_the_rest() {
        let price = SalePrice::of(usd("524.30"), usd("79.98"), MarkupRate::parse("0.23").unwrap()).unwrap();

        assert_eq!(price.tax, usd("79.98"));
        assert_eq!(price.base, usd("565.02"));
    }

    #[test]
    fn markup_rates_outside_zero_to_ten_are_refused() {
        for rate in ["-0.1", "10.01", "a", ""] {
            assert_eq!(MarkupRate::parse(rate), Err(Error::InvalidMarkup), "{rate}");
        }
    }

    proptest! {
        #[test]
        fn the_sale_price_is_within_half_a_unit_of_the_exact_one(
            minor in 0_i64..10_000_000_000,
            basis_points in 0_i64..100_000,
        ) {
            let rate = MarkupRate(Decimal::new(basis_points, 4));

            let price = SalePrice::of(Money::new(minor, Currency::USD), Money::zero(Currency::USD), rate).unwrap();

            let exact = i128::from(minor) * i128::from(10_000 + basis_points); // in 1/10,000 cents
            let difference = (i128::from(price.amount.minor) * 10_000 - exact).abs();
            prop_assert!(difference <= 50 * 10_000);
            prop_assert_eq!(price.amount.minor % 100, 0);
        }

        #[test]
        fn any_text_is_a_rate_of_ten_at_most_or_refused_without_a_panic(
            text in prop_oneof![".{0,40}", " ?[+-]?[0-9]{0,3}[.][0-9]{0,40}"],
            minor in any::<i64>(),
        ) {
            if let Ok(rate) = MarkupRate::parse(&text) {
                prop_assert!(rate.0 >= Decimal::ZERO && rate.0 <= Decimal::TEN);
                let _ = SalePrice::of(Money::new(minor, Currency::USD), Money::zero(Currency::USD), rate);
            }
        }
    }
}
