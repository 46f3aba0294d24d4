use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use futures::{Stream, StreamExt};
use http::header::{CACHE_CONTROL, HeaderName};
use service::metrics::Tally;
use service::telemetry::mark_failed;
use tracing::Span;

use crate::problem::{ApiError, Problem};
use crate::state::Gateway;

const HEARTBEAT: Duration = Duration::from_secs(15);

/// Events as they come, until they end or the gateway stops. What is `held` is given back with the last one.
pub(super) fn answer<H: Send + 'static, S: Stream<Item = Event> + Send + 'static>(
    gateway: &Gateway,
    held: H,
    events: S,
) -> impl IntoResponse + use<H, S> {
    let shutdown = gateway.shutdown.clone().cancelled_owned();
    let events = events.map(move |event| {
        let _held = &held;
        Ok::<_, Infallible>(event)
    });
    let events = Sse::new(events.take_until(shutdown)).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Proxies such as nginx collect an answer before they pass it on, unless told not to.
    ([(CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")], events)
}

/// The last event of a stream of this kind that has failed: the problem that a plain call would have answered. The
/// stream's status was 200, so what would have been 500 or more is counted here, and marks the request's span.
pub(super) fn failure(failed: &Tally, kind: &'static str, error: ApiError, request_id: &str) -> Event {
    let status = error.code.status();
    if status.is_server_error() {
        failed.add(kind);
        mark_failed(&Span::current(), status.as_str().to_owned());
    }
    let problem = serde_json::to_string(&Problem::new(error, request_id));
    Event::default().event("error").data(problem.expect("a problem is strings and numbers"))
}
