//! Paths and the names of their operations.

use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get, post};
use axum::{Extension, Router};

use super::error::refusal;
use super::parameters::Operation;
use super::subject::subject;
use super::{account, challenge, envelope, events, intents, lists, payment_methods, refunds};
use crate::Sandbox;
use crate::wire::{self, Api};

/// This provider's API, for faults.
const API: Api = Api { subject, refusal: |_, code| refusal(code) };

pub fn routes(sandbox: &Arc<Sandbox>) -> Router<Arc<Sandbox>> {
    let on = |name, handler| operation(sandbox, name, handler);
    let intents = on("stripe.payment_intents.create", post(intents::create))
        .merge(on("stripe.payment_intents.list", get(intents::list)));
    let intent = on("stripe.payment_intents.get", get(intents::get))
        .merge(on("stripe.payment_intents.update", post(intents::update)));
    let refunds = on("stripe.refunds.create", post(refunds::create))
        .merge(on("stripe.refunds.list", get(refunds::list)));
    let refund =
        on("stripe.refunds.get", get(refunds::get)).merge(on("stripe.refunds.update", post(refunds::update)));
    Router::new()
        .route("/v1/payment_intents", intents)
        .route("/v1/payment_intents/search", on("stripe.payment_intents.search", get(lists::search)))
        .route("/v1/payment_intents/{id}", intent)
        .route(
            "/v1/payment_intents/{id}/confirm",
            on("stripe.payment_intents.confirm", post(intents::confirm)),
        )
        .route(
            "/v1/payment_intents/{id}/capture",
            on("stripe.payment_intents.capture", post(intents::capture)),
        )
        .route("/v1/payment_intents/{id}/cancel", on("stripe.payment_intents.cancel", post(intents::cancel)))
        .route("/v1/payment_methods", on("stripe.payment_methods.create", post(payment_methods::create)))
        .route("/v1/payment_methods/{id}", on("stripe.payment_methods.get", get(payment_methods::get)))
        .route("/v1/charges", on("stripe.charges.list", get(refunds::list_charges)))
        .route("/v1/charges/{id}", on("stripe.charges.get", get(refunds::get_charge)))
        .route("/v1/refunds", refunds)
        .route("/v1/refunds/{id}", refund)
        .route("/v1/events", on("stripe.events.list", get(events::list)))
        .route("/v1/events/{id}", on("stripe.events.get", get(events::get)))
        .route("/v1/balance", on("stripe.balance.get", get(account::balance)))
        .route("/v1/webhook_endpoints", on("stripe.webhook_endpoints.list", get(account::webhook_endpoints)))
        .route("/v1/{*rest}", on("stripe.unknown", any(envelope::unknown_path)))
        .route("/v3/", get(payment_methods::script))
        .route("/v3/card.html", get(payment_methods::frame))
        .route("/v3/card.js", get(payment_methods::frame_script))
        .route("/3ds/{id}", get(challenge::show).post(challenge::answer))
}

fn operation(
    sandbox: &Arc<Sandbox>,
    name: &'static str,
    handler: MethodRouter<Arc<Sandbox>>,
) -> MethodRouter<Arc<Sandbox>> {
    let enveloped: MethodRouter<Arc<Sandbox>> =
        handler.layer(from_fn_with_state(Arc::clone(sandbox), envelope::envelope));
    wire::named(sandbox, API, name, enveloped.layer(Extension(Operation(name))))
}
