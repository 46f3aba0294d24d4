use std::sync::Arc;

use clap::Parser;
use money::MarkupRate;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::identity::v1::{
    LoginRequest, LoginResponse, LogoutRequest, OpenSessionRequest, RegisterRequest, ResetPasswordRequest,
    ResolveSessionRequest, Session, User,
};
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use secrecy::SecretString;
use service::health::Readiness;
use service::sealing::Sealer;
use service::{Lifecycle, Mode, Problem, RequestContext};
use svc_identity::{App, Config, MIGRATOR};
use testkit::{MockClock, TestDb};
use time::Duration;
use time::macros::datetime;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

pub const PASSWORD: &str = "Correct-Horse-7";
pub const OTHER_PASSWORD: &str = "Battery-Staple-9";
pub const NO_BROKER: &str = "nats://127.0.0.1:1";
/// Of 32 bytes, and published nowhere.
pub const SECOND_FACTOR_KEY: &str = "--second-factor-key=BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
pub const SITE: &str = "https://blue.example/";

pub struct Harness {
    pub client: IdentityServiceClient<Channel>,
    pub preflight: PreflightServiceClient<Channel>,
    pub db: TestDb,
    pub clock: Arc<MockClock>,
    settings: Vec<String>,
    stop_on_drop: Vec<DropGuard>,
}

/// A browser: its brand's site, and what its cookies say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    pub brand: &'static str,
    pub session_id: String,
    pub token: String,
    /// By what it is known; empty if it is not.
    pub known_by: String,
}

impl Harness {
    /// The service without a broker and without a mail server: what it tells stays in the outboxes.
    pub async fn new() -> Self {
        Self::with_broker(NO_BROKER).await
    }

    pub async fn with_broker(nats_url: &str) -> Self {
        Self::with_settings(&["--nats-url", nats_url]).await
    }

    pub async fn with_settings(more: &[&str]) -> Self {
        let db = TestDb::create(&MIGRATOR).await;
        let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
        let settings: Vec<_> = more.iter().map(ToString::to_string).collect();
        let (channel, stop) = serve(&db.url, &clock, &settings).await;
        Self {
            preflight: PreflightServiceClient::new(channel.clone()),
            client: IdentityServiceClient::new(channel),
            db,
            clock,
            settings,
            stop_on_drop: vec![stop],
        }
    }

