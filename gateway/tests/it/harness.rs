//! A gateway of the test's own, and a visitor with a cookie jar.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use clap::Parser;
use gateway::{App, Channels, Config, Engine, Parts};
use proto::identity::v1::{
    GetModeRequest, GetModeResponse, OpenSessionRequest, OpenSessionResponse, ResolveSessionRequest,
    ResolveSessionResponse, Session,
};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use service::client::{Pace, channel, channel_over};
use service::{Lifecycle, Mode, Shutdown, TlsArgs};
use testkit::{MockClock, TemporaryFolder};
use time::macros::datetime;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

use crate::fakes::Fakes;
use crate::samples;

pub const GUEST_TOKEN: &str = "guest-token";
pub const USER_TOKEN: &str = "user-token";
/// Of a user who owns nothing.
pub const OTHER_TOKEN: &str = "other-token";
pub const ADMIN_TOKEN: &str = "admin-token";
/// Another request of the browser has just renewed this one.
pub const RENEWED_TOKEN: &str = "renewed-meanwhile";
pub static PATIENCE: LazyLock<Duration> = LazyLock::new(|| testkit::patience(10));

pub struct Gateway {
    pub fakes: Fakes,
    pub address: SocketAddr,
    /// Where the fakes are.
    pub services: SocketAddr,
    lifecycle: Lifecycle,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Gateway {
    /// A gateway in test mode, with sessions for four tokens and the default brand.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// The same with settings, as on the command line.
    pub async fn start_with(settings: &[&str]) -> Self {
        Self::in_front_of(usual_fakes(), settings).await
    }

    /// Settings as on the command line. Returns when the gateway answers.
    pub async fn in_front_of(fakes: Fakes, settings: &[&str]) -> Self {
        service::install_crypto();
        let services = serve(&fakes).await;
        let (listener, address) = testkit::free_listener().await;
        let app = App::build(config(services, settings), clock()).await.unwrap();
        let lifecycle = Lifecycle::from(Shutdown::new());
        tokio::spawn(app.run(listener, lifecycle.clone()));
        Self { fakes, address, services, lifecycle }
    }

    /// The usual one, with a replica of svc-search at each of these addresses.
    pub async fn in_front_of_searches(searches: [SocketAddr; 2]) -> Self {
        service::install_crypto();
        let fakes = usual_fakes();
        let services = serve(&fakes).await;
        let (url, plaintext) = (format!("http://{services}"), TlsArgs::plaintext());
        let to = |name| channel(name, &url, &plaintext).unwrap();
        let lookup = Box::new(move || Box::pin(async move { Ok(searches.to_vec()) }) as _);
        let channels = Channels {
            search: channel_over("svc-search", lookup, &plaintext, Pace::default()).unwrap(),
            offers: to("svc-offers"),
            booking: to("svc-booking"),
            payments: to("svc-payments"),
            identity: to("svc-identity"),
            brand: to("svc-brand"),
        };
        let Config { site, check, .. } = config(services, &[]);
        let engine = Engine::new(Parts { channels, clock: clock(), broker: None, site, check }).unwrap();
        let (listener, address) = testkit::free_listener().await;
        let lifecycle = Lifecycle::from(Shutdown::new());
        tokio::spawn(engine.run(listener, lifecycle.clone()));
        Self { fakes, address, services, lifecycle }
    }

    /// The first step of its end.
    pub fn drain(&self) {
        self.lifecycle.shutdown.draining.cancel();
    }

    pub fn stop(&self) {
        self.lifecycle.shutdown.stopping.cancel();
    }

    pub fn visitor(&self) -> Visitor {
        Visitor::new(self.address)
    }

    /// Who asks at its admin port, which is opened for them.
    pub fn operator(&self) -> Visitor {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        service::admin::serve(listener, self.lifecycle.health.clone()).unwrap();
        Visitor::new(address)
    }

    /// A visitor who brings this session's cookie.
    pub fn visitor_with(&self, token: &str) -> Visitor {
        let mut visitor = self.visitor();
        visitor.cookies.insert("fareway_session".to_owned(), token.to_owned());
        visitor
    }

    /// Waits until the gateway has learnt the mode.
    pub async fn until_ready(&self) {
        let ready = async {
            while self.visitor().get("/readyz").await.status != StatusCode::OK {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(*PATIENCE, ready).await.expect("the gateway becomes ready");
    }
}

/// Serves the fakes, and answers where.
pub async fn serve(fakes: &Fakes) -> SocketAddr {
    let (listener, address) = testkit::free_listener().await;
    let incoming = TcpIncoming::from(listener);
    tokio::spawn(Server::builder().add_routes(fakes.routes()).serve_with_incoming(incoming));
    address
}

fn clock() -> Arc<MockClock> {
    MockClock::new(datetime!(2026-03-01 12:00 UTC))
}

/// Settings as on the command line; all services at one address, where the fakes speak plaintext. That is no setting:
/// production refuses it.
fn config(services: SocketAddr, settings: &[&str]) -> Config {
    let mut line = vec!["gateway".to_owned(), "--tls-dir=/nowhere".to_owned()];
    for name in ["search", "offers", "booking", "payments", "identity", "brand"] {
        line.extend([format!("--{name}-url"), format!("http://{services}")]);
    }
    let defaults = [("--https", "false"), ("--web-dir", "none"), ("--nats-url", "nats://127.0.0.1:1")];
    for (name, value) in defaults.into_iter().filter(|(name, _)| !settings.contains(name)) {
        line.extend([name.to_owned(), value.to_owned()]);
    }
    line.extend(settings.iter().map(ToString::to_string));
    Config { tls: TlsArgs::plaintext(), ..Config::try_parse_from(line).unwrap() }
}

/// Services with sessions for four tokens and the default brand, in test mode.
fn usual_fakes() -> Fakes {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    fakes
}

pub fn with_mode(fakes: &Fakes, mode: Mode) {
    fakes.on(move |_, _: GetModeRequest| Ok(GetModeResponse { mode: mode.into(), version: 1 }));
}

/// A guest's, two users' and an administrator's session, and a token that is renewed; new guests get `new-token`.
pub fn with_sessions(fakes: &Fakes) {
    fakes.on(|_, request: ResolveSessionRequest| {
        let session = session_of(&request.token);
        let renewed = request.token == RENEWED_TOKEN;
        Ok(ResolveSessionResponse { session, renewed, standing: None })
    });
    fakes.on(|_, _: OpenSessionRequest| {
        Ok(OpenSessionResponse { session: Some(samples::guest_session(2)), token: "new-token".to_owned() })
    });
}

/// The session that a token opens.
pub fn session_of(token: &str) -> Option<Session> {
    match token {
        GUEST_TOKEN => Some(samples::guest_session(1)),
        "new-token" => Some(samples::guest_session(2)),
        USER_TOKEN => Some(Session { user: Some(samples::user()), ..samples::guest_session(3) }),
        OTHER_TOKEN => Some(Session { user: Some(samples::other_user()), ..samples::guest_session(5) }),
        ADMIN_TOKEN => Some(Session { user: Some(samples::admin()), ..samples::guest_session(4) }),
        _ => None,
    }
}

/// A visitor with a cookie jar.
pub struct Visitor {
    client: Client,
    address: SocketAddr,
    pub cookies: BTreeMap<String, String>,
    headers: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub text: String,
    pub body: Value,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status and code, as the tables of tests name them.
    pub fn told(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or_default())
    }

    pub fn set_cookies(&self) -> Vec<&str> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect()
    }
}

impl Visitor {
    pub fn new(address: SocketAddr) -> Self {
        // Shows answers as they travel: compressed where a test asks for it. All is plain HTTP: to read root
        // certificates takes a tenth of a second.
        let client = Client::builder()
            .tls_certs_only([])
            .timeout(*PATIENCE)
            .no_gzip()
            .redirect(reqwest::redirect::Policy::none());
        Self { client: client.build().unwrap(), address, cookies: BTreeMap::new(), headers: Vec::new() }
    }

    /// Sends this header with every request from now on.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn head(&mut self, path: &str) -> Answer {
        self.send(self.request(Method::HEAD, path)).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    /// A POST without a body and without a content type.
    pub async fn post_nothing(&mut self, path: &str) -> Answer {
        self.send(self.request(Method::POST, path)).await
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.client.request(method, format!("http://{}{path}", self.address));
        let jar: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !jar.is_empty() {
            request = request.header("cookie", jar.join("; "));
        }
        self.headers.iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    pub async fn send(&mut self, request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(json!(null));
        let answer = Answer { status, headers, text, body };
        for cookie in answer.set_cookies() {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        answer
    }
}

/// The web app's export as small as it can be, in a folder of its own.
pub struct Export(pub TemporaryFolder);

impl Export {
    pub fn write() -> Self {
        let folder = TemporaryFolder::new("web");
        for (file, content) in samples::EXPORT {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        Self(folder)
    }

    pub fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}
