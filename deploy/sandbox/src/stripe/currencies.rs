//! What can be charged in which currency (docs.stripe.com/currencies).

use super::error::Error;

/// Those that a card can be charged in.
const KNOWN: &str = "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn \
    bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl \
    htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt \
    mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd \
    scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof \
    xpf yer zar zmw";
/// Digits of the smallest unit, where they are not eight.
const DIGITS: &[(&str, u32)] = &[("idr", 12), ("inr", 9), ("cop", 10), ("huf", 10), ("jpy", 10), ("lbp", 11)];
/// The least amount, where it is not 50 of the smallest unit.
#[rustfmt::skip]
const LEAST: &[(&str, i64)] = &[
    ("gbp", 30), ("huf", 17500), ("czk", 1500), ("dkk", 250), ("nok", 300), ("sek", 300), ("hkd", 400), ("mxn", 1000),
    ("thb", 1000), ("aed", 200), ("myr", 200), ("pln", 200), ("ron", 200),
];
/// Their smallest unit is never asked for: an amount ends in zeros.
const ENDS_IN: &[(&str, i64)] =
    &[("isk", 100), ("ugx", 100), ("bhd", 10), ("jod", 10), ("kwd", 10), ("omr", 10), ("tnd", 10)];

/// The currency in the letters that it is answered in.
pub fn known(given: &str) -> Result<String, Error> {
    let currency = given.to_lowercase();
    if KNOWN.split_whitespace().any(|known| known == currency) {
        return Ok(currency);
    }
    let supported = KNOWN.split_whitespace().collect::<Vec<_>>().join(", ");
    let message =
        format!("Invalid currency: {currency}. Stripe currently supports these currencies: {supported}");
    Err(Error::invalid(message).param("currency"))
}

/// Refuses what is too little or too much to be charged in a known currency.
pub fn check(amount: i64, currency: &str) -> Result<(), Error> {
    let refused = |message: String, code| Err(Error::invalid(message).code(code).param("amount"));
    let least = of(LEAST, currency).unwrap_or(50);
    let most = 10_i64.pow(of(DIGITS, currency).unwrap_or(8)) - 1;
    let step = of(ENDS_IN, currency).unwrap_or(1);
    if amount < least {
        return refused(format!("Amount must be at least {least} in {currency}."), "amount_too_small");
    }
    if amount > most {
        return refused(format!("Amount must be no more than {most} in {currency}."), "amount_too_large");
    }
    if amount % step != 0 {
        return Err(Error::invalid(format!("Invalid amount: in {currency} it is a multiple of {step}."))
            .param("amount"));
    }
    Ok(())
}

fn of<T: Copy>(table: &[(&str, T)], currency: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == currency).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_limits_by_currency() {
        let table = [
            ("usd", 50, true),
            ("usd", 49, false),
            ("usd", 99_999_999, true),
            ("usd", 100_000_000, false),
            ("gbp", 30, true),
            ("huf", 9_999_999_999, true),
            ("huf", 17_499, false),
            ("idr", 999_999_999_999, true),
            ("vnd", 100_000_000, false),
            ("isk", 5_050, false),
            ("kwd", 5_050, true),
            ("kwd", 5_051, false),
        ];
        for (currency, amount, allowed) in table {
            assert_eq!(check(amount, currency).is_ok(), allowed, "{amount} {currency}");
        }
    }

    #[test]
    fn only_listed_currencies_are_known() {
        assert_eq!(known("USD").unwrap(), "usd");
        assert_eq!(known("xyz").unwrap_err().status(), 400);
    }
}
