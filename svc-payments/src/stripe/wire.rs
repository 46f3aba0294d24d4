//! The provider's objects, as far as they are read. Unknown members and words are tolerated: it adds them without
//! notice.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use time::OffsetDateTime;

use crate::domain::{Hold, PaymentId};

/// A PaymentIntent, its latest charge expanded.
#[derive(Debug, Clone, Deserialize)]
pub struct Intent {
    pub id: String,
    pub livemode: bool,
    pub status: String,
    #[serde(default)]
    amount: i64,
    /// ISO 4217 in small letters.
    #[serde(default)]
    pub currency: String,
    /// Unix seconds.
    #[serde(default)]
    created: i64,
    #[serde(default)]
    pub amount_received: i64,
    #[serde(default, deserialize_with = "is_present")]
    pub last_payment_error: bool,
    #[serde(default)]
    latest_charge: Option<ChargeRef>,
    #[serde(default)]
    next_action: Option<NextAction>,
    #[serde(default)]
    metadata: Metadata,
}

/// What the maker of an object wrote on it.
type Metadata = Option<HashMap<String, String>>;

/// What the cardholder does next. Of its kinds only the one is read that leads them to their bank.
#[derive(Debug, Clone, Deserialize)]
struct NextAction {
    redirect_to_url: Option<Redirect>,
}

#[derive(Debug, Clone, Deserialize)]
struct Redirect {
    url: Option<String>,
}

/// An id, or the charge itself where it was expanded.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum ChargeRef {
    Expanded(Charge),
    Other(serde::de::IgnoredAny),
}

#[derive(Debug, Clone, Deserialize)]
struct Charge {
    payment_method_details: MethodDetails,
}

#[derive(Debug, Clone, Deserialize)]
struct MethodDetails {
    card: CardDetails,
}

#[derive(Debug, Clone, Deserialize)]
struct CardDetails {
    /// Unix seconds.
    capture_before: Option<i64>,
}

/// Whether anything but null stands there. What it is stays unread: it may name the card.
fn is_present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<serde::de::IgnoredAny>::deserialize(deserializer).map(|value| value.is_some())
}

impl Intent {
    pub fn created_at(&self) -> OffsetDateTime {
        instant(self.created)
    }

    /// Whether a payment of ours is written on it. Others may sell over the same account.
    pub fn names_payment(&self) -> bool {
        let payment_id = self.metadata.as_ref().and_then(|it| it.get("payment_id"));
        payment_id.is_some_and(|id| id.parse::<PaymentId>().is_ok())
    }

    /// What is on hold, in minor units.
    pub fn held(&self) -> i64 {
        if self.status == "requires_capture" { self.amount } else { 0 }
    }

    /// What this says of the money.
    pub fn hold(&self) -> Hold {
        match self.status.as_str() {
            "requires_payment_method" if self.last_payment_error => Hold::Declined,
            "requires_payment_method" | "requires_confirmation" => Hold::Untouched,
            "requires_action" => Hold::NeedsAction { url: self.redirect() },
            "requires_capture" => Hold::Held { capture_before: self.capture_before() },
            "succeeded" => Hold::Taken { minor: self.amount_received },
            "canceled" => Hold::Released,
            // `processing`, and words of the future.
            _ => Hold::Undecided,
        }
    }

    fn redirect(&self) -> Option<String> {
        self.next_action.as_ref()?.redirect_to_url.as_ref()?.url.clone()
    }

    fn capture_before(&self) -> Option<OffsetDateTime> {
        let Some(ChargeRef::Expanded(charge)) = &self.latest_charge else { return None };
        OffsetDateTime::from_unix_timestamp(charge.payment_method_details.card.capture_before?).ok()
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Refund {
    pub id: String,
    pub amount: i64,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    pub payment_intent: Option<String>,
    /// ISO 4217 in small letters.
    #[serde(default)]
    pub currency: String,
    /// Unix seconds.
    #[serde(default)]
    created: i64,
    #[serde(default)]
    metadata: Metadata,
}

/// What has become of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundFate {
    /// The provider has let the money go. The bank may still send it back, days later.
    Paid,
    /// Accepted, and neither paid nor refused yet; or a status that we do not know.
    UnderWay,
    /// The money is here again.
    Failed,
}

impl Refund {
    pub fn created_at(&self) -> OffsetDateTime {
        instant(self.created)
    }

    /// What finds it again: the payment, and which of its refunds.
    pub fn reference(&self) -> Option<&str> {
        self.metadata.as_ref()?.get("refund").map(String::as_str)
    }

    /// Whether a payment of ours is written on it.
    pub fn names_payment(&self) -> bool {
        let payment_id = self.reference().and_then(|reference| reference.split_once(':'));
        payment_id.is_some_and(|(id, _)| id.parse::<PaymentId>().is_ok())
    }

