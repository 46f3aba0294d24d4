//! Around every Duffel call: headers checked first, the request's id and the rate limit in every answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::fmt::rfc2822::DateTimePrinter;

use super::error::Error;
use super::hostile_words;
use super::request::authenticate;
use crate::Sandbox;
use crate::faults::{Effect, Injected};
use crate::provider::Provider;
use crate::wire::Window;

pub async fn envelope(State(sandbox): State<Arc<Sandbox>>, mut request: Request, next: Next) -> Response {
    let fault = request.extensions().get::<Injected>().cloned();
    let mode = authenticate(request.headers());
    let (limit, length) = (sandbox.config.duffel_rate_limit, sandbox.config.duffel_rate_window());
    let token = request.headers().get(header::AUTHORIZATION).and_then(|token| token.to_str().ok());
    let token = token.unwrap_or_default();
    let window = sandbox.limits.spend(Provider::Duffel, token, sandbox.clock.now(), limit, length);
    let response = match mode {
        Err(refused) => refused.into_response(),
        Ok(_) if window.is_exceeded() => Error::new("rate_limit_exceeded").into_response(),
        Ok(mode) => {
            request.extensions_mut().insert(mode);
            next.run(request).await
        }
    };
    let response = dress(&sandbox, window, response);
    match fault {
        Some(Injected(Some(Effect::HostileWords))) => hostile_words::fill(response).await,
        _ => response,
    }
}

/// The error of that code, as a fault wants it. A code of no table is the unexpected one itself.
pub fn refusal(sandbox: &Sandbox, code: &str) -> Response {
    let error = Error::find(code).unwrap_or_else(|| Error::new("internal_server_error"));
    let limit = sandbox.config.duffel_rate_limit;
    let used = if code == "rate_limit_exceeded" { limit } else { 1 };
    let ends_at = sandbox.clock.now() + sandbox.config.duffel_rate_window();
    let window = Window { limit, used, ends_at };
    dress(sandbox, window, error.into_response())
}

pub async fn unknown_path() -> Error {
    Error::new("not_found")
}

fn dress(sandbox: &Sandbox, window: Window, mut response: Response) -> Response {
    let request_id = sandbox.families.next(sandbox.clock.now()).word("request", 20);
    if let Some(error) = response.extensions_mut().remove::<Error>() {
        response = (error.status(), Json(error.body(&request_id))).into_response();
    }
    let headers = response.headers_mut();
    set(headers, "x-request-id", &request_id);
    set(headers, "ratelimit-limit", &window.limit.to_string());
    set(headers, "ratelimit-remaining", &window.remaining().to_string());
    // The window's end means something beside the time here, which may be moved.
    for (name, at) in [("ratelimit-reset", window.ends_at), ("date", sandbox.clock.now())] {
        let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&at);
        set(headers, name, &date.unwrap_or_default());
    }
    response
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    headers.insert(name, HeaderValue::from_str(value).expect("ids, numbers and dates are plain ASCII"));
}
