use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Parser;
use money::{MarkupRate, Money};
use proto::common::v1::Money as MoneyMessage;
use proto::offers::v1::offers_service_server::{OffersService, OffersServiceServer};
use proto::offers::v1::{
    FindReplacementRequest, FindReplacementResponse, GetOfferRequest, GetOfferResponse,
    GetProviderStatusRequest, GetProviderStatusResponse, GetSeatMapsRequest, GetSeatMapsResponse,
    ListBagPricesRequest, ListBagPricesResponse, QuoteOfferRequest, QuoteOfferResponse, QuotedBag,
    ServiceSelection, VerifyOfferRequest, VerifyOfferResponse,
};
use proto::payments::v1 as pb;
use proto::payments::v1::attention_service_client::AttentionServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use service::client::Channel;
use service::{Mode, Problem, RequestContext, TlsArgs, UserRef};
use svc_payments::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::OffsetDateTime;
use time::macros::datetime;
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use crate::stripe::Stripe;

pub const VISA: &str = "4242 4242 4242 4242";
pub const DECLINED: &str = "4000000000000002";
pub const CHALLENGED: &str = "4000002760003184";
/// What every offer costs here, unless the test says otherwise.
pub const PRICE: i64 = 133_850;
pub const TEST_SECRET: &str = "whsec_test_secret";
pub const LIVE_SECRET: &str = "whsec_live_secret";
pub const HMAC_KEY: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const HERE: &str = "127.0.0.1";

/// A running service and all it stands on.
pub struct Shop {
    pub client: PaymentsServiceClient<Channel>,
    pub attention: AttentionServiceClient<Channel>,
    pub preflight: PreflightServiceClient<Channel>,
    pub stripe: Stripe,
    pub live_stripe: Stripe,
    pub offers: Offers,
    pub clock: Arc<MockClock>,
    pub db: TestDb,
    /// Those of each replica, but for its HMAC keys.
    settings: Vec<String>,
    stop: CancellationToken,
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Shop {
    pub async fn open() -> Self {
        Self::open_with(&[]).await
    }

    /// A shop with settings beside the usual ones.
    pub async fn open_with(settings: &[&str]) -> Self {
        Self::open_at(HERE, settings).await
    }

    /// A shop whose live provider is not known to be on this machine.
    pub async fn open_elsewhere(settings: &[&str]) -> Self {
        Self::open_at("0.0.0.0", settings).await
    }

    /// A shop whose database was restored from a backup then.
    pub async fn open_restored(at: OffsetDateTime) -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        db.mark_restored(at).await;
        Self::open_on(db, HERE, &[]).await
    }

    async fn open_at(live_host: &str, settings: &[&str]) -> Self {
        Self::open_on(TestDb::create(&MIGRATOR).await, live_host, settings).await
    }

    async fn open_on(db: TestDb, live_host: &str, settings: &[&str]) -> Self {
        service::install_crypto();
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let (stripe, live_stripe) = (Stripe::start(false).await, Stripe::start(true).await);
        let offers = Offers::default();
        let stop = CancellationToken::new();
        let offers_url = offers.serve(stop.clone()).await;
        let provider_timeout =
            format!("--stripe-timeout-ms={}", testkit::patient(Duration::from_millis(300)).as_millis());
        let usual = [
            "svc-payments",
            "--internal-plaintext",
            "--database-url",
            &db.url,
            "--database-connections=8",
            "--offers-url",
            &offers_url,
            "--stripe-test-url",
            &stripe.url,
            "--stripe-test-key=sk_test_1",
            "--stripe-live-url",
            &live_stripe.url,
            "--stripe-live-key=sk_live_1",
            &provider_timeout,
            "--stripe-test-webhook-secret",
            TEST_SECRET,
            "--stripe-live-webhook-secret",
            LIVE_SECRET,
            "--settle-interval-ms=20",
        ];
        // The other limits are seen without work, unless that is what a test is about.
        let no_work = ["--declines-before-work=1000", "--brand-declines-before-work=1000"];
        let asks_for_work = settings.iter().any(|setting| setting.contains("before-work"));
        let no_work = no_work.into_iter().filter(|_| !asks_for_work);
        let settings = usual.into_iter().chain(no_work).chain(settings.iter().copied());
        let settings: Vec<String> = settings.map(str::to_owned).collect();
        let channel = start(&settings, HMAC_KEY, live_host, clock.clone(), stop.clone()).await;
        let attention = AttentionServiceClient::new(channel.clone());
        let preflight = PreflightServiceClient::new(channel.clone());
        let client = PaymentsServiceClient::new(channel);
        Self { client, attention, preflight, stripe, live_stripe, offers, clock, db, settings, stop }
    }