    pub fn fate(&self) -> RefundFate {
        match self.status.as_deref() {
            Some("succeeded") => RefundFate::Paid,
            Some("failed" | "canceled") => RefundFate::Failed,
            _ => RefundFate::UnderWay,
        }
    }
}

/// A page of a list, newest first.
#[derive(Debug, Deserialize)]
pub(super) struct List<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

/// A card at the provider.
#[derive(Debug, Deserialize)]
pub(super) struct PaymentMethod {
    pub id: String,
}

/// A list to its end.
#[derive(Debug)]
pub struct Listing<T> {
    pub entries: Vec<T>,
    /// The ids of entries that can't be read: of these nothing is known.
    pub unreadable: HashSet<String>,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), unreadable: HashSet::new() }
    }
}

impl<T: DeserializeOwned> Listing<T> {
    /// Reads an entry. One that can't be read is passed over, and logged as an error.
    pub(super) fn take(&mut self, operation: &'static str, entry: &Value) {
        if let Ok(entry) = T::deserialize(entry) {
            self.entries.push(entry);
            return;
        }
        let id = entry["id"].as_str().unwrap_or_default();
        tracing::error!(operation, object.id = id, "an entry of the card provider's book can't be read");
        self.unreadable.insert(id.to_owned());
    }
}

fn instant(unix_seconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(unix_seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_refund_that_is_only_accepted_is_not_paid() {
        let check = |status: &str, expected: RefundFate| {
            let refund: Refund =
                serde_json::from_value(json!({ "id": "re_1", "amount": 1, "status": status })).unwrap();
            assert_eq!(refund.fate(), expected, "{status}");
        };
        check("succeeded", RefundFate::Paid);
        check("pending", RefundFate::UnderWay);
        check("requires_action", RefundFate::UnderWay);
        check("a_word_of_the_future", RefundFate::UnderWay);
        check("failed", RefundFate::Failed);
        check("canceled", RefundFate::Failed);
    }

    #[test]
    fn a_refund_without_status_or_metadata_is_under_way_and_nobodys() {
        let refund = json!({ "id": "re_1", "amount": 1, "status": null, "metadata": null, "charge": null });
        let refund: Refund = serde_json::from_value(refund).unwrap();

        assert_eq!((refund.fate(), refund.reference()), (RefundFate::UnderWay, None));
        assert!(!refund.names_payment());
    }

    #[test]
    fn an_intents_state_tells_what_became_of_the_money() {
        let check = |body: serde_json::Value, expected: Hold| {
            let mut intent = json!({ "id": "pi_1", "livemode": false });
            intent.as_object_mut().unwrap().append(&mut body.as_object().unwrap().clone());
            let intent: Intent = serde_json::from_value(intent).unwrap();
            assert_eq!(intent.hold(), expected, "{body}");
        };
        let charge = json!({ "payment_method_details": { "card": { "capture_before": 1_800_000_000 } } });
        let capture_before = Some(datetime!(2027-01-15 08:00 UTC));
        check(json!({ "status": "requires_payment_method", "last_payment_error": null }), Hold::Untouched);
        check(
            json!({ "status": "requires_payment_method", "last_payment_error": { "code": "x" } }),
            Hold::Declined,
        );
        check(json!({ "status": "requires_confirmation" }), Hold::Untouched);
        check(json!({ "status": "requires_action" }), Hold::NeedsAction { url: None });
        check(
            json!({ "status": "requires_action", "next_action": { "type": "use_stripe_sdk" } }),
            Hold::NeedsAction { url: None },
        );
        let redirect =
            json!({ "type": "redirect_to_url", "redirect_to_url": { "url": "https://bank.example" } });
        check(
            json!({ "status": "requires_action", "next_action": redirect }),
            Hold::NeedsAction { url: Some("https://bank.example".into()) },
        );
        let nowhere = json!({ "type": "redirect_to_url", "redirect_to_url": { "url": null } });
        check(
            json!({ "status": "requires_action", "next_action": nowhere }),
            Hold::NeedsAction { url: None },
        );
        check(
            json!({ "status": "requires_capture", "latest_charge": charge }),
            Hold::Held { capture_before },
        );
        check(
            json!({ "status": "requires_capture", "latest_charge": "ch_1" }),
            Hold::Held { capture_before: None },
        );
        check(json!({ "status": "succeeded", "amount_received": 5 }), Hold::Taken { minor: 5 });
        check(json!({ "status": "canceled" }), Hold::Released);
        check(json!({ "status": "processing" }), Hold::Undecided);
        check(json!({ "status": "a_word_of_the_future", "unknown": 1 }), Hold::Undecided);
    }
}
