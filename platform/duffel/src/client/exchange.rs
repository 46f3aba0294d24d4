//! Sending a call, and sending it again if it may be repeated.

use std::sync::Arc;
use std::time::Duration;

use http::{Request, StatusCode, header};
use outbound::{Transport, TransportError};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use service::metrics::outcome_of;
use service::telemetry::mark_failed;
use tokio::time::Instant;
use tracing::{Instrument, Span};

use super::Client;
use super::call::{Answer, Call, Kind};
use crate::error::{Error, ErrorKind};
use crate::retry::{RETRIES, backoff};
use crate::wire::{Envelope, Page};

/// Offers on one page of a list; the provider's maximum.
const PAGE: &str = "200";
/// Pages of one list that are read. No search comes near it.
const PAGES: usize = 50;

impl Client {
    /// A creation is done with 201 alone: 200 and 202 promise the object for later, or its failure.
    pub(super) async fn create<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Error> {
        let answer = self.exchange(&self.writes, call, call.within).await?;
        if answer.status.is_success() && answer.status != StatusCode::CREATED {
            return Err(answer.fails(call.operation, ErrorKind::Accepted));
        }
        Ok(answer.decode::<Envelope<T>>(call.operation)?.data)
    }

    pub(super) async fn once<T: DeserializeOwned>(
        &self,
        via: &Arc<dyn Transport>,
        call: &Call,
    ) -> Result<T, Error> {
        let answer = self.exchange(via, call, call.within).await?;
        Ok(answer.decode::<Envelope<T>>(call.operation)?.data)
    }

    pub(super) async fn read<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Error> {
        Ok(self.repeatable(call).await?.decode::<Envelope<T>>(call.operation)?.data)
    }

    /// Reads a list page by page.
    pub(super) async fn list<T: DeserializeOwned>(
        &self,
        listing: &Call,
        filters: &[(&str, &str)],
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        let mut after: Option<String> = None;
        for _ in 0..PAGES {
            let cursor = after.as_deref().map(|cursor| ("after", cursor));
            let query: Vec<_> = filters.iter().copied().chain([("limit", PAGE)]).chain(cursor).collect();
            let query = serde_urlencoded::to_string(query).expect("pairs of strings are a query");
            let path_and_query = format!("{}?{query}", listing.path_and_query);
            let call = Call { path_and_query, ..listing.clone() };
            let page: Page<T> = self.repeatable(&call).await?.decode(call.operation)?;
            items.extend(page.data);
            after = page.meta.and_then(|meta| meta.after);
            if after.is_none() {
                break;
            }
        }
        Ok(items)
    }

    /// Sends a read until it is answered, a few times at most, and never beyond the time it has. Waiting for the rate
    /// limit, or for our share of it, is no retry: we know when there is room again.
    pub(super) async fn repeatable(&self, call: &Call) -> Result<Answer, Error> {
        let deadline = Instant::now() + call.within;
        let via = if call.kind == Kind::OfAirline { &self.airlines } else { &self.reads };
        self.budget.deposit();
        let mut retries = 0..RETRIES;
        loop {
            let outcome = self.exchange(via, call, deadline - Instant::now()).await;
            let pause = match told_to_wait(&outcome) {
                Some(pause) => Some(pause),
                None => retries
                    .next()
                    .and_then(|retry| pause_before(retry, &outcome))
                    .filter(|_| self.budget.withdraw()),
            };
            match pause {
                Some(pause) if Instant::now() + pause < deadline => tokio::time::sleep(pause).await,
                _ => return outcome,
            }
        }
    }

