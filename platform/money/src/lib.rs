//! Exact money: minor units and an ISO 4217 code, parsed from and printed as decimal strings.
//!
//! All arithmetic on amounts happens here; nothing is ever a float, and sums in two currencies are errors.

#![warn(missing_docs)]

mod currency;
mod sale_price;
mod written;

use std::fmt;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

pub use currency::Currency;
pub use sale_price::{MarkupRate, SalePrice};
pub use written::{in_thousands, written};

/// What can go wrong with an amount. None of these carries the text that was parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Error {
    #[error("not a decimal amount")]
    NotDecimal,
    #[error("more decimal places than the currency has")]
    TooPrecise,
    #[error("amount out of range")]
    OutOfRange,
    #[error("not an ISO 4217 currency code")]
    UnknownCurrency,
    #[error("amounts in two currencies")]
    CurrencyMismatch,
    #[error("not a markup rate between 0 and 10")]
    InvalidMarkup,
}

/// An amount in minor units of its currency. May be negative (a difference).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    /// Minor units: cents, whole yen, thousandths of a dinar.
    pub minor: i64,
    /// What they are units of.
    pub currency: Currency,
}

impl Money {
    /// An amount of minor units.
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing, in a currency.
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Parses a decimal string such as `524.30`, `20.0` or `50` in the given ISO 4217 currency, exactly.
    pub fn parse(amount: &str, currency: &str) -> Result<Self, Error> {
        let currency: Currency = currency.parse()?;
        let decimal = Decimal::from_str_exact(amount.trim()).map_err(|_| Error::NotDecimal)?;
        Self::from_decimal(decimal, currency)
    }

    pub(crate) fn from_decimal(amount: Decimal, currency: Currency) -> Result<Self, Error> {
        let scale = Decimal::from(10_i64.pow(currency.exponent()));
        let minor = amount.checked_mul(scale).ok_or(Error::OutOfRange)?.normalize();
        if minor.scale() > 0 {
            return Err(Error::TooPrecise);
        }
        Ok(Self::new(minor.to_i64().ok_or(Error::OutOfRange)?, currency))
    }

    pub(crate) fn to_decimal(self) -> Decimal {
        Decimal::new(self.minor, self.currency.exponent())
    }

    /// The sum, in one currency.
    pub fn checked_add(self, other: Self) -> Result<Self, Error> {
        self.combine(other, i64::checked_add)
    }

    /// The difference, in one currency.
    pub fn checked_sub(self, other: Self) -> Result<Self, Error> {
        self.combine(other, i64::checked_sub)
    }

    /// What so many pieces cost together.
    pub fn checked_mul(self, pieces: u32) -> Result<Self, Error> {
        let minor = self.minor.checked_mul(pieces.into()).ok_or(Error::OutOfRange)?;
        Ok(Self::new(minor, self.currency))
    }

    /// What is left without `part`, in one currency: nothing where that is more.
    pub fn rest_without(self, part: Self) -> Result<Self, Error> {
        self.combine(part, |whole, part| whole.checked_sub(part).map(|rest| rest.max(0)))
    }

    /// The smaller of two amounts of one currency.
    pub fn at_most(self, limit: Self) -> Result<Self, Error> {
        self.combine(limit, |amount, limit| Some(amount.min(limit)))
    }

    fn combine(self, other: Self, op: fn(i64, i64) -> Option<i64>) -> Result<Self, Error> {
        if self.currency != other.currency {
            return Err(Error::CurrencyMismatch);
        }
        let minor = op(self.minor, other.minor).ok_or(Error::OutOfRange)?;
        Ok(Self::new(minor, self.currency))
    }

    /// Sums amounts of one currency; an empty sum is zero of `currency`.
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Self>) -> Result<Self, Error> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::checked_add)
    }

    /// The decimal string of the public interface, with all of the currency's places: `1338.50`.
    pub fn amount(&self) -> String {
        self.to_decimal().to_string()
    }
}

