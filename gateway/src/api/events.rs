//! Server-sent events: the bookings that the visitor may read, the mode, the brand. Ids and versions only; the page
//! reads the rest again.

use std::iter;

use axum::extract::{Extension, State};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures::{Stream, StreamExt, future};
use proto::booking::v1::BookingChanged;
use serde::Serialize;
use service::RequestContext;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use super::bookings::Status;
use super::sse;
use crate::client::ClientAddress;
use crate::live::Update;
use crate::modes::Mode;
use crate::problem::ApiError;
use crate::request::CurrentSession;
use crate::state::Shared;

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
    mode: Mode,
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
    Extension(client): Extension<ClientAddress>,
    CurrentSession(context): CurrentSession,
) -> Result<impl IntoResponse, ApiError> {
    let open = gateway.streams.open(client, context.session_id)?;
    let updates = BroadcastStream::new(gateway.updates.subscribe());
    Ok(sse::answer(&gateway, open, news(context, updates)))
}

/// What this visitor is told, until something is missed, by us or by a reader too slow for its buffer.
fn news(
    context: RequestContext,
    updates: impl Stream<Item = Result<Update, BroadcastStreamRecvError>>,
) -> impl Stream<Item = Event> {
    let unbroken = updates.take_while(|update| future::ready(!matches!(update, Ok(Update::Missed) | Err(_))));
    unbroken
        .filter_map(move |update| future::ready(update.ok().and_then(|update| news_for(&context, &update))))
}

/// The event that tells this visitor, if it is any of their business.
fn news_for(context: &RequestContext, update: &Update) -> Option<Event> {
    let (name, data) = match update {
        Update::Booking(changed) => {
            let is_here = changed.brand == context.brand && changed.mode() == context.mode;
            let is_own = is_here && may_read(context, changed);
            let status = changed.status().into();
            let news = BookingNews { id: &changed.booking_id, version: changed.version, status };
            ("booking", is_own.then(|| json(&news))?)
        }
        Update::Mode(known) => ("mode", json(&ModeNews { mode: known.mode, version: known.version })),
        Update::Brand { key, version } => {
            ("brand", (*key == context.brand).then(|| json(&BrandNews { version: *version }))?)
        }
        Update::Missed => return None,
    };
    Some(Event::default().event(name).data(data))
}

/// As svc-booking knew it when it told of the change.
fn may_read(context: &RequestContext, changed: &BookingChanged) -> bool {
    let principals = context.principals();
    iter::once(&changed.principal).chain(&changed.other_readers).any(|reader| principals.contains(reader))
}

fn json(news: &impl Serialize) -> String {
    serde_json::to_string(news).expect("news are ids and numbers")
}

#[cfg(test)]
mod tests {
    use futures::stream;

    use super::*;
    use crate::context::background_context;

    #[tokio::test]
    async fn a_stream_that_missed_something_ends_so_that_its_page_reads_again() {
        let brand = || Update::Brand { key: "default".to_owned(), version: 1 };
        for gap in [Ok(Update::Missed), Err(BroadcastStreamRecvError::Lagged(3))] {
            let updates = stream::iter([Ok(brand()), gap, Ok(brand())]);

            let told = news(background_context(), updates).count().await;

            assert_eq!(told, 1);
        }
    }
}
