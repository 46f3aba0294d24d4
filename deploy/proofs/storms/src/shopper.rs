//! A visitor who does what the web app does: repeats what got no answer, under the same key, and waits for the end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use reqwest::{Client, Method, StatusCode, Url};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::trips::Trip;
use crate::until::until;
use crate::work;

/// How long a shopper goes on asking.
const PATIENCE: Duration = Duration::from_secs(150);
const ANSWER: Duration = Duration::from_secs(45);
/// As often as the page does work for one card, and once more.
const MOST_WORK: u32 = 3;
/// Openings of a flight for one card, after those that left no proof.
pub const MOST_VIEWS: u32 = 2;

/// The refusal of a card whose sender has no proof that they have opened a flight.
pub const NOT_VIEWED: &str = "OFFER_NOT_VIEWED";

/// Where cards are sent.
pub const PROCESS_CARD: &str = "/api/payments/process-card";

/// One of the card provider's test cards.
#[derive(Debug, Clone, Copy)]
pub enum Card {
    /// The bank agrees.
    Simple,
    /// The bank wants to see the holder first (3-D Secure).
    Asked,
}

impl Card {
    fn number(self) -> &'static str {
        match self {
            Self::Simple => "4242424242424242",
            Self::Asked => "4000002760003184",
        }
    }
}

#[derive(Clone)]
pub struct Shopper {
    client: Client,
    site: String,
    card: Card,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
    /// Sent with each call.
    headers: Vec<(&'static str, String)>,
    refused: Arc<Mutex<Vec<String>>>,
}

/// An answer: its status and its body as JSON (null where it has none).
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
    /// Seconds after which it may be asked again, where it says so.
    pub retry_after: Option<u64>,
}

impl Answer {
    /// Whether asking again could bring another one.
    fn is_final(&self) -> bool {
        !self.status.is_server_error() && self.status != StatusCode::TOO_MANY_REQUESTS
    }

    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// What has to be solved before the card is taken.
    fn challenge(&self) -> Option<&str> {
        self.body["challenge"].as_str()
    }

    /// Where the cardholder's bank waits for them: a submit and a booking name it differently (requirement R36).
    fn banks_page(&self) -> Option<&str> {
        ["action_url", "actionUrl"].iter().find_map(|name| self.body[name].as_str())
    }

    /// The booking it names.
    pub fn booking(&self) -> Option<Uuid> {
        self.body["id"].as_str()?.parse().ok()
    }
}

/// What a purchase came to, as the shopper was told.
#[derive(Debug, Clone)]
pub enum Told {
    Confirmed(Uuid),
    /// The code of the refusal, or the booking's status.
    Refused(String),
}

impl Shopper {
    pub fn arrive(client: &Client, site: &str, card: Card) -> Self {
        let (client, site) = (client.clone(), site.to_owned());
        Self { client, site, card, cookies: Arc::default(), headers: Vec::new(), refused: Arc::default() }
    }

