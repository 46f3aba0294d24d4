//! Duffel's errors: a closed table of codes, and the body they are sent in.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::ledger::NotDurable;

/// Whom an airline's error comes from where the call names no offer.
const TEST_AIRLINE: &str = "duffel_airways";

const DOCUMENTATION: &str = "https://duffel.com/docs/api/overview/response-handling";

#[derive(Debug, Clone)]
pub struct Error {
    code: &'static Code,
    message: Option<String>,
    /// JSON pointer into the request's `data`.
    pointer: Option<String>,
    /// An airline's name as `source` has it: `british_airways`.
    airline: Option<String>,
    /// What else is wrong with the same request.
    others: Vec<Self>,
}

/// Code, status, type, title, message.
type Code = (&'static str, u16, &'static str, &'static str, &'static str);

const AIRLINE: &str = "airline_error";
const API: &str = "api_error";
const AUTHENTICATION: &str = "authentication_error";
const INVALID_REQUEST: &str = "invalid_request_error";
const INVALID_STATE: &str = "invalid_state_error";
const RATE_LIMIT: &str = "rate_limit_error";
const VALIDATION: &str = "validation_error";

#[rustfmt::skip]
const CODES: &[Code] = &[
    ("missing_authorization_header", 401, AUTHENTICATION, "Missing authorization header", "The 'Authorization' header needs to be set and contain a valid API token"),
    ("invalid_authorization_header", 401, AUTHENTICATION, "Invalid authorization header", "The 'Authorization' header must be in the form 'Bearer <token>'"),
    ("access_token_not_found", 401, AUTHENTICATION, "Access token not found", "The access token is not recognised by this system"),
    ("expired_access_token", 401, AUTHENTICATION, "Expired access token", "The access token has expired"),
    ("insufficient_permissions", 403, INVALID_REQUEST, "Insufficient permissions", "The access token may not do this"),
    ("unavailable_feature", 403, INVALID_REQUEST, "Unavailable feature", "The feature is not enabled for this organisation"),
    ("missing_version_header", 400, INVALID_REQUEST, "Missing version header", "The 'Duffel-Version' header needs to be set"),
    ("unsupported_version", 400, INVALID_REQUEST, "Unsupported version", "The version in the 'Duffel-Version' header is not supported"),
    ("missing_content_type_header", 400, INVALID_REQUEST, "Missing content type header", "The 'Content-Type' header needs to be set to 'application/json'"),
    ("invalid_content_type_header", 400, INVALID_REQUEST, "Invalid content type header", "The 'Content-Type' header needs to be set to 'application/json'"),
    ("unsupported_format", 406, INVALID_REQUEST, "Unsupported format", "The 'Accept' header needs to allow 'application/json'"),
    ("missing_data_param", 400, INVALID_REQUEST, "Missing data param", "The request body needs to be of the form {\"data\": {...}}"),
    ("malformed_data_param", 400, INVALID_REQUEST, "Malformed data param", "The request body is not valid JSON"),
    ("invalid_data_param", 400, INVALID_REQUEST, "Invalid data param", "The 'data' of the request body needs to be an object"),
    ("bad_request", 400, INVALID_REQUEST, "Bad request", "The request could not be understood"),
    ("not_found", 404, INVALID_REQUEST, "Not found", "The resource you are trying to access does not exist"),
    ("rate_limit_exceeded", 429, RATE_LIMIT, "Rate limit exceeded", "Too many requests hit the API too quickly; please retry your request after the time specified in the ratelimit-reset header"),
    ("internal_server_error", 500, API, "Internal server error", "Something went wrong; if you were creating an order it may still exist at the airline"),
    ("gateway_timeout_error", 504, API, "Gateway timeout", "The airline took too long to answer"),
    ("service_unavailable", 503, API, "Service unavailable", "The service is temporarily unavailable; no booking was made"),
    ("validation_required", 422, VALIDATION, "Required field", "The field can't be blank"),
    ("validation_format", 422, VALIDATION, "Invalid format", "The field has an invalid format"),
    ("validation_length", 422, VALIDATION, "Invalid length", "The field has an invalid length"),
    ("validation_inclusion", 422, VALIDATION, "Invalid value", "The field is not one of the allowed values"),
    ("validation_type", 422, VALIDATION, "Invalid type", "The field has the wrong type"),
    ("validation_unique", 422, VALIDATION, "Not unique", "The field needs to be unique"),
    ("linked_record_not_found", 422, VALIDATION, "Linked record(s) not found", "The linked record(s) could not be found"),
    ("no_match", 422, VALIDATION, "No match", "The payment's currency is not the offer's"),
    ("payment_amount_does_not_match_order_amount", 422, VALIDATION, "Payment amount does not match order amount", "The amount of the payment is not the price of the order; retrieve the offer again for its current price"),
    ("offer_request_already_booked", 422, VALIDATION, "Can't book multiple offers from the same offer request", "You cannot book multiple offers from the same offer request; please perform a new search"),
    ("order_creation_already_attempted", 422, INVALID_STATE, "Order creation already attempted", "An order creation has already been attempted for this offer"),
    ("duplicate_booking", 422, AIRLINE, "Duplicate booking", "The airline already holds a booking for this itinerary and passenger"),
    ("offer_no_longer_available", 422, AIRLINE, "Offer no longer available", "The selected offer is no longer available; please perform a new search"),
    ("offer_expired", 422, INVALID_STATE, "Offer expired", "The selected offer has expired; please perform a new search"),
    ("price_changed", 422, AIRLINE, "Price changed", "The airline no longer sells the offer at this price; retrieve the offer again"),
    ("insufficient_balance", 422, INVALID_STATE, "Insufficient balance", "The balance is not enough to pay for this order"),
    ("payment_declined", 422, INVALID_STATE, "Payment declined", "The payment was declined"),
    ("ancillary_service_not_available", 422, AIRLINE, "Ancillary service not available", "A selected service is no longer available"),
    ("duplicate_passenger_name", 422, VALIDATION, "Duplicate passenger name", "Two passengers have the same name"),
    ("invalid_passenger_name", 422, VALIDATION, "Invalid passenger name", "The name has characters or a length that airlines do not take"),
    ("invalid_phone_number", 422, VALIDATION, "Invalid phone number", "The phone number needs to be in E.164 format"),
    ("invalid_email_address", 422, VALIDATION, "Invalid email address", "The email address is not valid"),
    ("order_passengers_incompatible_with_offer", 422, VALIDATION, "Order passengers incompatible with offer", "The passengers' dates of birth do not fit the ages that were searched for"),
    ("order_not_created", 502, AIRLINE, "Order not created", "The airline did not create the order; nothing was booked or charged"),
    ("airline_unknown", 502, AIRLINE, "Unknown airline error", "The airline gave an answer that was not expected"),
    ("airline_internal", 500, AIRLINE, "Airline internal error", "The airline's system had an internal error"),
    ("invalid_order_create_type", 422, INVALID_STATE, "Invalid order create type", "The offer can't be ordered with this type"),
    ("already_paid", 422, INVALID_STATE, "Already paid", "The order is paid already"),
    ("past_payment_required_by_date", 422, INVALID_STATE, "Past payment required by date", "The time to pay for the order has passed"),
    ("order_type_not_eligible_for_payment", 422, INVALID_STATE, "Order type not eligible for payment", "Only orders on hold are paid for later"),
    ("already_cancelled", 422, INVALID_STATE, "Already cancelled", "The order has been cancelled already"),
    ("order_not_cancellable", 422, INVALID_STATE, "Order not cancellable", "The order can't be cancelled"),
    ("order_cancellation_stale", 422, INVALID_STATE, "Order cancellation stale", "The order cancellation has expired or is not the newest"),
    ("unsupported_action", 422, AIRLINE, "Unsupported action", "The airline does not support this"),
    ("unsafe_unique", 422, VALIDATION, "Not unique", "There is a webhook for this mode already"),
    ("webhook_client_error", 422, INVALID_STATE, "Webhook client error", "The receiver did not answer with a 2xx status"),
];

