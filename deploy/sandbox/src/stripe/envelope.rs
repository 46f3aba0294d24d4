//! Around every Stripe call: the key, the version, and the headers of every answer.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::SignedDuration;

use super::API_VERSION;
use super::error::{Error, by_code};
use crate::Sandbox;
use crate::mode::Mode;
use crate::provider::Provider;

const WINDOW: SignedDuration = SignedDuration::from_secs(1);

#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Whether the call came with a key that browsers may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Publishable(pub bool);

pub async fn envelope(State(sandbox): State<Arc<Sandbox>>, mut request: Request, next: Next) -> Response {
    let request_id = format!("req_{}", sandbox.families.next(sandbox.clock.now()).word("request", 14));
    let version = version(request.headers());
    let mut response = match admit(&sandbox, &request) {
        Ok((mode, publishable)) => {
            request.extensions_mut().insert(mode);
            request.extensions_mut().insert(publishable);
            request.extensions_mut().insert(RequestId(request_id.clone()));
            next.run(request).await
        }
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    set(headers, "request-id", &request_id);
    if let Ok(version) = version {
        headers.insert("stripe-version", version);
    }
    response
}

/// Leaves out what no header can carry, such as a key with a line break, which no client could have sent.
pub fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

pub async fn unknown_path(request: Request) -> Error {
    let (method, path) = (request.method(), request.uri().path());
    Error::new(404, "invalid_request_error", format!("Unrecognized request URL ({method}: {path})."))
}

fn admit(sandbox: &Sandbox, request: &Request) -> Result<(Mode, Publishable), Error> {
    let (mode, publishable) = caller(request.headers())?;
    if publishable.0 && request.uri().path() != "/v1/payment_methods" {
        let message = "This API call cannot be made with a publishable API key.";
        return Err(Error::new(403, "invalid_request_error", message).code("secret_key_required"));
    }
    version(request.headers())?;
    let limit = sandbox.config.stripe_rate_limit;
    let key = if mode.is_live() { "live" } else { "test" };
    let window = sandbox.limits.spend(Provider::Stripe, key, sandbox.clock.now(), limit, WINDOW);
    if window.is_exceeded() { Err(by_code("rate_limit")) } else { Ok((mode, publishable)) }
}

/// Whose key it is: given as bearer token, or as user name with an empty password.
pub fn caller(headers: &HeaderMap) -> Result<(Mode, Publishable), Error> {
    let refused = |message: &str| Error::new(401, "invalid_request_error", message);
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.ok_or_else(|| refused("You did not provide an API key."))?;
    let key = match given.split_once(' ') {
        Some(("Bearer", key)) => Some(key.to_owned()),
        Some(("Basic", pair)) => STANDARD
            .decode(pair)
            .ok()
            .and_then(|pair| String::from_utf8(pair).ok())
            .and_then(|pair| Some(pair.split_once(':')?.0.to_owned())),
        _ => None,
    };
    let key = key.unwrap_or_default();
    let mode = Mode::of_stripe_key(&key).ok_or_else(|| refused("Invalid API Key provided."))?;
    Ok((mode, Publishable(key.starts_with("pk_"))))
}

/// The version the answer is in. Stripe knows its older ones too; here there is one.
fn version(headers: &HeaderMap) -> Result<HeaderValue, Error> {
    let Some(asked) = headers.get("stripe-version") else { return Ok(HeaderValue::from_static(API_VERSION)) };
    if asked == API_VERSION {
        return Ok(asked.clone());
    }
    let text = asked.to_str().unwrap_or_default();
    Err(Error::invalid(format!(
        "Invalid Stripe API version: {text}. The sandbox speaks {API_VERSION} alone."
    )))
}