    /// The same shopper, with a header in each call.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// One call, once.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> anyhow::Result<Answer> {
        let what = format!("{method} {path}");
        let answer = self.send(method, path, key, body).await;
        match &answer {
            Ok(answer) if answer.is_final() => {}
            Ok(answer) => self.note_refusal(format!("{what}: {} {}", answer.status, answer.body)),
            Err(error) => self.note_refusal(format!("{what}: {error:#}")),
        }
        answer
    }

    fn note_refusal(&self, refusal: String) {
        self.refused.lock().expect("nobody panics with the list").push(refusal);
    }

    /// The calls that were refused or broken, so that another one could bring another answer.
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().expect("nobody panics with the list").clone()
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> anyhow::Result<Answer> {
        let mut request = self.client.request(method, format!("{}{path}", self.site)).timeout(ANSWER);
        request = request.header("cookie", self.jar());
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        self.keep_cookies(&response);
        let status = response.status();
        let retry_after =
            response.headers().get("retry-after").and_then(|after| after.to_str().ok()?.parse().ok());
        let text = response.text().await?;
        Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or_default(), retry_after })
    }

    /// The header `cookie` of its next call.
    pub fn jar(&self) -> String {
        let cookies = self.cookies.lock().expect("nobody panics with the jar");
        cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn keep_cookies(&self, response: &reqwest::Response) {
        let mut cookies = self.cookies.lock().expect("nobody panics with the jar");
        for set in response.headers().get_all("set-cookie") {
            let pair = set.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Repeats a call until its answer is final.
    pub async fn insist(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> anyhow::Result<Answer> {
        until(path, PATIENCE, async || match self.call(method.clone(), path, key, body).await {
            Ok(answer) if answer.is_final() => Ok(answer),
            Ok(answer) => Err(format!("{} {}", answer.status, answer.body)),
            Err(error) => Err(error.to_string()),
        })
        .await
    }

    /// The cheapest offer of a trip, whose page they open: without that no card is taken.
    pub async fn find(&self, trip: Trip) -> anyhow::Result<Value> {
        let answer = self.insist(Method::GET, &trip.search(), None, None).await?;
        let first = answer.body["offers"].get(0).cloned();
        let first = first
            .with_context(|| format!("no offers: {} {} {}", trip.search(), answer.status, answer.body))?;
        let page = format!("/api/flights/offer/{}", first["id"].as_str().context("an offer without an id")?);
        self.insist(Method::GET, &page, None, None).await?;
        Ok(first)
    }

    /// Authorises the card; answers the payment, or the answer that there is none.
    pub async fn pay(&self, offer: &Value) -> anyhow::Result<Result<String, Answer>> {
        self.pay_with(offer, self.card.number()).await
    }

    /// Authorises a card, and does the work that may be asked for; answers the payment, or the answer that there is none.
    /// A card that is refused because svc-payments had no time to prove that the flight was opened is sent again: before
    /// each card the page asks whether the offer stands, which proves it.
    pub async fn pay_with(&self, offer: &Value, number: &str) -> anyhow::Result<Result<String, Answer>> {
        let mut paid = self.try_card(offer, number).await?;
        for _ in 0..MOST_VIEWS {
            if !paid.as_ref().is_err_and(|answer| answer.body["error"] == NOT_VIEWED) {
                break;
            }
            self.verify(offer).await?;
            paid = self.try_card(offer, number).await?;
        }
        Ok(paid)
    }

    /// Asks whether an offer stands.
    async fn verify(&self, offer: &Value) -> anyhow::Result<()> {
        let path =
            format!("/api/flights/verify-offer/{}", offer["id"].as_str().context("an offer without an id")?);
        self.insist(Method::GET, &path, None, None).await?;
        Ok(())
    }

    async fn try_card(&self, offer: &Value, number: &str) -> anyhow::Result<Result<String, Answer>> {
        let mut body = card_for(offer, number);
        let key = Uuid::now_v7().to_string();
        for _ in 0..MOST_WORK {
            let answer = self.insist(Method::POST, PROCESS_CARD, Some(&key), Some(&body)).await?;
            let Some(challenge) = answer.challenge() else {
                return Ok(answer.body["paymentId"].as_str().map(str::to_owned).ok_or(answer));
            };
            body["work"] = work::solved(challenge).await?.into();
        }
        bail!("work was asked for {MOST_WORK} times for one card")
    }

    /// Books under a key, and repeats until there is an answer.
    pub async fn submit(&self, order: &Value, key: &str) -> anyhow::Result<Answer> {
        self.insist(Method::POST, "/api/bookings", Some(key), Some(order)).await
    }

    /// Books under a key, and waits until the booking has an end.
    pub async fn book(&self, order: &Value, key: &str) -> anyhow::Result<Told> {
        let answer = self.submit(order, key).await?;
        self.outcome(&answer).await
    }

    /// What the answer to a submit comes to in the end.
    pub async fn outcome(&self, answer: &Answer) -> anyhow::Result<Told> {
        match answer.status {
            StatusCode::CREATED => Ok(Told::Confirmed(answer.booking().context("a booking without an id")?)),
            StatusCode::ACCEPTED => self.follow(answer.booking().context("a booking without an id")?).await,
            _ => Ok(Told::Refused(answer.code().to_owned())),
        }
    }

    /// Reads a booking until it has an end.
    pub async fn follow(&self, id: Uuid) -> anyhow::Result<Told> {
        let path = format!("/api/bookings/{id}");
        let status = until(&path, PATIENCE, async || {
            let read = self.call(Method::GET, &path, None, None).await.map_err(|error| error.to_string())?;
            self.meet_bank(&read).await.map_err(|error| format!("at the bank: {error:#}"))?;
            match read.body["status"].as_str() {
                Some("pending" | "requires_action") | None => Err(format!("{} {}", read.status, read.body)),
                Some(status) => Ok(status.to_owned()),
            }
        })
        .await?;
        Ok(if status == "confirmed" { Told::Confirmed(id) } else { Told::Refused(status) })
    }

    /// Goes to the bank's page, where an answer sends them there, and agrees.
    pub async fn meet_bank(&self, answer: &Answer) -> anyhow::Result<()> {
        let Some(page) = answer.banks_page() else { return Ok(()) };
        let page: Url = page.parse()?;
        let secret = page.query_pairs().find(|(name, _)| name == "client_secret").context("no secret")?.1;
        let agrees = [("client_secret", &*secret), ("outcome", "complete")];
        let met = self.client.post(page.clone()).timeout(ANSWER).form(&agrees).send().await?;
        ensure!(!met.status().is_server_error(), "{}", met.status());
        Ok(())
    }

    /// Asks what cancelling pays back, and cancels for that.
    pub async fn cancel(&self, booking: Uuid) -> anyhow::Result<()> {
        let path = format!("/api/bookings/{booking}");
        let quote = self.insist(Method::GET, &format!("{path}/cancellation"), None, None).await?;
        let agreed = json!({ "refund": quote.body["refund"] });
        let answer = self.insist(Method::POST, &format!("{path}/cancel"), None, Some(&agreed)).await?;
        ensure!(answer.status.is_success(), "cancelling on {quote:?}: {answer:?}");
        Ok(())
    }

    /// The whole way: search, card, booking.
    pub async fn buy(&self, trip: Trip) -> anyhow::Result<Told> {
        self.buy_offer(&self.find(trip).await?).await
    }

    /// The way from an offer on: card, booking.
    pub async fn buy_offer(&self, offer: &Value) -> anyhow::Result<Told> {
        match self.pay(offer).await? {
            Ok(payment) => self.book(&order(offer, &payment), &Uuid::now_v7().to_string()).await,
            Err(answer) => Ok(Told::Refused(format!("card: {}", answer.code()))),
        }
    }

    /// All but the booking: an order that is paid for and ready to be sent, and its payment.
    pub async fn prepare(&self, trip: Trip) -> anyhow::Result<(Value, String)> {
        let offer = self.find(trip).await?;
        let payment = self.pay(&offer).await?;
        let payment = payment.map_err(|answer| anyhow::anyhow!("no payment: {answer:?}"))?;
        Ok((order(&offer, &payment), payment))
    }
}

/// The body that has a card pay for an offer.
pub fn card_for(offer: &Value, number: &str) -> Value {
    json!({
        "amount": offer["price"]["amount"], "currency": offer["price"]["currency"], "offerId": offer["id"],
        "seats": [], "expectedMode": "test",
        "cardDetails": {
            "number": number, "expiryMonth": "12", "expiryYear": "34", "cvv": "123", "holderName": "Ada Byron",
        },
    })
}

/// The body of a booking: one adult with an address of her own.
fn order(offer: &Value, payment: &str) -> Value {
    let passenger = &offer["passengers"][0];
    json!({
        "offerId": offer["id"], "paymentId": payment, "seats": [], "expectedMode": "test",
        "paymentDetails": { "amount": offer["price"]["amount"], "currency": offer["price"]["currency"] },
        "passengers": [{
            "id": passenger["id"], "type": passenger["type"], "title": "ms", "gender": "female",
            "firstName": "Ada", "lastName": "Byron", "dateOfBirth": "1985-12-10",
            "email": format!("ada-{}@traveller.example", Uuid::now_v7().simple()), "phone": "+12025550143",
            "passportNumber": "X01234567", "passportExpiryDate": "2035-01-01", "passportIssuingCountry": "GB",
        }],
    })
}