    /// From now on this shop's calls go to another replica, which has these HMAC keys.
    pub async fn replace_hmac_keys(&mut self, keys: &str) {
        let channel = start(&self.settings, keys, HERE, self.clock.clone(), self.stop.clone()).await;
        self.client = PaymentsServiceClient::new(channel);
    }

    pub async fn authorise(
        &self,
        traveller: &Traveller,
        order: Order,
    ) -> Result<pb::AuthorisePaymentResponse, Problem> {
        let offer_view = self.view_offer(traveller).await;
        let visitor = pb::Visitor {
            is_established: traveller.is_established,
            session_age_s: traveller.session_age_s,
            offer_view,
        };
        self.authorise_as(traveller, Some(visitor), order).await
    }

    /// The proof that the traveller's session has looked at an offer.
    pub async fn view_offer(&self, traveller: &Traveller) -> String {
        let request = traveller.context().request_within(LONG, pb::ProveOfferViewRequest {});
        answer(self.client.clone().prove_offer_view(request).await).unwrap().proof
    }

    /// None: as a gateway of the last release asks.
    pub async fn authorise_as(
        &self,
        traveller: &Traveller,
        visitor: Option<pb::Visitor>,
        order: Order,
    ) -> Result<pb::AuthorisePaymentResponse, Problem> {
        let message = pb::AuthorisePaymentRequest { visitor, ..order.into() };
        let request = traveller.context().request_within(LONG, message);
        answer(self.client.clone().authorise_payment(request).await)
    }

    /// A payment that holds its money.
    pub async fn authorised(&self, traveller: &Traveller) -> pb::Payment {
        let answer = self.authorise(traveller, Order::default()).await.unwrap();
        assert_eq!(answer.refusal, None);
        answer.payment.unwrap()
    }

    /// A payment that a booking has claimed and captured.
    pub async fn captured(&self, traveller: &Traveller) -> (pb::Payment, Uuid) {
        let payment = self.authorised(traveller).await;
        let booking = Uuid::now_v7();
        self.claim(traveller, &payment.id, booking).await.unwrap();
        let captured = self.capture(traveller, &payment.id, booking).await.unwrap();
        assert_eq!(captured.outcome(), pb::Outcome::Done);
        (captured.payment.unwrap(), booking)
    }

    pub async fn claim(
        &self,
        traveller: &Traveller,
        payment_id: &str,
        booking: Uuid,
    ) -> Result<pb::ClaimPaymentResponse, Problem> {
        let request = pb::ClaimPaymentRequest {
            payment_id: payment_id.into(),
            booking_id: booking.to_string(),
            offer_id: "off_1".into(),
            amount: Some(usd(PRICE)),
            principals: traveller.context().principals(),
        };
        answer(self.client.clone().claim_payment(saga(traveller, request)).await)
    }

    pub async fn capture(
        &self,
        traveller: &Traveller,
        payment_id: &str,
        booking: Uuid,
    ) -> Result<pb::CapturePaymentResponse, Problem> {
        let request =
            pb::CapturePaymentRequest { payment_id: payment_id.into(), booking_id: booking.to_string() };
        answer(self.client.clone().capture_payment(saga(traveller, request)).await)
    }

    pub async fn void(
        &self,
        traveller: &Traveller,
        payment_id: &str,
        booking: Uuid,
    ) -> Result<pb::VoidPaymentResponse, Problem> {
        let request = pb::VoidPaymentRequest {
            payment_id: payment_id.into(),
            booking_id: booking.to_string(),
            principals: traveller.context().principals(),
        };
        answer(self.client.clone().void_payment(saga(traveller, request)).await)
    }

    pub async fn refund(
        &self,
        traveller: &Traveller,
        payment_id: &str,
        booking: Uuid,
        (key, minor): (&str, i64),
    ) -> Result<pb::RefundPaymentResponse, Problem> {
        let request = pb::RefundPaymentRequest {
            payment_id: payment_id.into(),
            booking_id: booking.to_string(),
            amount: Some(usd(minor)),
            idempotency_key: key.into(),
        };
        answer(self.client.clone().refund_payment(saga(traveller, request)).await)
    }

    pub async fn get(&self, traveller: &Traveller, payment_id: &str) -> pb::Payment {
        self.try_get(traveller, payment_id).await.unwrap()
    }

    pub async fn try_get(&self, traveller: &Traveller, payment_id: &str) -> Result<pb::Payment, Problem> {
        let request = pb::GetPaymentRequest { payment_id: payment_id.into() };
        let found = answer(self.client.clone().get_payment(saga(traveller, request)).await)?;
        Ok(found.payment.unwrap())
    }

