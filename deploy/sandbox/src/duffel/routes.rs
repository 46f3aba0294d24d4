//! Paths and the names of their operations.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, delete, get, patch, post};

use super::envelope::refusal;
use super::subject::subject;
use super::{batches, cancellations, endpoints, envelope, offer_requests, offers, orders, payments, places};
use crate::Sandbox;
use crate::wire::{self, Api};

/// This provider's API, for faults.
const API: Api = Api { subject, refusal };

pub fn routes(sandbox: &Arc<Sandbox>) -> Router<Arc<Sandbox>> {
    let on = |name, handler| operation(sandbox, name, handler);
    let searches = on("duffel.offer_requests.create", post(offer_requests::create))
        .merge(on("duffel.offer_requests.list", get(offer_requests::list)));
    let endpoint = on("duffel.webhook_endpoints.get", get(endpoints::get))
        .merge(on("duffel.webhook_endpoints.update", patch(endpoints::update)))
        .merge(on("duffel.webhook_endpoints.delete", delete(endpoints::delete)));
    let batched = on("duffel.batch_offer_requests.create", post(batches::create));
    let pinged = on("duffel.webhook_endpoints.ping", post(endpoints::ping));
    Router::new()
        .route("/air/offer_requests", searches.clone())
        .route("/air/offer_requests/", searches)
        .route("/air/offer_requests/{id}", on("duffel.offer_requests.get", get(offer_requests::get)))
        .route("/air/batch_offer_requests", batched.clone())
        // As Duffel's own client writes it.
        .route("/air/batch_offer_requests/", batched)
        .route("/air/batch_offer_requests/{id}", on("duffel.batch_offer_requests.get", get(batches::get)))
        .route("/air/offers", on("duffel.offers.list", get(offers::list)))
        .route("/air/offers/{id}", on("duffel.offers.get", get(offers::get)))
        .route("/air/offers/{id}/actions/price", on("duffel.offers.price", post(offers::price)))
        .route(
            "/air/offers/{id}/passengers/{passenger_id}",
            on("duffel.offers.update_passenger", patch(offers::update_passenger)),
        )
        .route("/air/offers/{id}/upsell", on("duffel.offers.upsell", post(offers::upsell)))
        .route("/air/seat_maps", on("duffel.seat_maps.list", get(offers::seat_maps)))
        .route("/air/webhooks", endpoint_list(sandbox))
        .route("/air/webhooks/{id}", endpoint)
        .route("/air/webhooks/{id}/actions/ping", pinged)
        .merge(order_routes(sandbox))
        .merge(reference_routes(sandbox))
        .route("/air/{*rest}", on("duffel.unknown", any(envelope::unknown_path)))
}

fn order_routes(sandbox: &Arc<Sandbox>) -> Router<Arc<Sandbox>> {
    let on = |name, handler| operation(sandbox, name, handler);
    let orders =
        on("duffel.orders.create", post(orders::create)).merge(on("duffel.orders.list", get(orders::list)));
    let order =
        on("duffel.orders.get", get(orders::get)).merge(on("duffel.orders.update", patch(orders::update)));
    let quotes = on("duffel.order_cancellations.create", post(cancellations::create))
        .merge(on("duffel.order_cancellations.list", get(cancellations::list)));
    let quote = on("duffel.order_cancellations.get", get(cancellations::get));
    let credit = on("duffel.airline_credits.get", get(cancellations::get_credit));
    let confirm = on("duffel.order_cancellations.confirm", post(cancellations::confirm));
    let payments = on("duffel.payments.create", post(payments::create))
        .merge(on("duffel.payments.list", get(payments::list)));
    Router::new()
        .route("/air/orders", orders)
        .route("/air/orders/{id}", order)
        .route("/air/order_cancellations", quotes)
        .route("/air/order_cancellations/{id}", quote)
        .route("/air/order_cancellations/{id}/actions/confirm", confirm)
        .route("/air/airline_credits/{id}", credit)
        .route("/air/payments", payments)
        .route("/air/payments/{id}", on("duffel.payments.get", get(payments::get)))
}

fn reference_routes(sandbox: &Arc<Sandbox>) -> Router<Arc<Sandbox>> {
    let on = |name, handler| operation(sandbox, name, handler);
    Router::new()
        .route("/air/airlines", on("duffel.airlines.list", get(places::list_airlines)))
        .route("/air/airlines/{id}", on("duffel.airlines.get", get(places::get_airline)))
        .route("/air/airports", on("duffel.airports.list", get(places::list_airports)))
        .route("/air/airports/{id}", on("duffel.airports.get", get(places::get_airport)))
        .route("/air/loyalty_programmes", on("duffel.loyalty_programmes.list", get(places::list_programmes)))
        .route(
            "/air/loyalty_programmes/{id}",
            on("duffel.loyalty_programmes.get", get(places::get_programme)),
        )
        .route("/places/suggestions", on("duffel.places.suggestions", get(places::suggestions)))
}

fn endpoint_list(sandbox: &Arc<Sandbox>) -> MethodRouter<Arc<Sandbox>> {
    operation(sandbox, "duffel.webhook_endpoints.create", post(endpoints::create)).merge(operation(
        sandbox,
        "duffel.webhook_endpoints.list",
        get(endpoints::list),
    ))
}

fn operation(
    sandbox: &Arc<Sandbox>,
    name: &'static str,
    handler: MethodRouter<Arc<Sandbox>>,
) -> MethodRouter<Arc<Sandbox>> {
    wire::named(
        sandbox,
        API,
        name,
        handler.layer(from_fn_with_state(Arc::clone(sandbox), envelope::envelope)),
    )
}
