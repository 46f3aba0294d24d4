//! The flight provider of svc-search. Some searches get the same answer each time, made before; all other calls are the
//! sandbox's to answer.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt;
use reqwest::Client;
use serde_json::{Value, json};
use storms::http;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// Where a search begins whose airlines answer at once, with all offers.
pub const AT_ONCE: &str = "ZZU";
/// Where a search begins that two airlines answer, each with half of the offers.
pub const STREAMED: &str = "ZZS";
/// So many offers are found.
pub const OFFERS: usize = 200;
/// When the airlines of a streamed search answer.
const FASTEST: Duration = Duration::from_millis(200);
pub const SLOWEST: Duration = Duration::from_millis(2_000);

const SEARCHES: &str = "/air/batch_offer_requests";
const TOKEN: &str = "duffel_test_sandbox";
const PATIENCE: Duration = Duration::from_secs(60);

/// What it answers with, as the wire has it.
struct Answers {
    begun_at_once: Bytes,
    whole: Bytes,
    begun_streamed: Bytes,
    first_half: Bytes,
    last_half: Bytes,
}

impl Answers {
    fn of(offers: &[Value]) -> Self {
        let (first, last) = offers.split_at(offers.len() / 2);
        Self {
            begun_at_once: batch("orq_whole", [1, 1], &[]),
            whole: batch("orq_whole", [1, 0], offers),
            begun_streamed: batch("orq_first", [2, 2], &[]),
            first_half: batch("orq_last", [2, 1], first),
            last_half: batch("orq_last", [2, 0], last),
        }
    }

    /// An answer and how long it takes; nothing for what the sandbox answers.
    fn to(&self, path: &str, body: &[u8]) -> Option<(&Bytes, Duration)> {
        match path.strip_prefix(SEARCHES)? {
            "" => match &*origin(body)? {
                AT_ONCE => Some((&self.begun_at_once, Duration::ZERO)),
                STREAMED => Some((&self.begun_streamed, Duration::ZERO)),
                _ => None,
            },
            "/orq_whole" => Some((&self.whole, Duration::ZERO)),
            "/orq_first" => Some((&self.first_half, FASTEST)),
            "/orq_last" => Some((&self.last_half, SLOWEST.saturating_sub(FASTEST))),
            _ => None,
        }
    }
}

/// A search of this id, which is read next. Of its airlines so many are asked, and so many have not answered yet.
fn batch(id: &str, [asked, remaining]: [u8; 2], offers: &[Value]) -> Bytes {
    let data = json!({
        "id": id, "live_mode": false, "total_batches": asked, "remaining_batches": remaining,
        "offers": offers,
    });
    json!({ "data": data }).to_string().into()
}

/// Where a search begins.
fn origin(body: &[u8]) -> Option<String> {
    let asked: Value = serde_json::from_slice(body).ok()?;
    Some(asked["data"]["slices"][0]["origin"].as_str()?.to_owned())
}

/// The port of a provider that does not serve yet.
pub struct Port {
    listener: TcpListener,
    address: SocketAddr,
}

impl Port {
    pub async fn open() -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Serves in front of this sandbox. Returns the answer with all offers.
    pub async fn serve(self, sandbox: String, date: &str) -> anyhow::Result<Bytes> {
        let client = http::client().no_gzip().timeout(PATIENCE).build()?;
        let answers = Answers::of(&offers(&client, &sandbox, date).await?);
        let whole = answers.whole.clone();
        let provider = Provider { answers, sandbox, client };
        let router = Router::new().fallback(answer).with_state(Arc::new(provider));
        let listener = self.listener.tap_io(|stream| {
            let _slower = stream.set_nodelay(true);
        });
        tokio::spawn(axum::serve(listener, router).into_future());
        Ok(whole)
    }
}

struct Provider {
    answers: Answers,
    sandbox: String,
    client: Client,
}

async fn answer(
    State(provider): State<Arc<Provider>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, StatusCode> {
    if let Some((answer, takes)) = provider.answers.to(uri.path(), &body) {
        sleep(takes).await;
        return Ok(([(CONTENT_TYPE, "application/json")], answer.clone()).into_response());
    }
    provider.pass_on(method, &uri, headers, body).await.map_err(|_broken| StatusCode::BAD_GATEWAY)
}

impl Provider {
    async fn pass_on(
        &self,
        method: Method,
        uri: &Uri,
        mut headers: HeaderMap,
        body: Bytes,
    ) -> reqwest::Result<Response> {
        headers.remove(HOST);
        let url = format!("{}{uri}", self.sandbox);
        let answer = self.client.request(method, url).headers(headers).body(body).send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        headers.remove(TRANSFER_ENCODING);
        Ok((status, headers, answer.bytes().await?).into_response())
    }
}

/// The sandbox's offers of a flight on this day, some of them several times under other ids. They outlive the run.
async fn offers(client: &Client, sandbox: &str, date: &str) -> anyhow::Result<Vec<Value>> {
    let search = json!({ "data": {
        "slices": [{ "origin": "LHR", "destination": "JFK", "departure_date": date }],
        "passengers": [{ "type": "adult" }], "cabin_class": "economy", "max_connections": 2,
    } });
    let request = client.post(format!("{sandbox}/air/offer_requests?return_offers=true")).json(&search);
    let request = request.bearer_auth(TOKEN).header("duffel-version", "v2");
    let found: Value = request.send().await?.error_for_status()?.json().await?;
    let found = found["data"]["offers"].as_array().context("a search without offers")?;
    ensure!(!found.is_empty(), "the sandbox finds no offers on {date}");
    let numbered = found.iter().cycle().take(OFFERS).enumerate().map(|(number, offer)| {
        let mut offer = offer.clone();
        offer["id"] = format!("off_bench{number}").into();
        offer["expires_at"] = format!("{date}T00:00:00Z").into();
        offer
    });
    Ok(numbered.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(origin: &str) -> Vec<u8> {
        json!({ "data": { "slices": [{ "origin": origin, "destination": "JFK" }] } }).to_string().into()
    }

    /// The answer to a call: the id to ask next, how many airlines have not answered, and how many offers it has.
    fn told(path: &str, body: &[u8]) -> Option<(String, u64, usize)> {
        let answers = Answers::of(&[json!({}), json!({}), json!({})]);
        let (answer, _) = answers.to(path, body)?;
        let data = serde_json::from_slice::<Value>(answer).unwrap()["data"].take();
        let id = data["id"].as_str()?.to_owned();
        Some((id, data["remaining_batches"].as_u64()?, data["offers"].as_array()?.len()))
    }

    #[test]
    fn searches_from_two_places_are_answered_to_their_end_and_all_else_is_the_sandboxs() {
        let polled = |id: &str| told(&format!("{SEARCHES}/{id}"), b"");

        assert_eq!(told(SEARCHES, &search(AT_ONCE)), Some(("orq_whole".to_owned(), 1, 0)));
        assert_eq!(polled("orq_whole"), Some(("orq_whole".to_owned(), 0, 3)));
        assert_eq!(told(SEARCHES, &search(STREAMED)), Some(("orq_first".to_owned(), 2, 0)));
        assert_eq!(polled("orq_first"), Some(("orq_last".to_owned(), 1, 1)));
        assert_eq!(polled("orq_last"), Some(("orq_last".to_owned(), 0, 2)));
        assert_eq!(told(SEARCHES, &search("LHR")), None);
        assert_eq!(polled("orq_0000"), None);
        assert_eq!(told("/air/offers/off_1", b""), None);
    }
}
