//! Every call of the OpenAPI document, with a path, a query and a body that its handler can read.

use std::sync::LazyLock;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::bookings::order;
use crate::harness::Visitor;
use crate::samples::{BOOKING, OFFER};

const ROUTE: &str = "?origin=JFK&destination=LHR&departureDate=2026-06-01";
/// Anybody may send it: mail programs do. Its token allows it, and no cookie counts.
pub const FOR_ALL_SITES: &str = "/api/watches/stop";
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&gateway::openapi_json()).unwrap());

/// Method and path of each, with the names of what the path leaves open.
pub fn routes() -> Vec<(Method, String)> {
    let mut routes = Vec::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
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

fn operation(method: &Method, path: &str) -> &'static Value {
    &DOCUMENT["paths"][path][method.as_str().to_lowercase()]
}

fn schema(name: &str) -> &'static Value {
    &DOCUMENT["components"]["schemas"][name]
}

/// What a call may be asked with behind its path.
pub fn query_names(method: &Method, path: &str) -> Vec<&'static str> {
    let parameters = operation(method, path)["parameters"].as_array().into_iter().flatten();
    let in_query = parameters.filter(|parameter| parameter["in"] == "query");
    in_query.filter_map(|parameter| parameter["name"].as_str()).collect()
}

/// A body with every member that the document names, and `text` as each text. None for a call that takes no body.
pub fn whole_body(method: &Method, path: &str, text: &str) -> Option<Value> {
    let schema = &operation(method, path)["requestBody"]["content"]["application/json"]["schema"];
    schema.is_object().then(|| value_of(schema, text))
}

fn value_of(described: &Value, text: &str) -> Value {
    if let Some(named) = described["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
        return value_of(schema(named), text);
    }
    let mut choices = described["oneOf"].as_array().into_iter().flatten();
    if let Some(choice) = choices.find(|choice| choice["type"] != "null") {
        return value_of(choice, text);
    }
    let kinds = &described["type"];
    match kinds.as_str().or_else(|| kinds[0].as_str()) {
        _ if described["enum"].is_array() => described["enum"][0].clone(),
        Some("object") => members_of(described, text),
        Some("array") => json!([value_of(&described["items"], text)]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => json!(text),
    }
}

fn members_of(described: &Value, text: &str) -> Value {
    let members = described["properties"].as_object().into_iter().flatten();
    members.map(|(name, member)| (name.clone(), value_of(member, text))).collect()
}

/// Whether this is the body of an error under this status, as the document describes it, with a code of its list.
pub fn is_problem(body: &Value, status: u16) -> bool {
    let required = schema("Problem")["required"].as_array().into_iter().flatten();
    let is_whole = required.filter_map(Value::as_str).all(|name| body.get(name).is_some());
    let codes = schema("Code")["enum"].as_array();
    is_whole && body["status"] == status && codes.is_some_and(|codes| codes.contains(&body["code"]))
}

#[test]
fn a_whole_body_has_every_member_at_every_depth() {
    let body = whole_body(&Method::POST, "/api/bookings", "text").unwrap();

    assert_eq!(body["passengers"][0]["firstName"], "text");
    assert_eq!(body["paymentDetails"]["cardDetails"]["number"], "text");
    assert_eq!((&body["expectedMode"], &body["paymentDetails"]["amount"]), (&json!("test"), &json!(1)));
    assert_eq!(whole_body(&Method::GET, "/api/bookings", "text"), None);
}
