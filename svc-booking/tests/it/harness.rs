use std::time::Duration;

use clap::Parser;
use money::MarkupRate;
use proto::booking::v1::attention_service_client::AttentionServiceClient;
use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::booking::v1::{
    Booking, BookingStatus, CreateBookingRequest, CreateBookingResponse, GetBookingRequest, PassengerDetails,
};
use proto::offers::v1::ServiceSelection;
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use service::health::Readiness;
use service::{Clock, Lifecycle, Mode, Problem, RequestContext, UserRef};
use svc_booking::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::format_description::well_known::Rfc3339;
use time::macros::datetime;
use tokio::runtime::Runtime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Status;
use tonic::transport::Channel;
use uuid::Uuid;

use crate::fakes::airline::Airline;
use crate::fakes::services::Services;

const PATIENCE_S: u64 = 15;
const POLL: Duration = Duration::from_millis(20);
pub const WEBHOOK_SECRET: &str = "a_secret";
/// A key of 32 bytes, the service's own at first.
pub const KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

/// One world: a database, a clock, the others, and any number of replicas of the service.
pub struct World {
    pub db: TestDb,
    /// Where the service finds it: the database itself, unless the test puts something between.
    pub database_url: String,
    pub clock: std::sync::Arc<MockClock>,
    pub airline: Airline,
    pub services: Services,
    /// Away, unless the test brings one.
    pub nats_url: String,
    /// Where live mode's airline is.
    pub live_url: String,
    /// The service's keys, the first of which seals.
    pub pii_key: String,
    /// The keys of its HMACs, the first of which makes new ones.
    pub hmac_keys: String,
    /// Settings beside the usual ones.
    pub more: Vec<String>,
}

/// A replica of the service.
pub struct Replica {
    pub client: BookingServiceClient<Channel>,
    pub attention: AttentionServiceClient<Channel>,
    pub preflight: PreflightServiceClient<Channel>,
    _stop_on_drop: DropGuard,
}

/// A replica that can be killed.
pub struct Victim {
    runtime: Runtime,
    pub client: BookingServiceClient<Channel>,
}

impl Victim {
    /// As by SIGKILL: nothing is finished, nothing is told.
    pub fn kill(self) {
        self.runtime.shutdown_background();
    }
}

impl World {
    pub async fn new() -> Self {
        service::install_crypto();
        let db = TestDb::create(&MIGRATOR).await;
        let airline = Airline::open().await;
        Self {
            live_url: airline.url.clone(),
            pii_key: KEY.into(),
            hmac_keys: KEY.into(),
            more: Vec::new(),
            database_url: db.url.clone(),
            db,
            clock: MockClock::new(datetime!(2026-03-01 12:00 UTC)),
            airline,
            services: Services::open().await,
            nats_url: "nats://127.0.0.1:1".into(),
        }
    }

    /// The check of the settings sees the live provider on this machine: anywhere else it would need a public address.
    fn config(&self) -> Config {
        let usual = [
            "svc-booking",
            "--internal-plaintext",
            &format!("--nats-url={}", self.nats_url),
            "--due-interval-ms=20",
            &format!("--database-url={}", self.database_url),
            &format!("--offers-url={}", self.services.url),
            &format!("--payments-url={}", self.services.url),
            &format!("--identity-url={}", self.services.url),
            &format!("--duffel-test-url={}", self.airline.url),
            "--duffel-test-token=duffel_test_a",
            &format!("--duffel-live-url={}", self.airline.url),
            "--duffel-live-token=duffel_live_a",
            &format!("--duffel-test-webhook-secret={WEBHOOK_SECRET}"),
            &format!("--pii-key={}", self.pii_key),
            &format!("--hmac-key={}", self.hmac_keys),
        ];
        let mut config = Config::parse_from(usual.into_iter().chain(self.more.iter().map(String::as_str)));
        config.duffel.duffel_live_url.clone_from(&self.live_url);
        config
    }

    pub async fn start(&self) -> Replica {
        let (listener, address) = testkit::free_listener().await;
        let stop = CancellationToken::new();
        let app = App::build(self.config(), self.clock.clone()).await.unwrap();
        tokio::spawn(app.run(listener, stop.clone().into()));
        Replica {
            client: connect(&address),
            attention: AttentionServiceClient::new(channel(&address)),
            preflight: PreflightServiceClient::new(channel(&address)),
            _stop_on_drop: stop.drop_guard(),
        }
    }

