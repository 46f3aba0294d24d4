//! Amounts as the provider counts them. Its minor units are not always those of ISO 4217: MGA has none, ISK and UGX
//! have two places that must be zero, thousandths must end in zero (docs.stripe.com/currencies).

use money::{Currency, Money};

/// Currencies that the provider counts as ISO 4217 does, without minor units or in hundredths.
#[rustfmt::skip]
const COUNTED_ALIKE: [&str; 72] = [
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
    "AED", "ALL", "ARS", "AUD", "AZN", "BBD", "BDT", "BGN", "BMD", "BND", "BOB", "BRL", "BSD", "CAD", "CHF", "CNY",
    "COP", "CRC", "CZK", "DKK", "DOP", "DZD", "EGP", "EUR", "FJD", "GBP", "GEL", "GTQ", "HKD", "HUF", "IDR", "ILS",
    "INR", "JMD", "KES", "KZT", "LKR", "MAD", "MUR", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN",
    "QAR", "RON", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "USD", "ZAR",
];

/// The amount in the provider's minor units, which are ours; nothing where that is not known. What the provider
/// says of a payment's money needs no way back: no payment is made in another currency.
pub fn stripe_minor(amount: Money) -> Option<i64> {
    COUNTED_ALIKE.contains(&amount.currency.code()).then_some(amount.minor)
}

/// An amount of the provider's, as an administrator reads it.
pub fn amount_words(minor: i64, currency: &str) -> String {
    match currency.parse::<Currency>() {
        Ok(known) if COUNTED_ALIKE.contains(&known.code()) => Money::new(minor, known).to_string(),
        _ => format!("{minor} {currency} in minor units"),
    }
}

/// The most that the provider charges at once: eight digits in most currencies (docs.stripe.com/currencies, minimum and
/// maximum charge amounts).
pub fn largest_charge(currency: Currency) -> Money {
    let digits = match currency.code() {
        "INR" => 9,
        "COP" | "HUF" | "JPY" => 10,
        "IDR" => 12,
        _ => 8,
    };
    Money::new(10_i64.pow(digits) - 1, currency)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_go_out_only_in_currencies_that_are_counted_alike() {
        let check = |amount: &str, currency: &str, expected: Option<i64>| {
            let amount = Money::parse(amount, currency).unwrap();
            assert_eq!(stripe_minor(amount), expected, "{amount}");
        };
        check("1338.50", "USD", Some(133_850));
        check("12.34", "EUR", Some(1_234));
        check("45000.00", "HUF", Some(4_500_000));
        check("1500", "JPY", Some(1_500));
        check("1500", "KRW", Some(1_500));
        check("1500", "XOF", Some(1_500));
        check("1500.00", "MGA", None);
        check("1500", "ISK", None);
        check("1500", "UGX", None);
        check("1.230", "KWD", None);
        check("1.00", "XXX", None);
    }

    #[test]
    fn an_amount_is_shown_in_major_units_where_those_are_known() {
        assert_eq!(amount_words(9_010, "USD"), "90.10 USD");
        assert_eq!(amount_words(1_500, "JPY"), "1500 JPY");
        assert_eq!(amount_words(1_500, "ISK"), "1500 ISK in minor units");
    }

    #[test]
    fn the_most_that_is_charged_at_once_follows_the_currency() {
        let check = |currency: &str, expected: i64| {
            assert_eq!(largest_charge(currency.parse().unwrap()).minor, expected, "{currency}");
        };
        check("USD", 99_999_999);
        check("VND", 99_999_999);
        check("INR", 999_999_999);
        check("JPY", 9_999_999_999);
        check("IDR", 999_999_999_999);
    }
}
