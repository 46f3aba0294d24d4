//! A sandbox of a test's own, and the few calls every test makes.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use clap::Parser;
use reqwest::{Method, RequestBuilder};
use sandbox::world::World;
use sandbox::{Config, Sandbox};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

pub const DATE: &str = "2027-06-15";
/// Long enough never to come by itself.
pub const ASYNC_MS: u32 = 600_000;

pub struct Client {
    pub base: String,
    pub http: reqwest::Client,
    _running: Option<DropGuard>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

pub fn seeds() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../seeds")
}

/// One for all tests: it never changes.
fn world() -> Arc<World> {
    static WORLD: OnceLock<Arc<World>> = OnceLock::new();
    Arc::clone(WORLD.get_or_init(|| Arc::new(World::load(&seeds()).unwrap())))
}

/// A sandbox without pauses, in which what comes later comes when the clock is moved.
pub async fn sandbox() -> Client {
    sandbox_with(&[]).await
}

pub async fn sandbox_with(settings: &[&str]) -> Client {
    let (asynchronous, seeds) = (ASYNC_MS.to_string(), seeds());
    let defaults = [
        ["--seeds", seeds.to_str().unwrap()],
        ["--delay-factor", "0"],
        ["--search-lag-ms", "0"],
        ["--async-order-delay-ms", &asynchronous],
    ];
    let unset = defaults.iter().filter(|[name, _]| !settings.contains(name)).flatten();
    let arguments = ["sandbox"].iter().chain(unset).chain(settings);
    let config = Config::parse_from(arguments);
    let sandbox = Sandbox::in_world(config, world()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let shutdown = CancellationToken::new();
    tokio::spawn(sandbox.run(listener, shutdown.clone()));
    Client { _running: Some(shutdown.drop_guard()), ..Client::at(base) }
}

impl Client {
    pub fn at(base: String) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        // All is plain HTTP: to read root certificates takes a tenth of a second.
        let http = reqwest::Client::builder().tls_certs_only([]);
        let http = http.redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { base, http, _running: None }
    }

    pub fn duffel_as(&self, token: &str, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.bearer_auth(token).header("duffel-version", "v2")
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::of(self.duffel_as("duffel_test_x", Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, data: Value) -> Answer {
        let request = self.duffel_as("duffel_test_x", Method::POST, path);
        Answer::of(request.json(&json!({ "data": data }))).await
    }

    pub fn stripe(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}/v1{path}", self.base)).bearer_auth("sk_test_x")
    }

    pub async fn charge(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        Answer::of(self.stripe(Method::POST, path).form(form)).await
    }

    pub async fn charge_once(&self, key: &str, path: &str, form: &[(&str, &str)]) -> Answer {
        let request = self.stripe(Method::POST, path).header("idempotency-key", key);
        Answer::of(request.form(form)).await
    }

    pub async fn payment(&self, path: &str) -> Answer {
        Answer::of(self.stripe(Method::GET, path)).await
    }

    pub async fn control(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.http.post(format!("{}/_control{path}", self.base)).json(&body)).await
    }

    pub async fn fault(&self, fault: Value) {
        let planned = self.control("/faults", fault).await;
        assert_eq!(planned.status, 201, "{:?}", planned.body);
    }

    pub async fn pass(&self, seconds: u32) {
        assert_eq!(self.control("/clock", json!({ "advance_s": seconds })).await.status, 200);
    }

    pub async fn books(&self) -> Value {
        Answer::of(self.http.get(format!("{}/_control/books", self.base))).await.body
    }

    /// How often an operation was called.
    pub async fn calls(&self, operation: &str) -> u64 {
        let url = format!("{}/_control/requests?op={operation}", self.base);
        Answer::of(self.http.get(url)).await.body[operation].as_u64().unwrap_or_default()
    }

    /// A one-way search for one adult, with its offers.
    pub async fn search(&self, route: &str) -> Value {
        let answer = self.post("/air/offer_requests", search_body(route)).await;
        assert_eq!(answer.status, 201, "{:?}", answer.body);
        answer.body["data"].clone()
    }

    /// The first offer of the test airline, which books anything.
    pub async fn offer(&self, route: &str) -> Value {
        let found = self.search(route).await;
        let offers = found["offers"].as_array().unwrap();
        let of_zz = offers.iter().find(|offer| offer["owner"]["iata_code"] == "ZZ");
        of_zz.unwrap_or_else(|| panic!("ZZ flies {route}")).clone()
    }

    pub async fn book(&self, offer: &Value) -> Answer {
        self.post("/air/orders", order_body(offer)).await
    }

    pub async fn orders_of(&self, offer: &Value) -> Vec<Value> {
        let path = format!("/air/orders?offer_id={}", text(&offer["id"]));
        self.get(&path).await.body["data"].as_array().unwrap().clone()
    }

    /// A payment authorised and not captured.
    pub async fn authorised(&self, card: &str) -> Answer {
        let form = authorisation(card);
        self.charge("/payment_intents", &form).await
    }
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        Self::try_of(request).await.unwrap()
    }

    pub async fn try_of(request: RequestBuilder) -> reqwest::Result<Self> {
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await?;
        let body = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&bytes).into()));
        Ok(Self { status, headers, body })
    }

    /// The code of a Duffel or Stripe error.
    pub fn code(&self) -> &str {
        let code = self.body["errors"][0]["code"].as_str().or(self.body["error"]["code"].as_str());
        code.unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

pub fn search_body(route: &str) -> Value {
    let (origin, destination) = route.split_once('-').unwrap();
    json!({
        "slices": [{ "origin": origin, "destination": destination, "departure_date": DATE }],
        "passengers": [{ "type": "adult" }],
    })
}

pub fn passenger(id: &Value, given_name: &str) -> Value {
    json!({
        "id": id,
        "title": "mrs",
        "gender": "f",
        "given_name": given_name,
        "family_name": "Earhart",
        "born_on": "1987-07-24",
        "email": "amelia@example.com",
        "phone_number": "+442080160509",
        "identity_documents": [{
            "type": "passport",
            "unique_identifier": "19KL56147",
            "issuing_country_code": "GB",
            "expires_on": "2031-04-25",
        }],
    })
}

pub fn order_body(offer: &Value) -> Value {
    json!({
        "selected_offers": [offer["id"]],
        "payments": [{
            "type": "balance",
            "amount": offer["total_amount"],
            "currency": offer["total_currency"],
        }],
        "passengers": [passenger(&offer["passengers"][0]["id"], "Amelia")],
        "metadata": { "booking_id": "bk_1" },
    })
}

pub fn authorisation(card: &str) -> [(&str, &str); 6] {
    [
        ("amount", "54430"),
        ("currency", "usd"),
        ("capture_method", "manual"),
        ("confirm", "true"),
        ("payment_method", card),
        ("metadata[booking_id]", "bk_1"),
    ]
}

/// Looks again until it is there.
pub async fn eventually<T>(mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "it never came");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
