//! Thousands of peers hold connections while travellers book: they ask nothing, ask a byte a second, or read no answer. All
//! such peers are closed in time, and a booking takes no longer than usual.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::join_all;
use reqwest::Client;
use tokio::time::Instant;
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::http;
use crate::report::Report;
use crate::shop::all_confirmed;
use crate::shopper::{Card, Shopper, Told};
use crate::slow_peers::{Kind, hold};
use crate::trips::Trips;

const SHOPPERS: usize = 2;
const FINISHES: Duration = Duration::from_secs(120);
/// 99 of 100 bookings end within this.
const BOOKED: Duration = Duration::from_secs(2);
/// The gateway waits 10 s for the end of a head, and 15 s for that of a body. The rest is for a machine that is busy.
const HEAD: Duration = Duration::from_secs(12);
const BODY: Duration = Duration::from_secs(17);
/// Who answers no ping of HTTP/2 is closed after 40 s.
const ANSWER: Duration = Duration::from_secs(44);

/// Peers that come together.
struct Wave {
    name: &'static str,
    kinds: &'static [Kind],
    count: usize,
    /// All are closed after this.
    gone: Duration,
}

pub async fn run(fleet: &mut Fleet, peers: usize, report: &mut Report) -> anyhow::Result<()> {
    let waves = [
        Wave { name: "silent peers", kinds: &Kind::SILENT, count: peers, gone: HEAD },
        // As many slow heads, and as many slow bodies.
        Wave { name: "slow peers", kinds: &Kind::SLOW, count: 2 * peers.div_ceil(5), gone: BODY },
        Wave { name: "peers that ask", kinds: &Kind::ASKING, count: peers, gone: ANSWER },
    ];
    let travellers = Travellers::arrive(fleet)?;
    let mut told = travellers.book_while(async { anyhow::Ok(()) }).await?.0;
    for wave in waves {
        told.extend(hold_and_book(fleet, &travellers, &wave, report).await?);
        fleet.check_alive()?;
    }
    let told: Vec<_> = told.into_iter().map(|purchase| purchase.told).collect();
    let confirmed = all_confirmed(&told, report);
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

async fn hold_and_book(
    fleet: &Fleet,
    travellers: &Travellers,
    wave: &Wave,
    report: &mut Report,
) -> anyhow::Result<Vec<Purchase>> {
    let &Wave { name, kinds, count, gone } = wave;
    let site = ([127, 0, 0, 1], fleet.site_port()).into();
    let (purchases, held) = travellers.book_while(hold(site, kinds, count)).await?;
    report.row(format!("{name}: in all / at most at once"), format!("{count} / {}", held.most_at_once));
    report.require(held.most_at_once * 10 >= count * 9, || format!("{name}: too few came at once"));
    let late = held.connected.iter().filter(|connected| **connected > gone).count();
    report.require(late == 0, || format!("{late} {name} were connected for more than {gone:?}"));
    report.times(&format!("{name}: connected"), held.connected);
    let bookings: Vec<_> = purchases.iter().map(|purchase| purchase.took).collect();
    let slow = bookings.iter().filter(|took| **took > BOOKED).count();
    report.require(slow * 100 <= bookings.len(), || {
        format!("{name}: {slow} of {} bookings meanwhile took longer than {BOOKED:?}", bookings.len())
    });
    report.times(&format!("{name}: bookings meanwhile"), bookings);
    Ok(purchases)
}

/// What a traveller was told, and how long the booking itself took.
struct Purchase {
    told: Told,
    took: Duration,
}

/// Each call of theirs is a connection of its own: as if each were a new visitor.
struct Travellers {
    client: Client,
    site: String,
    trips: Trips,
}

impl Travellers {
    fn arrive(fleet: &Fleet) -> anyhow::Result<Self> {
        let client = http::client().pool_max_idle_per_host(0).build()?;
        Ok(Self { client, site: fleet.site(), trips: Trips::default() })
    }

    /// Buys until `storm` is over, and each traveller once at least.
    async fn book_while<T>(
        &self,
        storm: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<(Vec<Purchase>, T)> {
        let is_over = AtomicBool::new(false);
        let ending = async {
            let outcome = storm.await;
            is_over.store(true, Ordering::Relaxed);
            outcome
        };
        let (bought, outcome) = tokio::join!(join_all((0..SHOPPERS).map(|_| self.buy(&is_over))), ending);
        let bought: Vec<_> = bought.into_iter().collect::<anyhow::Result<_>>()?;
        Ok((bought.into_iter().flatten().collect(), outcome?))
    }

    async fn buy(&self, is_over: &AtomicBool) -> anyhow::Result<Vec<Purchase>> {
        let mut bought = Vec::new();
        loop {
            let shopper = Shopper::arrive(&self.client, &self.site, Card::Simple);
            let (order, _payment) = shopper.prepare(self.trips.next()).await?;
            let sent = Instant::now();
            let told = shopper.book(&order, &Uuid::now_v7().to_string()).await?;
            bought.push(Purchase { told, took: sent.elapsed() });
            if is_over.load(Ordering::Relaxed) {
                return Ok(bought);
            }
        }
    }
}
