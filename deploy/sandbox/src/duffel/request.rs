//! Reading Duffel's requests: the headers every call needs, the `{"data": {...}}` envelope, query and pages.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::error::Error;
use crate::mode::Mode;

const DEFAULT_PAGE: usize = 50;
const LARGEST_PAGE: usize = 200;

/// Everything Duffel looks at before the body.
pub fn authenticate(headers: &HeaderMap) -> Result<Mode, Error> {
    let text = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or_default());
    let authorization = text("authorization").ok_or_else(|| Error::new("missing_authorization_header"))?;
    let token = authorization
        .strip_prefix("Bearer ")
        .filter(|token| !token.is_empty())
        .ok_or_else(|| Error::new("invalid_authorization_header"))?;
    let mode = Mode::of_duffel_token(token).ok_or_else(|| Error::new("access_token_not_found"))?;
    match text("duffel-version") {
        None => return Err(Error::new("missing_version_header")),
        Some("v2") => {}
        Some(_) => return Err(Error::new("unsupported_version")),
    }
    let accepted = text("accept").unwrap_or("*/*");
    if !["application/json", "application/*", "*/*"].iter().any(|kind| accepted.contains(kind)) {
        return Err(Error::new("unsupported_format"));
    }
    Ok(mode)
}

/// The `data` of a request's body.
pub struct Data<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Data<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let content_type = request.headers().get(header::CONTENT_TYPE).cloned();
        let content_type = content_type.ok_or_else(|| Error::new("missing_content_type_header"))?;
        if !content_type.as_bytes().starts_with(b"application/json") {
            return Err(Error::new("invalid_content_type_header"));
        }
        let body = Bytes::from_request(request, state).await.map_err(|_| Error::new("bad_request"))?;
        let body: Value = serde_json::from_slice(&body).map_err(|_| Error::new("malformed_data_param"))?;
        let data = body.get("data").cloned().ok_or_else(|| Error::new("missing_data_param"))?;
        if !data.is_object() {
            return Err(Error::new("invalid_data_param"));
        }
        let data = serde_json::from_value(data)
            .map_err(|error| Error::new("validation_type").saying(error.to_string()))?;
        Ok(Self(data))
    }
}

/// The query: names may repeat, and some carry brackets.
pub struct Params(Vec<(String, String)>);

impl Params {
    pub fn of(parts: &Parts) -> Self {
        let query = parts.uri.query().unwrap_or_default();
        Self(url::form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.parse().ok()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(Self::of(parts))
    }
}

/// The list envelope around one page of `items`.
pub fn page(items: Vec<Value>, params: &Params) -> Result<Value, Error> {
    let limit = match params.get("limit") {
        None => DEFAULT_PAGE,
        Some(text) => text
            .parse()
            .ok()
            .filter(|limit| (1..=LARGEST_PAGE).contains(limit))
            .ok_or_else(|| Error::new("validation_inclusion").at("/limit"))?,
    };
    let total = items.len();
    let start = match (params.get("after"), params.get("before")) {
        (Some(after), _) => place(after)?,
        (None, Some(before)) => place(before)?.saturating_sub(limit),
        (None, None) => 0,
    };
    let end = (start + limit).min(total);
    let data: Vec<Value> = items.into_iter().skip(start).take(limit).collect();
    let meta = json!({
        "limit": limit,
        "before": (start > 0).then(|| cursor(start)),
        "after": (end < total).then(|| cursor(end)),
    });
    Ok(json!({ "data": data, "meta": meta }))
}

/// Opaque to clients, and as long as Duffel's.
fn cursor(place: usize) -> String {
    URL_SAFE.encode(format!("g2wAAAACbQAAABBpZHMAAAAAAAAAAAAA:{place:06}"))
}

fn place(cursor: &str) -> Result<usize, Error> {
    let text = URL_SAFE.decode(cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.and_then(|text| text.rsplit(':').next()?.parse().ok())
        .ok_or_else(|| Error::new("bad_request").saying("The cursor is not one of this list"))
}

/// An answer's `data`.
pub fn data(value: impl Into<Value>) -> Value {
    Value::Object(Map::from_iter([("data".to_owned(), value.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_checked_in_duffels_order() {
        let table: &[(&[(&'static str, &'static str)], &str)] = &[
            (&[], "missing_authorization_header"),
            (&[("authorization", "Basic x")], "invalid_authorization_header"),
            (&[("authorization", "Bearer nobody")], "access_token_not_found"),
            (&[("authorization", "Bearer duffel_test_x")], "missing_version_header"),
            (&[("authorization", "Bearer duffel_test_x"), ("duffel-version", "v1")], "unsupported_version"),
            (
                &[
                    ("authorization", "Bearer duffel_test_x"),
                    ("duffel-version", "v2"),
                    ("accept", "text/html"),
                ],
                "unsupported_format",
            ),
        ];
        for (given, code) in table {
            let headers = given.iter().map(|(name, value)| {
                (header::HeaderName::from_static(name), header::HeaderValue::from_static(value))
            });

            let refused = authenticate(&headers.collect()).unwrap_err();

            assert_eq!(refused.body("")["errors"][0]["code"], *code);
        }
    }

    #[test]
    fn pages_lead_to_the_end_and_back() {
        let items: Vec<Value> = (0..5).map(Value::from).collect();
        let turn = |query: &[(&str, &str)]| {
            let params = Params(query.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect());
            page(items.clone(), &params).unwrap()
        };

        let first = turn(&[("limit", "3")]);
        let second = turn(&[("limit", "3"), ("after", first["meta"]["after"].as_str().unwrap())]);
        let back = turn(&[("limit", "3"), ("before", second["meta"]["before"].as_str().unwrap())]);

        assert_eq!(first["data"], json!([0, 1, 2]));
        assert_eq!(second["data"], json!([3, 4]));
        assert!(second["meta"]["after"].is_null());
        assert_eq!(back["data"], first["data"]);
    }
}
