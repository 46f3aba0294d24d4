use money::Money;
use serde::Deserialize;
use time::OffsetDateTime;

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
            let (Some(amount), Some(currency)) = (&credit.credit_amount, &credit.credit_currency) else {
                return Ok(None);
            };
            let credit = Money::parse(amount, currency)?;
            sum = Some(sum.map_or(Ok(credit), |sum| sum.checked_add(credit))?);
        }
        Ok(sum)
    }
}

/// Credit with the airline instead of money.
#[derive(Debug, Clone, Deserialize)]
pub struct AirlineCredit {
    pub credit_name: Option<String>,
    pub credit_amount: Option<String>,
    pub credit_currency: Option<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn refund(amount: Option<&str>, credits: &Value) -> Result<Option<String>, money::Error> {
        let quote: OrderCancellation = serde_json::from_value(json!({
            "id": "ore_1", "order_id": "ord_1", "live_mode": false, "created_at": "2026-03-01T12:00:00Z",
            "refund_amount": amount, "refund_currency": "GBP", "refund_to": "airline_credits",
            "airline_credits": credits,
        }))
        .unwrap();
        Ok(quote.refund()?.map(|refund| format!("{} {}", refund.amount(), refund.currency)))
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
}