    /// One request, one answer, one span.
    pub(super) async fn exchange(
        &self,
        via: &Arc<dyn Transport>,
        call: &Call,
        within: Duration,
    ) -> Result<Answer, Error> {
        let counted_at = self.admit(call).inspect_err(|_wait| {
            self.calls.record(call.operation, "held_back", Duration::ZERO);
        })?;
        let span = span_of(call);
        let _under_way = self.limit.begin();
        let started = Instant::now();
        let outcome = self.send(via, call, within).instrument(span.clone()).await;
        let outcome_name = outcome_of_call(&outcome);
        self.calls.record(call.operation, outcome_name, started.elapsed());
        if outcome.as_ref().is_err_and(Error::was_never_sent) {
            self.quota.give_back(counted_at);
        }
        let (status, request_id) = match &outcome {
            Ok(answer) => (Some(answer.status.as_u16()), answer.request_id()),
            Err(_) => (None, None),
        };
        span.record("http.status", status);
        span.record("duffel.request_id", request_id);
        span.record("duration_ms", u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX));
        if outcome_name != "ok" {
            mark_failed(&span, outcome_name);
        }
        outcome
    }

    /// Whether a search may begin that no traveller has asked for; else how long to wait. It leaves half of what searches
    /// may use to those of travellers: a third of the rate limit with the default reserve, as purchases have another.
    /// Once begun it is a search like any other.
    pub fn room_for_look_up(&self) -> Result<(), Duration> {
        self.limit.admit(self.left_by_look_ups())?;
        self.quota.room_for_look_up()
    }

    /// Counts a call and says when it was; or why a search, a look-up or another read is not to be sent now.
    fn admit(&self, call: &Call) -> Result<Instant, Error> {
        let wait = |kind, pause| Error { retry_after: Some(pause), ..call.fails(kind) };
        if let Some(reserve) = self.left_by(call.kind) {
            self.limit.admit(reserve).map_err(|pause| wait(ErrorKind::Reserved, pause))?;
        }
        let counted = match call.kind {
            Kind::Write => Ok(self.quota.count()),
            Kind::NewSearch | Kind::LookUp => self.quota.admit_search(),
            Kind::Own | Kind::OfAirline | Kind::Search => self.quota.admit(),
        };
        counted.map_err(|pause| wait(ErrorKind::OverQuota, pause))
    }

    /// The percentage of the rate limit that a call of this kind leaves to others, if any.
    fn left_by(&self, kind: Kind) -> Option<u8> {
        match kind {
            Kind::Search | Kind::NewSearch => Some(self.reserve),
            Kind::LookUp => Some(self.left_by_look_ups()),
            Kind::Own | Kind::OfAirline | Kind::Write => None,
        }
    }

    /// The percentage of the rate limit that a look-up leaves to others: half of what searches may use among it.
    fn left_by_look_ups(&self) -> u8 {
        self.reserve + 100_u8.saturating_sub(self.reserve) / 2
    }

    async fn send(&self, via: &Arc<dyn Transport>, call: &Call, within: Duration) -> Result<Answer, Error> {
        let authorization = format!("Bearer {}", self.token.expose_secret());
        let request = Request::builder()
            .method(&call.method)
            .uri(format!("{}{}", self.base_url, call.path_and_query))
            .header(header::AUTHORIZATION, authorization)
            .header("duffel-version", "v2")
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/json")
            .body(call.body.clone())
            .map_err(|_| call.fails(ErrorKind::NotSent))?;
        let response = via.send(request, within).await.map_err(|error| {
            call.fails(match error {
                TransportError::NotSent => ErrorKind::NotSent,
                TransportError::Resting => ErrorKind::Resting,
                TransportError::Timeout => ErrorKind::Timeout,
                TransportError::Broken => ErrorKind::Broken,
            })
        })?;
        let (head, body) = response.into_parts();
        self.limit.learn(&head.headers);
        if let Some((limit, remaining)) = self.limit.known() {
            self.calls.rate_limit(limit, remaining);
        }
        Ok(Answer { mode: self.mode(), status: head.status, headers: head.headers, body })
    }
}

/// The call by its name: its address may hold an id.
fn span_of(call: &Call) -> Span {
    tracing::info_span!(
        "duffel",
        otel.name = call.operation,
        otel.kind = "client",
        http.status = tracing::field::Empty,
        duffel.request_id = tracing::field::Empty,
        duration_ms = tracing::field::Empty,
    )
}

/// As docs/telemetry.md lists it.
fn outcome_of_call(outcome: &Result<Answer, Error>) -> &'static str {
    match outcome.as_ref().map_err(|error| &error.kind) {
        Ok(answer) => outcome_of(answer.status),
        Err(ErrorKind::NotSent) => "not_sent",
        Err(ErrorKind::Resting) => "resting",
        Err(ErrorKind::Timeout) => "timeout",
        Err(_) => "broken",
    }
}

/// How long to wait until there is room for a read: at the provider, or in our share of its rate limit.
fn told_to_wait(outcome: &Result<Answer, Error>) -> Option<Duration> {
    match outcome {
        Ok(answer) => answer.retry_after(),
        Err(error) if error.kind == ErrorKind::OverQuota => error.retry_after,
        Err(_) => None,
    }
}

/// How long to wait before a failed read is sent again; nothing if it must not be.
fn pause_before(retry: u32, outcome: &Result<Answer, Error>) -> Option<Duration> {
    match outcome {
        Ok(answer) if answer.status == StatusCode::SERVICE_UNAVAILABLE => Some(backoff(retry)),
        // Broken: the provider may have closed a kept connection just as it was used again.
        Err(error) if matches!(error.kind, ErrorKind::NotSent | ErrorKind::Broken) => Some(backoff(retry)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use bytes::Bytes;
    use futures::future::BoxFuture;
    use http::Response;

    use super::*;
    use crate::quota::Quota;

    /// Has no order.
    #[derive(Debug)]
    struct Empty;

    impl Transport for Empty {
        fn send(
            &self,
            _: Request<Bytes>,
            _: Duration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(async { Ok(Response::new(Bytes::from_static(br#"{"data": []}"#))) })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_over_the_share_waits_where_there_is_room_in_time() {
        let provider = Arc::new(Empty);
        let client = Client::over(provider.clone(), provider, "http://provider.example", "t".into());
        let client = Client { quota: Arc::new(Quota::new(NonZeroU32::new(1))), ..client };
        let ask = || client.find_orders_by_offer("off_1");
        let started = Instant::now();
        ask().await.unwrap();

        let refused = ask().await.unwrap_err();
        tokio::time::advance(Duration::from_secs(55)).await;
        ask().await.unwrap();

        assert_eq!(
            (refused.kind, refused.retry_after),
            (ErrorKind::OverQuota, Some(Duration::from_secs(60)))
        );
        assert_eq!(started.elapsed(), Duration::from_secs(60));
    }
}