    /// Starts a second replica, which sweeps when it starts, and waits until the query counts so many.
    pub async fn swept(&mut self, query: &'static str, count: i64) {
        let (_, stop) = serve(&self.db.url, &self.clock, &self.settings).await;
        self.stop_on_drop.push(stop);
        let reached = async {
            while self.count(query).await != count {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(testkit::patience(10), reached).await.expect("the sweep");
    }

    /// Goes on with a replica that has these keys. Those from before live on.
    pub async fn go_on_with_keys(&mut self, keys: &str) {
        self.settings.retain(|setting| !setting.starts_with("--second-factor-key="));
        self.settings.push(format!("--second-factor-key={keys}"));
        let (channel, stop) = serve(&self.db.url, &self.clock, &self.settings).await;
        self.client = IdentityServiceClient::new(channel);
        self.stop_on_drop.push(stop);
    }

    /// Waits until a replica with these keys, which starts now, is ready.
    pub async fn until_ready(&self, keys: &str) {
        let (listener, _) = testkit::free_listener().await;
        let lifecycle = Lifecycle::from(CancellationToken::new());
        let _stop_on_drop = lifecycle.shutdown.stopping.clone().drop_guard();
        let mut changes = lifecycle.health.changes();
        let settings = ["--nats-url", NO_BROKER, &format!("--second-factor-key={keys}")].map(str::to_owned);
        let app = App::build(config(&self.db.url, &settings), self.clock.clone()).await.unwrap();
        tokio::spawn(app.run(listener, lifecycle));
        let ready = changes.wait_for(|readiness| *readiness == Readiness::Ready);
        tokio::time::timeout(testkit::patience(15), ready).await.expect("a ready replica").unwrap();
    }

    pub fn later(&self, by: Duration) {
        self.clock.advance(by);
    }

    pub async fn seed_demo(&self) {
        svc_identity::seed_demo(&SecretString::from(self.db.url.clone()), self.clock.as_ref()).await.unwrap();
    }

    /// A visitor without an account.
    pub async fn guest(&mut self, brand: &'static str) -> Browser {
        let (session_id, token, known_by) = Default::default();
        let stranger = Browser { brand, session_id, token, known_by };
        let opened =
            self.client.open_session(stranger.request(OpenSessionRequest {})).await.unwrap().into_inner();
        Browser { session_id: opened.session.unwrap().id, token: opened.token, ..stranger }
    }

    /// Makes the account `username` with `PASSWORD`, as if its first mail had gone days ago.
    pub async fn register(&mut self, brand: &'static str, username: &str) -> User {
        let browser = self.guest(brand).await;
        let registered = self.client.register(browser.request(registration(username))).await.unwrap();
        let forget = "with forgotten as (
                delete from mail_outbox where dedupe_key like 'confirm-mailbox/%' returning id
            )
            delete from requested_mail
            where id = (select max(id) from requested_mail) and exists (select 1 from forgotten)";
        sqlx::query(forget).execute(&self.db.pool).await.unwrap();
        registered.into_inner().user.unwrap()
    }

    pub async fn try_login(
        &mut self,
        browser: &Browser,
        username: &str,
        password: &str,
    ) -> Result<LoginResponse, Status> {
        let request = LoginRequest {
            username: username.into(),
            password: password.into(),
            previous_token: browser.token.clone(),
            client_address: String::new(),
            device: "Firefox on Linux".into(),
            browser_token: browser.known_by.clone(),
        };
        self.client.login(browser.request(request)).await.map(Response::into_inner)
    }

    /// The browser, signed in.
    pub async fn login(&mut self, browser: &Browser, username: &str, password: &str) -> Browser {
        let signed_in = self.try_login(browser, username, password).await.unwrap();
        Browser {
            brand: browser.brand,
            session_id: signed_in.session.unwrap().id,
            token: signed_in.token,
            known_by: signed_in.browser_token,
        }
    }

    pub async fn logout(&mut self, browser: &Browser) {
        let request = LogoutRequest { token: browser.token.clone() };
        self.client.logout(browser.request(request)).await.unwrap();
    }

    /// What the browser's token stands for on its brand's site.
    pub async fn session(&mut self, browser: &Browser) -> Option<Session> {
        let request = ResolveSessionRequest { token: browser.token.clone(), with_standing: false };
        self.client.resolve_session(browser.request(request)).await.unwrap().into_inner().session
    }

    /// Whether the service says that another request has just renewed the browser's token.
    pub async fn is_overtaken(&mut self, browser: &Browser) -> bool {
        let request = ResolveSessionRequest { token: browser.token.clone(), with_standing: false };
        self.client.resolve_session(browser.request(request)).await.unwrap().into_inner().renewed
    }

    /// What payments count the browser's visitor by: whether they are established, and the age of the session in seconds.
    pub async fn standing(&mut self, browser: &Browser) -> (bool, u32) {
        let request = ResolveSessionRequest { token: browser.token.clone(), with_standing: true };
        let answer = self.client.resolve_session(browser.request(request)).await.unwrap().into_inner();
        let standing = answer.standing.unwrap();
        (standing.is_established, standing.session_age_s)
    }

    /// Who is signed in; nobody for guests and for tokens that say nothing.
    pub async fn user(&mut self, browser: &Browser) -> Option<String> {
        self.session(browser).await.and_then(|session| session.user).map(|user| user.username)
    }

    /// The browser, now known.
    pub async fn reset_password(
        &mut self,
        browser: &Browser,
        token: &str,
        password: &str,
    ) -> Result<Browser, Status> {
        let request = ResetPasswordRequest {
            token: token.into(),
            new_password: password.into(),
            brand_name: "Blue Horizon".into(),
            browser_token: browser.known_by.clone(),
        };
        let answer = self.client.reset_password(browser.request(request)).await?.into_inner();
        Ok(Browser { known_by: answer.browser_token, ..browser.clone() })
    }

    /// Under the keys of the replica that was started last.
    pub fn sealer(&self) -> Sealer {
        let named = self.settings.iter().find(|setting| setting.starts_with("--second-factor-key="));
        let setting = named.map_or(SECOND_FACTOR_KEY, String::as_str);
        let (_, keys) = setting.split_once('=').unwrap();
        Sealer::new("SECOND_FACTOR_KEY", &keys.into(), None).unwrap()
    }

    /// Texts of the mails to an address, oldest first.
    pub async fn mails(&self, to: &str) -> Vec<String> {
        let mails = self.waiting_mails().await.into_iter();
        mails.filter(|mail| mail.recipient == to).map(|mail| mail.text).collect()
    }

    /// The token in the link of the last mail to an address.
    pub async fn mailed_token(&self, to: &str) -> String {
        let text = self.mails(to).await.pop().unwrap();
        let link = text.lines().find(|line| line.starts_with(SITE)).unwrap();
        link.split_once("#token=").unwrap().1.to_owned()
    }

    /// As if the owner of the account had used a mailed link.
    pub async fn prove_mailbox(&self, username: &str) {
        sqlx::query("update account set mailbox_proved_at = created_at where username = $1")
            .bind(username)
            .execute(&self.db.pool)
            .await
            .unwrap();
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.db.pool).await.unwrap()
    }
}

