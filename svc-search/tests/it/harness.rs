use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use money::MarkupRate;
use proto::flights::v1::Fare;
use proto::search::v1::fill_fare_dates_response::Event as Filled;
use proto::search::v1::search_flights_stream_response::Event;
use proto::search::v1::search_service_client::SearchServiceClient;
use proto::search::v1::{
    FareCell, FillFareDatesDone, FillFareDatesRequest, GetBestOrderRequest, GetBestOrderResponse,
    GetWatchedFareRequest, GetWatchedFareResponse, ListFareDatesRequest, ListFareDatesResponse,
    ListFareGraphRequest, ListFareGraphResponse, ListFaresRequest, SearchDone, SearchFlightsRequest,
    SearchFlightsResponse, SearchFlightsStreamRequest, SearchFlightsStreamResponse, SearchPage,
    SearchProgress,
};
use serde_json::{Value, json};
use service::client::Channel;
use service::{Mode, Problem, RequestContext, TlsArgs};
use svc_search::{App, Config};
use testkit::MockClock;
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Streaming;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const BATCHES: &str = "/air/batch_offer_requests";
const NO_BROKER: &str = "nats://127.0.0.1:1";

/// The running service and what stands around it.
pub struct Search {
    pub provider: MockServer,
    pub clock: Arc<MockClock>,
    pub context: RequestContext,
    pub address: SocketAddr,
    client: SearchServiceClient<Channel>,
    _stop: DropGuard,
}

impl Search {
    pub async fn start() -> Self {
        Self::start_with_broker(NO_BROKER).await
    }

    /// A service that sells in live mode, too.
    pub async fn start_with_live() -> Self {
        Self::start_with(NO_BROKER, &["--duffel-live-token", "duffel_live_a"]).await
    }

    pub async fn start_with_broker(nats_url: &str) -> Self {
        Self::start_with(nats_url, &[]).await
    }

    /// A service that looks up so many dates a view and an hour in test mode.
    pub async fn start_with_look_ups(a_view: u32, an_hour: u32) -> Self {
        let (a_view, an_hour) = (a_view.to_string(), an_hour.to_string());
        let settings = ["--look-ups-a-view-test", &a_view, "--look-ups-an-hour-test", &an_hour];
        Self::start_with(NO_BROKER, &settings).await
    }

    pub async fn start_with(nats_url: &str, settings: &[&str]) -> Self {
        service::install_crypto();
        let provider = MockServer::start().await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let url = provider.uri();
        let usual = [
            "svc-search",
            "--internal-plaintext",
            "--nats-url",
            nats_url,
            "--duffel-test-url",
            &url,
            "--duffel-test-token",
            "duffel_test_a",
            "--duffel-live-url",
            &url,
        ];
        let config = Config::parse_from(usual.iter().chain(settings));
        let app = App::build(config, clock.clone()).await.unwrap();
        let (listener, address) = testkit::free_listener().await;
        let stop = CancellationToken::new();
        tokio::spawn(app.run(listener, stop.clone().into()));
        let channel =
            service::client::channel("svc-search", &address.to_string(), &TlsArgs::plaintext()).unwrap();
        Self {
            provider,
            clock,
            context: context(Mode::Test),
            address,
            client: SearchServiceClient::new(channel),
            _stop: stop.drop_guard(),
        }
    }

    /// The answer of a search as the public interface gives it.
    pub async fn search(&self, request: SearchFlightsRequest) -> Result<SearchPage, Problem> {
        let request = self.context.request_within(Duration::from_secs(30), request);
        let answer = self.client.clone().search_flights(request).await;
        let answer = answer.map_err(|status| Problem::from_status(&status))?;
        Ok(serde_json::from_slice(&answer.into_inner().page_json).unwrap())
    }

    /// The same as it travels.
    pub async fn page(&self, request: SearchFlightsRequest) -> SearchFlightsResponse {
        let request = self.context.request_within(Duration::from_secs(30), request);
        self.client.clone().search_flights(request).await.unwrap().into_inner()
    }

    pub async fn stream(&self, request: SearchFlightsRequest) -> Result<Told, Problem> {
        self.stream_of(request, None).await
    }