    /// That a replica which starts now finds this out about itself, as soon as the database answers in time.
    pub async fn expect_first_readiness(&self, expected: Readiness) {
        let (listener, _) = testkit::free_listener().await;
        let lifecycle = Lifecycle::from(CancellationToken::new());
        let _stop_on_drop = lifecycle.shutdown.stopping.clone().drop_guard();
        let mut changes = lifecycle.health.changes();
        let app = App::build(self.config(), self.clock.clone()).await.unwrap();
        tokio::spawn(app.run(listener, lifecycle));
        let busy = Readiness::NotReady("the database does not answer in time");
        let found = changes.wait_for(|found| ![Readiness::Starting, busy].contains(found));
        let found = tokio::time::timeout(testkit::patience(PATIENCE_S), found).await;
        assert_eq!(*found.expect("a replica looks at itself when it starts").unwrap(), expected);
    }

    /// A replica in a runtime of its own.
    pub async fn start_victim(&self) -> Victim {
        let (listener, address) = testkit::free_listener().await;
        let listener = listener.into_std().unwrap();
        let (config, clock) = (self.config(), self.clock.clone());
        let runtime = Runtime::new().unwrap();
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            let app = App::build(config, clock).await.unwrap();
            app.run(listener, CancellationToken::new().into()).await
        });
        Victim { runtime, client: connect(&address) }
    }

    pub async fn state(&self, id: &str) -> String {
        sqlx::query_scalar("select state from booking where id = $1")
            .bind(id.parse::<Uuid>().unwrap())
            .fetch_one(&self.db.pool)
            .await
            .unwrap()
    }

    /// Waits until the only booking is in a state.
    pub async fn until_state(&self, wanted: &str) {
        let query = "select count(*) from booking where state = $1";
        self.until(query, wanted, wanted).await;
    }

    /// Waits until the only booking has asked so often and rests: from here on only the clock moves it.
    pub async fn until_asked(&self, times: u32) {
        let query = "select count(*) from booking where asked >= $1::text::int and lease_until is null";
        self.until(query, &times.to_string(), "an ask").await;
    }

    /// Waits until the only booking is in a state and no worker is at it.
    pub async fn until_resting(&self, state: &str) {
        let query = "select count(*) from booking where state = $1 and lease_until is null";
        self.until(query, state, state).await;
    }

    /// Waits until the only booking is in a state, no worker is at it, and none will be before the clock moves.
    pub async fn until_not_due(&self, state: &str) {
        let query = "select count(*) from booking
            where lease_until is null
                and state = split_part($1, ' ', 1)
                and next_action_at > split_part($1, ' ', 2)::timestamptz";
        let now = self.clock.now().format(&Rfc3339).unwrap();
        self.until(query, &format!("{state} {now}"), state).await;
    }

    /// Waits until no worker is at the only booking, and none will be before the clock moves.
    pub async fn until_it_rests(&self) {
        let query =
            "select count(*) from booking where lease_until is null and next_action_at > $1::timestamptz";
        let now = self.clock.now().format(&Rfc3339).unwrap();
        self.until(query, &now, "a rest").await;
    }

    /// Waits until a count over one parameter is not 0.
    pub async fn until(&self, query: &'static str, parameter: &str, what: &str) {
        let reached = async {
            loop {
                let count: i64 =
                    sqlx::query_scalar(query).bind(parameter).fetch_one(&self.db.pool).await.unwrap();
                if count > 0 {
                    return;
                }
                tokio::time::sleep(POLL).await;
            }
        };
        let reached = tokio::time::timeout(testkit::patience(PATIENCE_S), reached).await;
        reached.unwrap_or_else(|_| panic!("{what} was never reached"));
    }

    /// Waits until Postgres has carried out what a killed program had sent, and has closed its connections.
    pub async fn until_alone(&self) {
        let alone = "select count(*) where not exists (
            select
            from pg_stat_activity
            where datname = current_database()
                and backend_type = 'client backend'
                and application_name <> $1
        )";
        self.until(alone, testkit::OWN_CONNECTION, "the end of the killed program's connections").await;
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.db.pool).await.unwrap()
    }

    /// The subjects told, in order.
    pub async fn told(&self) -> Vec<String> {
        sqlx::query_scalar("select subject from outbox order by seq").fetch_all(&self.db.pool).await.unwrap()
    }
}

fn connect(address: &std::net::SocketAddr) -> BookingServiceClient<Channel> {
    BookingServiceClient::new(channel(address))
}