/// Settings of a replica, with the usual key unless they name others.
fn config(database_url: &str, settings: &[String]) -> Config {
    let has_keys = settings.iter().any(|setting| setting.starts_with("--second-factor-key="));
    let key = (!has_keys).then_some(SECOND_FACTOR_KEY);
    let usual = ["svc-identity", "--internal-plaintext", "--database-url", database_url];
    Config::parse_from(usual.into_iter().chain(key).chain(settings.iter().map(String::as_str)))
}

async fn serve(database_url: &str, clock: &Arc<MockClock>, settings: &[String]) -> (Channel, DropGuard) {
    let (listener, address) = testkit::free_listener().await;
    let stop = CancellationToken::new();
    let app = App::build(config(database_url, settings), clock.clone()).await.unwrap();
    tokio::spawn(app.run(listener, stop.clone().into()));
    (Channel::from_shared(format!("http://{address}")).unwrap().connect_lazy(), stop.drop_guard())
}

impl Browser {
    /// A message as the gateway passes it on.
    pub fn request<T>(&self, message: T) -> Request<T> {
        self.request_in(Mode::Test, message)
    }

    pub fn request_in<T>(&self, mode: Mode, message: T) -> Request<T> {
        let markup = MarkupRate::parse(MarkupRate::DEFAULT).unwrap();
        let mut context = RequestContext::new("r1".into(), mode, self.brand.into(), markup);
        context.public_url = Some(SITE.parse().unwrap());
        context.session_id = self.session_id.parse().ok();
        context.request(message)
    }

    /// The browser after an answer that brought this token, or none.
    pub fn renewed(&self, token: String) -> Self {
        if token.is_empty() { self.clone() } else { Self { token, ..self.clone() } }
    }

    /// The same cookie, sent to another brand's site.
    pub fn at(&self, brand: &'static str) -> Self {
        Self { brand, ..self.clone() }
    }
}

pub fn registration(username: &str) -> RegisterRequest {
    RegisterRequest {
        username: username.into(),
        email: address(username),
        first_name: "Ada".into(),
        last_name: "Lovelace".into(),
        password: PASSWORD.into(),
        brand_name: "Blue Horizon".into(),
        letterhead: None,
    }
}

pub fn address(username: &str) -> String {
    format!("{username}@traveller.example")
}

pub fn code(status: &Status) -> String {
    Problem::from_status(status).code
}
