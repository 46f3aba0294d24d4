//! The delivery of events: signed, at least once, in no particular order, again and again until taken.
//! Both providers share `books::outbox`; each writes its own bodies.

use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, Mac};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::mpsc;

use crate::Sandbox;
use crate::books::outbox::{Change, Event};
use crate::config::Receiver;
use crate::faults::{Effect, Subject};
use crate::ledger::NotDurable;
use crate::mode::Mode;
use crate::provider::Provider;

/// The real ones go on for three days.
const ATTEMPTS: u32 = 10;
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const TIMEOUT: Duration = Duration::from_secs(10);

/// Delivers what comes in, each event by itself, until the senders are gone.
pub async fn dispatch(sandbox: Arc<Sandbox>, mut queued: mpsc::UnboundedReceiver<Event>) {
    while let Some(event) = queued.recv().await {
        let sandbox = Arc::clone(&sandbox);
        tokio::spawn(async move {
            sandbox.clock.reach(event.due_at).await;
            deliver(&sandbox, &event).await;
            let settled = Change::Settled { id: event.id }.into();
            if let Err(error) = sandbox.ledger.commit(|_| Ok::<_, NotDurable>((vec![settled], ()))).await {
                tracing::error!(%error, "an event's delivery was not written down");
            }
        });
    }
}

/// Sends an event once, whatever was planned for it, and answers the receiver's status.
pub async fn send_once(sandbox: &Sandbox, event: &Event) -> Option<u16> {
    let receiver = receiver(sandbox, event.provider, event.mode)?;
    attempt(sandbox, &receiver, &event.body, &Signing::of(sandbox, event.provider, &receiver)).await
}

async fn deliver(sandbox: &Sandbox, event: &Event) {
    let Some(receiver) = receiver(sandbox, event.provider, event.mode) else { return };
    let mut signing = Signing::of(sandbox, event.provider, &receiver);
    let mut body = event.body.clone();
    let mut copies = 1;
    match sandbox.faults.take(&operation(event), || subject(event)) {
        Some(Effect::Lose) => return,
        Some(Effect::Repeat { copies: wanted }) => copies = wanted,
        Some(Effect::Late { ms }) => tokio::time::sleep(Duration::from_millis(ms)).await,
        Some(Effect::Forge) => "forged".clone_into(&mut signing.secret),
        Some(Effect::Sign { secret }) => signing.secret = secret,
        Some(Effect::Stale { age_s }) => signing.at -= SignedDuration::from_secs(age_s),
        Some(Effect::WrongMode) => flip_mode(&mut body),
        _ => {}
    }
    for _ in 0..copies {
        send_until_taken(sandbox, &receiver, &body, &signing).await;
    }
}

async fn send_until_taken(sandbox: &Sandbox, receiver: &Receiver, body: &Value, signing: &Signing) {
    let mut pause = FIRST_PAUSE;
    for _ in 0..ATTEMPTS {
        match attempt(sandbox, receiver, body, signing).await {
            Some(status) if (200..300).contains(&status) => return,
            status => tracing::info!(url = %receiver.url, status, "an event was not taken"),
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
}

async fn attempt(sandbox: &Sandbox, receiver: &Receiver, body: &Value, signing: &Signing) -> Option<u16> {
    let body = body.to_string();
    let sent = sandbox
        .http
        .post(receiver.url.clone())
        .timeout(TIMEOUT)
        .header("content-type", "application/json")
        .header(signing.header, signing.header_value(&body))
        .body(body)
        .send()
        .await;
    sent.ok().map(|response| response.status().as_u16())
}

struct Signing {
    header: &'static str,
    secret: String,
    at: Timestamp,
}

impl Signing {
    fn of(sandbox: &Sandbox, provider: Provider, receiver: &Receiver) -> Self {
        let header = match provider {
            Provider::Duffel => "x-duffel-signature",
            Provider::Stripe => "stripe-signature",
        };
        Self { header, secret: receiver.secret.clone(), at: sandbox.clock.now() }
    }

    fn header_value(&self, body: &str) -> String {
        signature_header(&self.secret, self.at, body)
    }
}

/// The header that proves where a body comes from.
pub fn signature_header(secret: &str, at: Timestamp, body: &str) -> String {
    let at = at.as_second();
    format!("t={at},v1={}", signature(secret, at, body))
}

/// Both providers sign alike: HMAC-SHA256 of time and body, keyed with the secret's text as it stands.
fn signature(secret: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(format!("{at}.{body}").as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

fn receiver(sandbox: &Sandbox, provider: Provider, mode: Mode) -> Option<Receiver> {
    let config = &sandbox.config;
    match (provider, mode) {
        (Provider::Duffel, _) => sandbox.ledger.read(|books| books.duffel.receiver(config, mode)),
        (Provider::Stripe, Mode::Test) => config.stripe_webhook_test.clone(),
        (Provider::Stripe, Mode::Live) => config.stripe_webhook_live.clone(),
    }
}

fn operation(event: &Event) -> String {
    let provider = match event.provider {
        Provider::Duffel => "duffel",
        Provider::Stripe => "stripe",
    };
    format!("{provider}.webhooks.{}", event.kind)
}

fn subject(event: &Event) -> Subject {
    let object = &event.body["data"]["object"];
    let metadata = object["metadata"].as_object().into_iter().flatten();
    Subject {
        mode: Some(event.mode),
        offer: object["offer_id"].as_str().map(Into::into),
        metadata: metadata.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.into()))).collect(),
        ..Subject::default()
    }
}

fn flip_mode(body: &mut Value) {
    for flag in ["live_mode", "livemode"] {
        if let Some(live) = body[flag].as_bool() {
            body[flag] = (!live).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_providers_own_libraries() {
        let table = [
            (
                "a_secret",
                1_641_667_496,
                r#"{"created_at":"2022-01-08T18:44:56.129339Z","data":{"changes":{},"object":{}},"id":"eve_0000AFEsrBKZAcKgGtZCnQ","live_mode":false,"object":"order","type":"order.updated"}"#,
                "691f25ffb1f206c0fda5bb7b1a9d60fafe42c5f42819d44a06a7cfe09486f102",
            ),
            (
                "whsec_test_secret",
                1_700_000_000,
                r#"{"id":"evt_test","object":"event"}"#,
                "8042376f6ca064adbe037642a718227dfd59047137eb49497a54c49eb0cfb724",
            ),
        ];
        for (secret, at, body, expected) in table {
            assert_eq!(signature(secret, at, body), expected);
        }
    }
}
