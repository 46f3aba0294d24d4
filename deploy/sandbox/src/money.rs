//! Amounts are minor units inside; on Duffel's wire decimal strings, on Stripe's integers.

use std::str::FromStr;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Decimal places of a currency (ISO 4217).
pub fn exponent(currency: &str) -> u32 {
    match currency.to_ascii_uppercase().as_str() {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX" | "VND"
        | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

pub fn to_decimal(minor: i64, currency: &str) -> String {
    Decimal::new(minor, exponent(currency)).to_string()
}

/// `None` for what is not an amount, or is finer than the currency's smallest unit.
pub fn to_minor(decimal: &str, currency: &str) -> Option<i64> {
    let scaled =
        Decimal::from_str(decimal).ok()?.checked_mul(Decimal::from(10_i64.pow(exponent(currency))))?;
    scaled.is_integer().then(|| scaled.to_i64()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_pass_both_ways_exactly() {
        let table = [
            ("USD", "544.30", 54430),
            ("USD", "0.00", 0),
            ("USD", "-12.05", -1205),
            ("JPY", "50", 50),
            ("KWD", "1.234", 1234),
        ];
        for (currency, text, minor) in table {
            assert_eq!(to_decimal(minor, currency), text);
            assert_eq!(to_minor(text, currency), Some(minor));
        }
    }

    #[test]
    fn only_amounts_of_the_currency_are_read() {
        let table = [("20.0", Some(2000)), ("50", Some(5000)), ("1.005", None), ("", None), ("12,50", None)];
        for (text, minor) in table {
            assert_eq!(to_minor(text, "USD"), minor, "{text}");
        }
    }
}
