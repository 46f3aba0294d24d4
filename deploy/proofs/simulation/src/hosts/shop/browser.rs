//! A buyer's browser: calls of the shop's `/api`, which one of its gateways answers, and the cookies of their answers.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use outbound::Transport;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::hosts::GATEWAYS;
use crate::mutant::Mutant;
use crate::network::PORT;
use crate::transport::SimTransport;
use crate::world::World;

/// The longest that the web app waits for an answer.
const PATIENCE: Duration = Duration::from_secs(40);
const BOOKINGS: &str = "/api/bookings";

/// All their tabs: they share the cookies.
pub struct Browser {
    world: World,
    address: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

/// A call of the shop.
pub struct Call {
    method: Method,
    path: String,
    key: Option<String>,
    body: Value,
}

impl Call {
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), key: None, body: Value::Null }
    }

    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::POST, path: path.into(), key: None, body }
    }

    /// A purchase, under its key.
    pub fn book(key: &str, body: Value) -> Self {
        Self::post(BOOKINGS, body).under(key)
    }

    /// With an idempotency key.
    pub fn under(self, key: &str) -> Self {
        Self { key: Some(key.to_owned()), ..self }
    }
}

/// What came back; the body is null where it is no JSON.
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
}

impl Answer {
    /// Whether it was understood, and would be answered the same again.
    pub fn is_final(&self) -> bool {
        !self.status.is_server_error() && self.status != StatusCode::TOO_MANY_REQUESTS
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.text("code")
    }

    /// A member of the body; empty where there is none.
    pub fn text(&self, member: &str) -> String {
        self.body[member].as_str().unwrap_or_default().to_owned()
    }
}

impl Browser {
    /// `n`: each buyer comes from an address of their own.
    pub fn new(world: &World, n: u32) -> Self {
        Self { world: world.clone(), address: format!("203.0.113.{n}"), cookies: Mutex::default() }
    }

    /// Calls again and again until there is a final answer.
    pub async fn insist(&self, call: &Call) -> Answer {
        loop {
            match self.call(call).await {
                Some(answer) if answer.is_final() => return answer,
                _ => self.pause().await,
            }
        }
    }

    /// Calls once. Nothing where no answer came.
    pub async fn call(&self, call: &Call) -> Option<Answer> {
        let mutant = self.world.mutant;
        let key = call.key.clone().map(|key| match mutant {
            Some(Mutant::NewKeyEachTry) => Uuid::now_v7().to_string(),
            _ => key,
        });
        let sent = SimTransport { mutant: None }.send(self.request(call, key)?, PATIENCE).await;
        let response = sent.inspect_err(|error| tracing::info!(%error, call.path, "no answer")).ok()?;
        self.keep_cookies(response.headers());
        let answer = read(&response);
        let is_unclear = call.path == BOOKINGS && answer.status.is_server_error();
        Some(if is_unclear && mutant == Some(Mutant::UnclearIsFailed) { failed() } else { answer })
    }

    pub async fn pause(&self) {
        tokio::time::sleep(self.world.dice.millis(500..=8_000)).await;
    }

    fn request(&self, call: &Call, key: Option<String>) -> Option<Request<Bytes>> {
        let gateway = self.world.dice.pick(&GATEWAYS);
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("http://{gateway}:{PORT}{}", call.path))
            .header(HOST, "shop.example")
            .header("x-forwarded-for", &self.address)
            .header("sec-fetch-site", "same-origin")
            .header(CONTENT_TYPE, "application/json")
            .header(COOKIE, self.cookie_line());
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let body = if call.body.is_null() { Bytes::new() } else { call.body.to_string().into() };
        request.body(body).ok()
    }

    fn cookie_line(&self) -> String {
        self.jar().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        let lines = headers.get_all(SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.filter_map(|line| line.split(';').next()?.split_once('='));
        self.jar().extend(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    fn jar(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.cookies.lock().expect("nobody panics with the jar")
    }
}

fn read(response: &Response<Bytes>) -> Answer {
    Answer { status: response.status(), body: serde_json::from_slice(response.body()).unwrap_or_default() }
}

/// What the gateway tells of a booking that has failed.
fn failed() -> Answer {
    Answer { status: StatusCode::UNPROCESSABLE_ENTITY, body: json!({ "code": "BOOKING_FAILED" }) }
}
