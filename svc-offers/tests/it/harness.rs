use std::net::SocketAddr;
use std::sync::Arc;

use clap::Parser;
use money::MarkupRate;
use proto::flights::v1::{Offer, Replacement, SeatMap};
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::offers::v1::{
    BagPrice, FindReplacementRequest, GetOfferRequest, GetProviderStatusRequest, GetSeatMapsRequest,
    ListBagPricesRequest, QuoteOfferRequest, QuoteOfferResponse, SeatSelection, ServiceSelection,
    VerifyOfferRequest, VerifyOfferResponse,
};
use serde_json::{Value, json};
use service::client::Channel;
use service::{Mode, Problem, RequestContext, TlsArgs};
use svc_offers::{App, Config};
use testkit::MockClock;
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

pub const OFFER: &str = "/air/offers/off_1";
pub const SEAT_MAPS: &str = "/air/seat_maps";

/// The running service and what stands around it. The provider's offer expires half an hour from the start.
pub struct Offers {
    pub provider: MockServer,
    pub clock: Arc<MockClock>,
    pub context: RequestContext,
    pub address: SocketAddr,
    client: OffersServiceClient<Channel>,
    _stop: DropGuard,
}

impl Offers {
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    pub async fn start_with_broker(nats_url: &str) -> Self {
        Self::start_with(&["--nats-url", nats_url]).await
    }

    /// With other settings than the usual ones.
    pub async fn start_with(settings: &[&str]) -> Self {
        service::install_crypto();
        let provider = MockServer::start().await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let url = provider.uri();
        let usual = [
            "svc-offers",
            "--internal-plaintext",
            "--duffel-test-token",
            "duffel_test_a",
            "--duffel-test-url",
            &url,
        ];
        let nowhere = ["--nats-url", "nats://127.0.0.1:1"];
        let nats: &[&str] = if settings.contains(&"--nats-url") { &[] } else { &nowhere };
        let config = Config::parse_from(usual.iter().chain(nats).chain(settings));
        let app = App::build(config, clock.clone()).await.unwrap();
        let (listener, address) = testkit::free_listener().await;
        let stop = CancellationToken::new();
        tokio::spawn(app.run(listener, stop.clone().into()));
        let channel =
            service::client::channel("svc-offers", &address.to_string(), &TlsArgs::plaintext()).unwrap();
        Self {
            provider,
            clock,
            context: context(Mode::Test),
            address,
            client: OffersServiceClient::new(channel),
            _stop: stop.drop_guard(),
        }
    }

    /// From now on the provider answers this path so, and counts from nothing.
    pub async fn answers(&self, at: &str, with: ResponseTemplate) {
        self.provider.reset().await;
        self.also_answers(at, with).await;
    }

    pub async fn also_answers(&self, at: &str, with: ResponseTemplate) {
        Mock::given(path(at)).respond_with(with).mount(&self.provider).await;
    }

    /// How often the provider was asked since it was last told what to answer.
    pub async fn asked(&self) -> usize {
        self.provider.received_requests().await.unwrap().len()
    }

    pub async fn get(&self) -> Result<Offer, Problem> {
        let request = self.context.request(GetOfferRequest { offer_id: "off_1".into() });
        let answer = self.client.clone().get_offer(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner().offer.unwrap())
    }

    pub async fn verify(&self) -> Result<VerifyOfferResponse, Problem> {
        self.verify_id("off_1").await
    }

    pub async fn verify_id(&self, id: &str) -> Result<VerifyOfferResponse, Problem> {
        let request = self.context.request(VerifyOfferRequest { offer_id: id.into() });
        let answer = self.client.clone().verify_offer(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner())
    }

    /// The same flights, where the offer is gone.
    pub async fn replacement(&self) -> Option<Replacement> {
        let request = self.context.request(FindReplacementRequest { offer_id: "off_1".into() });
        self.client.clone().find_replacement(request).await.unwrap().into_inner().replacement
    }

    pub async fn seat_maps(&self) -> Result<Vec<SeatMap>, Problem> {
        let request = self.context.request(GetSeatMapsRequest { offer_id: "off_1".into() });
        let answer = self.client.clone().get_seat_maps(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner().seat_maps)
    }

    /// What a list is told of these offers with a bag.
    pub async fn bag_prices(&self, ids: &[&str]) -> Result<Vec<BagPrice>, Problem> {
        let offer_ids = ids.iter().map(|id| (*id).to_owned()).collect();
        let request = self.context.request(ListBagPricesRequest { offer_ids });
        let answer = self.client.clone().list_bag_prices(request).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner().prices)
    }

    /// Quotes the offer with seats, given as passenger and service.
    pub async fn quote(&self, seats: &[(&str, &str)]) -> Result<QuoteOfferResponse, Problem> {
        let selection = |(passenger, service): &(&str, &str)| SeatSelection {
            passenger_id: (*passenger).into(),
            service_id: (*service).into(),
        };
        let seats = seats.iter().map(selection).collect();
        self.quote_request(QuoteOfferRequest { seats, ..QuoteOfferRequest::default() }).await
    }

    /// Quotes the offer with bags, given as passenger, service and pieces.
    pub async fn quote_bags(&self, bags: &[(&str, &str, u32)]) -> Result<QuoteOfferResponse, Problem> {
        let selection = |(passenger, service, quantity): &(&str, &str, u32)| ServiceSelection {
            passenger_id: (*passenger).into(),
            service_id: (*service).into(),
            quantity: *quantity,
        };
        let bags = bags.iter().map(selection).collect();
        self.quote_request(QuoteOfferRequest { bags, ..QuoteOfferRequest::default() }).await
    }

    async fn quote_request(&self, request: QuoteOfferRequest) -> Result<QuoteOfferResponse, Problem> {
        let request = QuoteOfferRequest { offer_id: "off_1".into(), ..request };
        let answer = self.client.clone().quote_offer(self.context.request(request)).await;
        Ok(answer.map_err(|status| Problem::from_status(&status))?.into_inner())
    }

    /// Whether test and live mode have a provider.
    pub async fn provider_status(&self) -> (bool, bool) {
        let request = self.context.request(GetProviderStatusRequest {});
        let status = self.client.clone().get_provider_status(request).await.unwrap();
        let status = status.into_inner().status.unwrap();
        (status.test_configured, status.live_configured)
    }
}

pub fn context(mode: Mode) -> RequestContext {
    RequestContext::new("req_1".into(), mode, "default".into(), MarkupRate::parse("0.23").unwrap())
}

pub fn data(data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({ "data": data, "meta": null }))
}

pub fn refusal(status: u16, code: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "errors": [{ "code": code }], "meta": {} }))
}