    /// A stream that tells `most` offers in all.
    pub async fn stream_of(&self, request: SearchFlightsRequest, most: Option<i32>) -> Result<Told, Problem> {
        let request = SearchFlightsStreamRequest { search: Some(request), most };
        let request = self.context.request_within(Duration::from_secs(30), request);
        let answer = self.client.clone().search_flights_stream(request).await;
        Ok(Told(answer.map_err(|status| Problem::from_status(&status))?.into_inner()))
    }

    pub async fn fares(&self, offer_id: &str) -> Vec<Fare> {
        let request = self.context.request(ListFaresRequest { offer_id: offer_id.into() });
        self.client.clone().list_fares(request).await.unwrap().into_inner().fares
    }

    pub async fn best_order(&self) -> GetBestOrderResponse {
        let request = self.context.request(GetBestOrderRequest {});
        self.client.clone().get_best_order(request).await.unwrap().into_inner()
    }

    /// What was seen of the dates around a trip, three days each way.
    pub async fn fare_dates(&self, trip: SearchFlightsRequest) -> ListFareDatesResponse {
        self.fare_dates_of(trip, 3).await.unwrap()
    }

    pub async fn fare_dates_of(
        &self,
        trip: SearchFlightsRequest,
        span: i32,
    ) -> Result<ListFareDatesResponse, Problem> {
        let request = self.context.request(ListFareDatesRequest { search: Some(trip), span });
        let answer = self.client.clone().list_fare_dates(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner())
    }

    pub async fn fare_graph(
        &self,
        trip: SearchFlightsRequest,
        stay: Option<i32>,
    ) -> Result<ListFareGraphResponse, Problem> {
        let request = self.context.request(ListFareGraphRequest { search: Some(trip), stay });
        let answer = self.client.clone().list_fare_graph(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner())
    }

    /// Looks up the dates around a trip to the end: what was found, and how it ended.
    pub async fn fill(
        &self,
        trip: SearchFlightsRequest,
    ) -> Result<(Vec<FareCell>, FillFareDatesDone), Problem> {
        let request = FillFareDatesRequest { search: Some(trip), span: 3 };
        let request = self.context.request_within(Duration::from_secs(30), request);
        let answer = self.client.clone().fill_fare_dates(request).await;
        let mut told = answer.map_err(|status| Problem::from_status(&status))?.into_inner();
        let mut cells = Vec::new();
        while let Some(next) = told.message().await.map_err(|status| Problem::from_status(&status))? {
            match next.event.unwrap() {
                Filled::Cell(cell) => cells.push(cell),
                Filled::Done(done) => {
                    assert!(told.message().await.unwrap().is_none(), "nothing follows the end");
                    return Ok((cells, done));
                }
            }
        }
        panic!("a look-up without an end");
    }

    /// What the usual search costs now: not older than three hours, and looked up where that is allowed.
    pub async fn watched(&self, may_look: bool) -> Result<GetWatchedFareResponse, Problem> {
        let request =
            GetWatchedFareRequest { search: Some(request()), not_older_than_s: 3 * 3_600, may_look };
        let request = self.context.request_within(Duration::from_secs(60), request);
        let answer = self.client.clone().get_watched_fare(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner())
    }

    /// Ids of the first page of the usual search.
    pub async fn ids(&self) -> Vec<String> {
        ids(&self.search(request()).await.unwrap())
    }

    /// How many searches the provider was asked for.
    pub async fn asked(&self) -> usize {
        let requests = self.provider.received_requests().await.unwrap();
        requests.iter().filter(|request| request.method == "POST").count()
    }

    /// From now on the provider finds these offers, with one airline answering after the other.
    pub async fn finds(&self, offers: &[Value]) {
        self.provider.reset().await;
        self.creates(offers.len()).await;
        for (number, offer) in offers.iter().enumerate() {
            let remaining = offers.len() - number - 1;
            let poll = data(200, &batch(offers.len(), remaining, std::slice::from_ref(offer)));
            // The last airline answers every search to come.
            let times = if remaining == 0 { u64::MAX } else { 1 };
            self.polls(poll, times).await;
        }
    }

