pub mod account;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use outbound::{Caller, Guarded, HttpTransport, Transport, TransportError};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::Instant;
use tracing::Instrument;

use crate::args::LimitArgs;
use crate::error::{Error, ErrorBody, ErrorKind};
use crate::outcome::{CancellationOutcome, OrderOutcome};
use crate::quota::Quota;
use crate::rate_limit::{RateLimit, reset_in};
use crate::retry::{RETRIES, RetryBudget, backoff};
use crate::wire::{
    AirlineCredit, BatchOfferRequest, Envelope, MAX_CONNECTIONS, NewOfferRequest, NewOrder, Offer,
    OfferRequest, Order, OrderCancellation, Page, SeatMap, readable,
};

/// The largest answer that is read. A search answer reaches 1.5 MB for one airline group.
const BODY_LIMIT: usize = 32 << 20;
/// Reads of one object.
const READ: Duration = Duration::from_secs(10);
/// What the provider passes on to an airline: prices and seat maps of slow ones come after 11 s and more.
const AIRLINE_READ: Duration = Duration::from_secs(40);
/// The provider lets searches and writes run for 120 s; whoever hangs up earlier does not learn what became of them.
const LONG: Duration = Duration::from_secs(130);
/// Offers on one page of a list; the provider's maximum.
const PAGE: &str = "200";
/// Percent of the rate limit that searches leave to purchases.
const RESERVE: u8 = 33;
/// Pages of one list that are read. No search comes near it.
const PAGES: usize = 50;

/// Whether an offer is read with what is sold beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Services {
    /// With the seats and bags that can be bought.
    Included,
    /// Without them: a shorter answer.
    Omitted,
}

/// One mode of the provider.
#[derive(Debug, Clone)]
pub struct Client {
    reads: Arc<dyn Transport>,
    /// For reads that an airline answers.
    airlines: Arc<dyn Transport>,
    writes: Arc<dyn Transport>,
    base_url: String,
    token: SecretString,
    budget: Arc<RetryBudget>,
    limit: Arc<RateLimit>,
    quota: Arc<Quota>,
    reserve: u8,
}

/// Whom a call concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The provider answers it itself.
    Own,
    /// The provider passes it on to an airline, which may be slow.
    OfAirline,
    /// It leaves a part of the rate limit to all others.
    Search,
    /// The same, and it leaves a part of our share to the searches under way.
    NewSearch,
    /// It changes something at an airline, and is sent whatever our share of the rate limit.
    Write,
}

/// A request as its caller sees it.
#[derive(Clone)]
struct Call {
    operation: &'static str,
    method: Method,
    path_and_query: String,
    body: Bytes,
    within: Duration,
    kind: Kind,
}

impl Call {
    fn get(operation: &'static str, path_and_query: String) -> Self {
        let (method, body) = (Method::GET, Bytes::new());
        Self { operation, method, path_and_query, body, within: READ, kind: Kind::Own }
    }

    /// A read that the provider passes on to the airline.
    fn of_airline(operation: &'static str, path_and_query: String) -> Self {
        Self { within: AIRLINE_READ, kind: Kind::OfAirline, ..Self::get(operation, path_and_query) }
    }

    fn post<T: Serialize>(operation: &'static str, path_and_query: impl Into<String>, data: &T) -> Self {
        let body =
            serde_json::to_vec(&Envelope { data }).expect("our own bodies are strings, lists and maps");
        Self {
            operation,
            method: Method::POST,
            path_and_query: path_and_query.into(),
            body: body.into(),
            within: LONG,
            kind: Kind::Write,
        }
    }

    /// Stops where what is left of the rate limit is kept for purchases.
    fn of_search(self) -> Self {
        Self { kind: Kind::Search, ..self }
    }

    fn within(self, within: Duration) -> Self {
        Self { within, ..self }
    }

    fn fails(&self, kind: ErrorKind) -> Error {
        Error { operation: self.operation, status: None, request_id: None, kind, retry_after: None }
    }
}

