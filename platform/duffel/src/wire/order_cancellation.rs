use money::Money;
use secrecy::SecretString;
use serde::Deserialize;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use super::name::optional_name;
use super::{instant, optional_instant, or_default, word::words};

words! {
    RefundTo {
        Balance = "balance",
        Card = "card",
        ArcBspCash = "arc_bsp_cash",
        Voucher = "voucher",
        AwaitingPayment = "awaiting_payment",
        AirlineCredits = "airline_credits",
        OriginalFormOfPayment = "original_form_of_payment",
    }
}

/// A quote of what a cancellation pays back; with `confirmed_at`, the cancellation itself.
///
/// Only an order's newest quote can be confirmed. There is no field for the fee: it is what the order cost
/// less the refund.
#[derive(Debug, Clone, Deserialize)]
pub struct OrderCancellation {
    pub id: String,
    pub order_id: String,
    pub live_mode: bool,
    #[serde(deserialize_with = "instant")]
    pub created_at: OffsetDateTime,
    #[serde(default, deserialize_with = "optional_instant")]
    pub expires_at: Option<OffsetDateTime>,
    #[serde(default, deserialize_with = "optional_instant")]
    pub confirmed_at: Option<OffsetDateTime>,
    /// Absent: the airline gave no quote.
    pub refund_amount: Option<String>,
    pub refund_currency: Option<String>,
    pub refund_to: Option<RefundTo>,
    #[serde(default, deserialize_with = "or_default")]
    pub airline_credits: Vec<AirlineCredit>,
}

impl OrderCancellation {
    /// What the airline pays back, in whatever form, where it says so.
    pub fn refund(&self) -> Result<Option<Money>, money::Error> {
        match (&self.refund_amount, &self.refund_currency) {
            (Some(amount), Some(currency)) => Money::parse(amount, currency).map(Some),
            _ => self.credit(),
        }
    }

    /// The sum of all credits; nothing where one of them has no sum.
    fn credit(&self) -> Result<Option<Money>, money::Error> {
        let mut sum: Option<Money> = None;
        for credit in &self.airline_credits {
            let Some(credit) = credit.worth()? else { return Ok(None) };
            sum = Some(sum.map_or(Ok(credit), |sum| sum.checked_add(credit))?);
        }
        Ok(sum)
    }
}

/// Credit with the airline instead of money, as a cancellation lists it and as it is read by its own id.
///
/// Every member may be absent: a credit that says little still counts among those that were given.
/// <https://duffel.com/docs/api/airline-credits>
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "StatedCredit")]
pub struct AirlineCredit {
    /// `acd_...`
    pub id: Option<String>,
    /// What the airline calls this kind of credit.
    pub credit_name: Option<String>,
    /// What the traveller books with. Absent until the cancellation is confirmed, of some airlines for longer. Anyone
    /// who has it can spend the credit: it is in no log.
    pub credit_code: Option<SecretString>,
    pub credit_amount: Option<String>,
    pub credit_currency: Option<String>,
    /// Often the day on which the ticket was issued, from which the airline counts how long the credit is good.
    pub issued_on: Option<Date>,
    /// The passenger of the order who holds it.
    pub passenger_id: Option<String>,
}

impl AirlineCredit {
    /// What it is worth; nothing where that is not said.
    pub fn worth(&self) -> Result<Option<Money>, money::Error> {
        let stated = self.credit_amount.as_ref().zip(self.credit_currency.as_ref());
        stated.map(|(amount, currency)| Money::parse(amount, currency)).transpose()
    }
}

/// A credit as it is written: by its own id under two names, in a cancellation under the longer ones.
#[derive(Deserialize)]
struct StatedCredit {
    id: Option<String>,
    #[serde(default, deserialize_with = "optional_name")]
    credit_name: Option<String>,
    credit_code: Option<String>,
    code: Option<String>,
    credit_amount: Option<String>,
    amount: Option<String>,
    credit_currency: Option<String>,
    amount_currency: Option<String>,
    issued_on: Option<String>,
    passenger_id: Option<String>,
}

