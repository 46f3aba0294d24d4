//! The OpenAPI document, for programs and as a page for people. The page is made here and needs no script.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::response::{Html, IntoResponse};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use serde_json::Value;

use super::openapi;
use crate::problem::Code;
use crate::web::escape;

const METHODS: [&str; 4] = ["get", "post", "put", "delete"];
/// The page's only resource is its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
    code{font:.9em ui-monospace,monospace}h2{margin-top:2.5rem}h3{margin:1.5rem 0 .25rem}table{border-collapse:collapse}\
    td,th{text-align:left;padding:.15rem 1rem .15rem 0;vertical-align:top}summary{cursor:pointer}a{color:#006655}";

static DOCUMENT: LazyLock<String> = LazyLock::new(openapi::openapi_json);
static PAGE: LazyLock<String> = LazyLock::new(|| render(&openapi::document()));

pub(super) async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

pub(super) async fn page() -> impl IntoResponse {
    ([(CONTENT_SECURITY_POLICY, POLICY)], Html(PAGE.as_str()))
}

fn render(document: &Value) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>API</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <h1>{} API</h1><p>{}</p><p><a href=\"/api/openapi.json\">OpenAPI document</a></p><main>",
        text(&document["info"]["title"]),
        text(&document["info"]["description"]),
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = write!(page, "<h2>{}</h2><p>{}</p>", text(&tag["name"]), text(&tag["description"]));
        operations(&mut page, document, &tag["name"]);
    }
    page.push_str("<h2>Types</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let (name, description) = (escape(name), text(&schema["description"]));
        let _ = write!(page, "<h3 id=\"{name}\">{name}</h3><p>{description}</p>");
        properties(&mut page, schema);
    }
    page.push_str("<h2>Error codes</h2><table>");
    for code in Code::ALL {
        let (name, status, title) = (code.as_str(), code.status().as_u16(), code.title());
        let _ = write!(page, "<tr id=\"{name}\"><td><code>{name}</code><td>{status}<td>{title}</tr>");
    }
    page.push_str("</table></main></body></html>");
    page
}

fn operations(page: &mut String, document: &Value, tag: &Value) {
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS.into_iter().filter(|method| methods[method]["tags"][0] == *tag) {
            let operation = &methods[method];
            let (path, name) = (escape(path), method.to_uppercase());
            let _ = write!(page, "<h3><code>{name} {path}</code></h3><p>{}</p>", text(&operation["summary"]));
            operation_details(page, operation);
        }
    }
}

fn operation_details(page: &mut String, operation: &Value) {
    page.push_str("<table>");
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (place, description) = (text(&parameter["in"]), text(&parameter["description"]));
        let name = text(&parameter["name"]);
        let _ = write!(page, "<tr><td>{place}<td><code>{name}</code><td>{description}</tr>");
    }
    let bodies = |of: &Value| {
        of["content"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(_, body)| kind(&body["schema"]))
            .collect::<String>()
    };
    let body = bodies(&operation["requestBody"]);
    if !body.is_empty() {
        let _ = write!(page, "<tr><td>body<td colspan=\"2\">{body}</tr>");
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let (status, description) = (escape(status), text(&response["description"]));
        let _ = write!(page, "<tr><td>{status}<td>{}<td>{description}</tr>", bodies(response));
    }
    page.push_str("</table>");
}

fn properties(page: &mut String, schema: &Value) {
    page.push_str("<table>");
    for value in schema["enum"].as_array().into_iter().flatten() {
        let _ = write!(page, "<tr><td><code>{}</code></tr>", text(value));
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let (name, description) = (escape(name), text(&property["description"]));
        let _ = write!(page, "<tr><td><code>{name}</code><td>{}<td>{description}</tr>", kind(property));
    }
    page.push_str("</table>");
}

/// A schema in a few words, with links to the types it names.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escape(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    let choices = ["oneOf", "allOf", "anyOf"].iter().find_map(|key| schema[key].as_array());
    if let Some(choices) = choices {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        name => text(name),
    }
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}