/// What came back.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    fn request_id(&self) -> Option<String> {
        Some(self.headers.get("x-request-id")?.to_str().ok()?.to_owned())
    }

    /// When the provider listens again, where it was asked too often.
    fn retry_after(&self) -> Option<Duration> {
        (self.status == StatusCode::TOO_MANY_REQUESTS).then(|| reset_in(&self.headers)).flatten()
    }

    fn fails(&self, operation: &'static str, kind: ErrorKind) -> Error {
        let (status, request_id) = (Some(self.status.as_u16()), self.request_id());
        Error { operation, status, request_id, kind, retry_after: self.retry_after() }
    }

    fn decode<T: DeserializeOwned>(&self, operation: &'static str) -> Result<T, Error> {
        if self.status.is_success() {
            serde_json::from_slice(&self.body)
                .map_err(|_holds_the_body| self.fails(operation, ErrorKind::Undecodable))
        } else {
            let kind = match serde_json::from_slice::<ErrorBody>(&self.body) {
                Ok(body) if !body.errors.is_empty() => ErrorKind::Refused(body.errors),
                _ => ErrorKind::Foreign,
            };
            Err(self.fails(operation, kind))
        }
    }
}

impl Client {
    /// A client over the real network. Needs `service::install_crypto` to have been called. Writes have connections of
    /// their own, always.
    pub fn connect(
        base_url: &str,
        token: SecretString,
        caller: &Caller,
        limits: LimitArgs,
    ) -> anyhow::Result<Self> {
        let pool = HttpTransport::pooled(BODY_LIMIT, caller)?;
        let reads = Guarded::new(pool, limits.duffel_reads_at_once.get().into());
        let airlines = Arc::new(reads.despite_timeouts());
        let writes = Arc::new(HttpTransport::unpooled(BODY_LIMIT, caller)?);
        let quota = Arc::new(Quota::new(limits.duffel_calls_per_minute));
        Ok(Self { airlines, quota, ..Self::over(Arc::new(reads), writes, base_url, token) })
    }