    pub async fn find(&self, traveller: &Traveller, offer_id: &str, minor: i64) -> Option<pb::Payment> {
        let request = pb::FindAuthorisationRequest { offer_id: offer_id.into(), amount: Some(usd(minor)) };
        let answer = self.client.clone().find_authorisation(saga(traveller, request)).await;
        answer.unwrap().into_inner().payment
    }

    /// The status in the database, which no call has asked the provider about.
    pub async fn stored_status(&self, payment_id: &str) -> String {
        let id: Uuid = payment_id.trim_start_matches("test_pay_").parse().unwrap();
        sqlx::query_scalar("select status from payment where id = $1")
            .bind(id)
            .fetch_one(&self.db.pool)
            .await
            .unwrap()
    }

    /// The status of the only payment there is, known by its place in time.
    pub async fn statuses(&self) -> Vec<String> {
        sqlx::query_scalar("select status from payment order by created_at, id")
            .fetch_all(&self.db.pool)
            .await
            .unwrap()
    }
}

const LONG: Duration = Duration::from_secs(30);

fn saga<T>(traveller: &Traveller, message: T) -> Request<T> {
    traveller.context().request_within(LONG, message)
}

fn answer<T>(result: Result<Response<T>, Status>) -> Result<T, Problem> {
    result.map(Response::into_inner).map_err(|status| Problem::from_status(&status))
}

/// The check of the settings sees the live provider on this machine: anywhere else it would need a public address.
async fn start(
    settings: &[String],
    hmac_keys: &str,
    live_host: &str,
    clock: Arc<MockClock>,
    stop: CancellationToken,
) -> Channel {
    let keys = format!("--hmac-key={hmac_keys}");
    let mut config = Config::parse_from(settings.iter().chain([&keys]));
    config.stripe.stripe_live_url = config.stripe.stripe_live_url.replace(HERE, live_host);
    let app = App::build(config, clock).await.unwrap();
    let (listener, address) = testkit::free_listener().await;
    tokio::spawn(app.run(listener, stop.into()));
    let url = format!("http://{address}");
    service::client::channel("svc-payments", &url, &TlsArgs::plaintext()).unwrap()
}

/// Waits for what happens between calls.
pub async fn eventually<F: Future<Output = bool>>(what: &str, holds: impl Fn() -> F) {
    let waited = tokio::time::timeout(testkit::patience(10), async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    assert!(waited.await.is_ok(), "{what}");
}

pub fn usd(minor: i64) -> MoneyMessage {
    MoneyMessage { minor, currency: "USD".into() }
}

/// Somebody with a session.
#[derive(Debug, Clone)]
pub struct Traveller {
    pub session: Uuid,
    pub user: Option<Uuid>,
    pub mode: Mode,
    pub brand: &'static str,
    /// Where the brand's site is, as far as the gateway knows.
    pub site: Option<&'static str>,
    /// The user's account is a day old, and its mailbox proved.
    pub is_established: bool,
    pub session_age_s: Option<u32>,
}

impl Traveller {
    pub fn new() -> Self {
        Self {
            session: Uuid::now_v7(),
            user: None,
            mode: Mode::Test,
            brand: "fareway",
            site: None,
            is_established: false,
            session_age_s: None,
        }
    }

    pub fn signed_in(self) -> Self {
        Self { user: Some(Uuid::now_v7()), is_established: true, ..self }
    }

    /// Signed in to an account that was just made.
    pub fn newly_registered(self) -> Self {
        Self { is_established: false, ..self.signed_in() }
    }

    pub fn with_session_age(self, seconds: u32) -> Self {
        Self { session_age_s: Some(seconds), ..self }
    }

    pub fn live(self) -> Self {
        Self { mode: Mode::Live, ..self }
    }

    pub fn on_site(self, site: &'static str) -> Self {
        Self { site: Some(site), ..self }
    }

    pub fn of_brand(self, brand: &'static str) -> Self {
        Self { brand, ..self }
    }

    pub fn context(&self) -> RequestContext {
        let markup = MarkupRate::parse("0.23").unwrap();
        let mut context = RequestContext::new("req".into(), self.mode, self.brand.into(), markup);
        context.session_id = Some(self.session);
        context.public_url = self.site.map(|site| site.parse().unwrap());
        context.user = self.user.map(|id| UserRef { id, is_admin: false });
        context
    }
}

/// An authorisation to be asked for; by default a good one.
#[derive(Debug, Clone)]
pub struct Order {
    pub offer_id: String,
    pub bags: Vec<ServiceSelection>,
    pub amount: String,
    pub currency: &'static str,
    pub number: String,
    pub cvv: String,
    pub expiry: (u32, u32),
    pub key: String,
    pub expected_mode: Mode,
    /// Of the provider's own fields, beside the card.
    pub payment_method_id: &'static str,
    pub client_address: &'static str,
    /// The solution of a challenge.
    pub work: String,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            offer_id: "off_1".into(),
            bags: Vec::new(),
            amount: "1338.50".into(),
            currency: "USD",
            number: VISA.into(),
            cvv: "123".into(),
            expiry: (12, 2030),
            key: Uuid::now_v7().to_string(),
            expected_mode: Mode::Unspecified,
            payment_method_id: "",
            client_address: "",
            work: String::new(),
        }
    }
}

