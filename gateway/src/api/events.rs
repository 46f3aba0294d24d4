//! Server-sent events: own bookings, the mode, the brand. Ids and versions only; the page reads the rest again.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures::{Stream, StreamExt, future};
use http::header::{CACHE_CONTROL, HeaderName};
use serde::Serialize;
use service::RequestContext;
use tokio_stream::wrappers::BroadcastStream;

use super::bookings::Status;
use super::mode_name::ModeName;
use crate::live::Update;
use crate::problem::{ApiError, Code};
use crate::request::Listener;
use crate::state::Shared;

const HEARTBEAT: Duration = Duration::from_secs(15);

/// The data of `event: booking`.
#[derive(Serialize)]
struct BookingNews<'u> {
    id: &'u str,
    version: i64,
    status: Status,
}

/// The data of `event: mode`.
#[derive(Serialize)]
struct ModeNews {
    mode: ModeName,
    version: i64,
}

/// The data of `event: brand`.
#[derive(Serialize)]
struct BrandNews {
    version: i64,
}

/// What changes while a page is open: `booking` {id, version, status}, `mode` {mode, version}, `brand` {version}.
/// After a reconnect the page reads again what it shows.
#[utoipa::path(
    get, path = "/api/events", tag = "system",
    responses((status = OK, body = String, content_type = "text/event-stream"))
)]
pub(super) async fn follow(
    State(gateway): State<Shared>,
    Listener(context): Listener,
) -> Result<([(HeaderName, &'static str); 2], Sse<impl Stream<Item = Result<Event, Infallible>>>), ApiError> {
    let Ok(permit) = Arc::clone(&gateway.streams).try_acquire_owned() else {
        return Err(ApiError::new(
            Code::ServiceUnavailable,
            "Too many pages are open. Please try again shortly.",
        ));
    };
    let shutdown = gateway.shutdown.clone().cancelled_owned();
    // A reader too slow for its buffer has missed something: the stream ends, and the page that reconnects reads again.
    let updates =
        BroadcastStream::new(gateway.updates.subscribe()).take_while(|update| future::ready(update.is_ok()));
    let news = updates.filter_map(move |update| {
        let _held = &permit;
        future::ready(update.ok().and_then(|update| news_for(&context, &update)).map(Ok))
    });
    let events = Sse::new(news.take_until(shutdown)).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Proxies such as nginx collect an answer before they pass it on, unless told not to.
    Ok(([(CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")], events))
}

/// The event that tells this visitor, if it is any of his business.
fn news_for(context: &RequestContext, update: &Update) -> Option<Event> {
    let (name, data) = match update {
        Update::Booking(changed) => {
            let is_own = context.principals().contains(&changed.principal) && changed.brand == context.brand;
            let status = changed.status().into();
            let news = BookingNews { id: &changed.booking_id, version: changed.version, status };
            ("booking", is_own.then(|| json(&news))?)
        }
        Update::Mode(known) => ("mode", json(&ModeNews { mode: known.mode.into(), version: known.version })),
        Update::Brand { key, version } => {
            ("brand", (*key == context.brand).then(|| json(&BrandNews { version: *version }))?)
        }
    };
    Some(Event::default().event(name).data(data))
}

fn json(news: &impl Serialize) -> String {
    serde_json::to_string(news).expect("news are ids and numbers")
}
