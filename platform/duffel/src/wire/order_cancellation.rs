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
    /// What the airline pays back, where it says so.
    pub fn refund(&self) -> Result<Option<Money>, money::Error> {
        match (&self.refund_amount, &self.refund_currency) {
            (Some(amount), Some(currency)) => Money::parse(amount, currency).map(Some),
            _ => Ok(None),
        }
    }
}

/// Credit with the airline instead of money.
#[derive(Debug, Clone, Deserialize)]
pub struct AirlineCredit {
    pub credit_name: Option<String>,
    pub credit_amount: Option<String>,
    pub credit_currency: Option<String>,
}