    /// What the next so many reads of a search's airlines are answered with.
    pub async fn polls(&self, with: ResponseTemplate, times: u64) {
        Mock::given(path(format!("{BATCHES}/orq_1")))
            .respond_with(with)
            .up_to_n_times(times)
            .mount(&self.provider)
            .await;
    }

    /// How often the provider was read.
    pub async fn read(&self) -> usize {
        let requests = self.provider.received_requests().await.unwrap();
        requests.iter().filter(|request| request.method == "GET").count()
    }

    /// From now on searches are accepted, and this many airlines are to answer.
    pub async fn creates(&self, airlines: usize) {
        Mock::given(method("POST"))
            .and(path(BATCHES))
            .respond_with(data(201, &batch(airlines, airlines, &[])))
            .mount(&self.provider)
            .await;
    }

    /// What reading a search's airlines, or all it found, is answered with.
    pub async fn answers(&self, at: &str, with: ResponseTemplate) {
        Mock::given(method("GET")).and(path(at)).respond_with(with).mount(&self.provider).await;
    }

    /// What every search is answered with.
    pub async fn refuses(&self, with: ResponseTemplate) {
        self.provider.reset().await;
        Mock::given(method("POST")).respond_with(with).mount(&self.provider).await;
    }
}

/// A search as it is told to one reader.
pub struct Told(Streaming<SearchFlightsStreamResponse>);

impl Told {
    /// The next event; nothing where the stream is over.
    async fn next(&mut self) -> Result<Option<Event>, Problem> {
        let next = self.0.message().await.map_err(|status| Problem::from_status(&status))?;
        Ok(next.map(|told| told.event.unwrap()))
    }

    pub async fn progress(&mut self) -> SearchProgress {
        match self.next().await.unwrap() {
            Some(Event::OffersJson(json)) => serde_json::from_str(&json).unwrap(),
            other => panic!("no offers but {other:?}"),
        }
    }

    /// Reads to the end: ids of the offers, and how it ended.
    pub async fn rest(&mut self) -> (Vec<String>, Result<SearchDone, Problem>) {
        let mut ids = Vec::new();
        loop {
            match self.next().await {
                Ok(Some(Event::OffersJson(json))) => {
                    let progress: SearchProgress = serde_json::from_str(&json).unwrap();
                    ids.extend(progress.offers.into_iter().map(|offer| offer.id));
                }
                Ok(Some(Event::DoneJson(json))) => {
                    assert!(self.next().await.unwrap().is_none(), "nothing follows the end");
                    return (ids, Ok(serde_json::from_str(&json).unwrap()));
                }
                Ok(None) => panic!("a stream without an end"),
                Err(problem) => return (ids, Err(problem)),
            }
        }
    }
}

pub fn context(mode: Mode) -> RequestContext {
    RequestContext::new("req_1".into(), mode, "default".into(), MarkupRate::parse("0.23").unwrap())
}

pub fn ids(page: &SearchPage) -> Vec<String> {
    page.offers.iter().map(|offer| offer.id.clone()).collect()
}

pub fn request() -> SearchFlightsRequest {
    SearchFlightsRequest {
        origin: "LHR".into(),
        destination: "JFK".into(),
        departure_date: "2026-04-24".into(),
        cabin_class: "economy".into(),
        adults: 1,
        ..SearchFlightsRequest::default()
    }
}

/// An offer that differs by id and total.
pub fn offer(id: &str, total: &str) -> Value {
    let mut offer = duffel::testing::offer();
    offer["id"] = id.into();
    offer["total_amount"] = total.into();
    offer
}

/// The same whose fare includes no checked bag.
pub fn without_bag(id: &str, total: &str) -> Value {
    let mut offer = offer(id, total);
    for passenger in offer["slices"][0]["segments"][0]["passengers"].as_array_mut().unwrap() {
        passenger["baggages"] = json!([{ "type": "checked", "quantity": 0 }]);
    }
    offer
}

pub fn batch(airlines: usize, remaining: usize, offers: &[Value]) -> Value {
    json!({
        "id": "orq_1", "live_mode": false,
        "total_batches": airlines, "remaining_batches": remaining, "offers": offers,
    })
}

pub fn data(status: u16, data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "data": data, "meta": null }))
}