/// `1338.50 USD`, for logs and messages of the programs themselves.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.to_decimal(), self.currency)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimal_strings_parse_exactly_or_not_at_all() {
        let check = |amount: &str, currency: &str, expected: Result<i64, Error>| {
            let parsed = Money::parse(amount, currency).map(|money| money.minor);
            assert_eq!(parsed, expected, "{amount} {currency}");
        };
        check("524.30", "GBP", Ok(52_430));
        check("20.0", "USD", Ok(2_000));
        check("50", "USD", Ok(5_000));
        check("-3.05", "EUR", Ok(-305));
        check("1500", "JPY", Ok(1_500));
        check("1500.00", "JPY", Ok(1_500));
        check("1.234", "KWD", Ok(1_234));
        check("1.005", "USD", Err(Error::TooPrecise));
        check("1500.5", "JPY", Err(Error::TooPrecise));
        check("1e3", "USD", Err(Error::NotDecimal));
        check("", "USD", Err(Error::NotDecimal));
        check("12,50", "USD", Err(Error::NotDecimal));
        check("99999999999999999999", "USD", Err(Error::OutOfRange));
        check("1.00", "usd!", Err(Error::UnknownCurrency));
    }

    #[test]
    fn amounts_print_all_places_of_their_currency() {
        let check = |minor: i64, code: &str, expected: &str| {
            assert_eq!(Money::new(minor, code.parse().unwrap()).amount(), expected);
        };
        check(133_850, "USD", "1338.50");
        check(133_800, "USD", "1338.00");
        check(1_338, "JPY", "1338");
        check(-5, "USD", "-0.05");
    }

    #[test]
    fn two_currencies_never_add_up() {
        let dollars = Money::parse("1", "USD").unwrap();
        let pounds = Money::parse("1", "GBP").unwrap();

        assert_eq!(dollars.checked_add(pounds), Err(Error::CurrencyMismatch));
    }

    #[test]
    fn pieces_cost_their_exact_sum_or_none() {
        let yen = |minor| Money::new(minor, "JPY".parse().unwrap());

        assert_eq!(yen(7_500).checked_mul(3), Ok(yen(22_500)));
        assert_eq!(yen(7_500).checked_mul(0), Ok(yen(0)));
        assert_eq!(yen(i64::MAX).checked_mul(2), Err(Error::OutOfRange));
    }

    #[test]
    fn a_rest_is_never_less_than_nothing_and_a_limit_is_never_passed() {
        let yen = |minor| Money::new(minor, "JPY".parse().unwrap());

        assert_eq!(yen(5).rest_without(yen(2)), Ok(yen(3)));
        assert_eq!(yen(2).rest_without(yen(5)), Ok(yen(0)));
        assert_eq!(yen(5).at_most(yen(2)), Ok(yen(2)));
        assert_eq!(yen(2).at_most(yen(5)), Ok(yen(2)));
    }

    proptest! {
        #[test]
        fn printing_and_parsing_are_inverse(minor in any::<i64>()) {
            let money = Money::new(minor, "USD".parse().unwrap());

            prop_assert_eq!(Money::parse(&money.amount(), "USD"), Ok(money));
        }

        #[test]
        fn any_text_parses_or_fails_without_a_panic(text in ".*", code in ".{0,4}") {
            let _ = Money::parse(&text, &code);
        }

        #[test]
        fn what_looks_like_an_amount_is_read_exactly_or_refused_without_a_panic(
            text in "[ +-]?[0-9_]{0,32}[.,]?[0-9]{0,32}([eE][+-]?[0-9]{1,3})? ?",
            code in prop::sample::select(vec!["USD", "JPY", "kwd"]),
        ) {
            if let Ok(money) = Money::parse(&text, code) {
                prop_assert_eq!(Money::parse(&money.amount(), code), Ok(money));
                prop_assert!(written(money).contains(|c: char| c.is_ascii_digit()));
            }
        }
    }
}
