use outbound::{SignatureError, verify_signature};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;

use crate::domain::{Dispute, DisputeAnswer, WebhookEvent};

/// Longer than any name of the provider's.
const LONGEST_NAME: usize = 255;

/// Whether all that is kept of an event can be stored.
fn is_storable(event: &WebhookEvent) -> bool {
    let of_dispute = event.dispute.iter();
    let of_dispute = of_dispute.flat_map(|it| [&it.id, &it.charge_id, &it.currency, &it.reason, &it.status]);
    [&event.id, &event.kind]
        .into_iter()
        .chain(&event.intent_id)
        .chain(&event.refund_id)
        .chain(of_dispute)
        .all(|text| text.len() <= LONGEST_NAME && !text.contains('\0'))
}

/// An event as it comes.
#[derive(Deserialize)]
struct Message {
    id: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    livemode: bool,
    /// Unix seconds.
    created: Option<i64>,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    /// An intent, or an object that belongs to one. Events of unlisted kinds carry any other members.
    object: Value,
    /// What the members that changed were before.
    #[serde(default)]
    previous_attributes: Value,
}

impl From<Message> for WebhookEvent {
    fn from(message: Message) -> Self {
        let Message { id, kind, livemode, created, data } = message;
        let (object, before) = data.map(|it| (it.object, it.previous_attributes)).unwrap_or_default();
        let intent_id = intent_of(&object);
        let refund_id = id_of_kind(&object, "re_");
        let event_at = created.and_then(|at| OffsetDateTime::from_unix_timestamp(at).ok());
        let dispute =
            dispute_from_event(&kind, &object, &before).map(|dispute| Dispute { event_at, ..dispute });
        Self { id, kind, livemode, intent_id, refund_id, dispute }
    }
}

fn intent_of(object: &Value) -> Option<String> {
    object["payment_intent"].as_str().map(str::to_owned).or_else(|| id_of_kind(object, "pi_"))
}

fn id_of_kind(object: &Value, prefix: &str) -> Option<String> {
    object["id"].as_str().filter(|id| id.starts_with(prefix)).map(str::to_owned)
}

/// The dispute that an event is about, if an administrator must know. A dispute is also updated for the evidence that
/// we sent, which is no news.
fn dispute_from_event(kind: &str, object: &Value, before: &Value) -> Option<Dispute> {
    match kind {
        "charge.dispute.created" | "charge.dispute.closed" => Some(dispute_of(object)),
        "charge.dispute.updated" if before["status"].is_string() => {
            Some(dispute_of(object)).filter(Dispute::needs_answer)
        }
        _ => None,
    }
}

fn dispute_of(object: &Value) -> Dispute {
    let text = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
    Dispute {
        id: text("id"),
        charge_id: text("charge"),
        minor: object["amount"].as_i64().unwrap_or_default(),
        currency: text("currency").to_ascii_uppercase(),
        reason: text("reason"),
        status: text("status"),
        answer: answer_by(object["evidence_details"]["due_by"].as_i64()),
        event_at: None,
    }
}

/// Reads Unix seconds; 0 where the bank accepts no answer.
fn answer_by(due_by: Option<i64>) -> DisputeAnswer {
    match due_by {
        Some(0) => DisputeAnswer::Impossible,
        due_by => due_by
            .and_then(|at| OffsetDateTime::from_unix_timestamp(at).ok())
            .map_or(DisputeAnswer::NotTold, DisputeAnswer::DueBy),
    }
}

