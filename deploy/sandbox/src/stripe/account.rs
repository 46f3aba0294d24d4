//! The account itself: what it holds, and where its events go. Both are read only; the receivers are settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::API_VERSION;
use super::error::Error;
use super::lists::list_json;
use super::parameters::Asked;
use crate::Sandbox;
use crate::mode::Mode;

/// Everything that was taken and not paid back. Nothing is ever paid out, and nothing waits.
pub async fn balance(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    _: Asked,
) -> Json<Value> {
    let mut held = BTreeMap::new();
    sandbox.ledger.read(|books| {
        for charge in books.stripe.charges().filter(|charge| charge.mode == mode) {
            *held.entry(charge.currency.clone()).or_default() += charge.captured - charge.refunded;
        }
    });
    let funds = |(currency, amount): (String, i64)| json!({ "amount": amount, "currency": currency, "source_types": { "card": amount } });
    Json(json!({
        "object": "balance",
        "available": held.into_iter().map(funds).collect::<Vec<_>>(),
        "livemode": mode.is_live(),
        "pending": [],
    }))
}

/// The receiver of this mode's events, if one is set.
pub async fn webhook_endpoints(
    State(sandbox): State<Arc<Sandbox>>,
    Extension(mode): Extension<Mode>,
    Asked(form): Asked,
) -> Result<Json<Value>, Error> {
    let config = &sandbox.config;
    let receiver = if mode.is_live() { &config.stripe_webhook_live } else { &config.stripe_webhook_test };
    let endpoint = |url: &str| {
        json!({
            "id": if mode.is_live() { "we_sandbox_live" } else { "we_sandbox_test" },
            "object": "webhook_endpoint",
            "api_version": API_VERSION,
            "application": null,
            "created": 0,
            "description": null,
            "enabled_events": ["*"],
            "livemode": mode.is_live(),
            "metadata": {},
            "status": "enabled",
            "url": url,
        })
    };
    let endpoints = receiver.iter().map(|receiver| endpoint(receiver.url.as_str())).collect();
    Ok(Json(list_json("/v1/webhook_endpoints", endpoints, &form)?))
}
