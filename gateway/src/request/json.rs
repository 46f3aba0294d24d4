//! Bodies: JSON alone (requirement R12), with the path of what is wrong in them.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;

use crate::problem::{ApiError, Code};

/// A required JSON body. Without Debug: it may hold a card or a password.
pub(crate) struct Json<T>(pub T);

/// A JSON body, or none at all, or null.
pub(crate) struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        require_json(request.headers())?;
        let body = read(request, state).await?;
        parse(&body).map(Self)
    }
}

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let declared = require_json(request.headers());
        let body = read(request, state).await?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        declared?;
        if body.trim_ascii() == b"null" {
            return Ok(Self(T::default()));
        }
        parse(&body).map(Self)
    }
}

fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    if media_type(headers).eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::new(Code::UnsupportedMediaType, "The body must be JSON."))
}

/// What the body is said to be, without parameters. Its case does not matter.
pub(crate) fn media_type(headers: &HeaderMap) -> &str {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    declared.split(';').next().unwrap_or_default().trim()
}

async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|rejected| match rejected.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(Code::TooLarge, "The request is too large."),
        _ => ApiError::new(Code::MalformedRequest, "The body could not be read."),
    })
}

/// The body may hold a card number, so its owner wipes it.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // An array would be read as the members of an object in their order.
    if body.trim_ascii_start().first().is_some_and(|first| *first != b'{') {
        return Err(ApiError::new(Code::MalformedRequest, "The body must be a JSON object."));
    }
    if holds_nul(body) {
        return Err(ApiError::new(Code::MalformedRequest, "The body holds a character that no text has."));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let parsed = serde_path_to_error::deserialize(&mut deserializer);
    parsed.map_err(|error| explain(&error)).and_then(|value| {
        let trailing = |_| ApiError::new(Code::MalformedRequest, "The body is not JSON.");
        deserializer.end().map_err(trailing).map(|()| value)
    })
}

/// Whether a string holds the character 0, which no database takes in a text.
fn holds_nul(body: &[u8]) -> bool {
    let is_escaped = |at: usize| body[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
    body.windows(6).enumerate().any(|(at, window)| window == b"\\u0000" && !is_escaped(at))
}

/// Serde's own words may quote the value, which may be a secret; only the place is told.
fn explain(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    if !error.inner().is_data() {
        return ApiError::new(Code::MalformedRequest, "The body is not JSON.");
    }
    let path = error.path().to_string();
    let said = error.inner().to_string();
    match said.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        Some(field) if path == "." => ApiError::missing_field(field, missing(field)),
        Some(field) => ApiError::missing_field(format!("{path}.{field}"), missing_in(&path, field)),
        None => ApiError::invalid_field(path, "This field is of the wrong kind."),
    }
}

/// What is said of a missing member: the documents' own words, where they have some (requirement S196).
fn missing(field: &str) -> &'static str {
    match field {
        "offerId" => "Offer ID is required for booking",
        "passengers" => "At least one passenger is required for booking",
        "paymentDetails" => "Payment details are required for booking",
        _ => "This field is missing.",
    }
}

/// The same of a member of a member.
fn missing_in(path: &str, field: &str) -> &'static str {
    match field {
        "firstName" | "lastName" | "dateOfBirth" if path.starts_with("passengers[") => {
            "All passengers must have first name, last name, and date of birth"
        }
        _ => "This field is missing.",
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Traveller {
        #[expect(dead_code, reason = "only its absence matters")]
        first_name: String,
    }

    #[derive(Debug, Deserialize)]
    struct Party {
        #[expect(dead_code, reason = "only its faults matter")]
        passengers: Vec<Traveller>,
    }

    #[test]
    fn an_error_names_the_place_and_never_the_value() {
        let check = |body: &str, code: Code, field: &str| {
            let error = parse::<Party>(body.as_bytes()).unwrap_err();
            let told = error.fields.first().map(|error| error.field.clone()).unwrap_or_default();
            assert_eq!((error.code, told.as_str()), (code, field), "{body}");
            assert!(!format!("{error:?}").contains("4242"), "{error:?}");
        };
        check(r#"{"passengers":[{}]}"#, Code::ValidationError, "passengers[0].firstName");
        check(r#"{"passengers":[{"firstName":4242}]}"#, Code::ValidationError, "passengers[0].firstName");
        check(r#"{"passengers":"4242"}"#, Code::ValidationError, "passengers");
        check("{}", Code::ValidationError, "passengers");
        check(r#"{"passengers":[{"firstName":"4242"#, Code::MalformedRequest, "");
        check(r#"{"passengers":[]} 4242"#, Code::MalformedRequest, "");
        check("", Code::MalformedRequest, "");
        check(r#"[[{"firstName":"4242"}]]"#, Code::MalformedRequest, "");
        check(" \"4242\"", Code::MalformedRequest, "");
        check("null", Code::MalformedRequest, "");
        check(r#"{"passengers":[{"firstName":"A\u0000"}]}"#, Code::MalformedRequest, "");
    }

    #[test]
    fn s196_what_is_missing_is_named_in_the_documents_words() {
        let check = |body: &'static str, sentence: &str| {
            let error = parse::<Party>(body.as_bytes()).unwrap_err();
            assert_eq!((&*error.fields[0].code, &*error.fields[0].message), ("required", sentence), "{body}");
        };
        check("{}", "At least one passenger is required for booking");
        check(r#"{"passengers":[{}]}"#, "All passengers must have first name, last name, and date of birth");
        assert_eq!(missing("offerId"), "Offer ID is required for booking");
        assert_eq!(missing("paymentDetails"), "Payment details are required for booking");
        assert_eq!(missing("username"), "This field is missing.");
        assert_eq!(missing_in("passengers[0]", "type"), "This field is missing.");
    }

    #[test]
    fn a_backslash_before_u0000_is_text() {
        assert!(parse::<Party>(br#"{"passengers":[{"firstName":"\\u0000"}]}"#).is_ok());
    }
}
