//! Amounts as people read them.

use crate::Money;

/// The signs that American English has for currencies; all others are told by their code.
const SIGNS: [(&str, &str); 22] = [
    ("AUD", "A$"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("CNY", "CN¥"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("HKD", "HK$"),
    ("ILS", "₪"),
    ("INR", "₹"),
    ("JPY", "¥"),
    ("KRW", "₩"),
    ("MXN", "MX$"),
    ("NZD", "NZ$"),
    ("PHP", "₱"),
    ("TWD", "NT$"),
    ("USD", "$"),
    ("VND", "₫"),
    ("XAF", "FCFA\u{a0}"),
    ("XCD", "EC$"),
    ("XCG", "Cg.\u{a0}"),
    ("XOF", "F\u{202f}CFA\u{a0}"),
    ("XPF", "CFPF\u{a0}"),
];

/// As the site shows a sum, so that a mail and a page never seem to say different things: `£1,338.50`, but `£1,284`;
/// `CHF 1,338.50` with a space that does not break.
pub fn written(money: Money) -> String {
    let amount = money.amount();
    let (minus, digits) = amount.strip_prefix('-').map_or(("", amount.as_str()), |rest| ("-", rest));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let rest = if rest.trim_end_matches('0') == "." { "" } else { rest };
    let code = money.currency.code();
    let sign = SIGNS.iter().find(|(known, _)| *known == code).map(|(_, sign)| (*sign).to_owned());
    format!("{minus}{}{}{rest}", sign.unwrap_or_else(|| format!("{code}\u{a0}")), in_thousands(whole))
}

/// Digits of a whole number in groups of three: `1,338`.
pub fn in_thousands(whole: &str) -> String {
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_read_as_on_the_site() {
        let table = [
            ("1338.50", "GBP", "£1,338.50"),
            ("645", "EUR", "€645"),
            ("-20.5", "USD", "-$20.50"),
            ("1234567", "JPY", "¥1,234,567"),
            ("100000.5", "CHF", "CHF\u{a0}100,000.50"),
            ("7.125", "KWD", "KWD\u{a0}7.125"),
            ("0", "GBP", "£0"),
            ("3", "KWD", "KWD\u{a0}3"),
        ];
        for (amount, currency, expected) in table {
            assert_eq!(written(Money::parse(amount, currency).unwrap()), expected);
        }
    }
}
