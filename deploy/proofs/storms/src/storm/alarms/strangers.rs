//! Strangers who try what is not theirs. A developer at this machine has no address, so the limits of addresses leave them
//! alone.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, bail, ensure};
use futures::future::join_all;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::fleet::Fleet;
use crate::http;
use crate::shop::Shop;
use crate::shopper::{Answer, PROCESS_CARD, Shopper, Told, card_for};

/// Of the demonstration.
const ADMINISTRATOR: &str = "admin";
const PASSWORD: &str = "admin-Fareway-2026";
const WRONG: &str = "Guessed-Fareway-2026";
/// Its bank declines it.
const STOLEN: &str = "4000000000000002";

// So many in a turn, of some seconds at most.
const TESTERS: usize = 4;
const CARDS_OF_A_TESTER: usize = 4;
const GUESSES: usize = 16;
const STEP_UPS: usize = 3;
const TRIPS: usize = 3;
const WEBHOOKS: usize = 4;
const REPORTS: usize = 20;
const HEADS: usize = 10;

pub struct Strangers {
    client: Client,
    site: String,
    gateway: SocketAddr,
    offer: Value,
    offers_page: String,
    /// Somebody's trip.
    trip: Uuid,
    /// Signed in, one for guessed passwords and one for guessed codes.
    sessions: [Shopper; 2],
}

impl Strangers {
    pub async fn arrive(fleet: &Fleet, shop: &Shop) -> anyhow::Result<Self> {
        let offer = shop.shopper().find(shop.trips.next()).await?;
        let offers_page = format!("/api/flights/offer/{}", offer["id"].as_str().context("an offer's id")?);
        let trip = match shop.shopper().buy(shop.trips.next()).await? {
            Told::Confirmed(trip) => trip,
            Told::Refused(code) => bail!("a good purchase was refused: {code}"),
        };
        let sessions = [shop.shopper(), shop.shopper()];
        for session in &sessions {
            let login = json!({ "username": ADMINISTRATOR, "password": PASSWORD });
            succeeds(session, "/api/auth/login", &login).await?;
        }
        succeeds(&sessions[1], "/api/admin/second-factor", &json!({ "password": PASSWORD })).await?;
        let gateway = (Ipv4Addr::LOCALHOST, fleet.site_port()).into();
        let client = http::client().build()?;
        Ok(Self { client, site: fleet.site(), gateway, offer, offers_page, trip, sessions })
    }

    pub async fn try_cards(&self, shop: &Shop) {
        join_all((0..TESTERS).map(|_| self.try_as(shop.shopper()))).await;
    }

    /// Opens the flight and tries some cards, without the work that is asked for.
    async fn try_as(&self, tester: Shopper) {
        let _opened = tester.call(Method::GET, &self.offers_page, None, None).await;
        for _ in 0..CARDS_OF_A_TESTER {
            let key = Uuid::now_v7().to_string();
            let card = card_for(&self.offer, STOLEN);
            let _declined = tester.call(Method::POST, PROCESS_CARD, Some(&key), Some(&card)).await;
        }
    }

    pub async fn guess_passwords(&self, shop: &Shop) {
        let login = json!({ "username": ADMINISTRATOR, "password": WRONG });
        let guesses = (0..GUESSES).map(|_| async {
            let _refused = post(&shop.shopper(), "/api/auth/login", &login).await;
        });
        join_all(guesses).await;
    }

    pub async fn guess_step_ups(&self) {
        for _ in 0..STEP_UPS {
            let _refused = post(&self.sessions[0], "/api/admin/login", &json!({ "password": WRONG })).await;
        }
    }

    /// Five are looked at in a quarter of an hour: they are spread over several samples.
    pub async fn guess_codes(&self, turn: usize) {
        if turn.is_multiple_of(2) {
            let code = json!({ "code": "000000" });
            let _refused = post(&self.sessions[1], "/api/admin/second-factor/confirm", &code).await;
        }
    }

    pub async fn ask_for_trip(&self, shop: &Shop) {
        let page = format!("/api/bookings/{}", self.trip);
        for _ in 0..TRIPS {
            let stranger = shop.shopper();
            let _opened = stranger.call(Method::GET, &self.offers_page, None, None).await;
            let _not_found = stranger.call(Method::GET, &page, None, None).await;
        }
    }

    pub async fn forge_webhooks(&self) {
        let url = format!("{}/webhooks/duffel", self.site);
        for _ in 0..WEBHOOKS {
            let webhook = self.client.post(&url).header("x-duffel-signature", "t=1,v1=00").body("{}");
            let _refused = webhook.send().await;
        }
    }

    pub async fn report_violations(&self) {
        let violation = json!({ "effectiveDirective": "script-src", "blockedURL": "https://other.example" });
        let report = json!({ "type": "csp-violation", "body": violation });
        let reports = Value::from(vec![report; REPORTS]).to_string();
        let call = self.client.post(format!("{}/api/csp-reports", self.site));
        let _taken = call.header("content-type", "application/reports+json").body(reports).send().await;
    }

    pub async fn send_large_heads(&self) {
        let head = format!("GET / HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\n\r\n", "a".repeat(32 << 10));
        for _ in 0..HEADS {
            if let Ok(mut connection) = TcpStream::connect(self.gateway).await {
                let _closed_early = connection.write_all(head.as_bytes()).await;
            }
        }
    }
}

async fn post(shopper: &Shopper, path: &str, body: &Value) -> anyhow::Result<Answer> {
    shopper.call(Method::POST, path, None, Some(body)).await
}

async fn succeeds(shopper: &Shopper, path: &str, body: &Value) -> anyhow::Result<()> {
    let answer = post(shopper, path, body).await?;
    ensure!(answer.status.is_success(), "{path}: {answer:?}");
    Ok(())
}
