//! Around every Duffel call: headers checked first, the request's id and the rate limit in every answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use jiff::fmt::rfc2822::DateTimePrinter;

use super::error::Error;
use super::request::authenticate;
use crate::Sandbox;
use crate::events::Provider;
use crate::mode::Mode;
use crate::wire::Window;

const WINDOW: SignedDuration = SignedDuration::from_secs(60);

pub async fn envelope(State(sandbox): State<Arc<Sandbox>>, mut request: Request, next: Next) -> Response {
    let mode = authenticate(request.headers());
    let limit = sandbox.config.duffel_rate_limit;
    let caller = (Provider::Duffel, *mode.as_ref().unwrap_or(&Mode::Test));
    let window = sandbox.limits.spend(caller, sandbox.clock.now(), limit, WINDOW);
    let response = match mode {
        Err(refused) => refused.into_response(),
        Ok(_) if window.is_exceeded() => Error::new("rate_limit_exceeded").into_response(),
        Ok(mode) => {
            request.extensions_mut().insert(mode);
            next.run(request).await
        }
    };
    dress(&sandbox, window, response)
}

/// The error of that code, as a fault wants it. A code of no table is the unexpected one itself.
pub fn refusal(sandbox: &Sandbox, code: &str) -> Response {
    let error = Error::find(code).unwrap_or_else(|| Error::new("internal_server_error"));
    let window = Window { limit: 0, used: 0, ends_at: sandbox.clock.now() + WINDOW };
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
    let reset = DateTimePrinter::new().timestamp_to_rfc9110_string(&window.ends_at);
    set(headers, "ratelimit-reset", &reset.unwrap_or_default());
    response
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    headers.insert(name, HeaderValue::from_str(value).expect("ids, numbers and dates are plain ASCII"));
}
