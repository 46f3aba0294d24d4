use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use bytes::Bytes;
use flate2::Compression;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderName, VARY};
use http::{HeaderMap, HeaderValue};
use service::metrics::Tally;
use service::telemetry::mark_failed;
use tracing::Span;

use crate::content_coding::{BY_CODING, GZIP, Gzip, Part, accepts};
use crate::problem::{ApiError, Problem};
use crate::state::Gateway;

const HEARTBEAT: Duration = Duration::from_secs(15);
/// An event in fewer bytes is not worth the effort.
const WORTH_COMPRESSING: usize = 512;

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

/// A stream of large events, in gzip where its reader takes that. None waits for the next one, and nothing is kept
/// between them: each is compressed by itself.
pub(super) fn in_gzip(request: &HeaderMap, stream: impl IntoResponse) -> Response {
    let mut response = stream.into_response();
    response.headers_mut().insert(VARY, BY_CODING);
    if !accepts(request, GZIP) {
        return response;
    }
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(GZIP));
    response.map(|events| Body::from_stream(compress(events)))
}

fn compress(events: Body) -> impl Stream<Item = Result<Bytes, axum::Error>> {
    let begun = Some((events.into_data_stream(), Gzip::new()));
    stream::try_unfold(begun, async |state| {
        let Some((mut events, mut gzip)) = state else { return Ok(None) };
        let Some(event) = events.try_next().await? else { return Ok(Some((gzip.finish(), None))) };
        if event.len() < WORTH_COMPRESSING {
            gzip.push_plain(&event);
        } else {
            gzip.push(&Part::of(&event, Compression::fast()));
        }
        Ok(Some((gzip.take(), Some((events, gzip)))))
    })
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzDecoder;
    use futures::channel::mpsc;

    use super::*;

    #[tokio::test]
    async fn an_event_in_gzip_can_be_read_before_the_next_one_comes() {
        let (events, told) = mpsc::unbounded();
        let mut sent = std::pin::pin!(compress(Body::from_stream(told.map(Ok::<_, Infallible>))));
        let mut reader = GzDecoder::new(Vec::new());
        let large = "data: LHR to JFK\n".repeat(2_000);
        let mut expected = String::new();
        for event in ["data: small\n\n", large.as_str(), ":\n\n", large.as_str()] {
            events.unbounded_send(Bytes::from(event.to_owned())).unwrap();
            expected.push_str(event);

            let piece = sent.try_next().await.unwrap().unwrap();

            assert!(piece.len() < 64.max(event.len() / 20), "{} bytes", piece.len());
            reader.write_all(&piece).unwrap();
            reader.flush().unwrap();
            assert!(reader.get_ref() == expected.as_bytes(), "{} bytes are read", reader.get_ref().len());
        }
        drop(events);
        reader.write_all(&sent.try_next().await.unwrap().unwrap()).unwrap();

        assert_eq!(sent.try_next().await.unwrap(), None);
        assert!(reader.finish().unwrap() == expected.as_bytes());
    }
}