fn channel(address: &std::net::SocketAddr) -> Channel {
    Channel::from_shared(format!("http://{address}")).unwrap().connect_lazy()
}

/// A guest of the default brand in test mode.
pub fn guest(n: u128) -> RequestContext {
    let markup = MarkupRate::parse("0.23").unwrap();
    let mut context = RequestContext::new("r1".into(), Mode::Test, "default".into(), markup);
    context.session_id = Some(Uuid::from_u128(n));
    context
}

/// The same browser, signed in.
pub fn signed_in(n: u128, user: Uuid) -> RequestContext {
    let mut context = guest(n);
    context.user = Some(UserRef { id: user, is_admin: false });
    context
}

/// An administrator of no brand in particular.
pub fn administrator() -> RequestContext {
    let mut context = guest(99);
    context.user = Some(UserRef { id: Uuid::from_u128(99), is_admin: true });
    context
}

/// The party that the offer was searched for.
pub fn booking(payment_id: &str) -> CreateBookingRequest {
    CreateBookingRequest {
        offer_id: "off_1".into(),
        passengers: vec![
            passenger("adult", "Ada", "1985-12-10"),
            passenger("child", "Grace", "2017-05-06"),
            passenger("infant_without_seat", "Joan", "2025-06-01"),
        ],
        payment_id: payment_id.into(),
        amount: "645.00".into(),
        currency: "GBP".into(),
        expected_mode: Mode::Test.into(),
        wait_ms: 24_000,
        ..CreateBookingRequest::default()
    }
}

/// The same with so many checked bags for the adult, at £30 each.
pub fn booking_with_bags(payment_id: &str, quantity: u32) -> CreateBookingRequest {
    let selection = ServiceSelection { passenger_id: "pas_b".into(), service_id: "ase_bag".into(), quantity };
    let amount = 645 + 30 * quantity;
    CreateBookingRequest { bags: vec![selection], amount: format!("{amount}.00"), ..booking(payment_id) }
}

pub fn passenger(kind: &str, first_name: &str, born: &str) -> PassengerDetails {
    PassengerDetails {
        r#type: kind.into(),
        title: Some("ms".into()),
        first_name: first_name.into(),
        last_name: "Byron".into(),
        date_of_birth: born.into(),
        email: Some("ada@traveller.example".into()),
        phone: Some("+12025550143".into()),
        passport_number: Some(format!("CANARY{}", first_name.to_uppercase())),
        passport_expiry_date: Some("2035-01-01".into()),
        passport_issuing_country: Some("GB".into()),
        ..PassengerDetails::default()
    }
}

pub type Client = BookingServiceClient<Channel>;

pub async fn create(
    client: &Client,
    context: &RequestContext,
    request: CreateBookingRequest,
) -> Result<CreateBookingResponse, Status> {
    let request = context.request_within(Duration::from_secs(30), request);
    client.clone().create_booking(request).await.map(tonic::Response::into_inner)
}

/// A booking that is still pending when its first answer is given.
pub async fn pending(world: &World, replica: &Replica, payment: &str) -> String {
    let mut request = booking(payment);
    request.wait_ms = 300;
    let booked = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();
    assert_eq!(booked.status(), BookingStatus::Pending);
    // Asked once when it became unknown, and once at once.
    world.until_asked(2).await;
    booked.id
}

pub async fn get(client: &Client, context: &RequestContext, id: &str) -> Result<Booking, Status> {
    let request =
        context.request(GetBookingRequest { booking_id: id.into(), ..GetBookingRequest::default() });
    client.clone().get_booking(request).await.map(|answer| answer.into_inner().booking.unwrap())
}

/// Reads a guest's booking until it is finished.
pub async fn finished(client: &Client, context: &RequestContext, id: &str) -> Booking {
    let finished = async {
        loop {
            let booking = get(client, context, id).await.unwrap();
            if booking.status() != BookingStatus::Pending {
                return booking;
            }
            tokio::time::sleep(POLL).await;
        }
    };
    tokio::time::timeout(testkit::patience(PATIENCE_S), finished).await.expect("the booking comes to its end")
}

pub fn code(status: &Status) -> String {
    Problem::from_status(status).code
}

pub fn failure(response: &CreateBookingResponse) -> String {
    let booking = response.booking.as_ref().unwrap();
    assert_eq!(booking.status(), BookingStatus::Failed);
    booking.failure.as_ref().unwrap().code.clone()
}