impl From<StatedCredit> for AirlineCredit {
    /// An empty code is none. A day that can't be read is not known: no cancellation is in doubt for it.
    fn from(stated: StatedCredit) -> Self {
        let code =
            [stated.credit_code, stated.code].into_iter().flatten().find(|code| !code.trim().is_empty());
        let day = |text: &str| Date::parse(text.get(..10)?, format_description!("[year]-[month]-[day]")).ok();
        Self {
            id: stated.id,
            credit_name: stated.credit_name,
            credit_code: code.map(|code| SecretString::from(code.trim())),
            credit_amount: stated.credit_amount.or(stated.amount),
            credit_currency: stated.credit_currency.or(stated.amount_currency),
            issued_on: stated.issued_on.as_deref().and_then(day),
            passenger_id: stated.passenger_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;
    use serde_json::{Value, json};
    use time::macros::date;

    use super::*;

    fn cancellation(amount: Option<&str>, credits: &Value) -> OrderCancellation {
        serde_json::from_value(json!({
            "id": "ore_1", "order_id": "ord_1", "live_mode": false, "created_at": "2026-03-01T12:00:00Z",
            "refund_amount": amount, "refund_currency": "GBP", "refund_to": "airline_credits",
            "airline_credits": credits,
        }))
        .unwrap()
    }

    fn refund(amount: Option<&str>, credits: &Value) -> Result<Option<String>, money::Error> {
        let refund = cancellation(amount, credits).refund()?;
        Ok(refund.map(|refund| format!("{} {}", refund.amount(), refund.currency)))
    }

    fn credit(amount: Option<&str>, currency: &str) -> Value {
        json!({ "credit_name": "Credit", "credit_amount": amount, "credit_currency": currency })
    }

    #[test]
    fn a_refund_without_a_sum_is_what_its_credits_come_to() {
        let two = json!([credit(Some("100.00"), "GBP"), credit(Some("20.50"), "GBP")]);
        let one_unknown = json!([credit(Some("100.00"), "GBP"), credit(None, "GBP")]);
        let mixed = json!([credit(Some("100.00"), "GBP"), credit(Some("20.50"), "EUR")]);

        assert_eq!(refund(Some("90.00"), &two), Ok(Some("90.00 GBP".to_owned())));
        assert_eq!(refund(None, &two), Ok(Some("120.50 GBP".to_owned())));
        assert_eq!(refund(None, &one_unknown), Ok(None));
        assert_eq!(refund(None, &json!([])), Ok(None));
        assert!(refund(None, &mixed).is_err());
    }

    #[test]
    fn a_credit_is_read_with_its_code_which_no_log_shows() {
        let given = json!([{
            "id": "acd_1", "credit_name": "Future Flight Credit", "credit_code": "1252106312810",
            "credit_amount": "90.80", "credit_currency": "GBP", "issued_on": "2026-02-01", "passenger_id": "pas_1",
        }]);

        let read = cancellation(Some("90.80"), &given);

        let credit = &read.airline_credits[0];
        let code = credit.credit_code.as_ref().map(ExposeSecret::expose_secret);
        assert_eq!(code, Some("1252106312810"));
        assert_eq!((credit.id.as_deref(), credit.passenger_id.as_deref()), (Some("acd_1"), Some("pas_1")));
        assert_eq!(credit.issued_on, Some(date!(2026 - 02 - 01)));
        assert!(!format!("{read:?}").contains("1252106312810"));
    }

    #[test]
    fn a_credit_by_its_own_id_says_the_same_in_other_words() {
        let credit: AirlineCredit = serde_json::from_value(json!({
            "id": "acd_1", "code": "1252106312810", "credit_code": null, "amount": "90.80", "credit_amount": "90.80",
            "amount_currency": "GBP", "issued_on": "2026-02-01", "passenger_id": "pas_1", "order_id": "ord_1", "spent_at": null,
        }))
        .unwrap();

        assert!(credit.credit_code.is_some());
        assert_eq!(credit.worth(), Ok(Some(Money::parse("90.80", "GBP").unwrap())));
    }

    #[test]
    fn a_credit_without_a_code_or_a_day_puts_no_cancellation_in_doubt() {
        for (code, day) in [(json!(null), json!(null)), (json!(""), json!("soon"))] {
            let read = cancellation(None, &json!([{ "id": "acd_1", "credit_code": code, "issued_on": day }]));

            assert!(read.airline_credits[0].credit_code.is_none());
            assert_eq!(read.airline_credits[0].issued_on, None);
        }
    }
}
