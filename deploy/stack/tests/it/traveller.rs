//! A visitor with a cookie jar, who does what the web app does.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use service::{Clock, SystemClock};
use uuid::Uuid;

use crate::system::Addresses;

const PATIENCE_S: u64 = 30;
const POLL: Duration = Duration::from_millis(50);
pub const GOOD_CARD: &str = "4242424242424242";
const FIRST_NAMES: [&str; 4] = ["Ada", "Grace", "Joan", "Mary"];
pub const DECLINED_CARD: &str = "4000000000000002";

/// Each search of a test has a date of its own, so that no two tests share a cached result by accident.
static NEXT_DAY: AtomicU32 = AtomicU32::new(30);

pub struct Traveller {
    client: Client,
    pub at: Addresses,
    cookies: BTreeMap<String, String>,
}

/// An answer: its status and its body as JSON (null where it has none).
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }
}

/// For plain HTTP, as the system speaks it here: without root certificates, which take a tenth of a second to read.
pub fn http_client(timeout: Duration) -> Client {
    Client::builder().tls_certs_only([]).timeout(timeout).build().unwrap()
}

impl Traveller {
    pub fn arrive(at: &Addresses) -> Self {
        Self { client: http_client(Duration::from_secs(40)), at: at.clone(), cookies: BTreeMap::new() }
    }

    /// From an address of this machine.
    pub fn arrive_from(at: &Addresses, address: Ipv4Addr) -> Self {
        let client = Client::builder().tls_certs_only([]).timeout(Duration::from_secs(40));
        let client = client.local_address(IpAddr::from(address)).build().unwrap();
        Self { client, ..Self::arrive(at) }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn put(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    async fn call(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.at.site));
        let jar: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        request = request.header("cookie", jar.join("; "));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        for cookie in response.headers().get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let status = response.status();
        let text = response.text().await.unwrap();
        Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::Null) }
    }

    /// The value of a cookie that was set.
    pub fn cookie(&self, name: &str) -> String {
        self.cookies[name].clone()
    }

    /// Name and data of every event of a stream, to its end.
    pub async fn events(&self, path: &str) -> Vec<(String, Value)> {
        let stream = self.client.get(format!("{}{path}", self.at.site)).send().await.unwrap();
        let text = stream.text().await.unwrap();
        let event = |event: &str| {
            let (name, data) = event.strip_prefix("event: ")?.split_once("\ndata: ")?;
            Some((name.to_owned(), serde_json::from_str(data).unwrap()))
        };
        text.split("\n\n").filter_map(event).collect()
    }

    pub async fn until_open(&mut self) {
        let open = async {
            loop {
                let asked = self.client.get(format!("{}/readyz", self.at.site)).send().await;
                let mode = self.client.get(format!("{}/api/system/mode", self.at.site)).send().await;
                if asked.is_ok_and(|answer| answer.status().is_success())
                    && mode.unwrap().text().await.unwrap().contains("\"known\":true")
                {
                    return;
                }
                tokio::time::sleep(POLL).await;
            }
        };
        tokio::time::timeout(testkit::patience(PATIENCE_S), open).await.expect("the system opens");
    }

    /// A one-way search on a date of its own, cheapest first.
    pub async fn search(&mut self, origin: &str, destination: &str) -> Vec<Value> {
        let answer = self.get(&format!("{}&adultsCount=1", search_path(origin, destination))).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let offers = answer.body["offers"].as_array().unwrap().clone();
        assert!(!offers.is_empty(), "no offers for {origin}-{destination}");
        offers
    }

    /// Authorises a card for the offer at the price it shows.
    pub async fn pay(&mut self, offer: &Value, card: &str) -> Answer {
        self.pay_for(offer, &json!([]), &offer["price"]["amount"], card).await
    }

    /// Opens an offer's page, without which no card is taken.
    pub async fn view(&mut self, offer: &Value) -> Answer {
        self.get(&format!("/api/flights/offer/{}", offer["id"].as_str().unwrap())).await
    }

    pub async fn pay_for(&mut self, offer: &Value, seats: &Value, amount: &Value, card: &str) -> Answer {
        if !self.cookies.contains_key("fareway_viewed") {
            self.view(offer).await;
        }
        let body = json!({
            "amount": amount, "currency": offer["price"]["currency"], "offerId": offer["id"], "seats": seats,
            "expectedMode": "test",
            "cardDetails": {
                "number": card, "expiryMonth": "12", "expiryYear": "34", "cvv": "123", "holderName": "Ada Byron",
            },
        });
        self.post("/api/payments/process-card", body).await
    }

    pub async fn book(&mut self, offer: &Value, payment: &Value) -> Answer {
        let body = booking(offer, payment, &offer["price"]["amount"], &json!([]));
        self.post("/api/bookings", body).await
    }

    /// Opens the cheapest offer of a route, pays with a good card, and books.
    pub async fn buy(&mut self, origin: &str, destination: &str) -> (Value, Answer) {
        let offers = self.search(origin, destination).await;
        let offer = self.get(&format!("/api/flights/offer/{}", offers[0]["id"].as_str().unwrap())).await.body;
        let paid = self.pay(&offer, GOOD_CARD).await;
        assert_eq!(paid.body["success"], true, "{paid:?}");
        let booked = self.book(&offer, &paid.body["paymentId"]).await;
        (offer, booked)
    }

    /// Reads a booking until its status is no longer `pending`.
    pub async fn until_finished(&mut self, id: &str) -> Value {
        let finished = async {
            loop {
                let booking = self.get(&format!("/api/bookings/{id}")).await.body;
                if booking["status"] != "pending" {
                    return booking;
                }
                tokio::time::sleep(POLL).await;
            }
        };
        tokio::time::timeout(testkit::patience(PATIENCE_S), finished)
            .await
            .expect("the booking comes to its end")
    }

    pub async fn control(&self, path: &str, body: Value) {
        let sent = self.client.post(format!("{}{path}", self.at.sandbox)).json(&body).send().await.unwrap();
        assert!(sent.status().is_success(), "{path}: {}", sent.status());
    }

    pub async fn control_delete(&self, path: &str) {
        self.client.delete(format!("{}{path}", self.at.sandbox)).send().await.unwrap();
    }

    pub async fn sandbox(&self, path: &str) -> Value {
        let answer = self.client.get(format!("{}{path}", self.at.sandbox)).send().await.unwrap();
        answer.json().await.unwrap()
    }
}

