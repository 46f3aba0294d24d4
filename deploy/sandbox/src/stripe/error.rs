//! Stripe's errors and the body they are sent in.

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::cards::Decline;
use crate::ledger::NotDurable;

#[derive(Debug, Clone)]
pub struct Error {
    status: u16,
    members: Map<String, Value>,
}

/// Status, type, message of the codes that faults ask for by name.
#[rustfmt::skip]
const CODES: &[(&str, u16, &str, &str)] = &[
    ("api_error", 500, "api_error", "Something went wrong on Stripe's end."),
    ("rate_limit", 429, "invalid_request_error", "Request rate limit exceeded."),
    ("lock_timeout", 429, "invalid_request_error", "This object cannot be accessed right now because another API request or Stripe process is currently accessing it."),
    ("idempotency_key_in_use", 409, "idempotency_error", "There is currently another in-progress request using this idempotency key."),
    ("service_unavailable", 503, "api_error", "The service is temporarily unavailable."),
    ("api_key_expired", 401, "invalid_request_error", "Expired API Key provided."),
    // What a restricted key may not do has a status of its own, and no code.
    ("invalid_request_error", 403, "invalid_request_error", "The provided key does not have the required permissions for this endpoint."),
    ("external_dependency_failed", 424, "api_error", "An external dependency failed."),
];

impl Error {
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let members = [("type".to_owned(), kind.into()), ("message".to_owned(), message.into().into())];
        Self { status, members: members.into_iter().collect() }
    }

    /// A request that can't be carried out as it is.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    pub fn missing_parameter(name: &str) -> Self {
        Self::invalid(format!("Missing required param: {name}.")).code("parameter_missing").param(name)
    }

    pub fn missing_object(kind: &str, id: &str) -> Self {
        let message = format!("No such {kind}: '{id}'");
        Self::new(404, "invalid_request_error", message).code("resource_missing").param("intent")
    }

    /// Numbers are for Stripe's own fields, not for a shop's server.
    pub fn raw_number() -> Self {
        let message = "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using.";
        Self::new(402, "invalid_request_error", message)
    }

    pub fn find(code: &str) -> Option<Self> {
        let (_, status, kind, message) = CODES.iter().find(|row| row.0 == code)?;
        let error = Self::new(*status, kind, *message);
        Some(if code == *kind { error } else { error.code(code) })
    }

    pub fn declined(decline: &Decline) -> Self {
        let error = Self::new(402, "card_error", decline.message)
            .code(decline.code)
            .with("decline_code", decline.reason)
            .with("advice_code", decline.advice_code);
        decline.param.into_iter().fold(error, Self::param)
    }

    pub fn code(self, code: &str) -> Self {
        let page = format!("https://stripe.com/docs/error-codes/{}", code.replace('_', "-"));
        self.with("code", code).with("doc_url", page)
    }

    pub fn param(self, name: &str) -> Self {
        self.with("param", name)
    }

    /// One more member; null ones are left out.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.members.insert(name.into(), value);
        }
        self
    }

    pub fn status(&self) -> u16 {
        self.status
    }

    pub fn body(&self) -> Value {
        json!({ "error": self.members })
    }

    /// As a PaymentIntent remembers it.
    pub fn members(&self) -> Value {
        Value::Object(self.members.clone())
    }
}

impl From<NotDurable> for Error {
    fn from(_: NotDurable) -> Self {
        Self::new(500, "api_error", "The books could not be written.")
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).expect("only real statuses are written here");
        let mut response = (status, Json(self.body())).into_response();
        // Nothing was kept under the key: the same request may be sent again.
        if matches!(self.status, 409 | 429 | 500..) {
            response.headers_mut().insert("stripe-should-retry", HeaderValue::from_static("true"));
        }
        response
    }
}

/// The error of that code, as a fault wants it.
pub fn refusal(code: &str) -> Response {
    by_code(code).into_response()
}

pub fn by_code(code: &str) -> Error {
    Error::find(code)
        .unwrap_or_else(|| Error::new(500, "api_error", "Something went wrong on Stripe's end.").code(code))
}
