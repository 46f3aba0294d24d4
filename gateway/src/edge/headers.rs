//! Headers that every answer carries, against framing, sniffing and leaking referrers. A page's own policy comes from
//! `web`.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY};
use http::header::{HeaderName, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue};

use crate::state::Shared;

const ALWAYS: [(HeaderName, HeaderValue); 3] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    ),
];
/// For answers that state none: nothing in them is a page, and nothing in them is for another visitor.
const UNLESS_STATED: [(HeaderName, HeaderValue); 3] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
];
/// The brand's host alone: its owner may have others, without https.
const TWO_YEARS: HeaderValue = HeaderValue::from_static("max-age=63072000");

pub(crate) async fn secure(State(gateway): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add(response.headers_mut(), gateway.https);
    response
}

fn add(headers: &mut HeaderMap, https: bool) {
    headers.extend(ALWAYS);
    for (name, value) in UNLESS_STATED {
        headers.entry(name).or_insert(value);
    }
    if https {
        headers.insert(STRICT_TRANSPORT_SECURITY, TWO_YEARS);
    }
}