/// The query of a one-way search.
pub fn search_path(origin: &str, destination: &str) -> String {
    format!("{}&departureDate={}", route(origin, destination), next_date())
}

/// The query of a round trip of a week.
pub fn round_trip_path(origin: &str, destination: &str) -> String {
    let date = next_date();
    format!(
        "{}&departureDate={date}&returnDate={}",
        route(origin, destination),
        date + time::Duration::weeks(1)
    )
}

fn route(origin: &str, destination: &str) -> String {
    format!("/api/flights/search?origin={origin}&destination={destination}&limit=30")
}

fn next_date() -> time::Date {
    let day = i64::from(NEXT_DAY.fetch_add(1, Ordering::Relaxed));
    (SystemClock.now() + time::Duration::days(day)).date()
}

pub fn booking(offer: &Value, payment: &Value, amount: &Value, seats: &Value) -> Value {
    let email = format!("ada-{}@traveller.example", Uuid::now_v7().simple());
    let travellers = offer["passengers"].as_array().unwrap().iter().enumerate();
    json!({
        "offerId": offer["id"], "paymentId": payment, "seats": seats, "expectedMode": "test",
        "passengers": travellers.map(|(n, passenger)| person(n, passenger, &email)).collect::<Vec<_>>(),
        "paymentDetails": { "amount": amount, "currency": offer["price"]["currency"] },
    })
}

fn person(n: usize, passenger: &Value, email: &str) -> Value {
    let born = match passenger["type"].as_str().unwrap() {
        "child" => "2018-05-06",
        "infant_without_seat" => "2026-05-06",
        _ => "1985-12-10",
    };
    json!({
        "id": passenger["id"], "type": passenger["type"], "title": "ms", "gender": "female",
        "firstName": (FIRST_NAMES[n % FIRST_NAMES.len()]), "lastName": "Byron", "dateOfBirth": born,
        "email": email, "phone": "+12025550143",
        "passportNumber": format!("X{n}1234567"), "passportExpiryDate": "2035-01-01", "passportIssuingCountry": "GB",
    })
}
