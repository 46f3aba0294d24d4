//! Every request that the client can build, as `deploy/wire` holds it against the provider's own types.
//!
//! `UPDATE_WIRE=1` renews the committed file.

use std::fs;

use duffel::wire::{NewPassenger, PassengerKind};
use duffel::{Client, NewOfferRequest, Services};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::harness::{provider, requests};
use crate::orders::new_order;
use crate::searches::search;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/wire/requests/duffel.json");

/// In the order in which `ask` makes them.
const NAMES: [&str; 19] = [
    "offer_requests.create",
    "batch_offer_requests.create",
    "batch_offer_requests.create, without ages",
    "batch_offer_requests.get",
    "offers.list",
    "offers.list, the next page",
    "offers.get",
    "offers.look_up",
    "seat_maps.list",
    "orders.create",
    "orders.list",
    "orders.list, the next page",
    "orders.get",
    "order_cancellations.create",
    "order_cancellations.get",
    "airline_credits.get",
    "order_cancellations.confirm",
    "airlines.list",
    "webhooks.list",
];

/// A search by somebody who gave no age of child and infant.
fn search_without_ages() -> NewOfferRequest {
    let kinds = [PassengerKind::Adult, PassengerKind::Child, PassengerKind::InfantWithoutSeat];
    NewOfferRequest {
        passengers: kinds.into_iter().map(|kind| NewPassenger::Kind { kind }).collect(),
        ..search()
    }
}

/// Has each list go on after its first page.
async fn lists_go_on(server: &MockServer) {
    let page = json!({ "data": [], "meta": { "limit": 200, "before": null, "after": "g3QAAAACZAACaWQ=" } });
    for list in ["/air/offers", "/air/orders"] {
        let first = Mock::given(method("GET")).and(path(list));
        let first = first.respond_with(ResponseTemplate::new(200).set_body_json(&page));
        first.up_to_n_times(1).mount(server).await;
    }
}

/// Nothing is found: only what is asked matters here.
async fn ask(client: &Client) {
    drop(client.create_offer_request(&search(), true).await);
    drop(client.create_batch(&search()).await);
    drop(client.create_batch(&search_without_ages()).await);
    drop(client.poll_batch("orq_1").await);
    drop(client.list_offers("orq_1").await);
    drop(client.get_offer("off_1", Services::Included).await);
    drop(client.look_up_offer("off_1").await);
    drop(client.seat_maps("off_1").await);
    drop(client.create_order(&new_order()).await);
    drop(client.find_orders_by_offer("off_1").await);
    drop(client.get_order("ord_1").await);
    drop(client.create_cancellation("ord_1").await);
    drop(client.get_cancellation("ore_1").await);
    drop(client.get_airline_credit("acd_1").await);
    drop(client.confirm_cancellation("ore_1").await);
    drop(client.contact().await);
    drop(client.webhooks().await);
}

fn recorded(name: &str, request: &wiremock::Request) -> Value {
    let query = request.url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut told = json!({ "name": name, "method": request.method.as_str(), "path": format!("{}{query}", request.url.path()) });
    if !request.body.is_empty() {
        told["params"] = serde_json::from_slice(&request.body).unwrap();
    }
    told
}

#[tokio::test]
async fn every_request_is_the_one_that_the_providers_types_are_held_against() {
    let (server, client) = provider().await;
    lists_go_on(&server).await;
    ask(&client).await;
    let sent = requests(&server).await;
    assert_eq!(sent.len(), NAMES.len(), "{sent:#?}");

    let sent: Value = NAMES.iter().zip(&sent).map(|(name, request)| recorded(name, request)).collect();

    if std::env::var_os("UPDATE_WIRE").is_some() {
        fs::write(COMMITTED, format!("{sent:#}\n")).unwrap();
    }
    let committed: Value = serde_json::from_str(&fs::read_to_string(COMMITTED).unwrap()).unwrap();
    assert_eq!(committed, sent, "UPDATE_WIRE=1 renews {COMMITTED}");
}