impl Order {
    pub fn with_card(number: &str) -> Self {
        Self { number: number.into(), ..Self::default() }
    }

    pub fn for_offer(offer_id: &str) -> Self {
        Self { offer_id: offer_id.into(), ..Self::default() }
    }

    pub fn under_key(key: &str) -> Self {
        Self { key: key.into(), ..Self::default() }
    }
}

impl From<Order> for pb::AuthorisePaymentRequest {
    fn from(order: Order) -> Self {
        let (expiry_month, expiry_year) = order.expiry;
        Self {
            offer_id: order.offer_id,
            seats: Vec::new(),
            amount: order.amount,
            currency: order.currency.into(),
            card: Some(pb::Card {
                number: order.number,
                expiry_month,
                expiry_year,
                cvv: order.cvv,
                holder_name: "Amelia Earhart".into(),
            }),
            idempotency_key: order.key,
            expected_mode: order.expected_mode.into(),
            payment_method_id: order.payment_method_id.into(),
            client_address: order.client_address.into(),
            visitor: None,
            work: order.work,
            bags: order.bags,
        }
    }
}

/// svc-offers, as far as payments asks it.
#[derive(Debug, Clone, Default)]
pub struct Offers {
    prices: Arc<Mutex<HashMap<String, Result<Money, Problem>>>>,
    asked: Arc<Mutex<Vec<QuoteOfferRequest>>>,
    is_older_than_bags: Arc<AtomicBool>,
}

impl Offers {
    /// From now on it quotes as a release before bags does.
    pub fn age(&self) {
        self.is_older_than_bags.store(true, Ordering::Relaxed);
    }

    /// What a quote of the offer answers from now on.
    pub fn set(&self, offer_id: &str, quote: Result<Money, Problem>) {
        self.prices.lock().unwrap().insert(offer_id.into(), quote);
    }

    /// The quotes that were asked for.
    pub fn asked(&self) -> Vec<QuoteOfferRequest> {
        self.asked.lock().unwrap().clone()
    }

    pub fn expired() -> Problem {
        Problem::new(Code::FailedPrecondition, "OFFER_EXPIRED", "This offer is gone.")
    }

    async fn serve(&self, stop: CancellationToken) -> String {
        let (listener, address) = testkit::free_listener().await;
        let server = tonic::transport::Server::builder().add_service(OffersServiceServer::new(self.clone()));
        let incoming = TcpIncoming::from(listener);
        tokio::spawn(server.serve_with_incoming_shutdown(incoming, stop.cancelled_owned()));
        format!("http://{address}")
    }
}

#[tonic::async_trait]
impl OffersService for Offers {
    async fn quote_offer(
        &self,
        request: Request<QuoteOfferRequest>,
    ) -> Result<Response<QuoteOfferResponse>, Status> {
        self.asked.lock().unwrap().push(request.get_ref().clone());
        let known = self.prices.lock().unwrap().get(&request.get_ref().offer_id).cloned();
        let price = known.unwrap_or(Ok(Money::new(PRICE, money::Currency::USD)))?;
        let total = MoneyMessage { minor: price.minor, currency: price.currency.to_string() };
        let asked_bags =
            request.get_ref().bags.iter().filter(|_| !self.is_older_than_bags.load(Ordering::Relaxed));
        let bags = asked_bags.map(|_| QuotedBag::default()).collect();
        Ok(Response::new(QuoteOfferResponse { total: Some(total), bags, ..Default::default() }))
    }

    async fn get_offer(&self, _: Request<GetOfferRequest>) -> Result<Response<GetOfferResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }

    async fn verify_offer(
        &self,
        _: Request<VerifyOfferRequest>,
    ) -> Result<Response<VerifyOfferResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }

    async fn find_replacement(
        &self,
        _: Request<FindReplacementRequest>,
    ) -> Result<Response<FindReplacementResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }

    async fn get_seat_maps(
        &self,
        _: Request<GetSeatMapsRequest>,
    ) -> Result<Response<GetSeatMapsResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }

    async fn list_bag_prices(
        &self,
        _: Request<ListBagPricesRequest>,
    ) -> Result<Response<ListBagPricesResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }

    async fn get_provider_status(
        &self,
        _: Request<GetProviderStatusRequest>,
    ) -> Result<Response<GetProviderStatusResponse>, Status> {
        Err(Status::unimplemented("not asked by payments"))
    }
}