    /// A client over transports of the caller's: one for what may be repeated, one for what must not.
    pub fn over(
        reads: Arc<dyn Transport>,
        writes: Arc<dyn Transport>,
        base_url: &str,
        token: SecretString,
    ) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        let (budget, limit, quota) = Default::default();
        let (airlines, reserve) = (reads.clone(), RESERVE);
        Self { reads, airlines, writes, base_url, token, budget, limit, quota, reserve }
    }

    /// The same, with searches that leave so many percent of the rate limit to purchases.
    #[must_use]
    pub fn with_reserve(self, percent: u8) -> Self {
        Self { reserve: percent, ..self }
    }

    /// Searches and waits for all airlines. Without `offers` they are read by `list_offers`. Like `create_batch` it is not
    /// sent where what is left of the rate limit is kept for purchases.
    pub async fn create_offer_request(
        &self,
        search: &NewOfferRequest,
        offers: bool,
    ) -> Result<OfferRequest, Error> {
        let timeout = search.supplier_timeout.as_millis();
        let path = format!("/air/offer_requests?return_offers={offers}&supplier_timeout={timeout}");
        let call = Call::post("offer_requests.create", path, search);
        self.once(&self.reads, &Call { kind: Kind::NewSearch, ..call }).await
    }

    /// Searches without waiting: offers are read by `poll_batch`. Like that and `list_offers` it is not sent where what
    /// is left of the rate limit is kept for purchases.
    pub async fn create_batch(&self, search: &NewOfferRequest) -> Result<BatchOfferRequest, Error> {
        let timeout = search.supplier_timeout.as_millis();
        let path = format!("/air/batch_offer_requests?supplier_timeout={timeout}");
        let call = Call::post("batch_offer_requests.create", path, search).within(READ);
        self.once(&self.reads, &Call { kind: Kind::NewSearch, ..call }).await
    }

    /// Waits for the next airlines. Never repeated: an offer is given once, so that a lost answer is only to be
    /// had again from `list_offers`.
    pub async fn poll_batch(&self, id: &str) -> Result<BatchOfferRequest, Error> {
        const OPERATION: &str = "batch_offer_requests.get";
        let call = Call::get(OPERATION, format!("/air/batch_offer_requests/{}", own_id(OPERATION, id)?));
        self.once(&self.reads, &call.within(LONG).of_search()).await
    }

    /// All offers of an offer request.
    pub async fn list_offers(&self, offer_request_id: &str) -> Result<Vec<Offer>, Error> {
        // As searched: the provider does not say whether its list has a default of its own.
        let connections = MAX_CONNECTIONS.to_string();
        let filters = [("offer_request_id", offer_request_id), ("max_connections", connections.as_str())];
        let listing = Call::get("offers.list", "/air/offers".to_owned()).of_search();
        self.list(&listing, &filters).await.map(readable)
    }

    /// An offer as it stands now. An airline that is asked for its price may take 40 s.
    pub async fn get_offer(&self, id: &str, services: Services) -> Result<Offer, Error> {
        const OPERATION: &str = "offers.get";
        let included = services == Services::Included;
        let path = format!("/air/offers/{}?return_available_services={included}", own_id(OPERATION, id)?);
        self.read(&Call::of_airline(OPERATION, path)).await
    }

    /// One map a segment, in no particular order; none is a normal answer. An airline may take 40 s.
    pub async fn seat_maps(&self, offer_id: &str) -> Result<Vec<SeatMap>, Error> {
        const OPERATION: &str = "seat_maps.list";
        let path = format!("/air/seat_maps?offer_id={}", own_id(OPERATION, offer_id)?);
        self.read(&Call::of_airline(OPERATION, path)).await.map(readable)
    }

    /// Places an order. Sent once, never repeated.
    pub async fn create_order(&self, order: &NewOrder) -> OrderOutcome {
        let call = Call::post("orders.create", "/air/orders", order);
        OrderOutcome::of(self.create(&call).await)
    }

    /// The orders that were made of an offer: one at most, or none yet.
    pub async fn find_orders_by_offer(&self, offer_id: &str) -> Result<Vec<Order>, Error> {
        let listing = Call::get("orders.list", "/air/orders".to_owned());
        self.list(&listing, &[("offer_id", offer_id)]).await
    }

    /// An order as it is now.
    pub async fn get_order(&self, id: &str) -> Result<Order, Error> {
        const OPERATION: &str = "orders.get";
        self.read(&Call::get(OPERATION, format!("/air/orders/{}", own_id(OPERATION, id)?))).await
    }

    /// Asks what a cancellation would pay back. Cancels nothing; replaces an earlier quote.
    pub async fn create_cancellation(&self, order_id: &str) -> Result<OrderCancellation, Error> {
        #[derive(Serialize)]
        struct NewCancellation<'a> {
            order_id: &'a str,
        }
        let call = Call::post(
            "order_cancellations.create",
            "/air/order_cancellations",
            &NewCancellation { order_id },
        );
        self.once(&self.writes, &call).await
    }

    /// A cancellation as it is now.
    pub async fn get_cancellation(&self, id: &str) -> Result<OrderCancellation, Error> {
        const OPERATION: &str = "order_cancellations.get";
        self.read(&Call::get(OPERATION, format!("/air/order_cancellations/{}", own_id(OPERATION, id)?))).await
    }

    /// An airline credit as it is now. A cancellation lists those that the airline gives at once; of a later one a
    /// webhook names the id.
    pub async fn get_airline_credit(&self, id: &str) -> Result<AirlineCredit, Error> {
        const OPERATION: &str = "airline_credits.get";
        self.read(&Call::get(OPERATION, format!("/air/airline_credits/{}", own_id(OPERATION, id)?))).await
    }

    /// Cancels at the airline, as quoted. Sent once, never repeated.
    pub async fn confirm_cancellation(&self, id: &str) -> CancellationOutcome {
        CancellationOutcome::of(self.try_confirm(id).await)
    }

    async fn try_confirm(&self, id: &str) -> Result<OrderCancellation, Error> {
        const OPERATION: &str = "order_cancellations.confirm";
        let call = Call {
            operation: OPERATION,
            method: Method::POST,
            path_and_query: format!("/air/order_cancellations/{}/actions/confirm", own_id(OPERATION, id)?),
            body: Bytes::new(),
            within: LONG,
            kind: Kind::Write,
        };
        let answer = self.exchange(&self.writes, &call, call.within).await?;
        let cancellation: OrderCancellation = answer.decode::<Envelope<_>>(OPERATION)?.data;
        if cancellation.confirmed_at.is_none() {
            return Err(answer.fails(OPERATION, ErrorKind::Accepted));
        }
        Ok(cancellation)
    }

    /// A creation is done with 201 alone: 200 and 202 promise the object for later, or its failure.
    async fn create<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Error> {
        let answer = self.exchange(&self.writes, call, call.within).await?;
        if answer.status.is_success() && answer.status != StatusCode::CREATED {
            return Err(answer.fails(call.operation, ErrorKind::Accepted));
        }
        Ok(answer.decode::<Envelope<T>>(call.operation)?.data)
    }

    async fn once<T: DeserializeOwned>(&self, via: &Arc<dyn Transport>, call: &Call) -> Result<T, Error> {
        let answer = self.exchange(via, call, call.within).await?;
        Ok(answer.decode::<Envelope<T>>(call.operation)?.data)
    }

    async fn read<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Error> {
        Ok(self.repeatable(call).await?.decode::<Envelope<T>>(call.operation)?.data)
    }

    /// Reads a list page by page.
    async fn list<T: DeserializeOwned>(
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
    async fn repeatable(&self, call: &Call) -> Result<Answer, Error> {
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
    async fn exchange(
        &self,
        via: &Arc<dyn Transport>,
        call: &Call,
        within: Duration,
    ) -> Result<Answer, Error> {
        let span = tracing::info_span!(
            "duffel",
            otel.name = call.operation,
            otel.kind = "client",
            http.status = tracing::field::Empty,
            duffel.request_id = tracing::field::Empty,
            duration_ms = tracing::field::Empty,
        );
        let counted_at = self.admit(call)?;
        let _under_way = self.limit.begin();
        let started = Instant::now();
        let outcome = self.send(via, call, within).instrument(span.clone()).await;
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
        outcome
    }

    /// Counts a call and says when it was; or why a search or another read is not to be sent now.
    fn admit(&self, call: &Call) -> Result<Instant, Error> {
        let wait = |kind, pause| Error { retry_after: Some(pause), ..call.fails(kind) };
        if matches!(call.kind, Kind::Search | Kind::NewSearch) {
            self.limit.admit(self.reserve).map_err(|pause| wait(ErrorKind::Reserved, pause))?;
        }
        let counted = match call.kind {
            Kind::Write => Ok(self.quota.count()),
            Kind::NewSearch => self.quota.admit_search(),
            Kind::Own | Kind::OfAirline | Kind::Search => self.quota.admit(),
        };
        counted.map_err(|pause| wait(ErrorKind::OverQuota, pause))
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
        Ok(Answer { status: head.status, headers: head.headers, body })
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

/// How long to wait before a read that failed is sent again; nothing where it is not to be.
fn pause_before(retry: u32, outcome: &Result<Answer, Error>) -> Option<Duration> {
    match outcome {
        Ok(answer) if answer.status == StatusCode::SERVICE_UNAVAILABLE => Some(backoff(retry)),
        // Broken: the provider may have closed a kept connection just as it was used again.
        Err(error) if matches!(error.kind, ErrorKind::NotSent | ErrorKind::Broken) => Some(backoff(retry)),
        _ => None,
    }
}

/// Ids come from travellers' addresses: one that could lead to another path is not sent.
fn own_id<'a>(operation: &'static str, id: &'a str) -> Result<&'a str, Error> {
    let plausible =
        (1..=100).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if plausible {
        Ok(id)
    } else {
        Err(Error {
            operation,
            status: None,
            request_id: None,
            kind: ErrorKind::ForeignId,
            retry_after: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use futures::future::BoxFuture;
    use http::Response;

    use super::*;

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
