//! Every call of the OpenAPI document, with a path, a query and a body that its handler can read.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::bookings::order;
use crate::harness::Visitor;
use crate::samples::{BOOKING, OFFER};

const ROUTE: &str = "?origin=JFK&destination=LHR&departureDate=2026-06-01";
/// Anybody may send it: mail programs do. Its token allows it, and no cookie counts.
pub const FOR_ALL_SITES: &str = "/api/watches/stop";

/// Method and path of each, with the names of what the path leaves open.
pub fn routes() -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes.push((method.to_uppercase().parse().unwrap(), path.clone()));
        }
    }
    routes
}

/// The path with ids in it, and its query.
pub fn filled(path: &str) -> String {
    let id = if path.starts_with("/api/offers/") { OFFER } else { BOOKING };
    let part = |part: &str| match part {
        "{version}" => "1".to_owned(),
        part if part.starts_with('{') => id.to_owned(),
        part => part.to_owned(),
    };
    let parts: Vec<_> = path.split('/').map(part).collect();
    format!("{}{}", parts.join("/"), query(path))
}

fn query(path: &str) -> &'static str {
    match path {
        FOR_ALL_SITES => "?token=stop",
        "/api/flights/bags" => "?offers=off_1",
        _ if ["/search", "/dates", "/graph"].iter().any(|part| path.contains(part)) => ROUTE,
        _ => "",
    }
}

/// A call by a page that believes in `mode`. The path is filled.
pub fn request(visitor: &Visitor, method: &Method, path: &str, mode: &str) -> RequestBuilder {
    let request = visitor.request(method.clone(), path);
    let has_body = [Method::POST, Method::PUT, Method::PATCH].contains(method);
    if has_body { request.json(&body(method, path, mode)) } else { request }
}

fn body(method: &Method, path: &str, mode: &str) -> Value {
    match path {
        "/api/bookings" => {
            let mut order = order();
            order["expectedMode"] = json!(mode);
            order
        }
        "/api/payments/process-card" => json!({
            "amount": "645.00", "currency": "USD", "offerId": OFFER, "paymentMethodId": "pm_1",
            "expectedMode": mode,
        }),
        "/api/account/export" | "/api/account/close" => json!({ "currentPassword": "secret" }),
        _ if path.ends_with("/passengers") => json!({ "passengers": [] }),
        _ if *method == Method::PATCH => json!({ "state": "paused" }),
        _ => json!({}),
    }
}