/// Verifies the `Stripe-Signature` header and reads the event.
pub fn verify(
    secret: &SecretString,
    signature: &str,
    body: &[u8],
    now: OffsetDateTime,
) -> Result<WebhookEvent, SignatureError> {
    verify_signature(secret, signature, body, now)?;
    let message: Message = serde_json::from_slice(body).map_err(|_| SignatureError::Undecodable)?;
    let event = WebhookEvent::from(message);
    if is_storable(&event) { Ok(event) } else { Err(SignatureError::Undecodable) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event_of(body: &str) -> WebhookEvent {
        serde_json::from_str::<Message>(body).unwrap().into()
    }

    #[test]
    fn the_intent_is_found_in_intents_charges_and_refunds() {
        let check = |object: &str, expected: Option<&str>| {
            let body =
                format!(r#"{{"id":"evt_1","type":"x","livemode":false,"data":{{"object":{object}}}}}"#);
            let event = event_of(&body);
            assert_eq!(event.intent_id.as_deref(), expected, "{object}");
        };
        check(r#"{"id":"pi_1"}"#, Some("pi_1"));
        check(r#"{"id":"ch_1","payment_intent":"pi_1"}"#, Some("pi_1"));
        check(r#"{"id":"re_1","payment_intent":null}"#, None);
    }

    #[test]
    fn a_dispute_tells_an_inquiry_from_money_that_is_gone_and_whether_it_can_be_answered() {
        let check = |status: &str, due_by: &str, expected: &str| {
            let object = format!(
                r#"{{"id":"dp_1","charge":"ch_1","amount":1,"currency":"usd","reason":"general",
                "status":"{status}","evidence_details":{{"due_by":{due_by}}}}}"#
            );
            let words = dispute_of(&serde_json::from_str(&object).unwrap()).description();
            assert!(words.ends_with(expected), "{words}");
        };
        check("warning_needs_response", "0", "an inquiry: no money was taken back, no answer possible");
        check(
            "needs_response",
            "1800000000",
            "the money was taken back, to be answered by 15 January 2027, 08:00 UTC",
        );
        check("under_review", "null", "the money was taken back, to be answered by a day not told");
        check("lost", "0", "lost: the money was taken back");
        check("won", "1800000000", "won: the money was given back to the seller");
        check("prevented", "null", "prevented: no money was taken back");
        check("warning_closed", "0", "an inquiry that is over: no money was taken back");
    }

    #[test]
    fn an_event_that_the_providers_own_library_signed_is_taken() {
        let vector: Value =
            serde_json::from_str(include_str!("../../../deploy/wire/signed-event.json")).unwrap();
        let text = |name: &str| vector[name].as_str().unwrap();
        let at = OffsetDateTime::from_unix_timestamp(vector["timestamp"].as_i64().unwrap()).unwrap();
        let read = |body: &str| verify(&text("secret").into(), text("header"), body.as_bytes(), at);

        assert_eq!(read(text("payload")).unwrap().intent_id.as_deref(), Some("pi_1"));
        assert!(read(&text("payload").replace("54430", "54431")).is_err());
    }

    #[test]
    fn a_dispute_says_what_its_answer_needs() {
        let object = r#"{"id":"dp_1","object":"dispute","charge":"ch_1","amount":9010,"currency":"usd",
            "reason":"fraudulent","payment_intent":null,"evidence_details":{"due_by":1800000000}}"#;
        let told = |kind: &str| -> WebhookEvent {
            event_of(&format!(r#"{{"id":"evt_1","type":"{kind}","data":{{"object":{object}}}}}"#))
        };

        let words = told("charge.dispute.created").dispute.unwrap().description();

        let expected =
            "dp_1 of charge ch_1, 90.10 USD, fraudulent, to be answered by 15 January 2027, 08:00 UTC";
        assert_eq!(words, expected);
        assert_eq!(told("charge.dispute.funds_withdrawn").dispute, None);
    }

    #[test]
    fn a_dispute_that_changed_is_told_where_it_waits_for_an_answer_anew_or_is_over() {
        let is_told = |kind: &str, status: &str, before: Value| {
            let object = serde_json::json!({ "id": "dp_1", "status": status });
            dispute_from_event(kind, &object, &before).is_some()
        };
        let was = |status: &str| serde_json::json!({ "status": status });
        let evidence = serde_json::json!({ "evidence": { "product_description": null } });

        assert!(is_told("charge.dispute.updated", "needs_response", was("warning_needs_response")));
        assert!(is_told("charge.dispute.updated", "appeal_needs_response", was("won")));
        assert!(is_told("charge.dispute.closed", "lost", was("under_review")));
        assert!(!is_told("charge.dispute.updated", "under_review", was("needs_response")));
        assert!(!is_told("charge.dispute.updated", "needs_response", evidence));
        assert!(!is_told("charge.dispute.updated", "needs_response", Value::Null));
    }
}
