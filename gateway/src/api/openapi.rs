//! The OpenAPI document: made from the handlers, kept in `gateway/openapi.json`, read by the web app's build.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::OpenApi;

use super::bookings::BookingData;
use super::routes::described;
use crate::problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Fareway",
        description = "Search, book and manage flights. Sessions are kept in a cookie; unsafe methods are \
                       accepted from the shop's own pages, or from programs that are no browser."
    ),
    components(schemas(BookingData, Problem)),
    tags(
        (name = "brand", description = "Whose shop this is"),
        (name = "flights", description = "Search, offers and seats"),
        (name = "booking", description = "Payment, bookings and cancellations"),
        (name = "watches", description = "Prices that are watched"),
        (name = "account", description = "Users and their sessions"),
        (name = "system", description = "Mode, administration and live updates"),
    )
)]
struct Frame;

/// What the document says beside the calls.
pub(super) fn frame() -> utoipa::openapi::OpenApi {
    Frame::openapi()
}

pub(super) fn document() -> Value {
    let mut document = serde_json::to_value(described().into_document()).expect("the document is plain data");
    document["info"].as_object_mut().expect("info is an object").remove("license");
    for operation in operations(&mut document) {
        add_problems(operation);
    }
    require_what_answers_always_carry(&mut document);
    document
}

/// The document as it is served and kept.
pub fn openapi_json() -> String {
    serde_json::to_string_pretty(&document()).expect("the document is plain data")
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().expect("a document has paths");
    paths.values_mut().filter_map(Value::as_object_mut).flat_map(serde_json::Map::values_mut)
}

/// Failures that a call describes carry a problem unless they say otherwise, and those that pass by themselves usually
/// say when to come back. Every call is counted under its visitor's address; and any may fail in ways that are not its
/// own: another site, a service that is away.
fn add_problems(operation: &mut Value) {
    let responses = operation["responses"].as_object_mut().expect("an operation has responses");
    responses.entry("429").or_insert_with(|| json!({ "description": "RATE_LIMITED" }));
    responses.insert("default".to_owned(), json!({ "description": "Any other failure" }));
    for (status, response) in responses {
        if ["429", "503"].contains(&status.as_str()) {
            response["headers"] = json!({
                "Retry-After": { "description": "Seconds to wait", "schema": { "type": "integer" } },
            });
        }
        let is_failure = status.starts_with(['4', '5', 'd']);
        if is_failure && response.get("content").is_none() {
            response["content"] = json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        }
    }
}

/// An answer's optional fields are null, never absent: the types that clients generate should say so.
/// Fields that may be absent are declared as not nullable, and stay as they are.
fn require_what_answers_always_carry(document: &mut Value) {
    let answers = operations(document).map(|operation| operation["responses"].clone()).collect::<Vec<_>>();
    let mut names = BTreeSet::from(["BookingData".to_owned()]);
    collect_schemas(&document["components"]["schemas"]["BookingData"], document, &mut names);
    for answer in &answers {
        collect_schemas(answer, document, &mut names);
    }
    for name in names {
        let schema = &mut document["components"]["schemas"][name];
        let Some(properties) = schema["properties"].as_object() else { continue };
        let always: Vec<_> =
            properties.iter().filter(|(_, of)| is_nullable(of)).map(|(name, _)| json!(name)).collect();
        let Some(schema) = schema.as_object_mut().filter(|_| !always.is_empty()) else { continue };
        let required = schema.entry("required").or_insert_with(|| json!([]));
        let required = required.as_array_mut().expect("`required` is a list");
        required.extend(always);
        required.dedup();
    }
}

/// Names of the schemas that `value` refers to, and of those that they refer to.
fn collect_schemas(value: &Value, document: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            let reference = members.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(|path| path.strip_prefix("#/components/schemas/"))
                && names.insert(name.to_owned())
            {
                collect_schemas(&document["components"]["schemas"][name], document, names);
            }
            members.values().for_each(|member| collect_schemas(member, document, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_schemas(item, document, names)),
        _ => {}
    }
}

fn is_nullable(property: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    match (&property["type"], &property["oneOf"]) {
        (Value::Array(kinds), _) => kinds.iter().any(is_null),
        (_, Value::Array(choices)) => choices.iter().any(|choice| is_null(&choice["type"])),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::bags::MOST_BAGS;

    #[test]
    fn the_document_in_the_repository_is_what_the_handlers_say() {
        let kept = include_str!("../../openapi.json");

        assert!(kept.trim_end() == openapi_json(), "gateway/openapi.json is stale: run `make gen`");
    }

    #[test]
    fn r011_every_call_says_that_it_may_have_to_wait_and_those_that_take_passwords_for_which_of_two_reasons()
    {
        let document = document();

        for (path, calls) in document["paths"].as_object().unwrap() {
            for (method, call) in calls.as_object().unwrap() {
                let limited = &call["responses"]["429"];
                let told = limited["description"].as_str().unwrap_or_default();
                assert!(told.contains("RATE_LIMITED"), "{method} {path}");
                assert!(limited["headers"]["Retry-After"].is_object(), "{method} {path}");
            }
        }
        for call in [
            "auth/login",
            "auth/change-password",
            "auth/forgot-password",
            "admin/login",
            "account/export",
            "account/close",
        ] {
            let limited = &document["paths"][format!("/api/{call}")]["post"]["responses"]["429"];
            assert_eq!(limited["description"], "TOO_MANY_ATTEMPTS or RATE_LIMITED", "{call}");
        }
    }

    #[test]
    fn every_failure_that_passes_by_itself_says_when_to_come_back() {
        let mut document = document();

        for operation in operations(&mut document) {
            for status in ["429", "503"] {
                let Some(response) = operation["responses"].get(status) else { continue };
                assert!(response["headers"]["Retry-After"].is_object(), "{status}: {operation}");
            }
        }
        let problem = &document["components"]["schemas"]["Problem"]["properties"];
        assert_eq!(problem["retryAfterSeconds"]["type"], "integer");
    }

    #[test]
    fn both_requests_with_bags_say_how_many_they_take() {
        let document = document();

        for request in ["CreateBookingRequest", "ProcessCardRequest"] {
            let bags = &document["components"]["schemas"][request]["properties"]["bags"];
            assert_eq!(bags["maxItems"], MOST_BAGS, "{request}");
        }
    }

    #[test]
    fn answers_tell_null_from_absent() {
        let document = document();

        let required = |schema: &str, field: &str| {
            let required = document["components"]["schemas"][schema]["required"].as_array().unwrap();
            required.iter().any(|name| name == field)
        };
        assert!(required("Offer", "tax_amount"), "null where the airline states none");
        assert!(required("SearchPage", "notice"));
        assert!(!required("Problem", "price"), "left out where it does not apply");
        assert!(!required("PassengerDetails", "title"), "a request may leave it out");
    }
}