impl Error {
    pub fn new(code: &str) -> Self {
        Self::find(code).unwrap_or_else(|| panic!("{code} is not in the table"))
    }

    pub fn find(code: &str) -> Option<Self> {
        let code = CODES.iter().find(|row| row.0 == code)?;
        Some(Self { code, message: None, pointer: None, airline: None, others: Vec::new() })
    }

    /// All that is wrong with one request, in one answer with the first one's status. `None` where nothing is.
    pub fn all(errors: Vec<Self>) -> Option<Self> {
        let mut errors = errors.into_iter();
        let first = errors.next()?;
        Some(Self { others: errors.collect(), ..first })
    }

    pub fn required(pointer: impl Into<String>) -> Self {
        let error = Self::new("validation_required").at(pointer);
        let message = format!("Field '{}' can't be blank", error.field().unwrap_or_default());
        error.saying(message)
    }

    /// Names the field that is wrong.
    pub fn at(self, pointer: impl Into<String>) -> Self {
        Self { pointer: Some(pointer.into()), ..self }
    }

    /// Names the airline that it comes from.
    pub fn of_airline(self, name: &str) -> Self {
        Self { airline: Some(name.to_lowercase().replace(' ', "_")), ..self }
    }

    pub fn saying(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }

    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.code.1).expect("the table holds real statuses")
    }

    pub fn body(&self, request_id: &str) -> Value {
        let errors: Vec<_> = std::iter::once(self).chain(&self.others).map(Self::entry).collect();
        json!({ "errors": errors, "meta": { "status": self.code.1, "request_id": request_id } })
    }

    fn entry(&self) -> Value {
        // The table needs a name of its own for it; on the wire it shares one with the 404.
        let code = if self.code.0 == "linked_record_not_found" { "not_found" } else { self.code.0 };
        let mut error = json!({
            "type": self.code.2,
            "code": code,
            "title": self.code.3,
            "message": self.message.as_deref().unwrap_or(self.code.4),
            "documentation_url": DOCUMENTATION,
        });
        if let Some(source) = self.source() {
            error["source"] = source;
        }
        error
    }

    /// A field of the request, or an airline's name alone.
    fn source(&self) -> Option<Value> {
        match (&self.pointer, self.field()) {
            (Some(pointer), Some(field)) => Some(json!({ "field": field, "pointer": pointer })),
            _ if self.code.2 == AIRLINE => Some(self.airline.as_deref().unwrap_or(TEST_AIRLINE).into()),
            _ => None,
        }
    }

    fn field(&self) -> Option<&str> {
        self.pointer.as_deref()?.rsplit('/').find(|part| part.parse::<usize>().is_err())
    }
}

