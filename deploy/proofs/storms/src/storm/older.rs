//! Bookings of before something is replaced: they are read all the time, sent again, or cancelled afterwards.

use std::time::Duration;

use anyhow::{bail, ensure};
use futures::future::join_all;
use reqwest::Method;
use serde_json::Value;
use tokio::time::{Instant, interval};
use uuid::Uuid;

use crate::report::Report;
use crate::shop::Shop;
use crate::shopper::{Shopper, Told};

const READ_EVERY: Duration = Duration::from_millis(200);
/// The given name of each passenger (`crate::shopper`), which is stored sealed.
const GIVEN_NAME: &str = "Ada";

pub struct Older(Vec<Purchase>);

/// A purchase and who may read it.
pub struct Purchase {
    shopper: Shopper,
    order: Value,
    key: String,
    booking: Uuid,
}

/// What became of the reads.
#[derive(Default)]
pub struct Reads {
    pub count: usize,
    /// Call and answer of each that failed.
    pub failed: Vec<String>,
}

impl Older {
    pub async fn buy(shop: &Shop, count: usize) -> anyhow::Result<Self> {
        let mut purchases = Vec::new();
        for _ in 0..count {
            purchases.push(Purchase::make(shop).await?);
        }
        Ok(Self(purchases))
    }

    pub fn ids(&self) -> Vec<Uuid> {
        self.0.iter().map(|purchase| purchase.booking).collect()
    }

    /// Reads one after the other, again and again, for so long.
    pub async fn read_for(&self, length: Duration) -> Reads {
        let (end, mut turns) = (Instant::now() + length, interval(READ_EVERY));
        let mut reads = Reads::default();
        for purchase in self.0.iter().cycle() {
            turns.tick().await;
            if Instant::now() > end {
                break;
            }
            reads.count += 1;
            reads.failed.extend(purchase.read().await.err());
        }
        reads
    }

    pub async fn are_readable(&self, report: &mut Report) {
        let reads = join_all(self.0.iter().map(Purchase::read)).await;
        tell("older bookings readable by the new key alone", reads, report);
    }

    /// While both HMAC keys are known, a purchase that is sent again is the same purchase.
    pub async fn are_the_same_when_sent_again(&self, report: &mut Report) {
        let sent = join_all(self.0.iter().map(Purchase::send_again)).await;
        tell("older purchases known when sent again", sent, report);
    }
}

fn tell(what: &str, outcomes: Vec<Result<(), String>>, report: &mut Report) {
    let good = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    report.row(what, format!("{good} of {}", outcomes.len()));
    for failed in outcomes.into_iter().filter_map(Result::err) {
        report.miss(failed);
    }
}

impl Purchase {
    pub async fn make(shop: &Shop) -> anyhow::Result<Self> {
        let (shopper, key) = (shop.shopper(), Uuid::now_v7().to_string());
        let (order, _payment) = shopper.prepare(shop.trips.next()).await?;
        match shopper.book(&order, &key).await? {
            Told::Confirmed(booking) => Ok(Self { shopper, order, key, booking }),
            Told::Refused(code) => bail!("a good purchase was refused: {code}"),
        }
    }

    /// Good where the passenger's name comes with it.
    pub async fn read(&self) -> Result<(), String> {
        let path = format!("/api/bookings/{}", self.booking);
        let answer = self.shopper.call(Method::GET, &path, None, None).await;
        let answer = answer.map_err(|error| format!("{path}: {error:#}"))?;
        let data = answer.body["bookingData"].as_str().unwrap_or_default();
        let data: Value = serde_json::from_str(data).unwrap_or_default();
        let is_readable = answer.status.is_success() && data["passengers"][0]["given_name"] == GIVEN_NAME;
        if is_readable { Ok(()) } else { Err(format!("{path}: {} {}", answer.status, answer.body)) }
    }

    /// Cancels it, and reads that it is.
    pub async fn cancel(&self) -> anyhow::Result<()> {
        self.shopper.cancel(self.booking).await?;
        let told = self.shopper.follow(self.booking).await?;
        let is_cancelled = matches!(&told, Told::Refused(status) if status == "cancelled");
        ensure!(is_cancelled, "booking {} was cancelled and is told as {told:?}", self.booking);
        Ok(())
    }

    pub fn booking(&self) -> Uuid {
        self.booking
    }

    /// Its calls that were refused or broken, and were made again.
    pub fn refused(&self) -> Vec<String> {
        self.shopper.refused()
    }

    /// Good where the answer is the booking that there is.
    async fn send_again(&self) -> Result<(), String> {
        let sent = self.shopper.call(Method::POST, "/api/bookings", Some(&self.key), Some(&self.order)).await;
        let answer = sent.map_err(|error| format!("sent again: {error:#}"))?;
        let is_same = answer.booking() == Some(self.booking);
        if is_same { Ok(()) } else { Err(format!("sent again: {} {}", answer.status, answer.body)) }
    }
}
