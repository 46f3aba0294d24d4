//! The outermost layer: names the request, traces and measures it, and finishes its answer.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, SET_COOKIE};
use http::{HeaderValue, Method, StatusCode};
use opentelemetry::KeyValue;
use opentelemetry::metrics::Histogram;
use service::metrics::http_duration;
use service::telemetry::mark_failed;
use tracing::{Instrument, Span};

use crate::cookies::NewCookies;
use crate::problem::{ApiError, Code};
use crate::request::RequestId;

/// What asks whether the gateway is there.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Duration of HTTP requests; made once.
#[derive(Debug, Clone)]
pub(crate) struct Metrics(Histogram<f64>);

impl Metrics {
    pub fn new() -> Self {
        Self(http_duration())
    }

    fn record(&self, method: &'static str, route: String, status: StatusCode, took: Duration) {
        let mut labels = vec![
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route),
            KeyValue::new("http.response.status_code", i64::from(status.as_u16())),
        ];
        if status.is_server_error() {
            labels.push(KeyValue::new("error.type", status.as_str().to_owned()));
        }
        self.0.record(took.as_secs_f64(), &labels);
    }
}

pub(crate) async fn observe(State(metrics): State<Metrics>, mut request: Request, next: Next) -> Response {
    let (id, cookies) = (RequestId::new(), NewCookies::default());
    let (method, route) = (method_of(&request), route_of(&request));
    let span = span_of(method, &route, &id);
    request.extensions_mut().insert(id.clone());
    request.extensions_mut().insert(cookies.clone());

    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    if let Some(error) = response.extensions_mut().remove::<ApiError>().or_else(|| unexplained(&response)) {
        response = replace_body(response, error.render(&id.0));
    }
    finish(&mut response, &id, &cookies);

    let (status, took) = (response.status(), started.elapsed());
    span.record("http.status", status.as_u16());
    if !is_probe(&route) {
        span.in_scope(|| log_request(&id, method, &route, status, took));
        metrics.record(method, route, status, took);
    }
    if status.is_server_error() {
        mark_failed(&span, status.as_str().to_owned());
    }
    response
}

/// A request by its route: the path and the query may hold an id, a reference or a token. It begins a trace, whatever trace it
/// claims to be in: anybody may send that. A probe has no span.
fn span_of(method: &'static str, route: &str, id: &RequestId) -> Span {
    if is_probe(route) {
        return Span::none();
    }
    tracing::info_span!(
        "http.server",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        request.id = id.0,
        http.status = tracing::field::Empty,
    )
}

/// One line a request, without its path, query and address. A fault of ours names its request where spans are turned off.
fn log_request(id: &RequestId, method: &'static str, route: &str, status: StatusCode, took: Duration) {
    let (status, duration_ms) = (status.as_u16(), took.as_secs_f64() * 1000.0);
    if is_fault(status) {
        tracing::warn!(request.id = id.0, method, route, status, duration_ms, "a request failed");
    } else {
        tracing::debug!(request.id = id.0, method, route, status, duration_ms, "answered");
    }
}

/// Whether a person must be able to read of it. What is away, full or too late answers each request so: that is in the metric
/// and in the span.
fn is_fault(status: u16) -> bool {
    status >= 500 && !matches!(status, 502..=504)
}

/// Probes would hide all other requests.
fn is_probe(route: &str) -> bool {
    PROBES.contains(&route)
}

/// Anybody may make a method up: what is none of ours makes no new name.
fn method_of(request: &Request) -> &'static str {
    match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "_OTHER",
    }
}

/// The route's pattern, so that ids make no new names.
fn route_of(request: &Request) -> String {
    request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned())
}

/// What an extractor of the framework refused, a path or query that cannot be read, said as all errors are.
fn unexplained(response: &Response) -> Option<ApiError> {
    let is_text =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Some(ApiError::new(Code::TooLarge, "The request is too large.")),
        StatusCode::BAD_REQUEST if is_text => {
            Some(ApiError::new(Code::MalformedRequest, "The request cannot be read."))
        }
        _ => None,
    }
}

/// The rendered error, under the headers that inner layers have set.
fn replace_body(mut answer: Response, rendered: Response) -> Response {
    let (parts, body) = rendered.into_parts();
    for name in [CONTENT_LENGTH, CONTENT_ENCODING] {
        answer.headers_mut().remove(name);
    }
    answer.headers_mut().extend(parts.headers);
    *answer.body_mut() = body;
    answer
}

fn finish(response: &mut Response, id: &RequestId, cookies: &NewCookies) {
    let headers = response.headers_mut();
    let id = HeaderValue::from_str(&id.0).expect("a UUID is ASCII");
    headers.insert("x-request-id", id);
    for cookie in cookies.take() {
        headers.append(SET_COOKIE, cookie);
    }
}