impl From<NotDurable> for Error {
    fn from(_: NotDurable) -> Self {
        Self::new("internal_server_error")
    }
}

/// The body needs the request's id, so [`super::envelope`] writes it.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_is_wrong_and_where() {
        let body = Error::required("/slices").body("FsJylo0rd-49aeQAAUaB");

        let expected = json!({
            "errors": [{
                "type": "validation_error",
                "code": "validation_required",
                "title": "Required field",
                "message": "Field 'slices' can't be blank",
                "documentation_url": DOCUMENTATION,
                "source": { "field": "slices", "pointer": "/slices" },
            }],
            "meta": { "status": 422, "request_id": "FsJylo0rd-49aeQAAUaB" },
        });
        assert_eq!(body, expected);
    }

    #[test]
    fn an_airlines_error_names_the_airline_in_one_word() {
        let source = |error: Error| error.body("")["errors"][0]["source"].clone();

        assert_eq!(source(Error::new("airline_unknown").of_airline("British Airways")), "british_airways");
        assert_eq!(source(Error::new("airline_internal")), "duffel_airways");
        assert_eq!(source(Error::new("rate_limit_exceeded")), Value::Null);
    }

    #[test]
    fn two_errors_come_in_one_answer_with_the_status_of_the_first() {
        let errors = vec![Error::required("/slices"), Error::new("bad_request")];

        let body = Error::all(errors).unwrap().body("");

        let codes: Vec<_> = body["errors"].as_array().unwrap().iter().map(|it| &it["code"]).collect();
        assert_eq!(codes, ["validation_required", "bad_request"]);
        assert_eq!(body["meta"]["status"], 422);
        assert!(Error::all(Vec::new()).is_none());
    }

    #[test]
    fn codes_are_listed_once() {
        for (place, row) in CODES.iter().enumerate() {
            assert!(CODES[..place].iter().all(|earlier| earlier.0 != row.0), "{}", row.0);
        }
    }
}
