//! Two of every program and three of svc-search: each in turn is killed, frozen and rolled while travellers come, and a
//! fourth svc-search comes and goes. No booking is lost, hardly any call is refused, and a rolling update, which gives
//! services new addresses, costs none.

mod answers;
mod plan;

use std::io;
use std::time::Duration;

use anyhow::{Context, ensure};
use futures::stream::{self, StreamExt, TryStreamExt};
use reqwest::Method;

use self::plan::Plan;
use crate::balancer::Balancer;
use crate::books::Books;
use crate::cluster::{Cluster, Replica, SEARCH};
use crate::fleet::Fleet;
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;
use crate::travellers;
use crate::trips::Trip;

const FINISHES: Duration = Duration::from_secs(300);
/// Trips that are searched, to see who answers and how often the airlines are asked. So many that the hash of a trip
/// brings a share out of bounds once in thousands of runs.
const TRIPS: usize = 450;
/// Of these so many are searched again.
const AGAIN: usize = 150;
/// Percent of these searches that each of three replicas gets.
const SHARE: std::ops::RangeInclusive<usize> = 25..=42;
/// Percent by which there may be more offer requests than trips.
const TOLERANCE: usize = 5;
/// Percent of the trips that are searched again by which the killed replica's part of them may be above its share of all.
const SAMPLING: usize = 15;
/// Searches that are under way together.
const AT_ONCE: usize = 4;
/// Calls are counted here, not offers: so few airlines sell this cabin that an answer is a tenth of the usual.
const FEW_OFFERS: &str = "cabinClass=first";
const OFFER_REQUESTS: &str = "duffel.batch_offer_requests.create";

pub async fn run(fleet: &Fleet, victims: usize, report: &mut Report) -> anyhow::Result<()> {
    let mut cluster = Cluster::start(fleet).await?;
    let _balancer = Balancer::start(fleet.site_port(), &cluster.gateways()).await?;
    fleet.until_open().await?;
    searches_are_shared(fleet, &mut cluster, report).await?;

    let plan = Plan::new(&cluster, victims);
    let (outcome, events) =
        tokio::join!(travellers::come(fleet, "replicas.js", plan.seconds()), plan.carry_out(&mut cluster));
    let (outcome, events) = (outcome?, events?);
    cluster.check_alive()?;
    report.row("replicas killed, frozen and rolled", plan.victims.len());
    events.tell(report);
    answers::judge(&outcome, &events, plan.is_long(), report);
    let books = Books::finished(fleet, FINISHES).await?;
    books.tell(&outcome.acknowledged(&books), report);
    cluster.stop().await;
    Ok(())
}

/// Each replica gets its part of the searches, equal searches ask the airlines once, and where a replica's memory is lost
/// they are asked again for its part alone.
async fn searches_are_shared(
    fleet: &Fleet,
    cluster: &mut Cluster,
    report: &mut Report,
) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let trips: Vec<_> = (0..TRIPS).map(|_| shop.trips.next()).collect();
    let again = &trips[..AGAIN];
    let asked = search(fleet, &shop, &[&trips, again].concat()).await?;
    report.row(
        format!("offer requests for {} searches of {TRIPS} trips", TRIPS + AGAIN),
        format!("{asked}; one replica makes {TRIPS}"),
    );
    report.require(asked * 100 <= TRIPS * (100 + TOLERANCE), || {
        format!("{asked} offer requests for {TRIPS} trips")
    });

    let calls = cluster.of(SEARCH).map(searches_of).collect::<io::Result<Vec<_>>>()?;
    let sum: usize = calls.iter().sum();
    let shares: Vec<_> = calls.iter().map(|calls| calls * 100 / sum.max(1)).collect();
    report.row("searches of each replica, %", format!("{shares:?}"));
    report.require(shares.iter().all(|share| SHARE.contains(share)), || format!("shares of {shares:?} %"));

    let first = cluster.replicas.iter_mut().find(|it| it.name == SEARCH).context("there are three")?;
    first.kill().await?;
    let asked = search(fleet, &shop, again).await?;
    report.row(format!("offer requests for {AGAIN} of these trips, one replica killed"), asked);
    report.require(asked * 100 <= AGAIN * (shares[0] + SAMPLING), || {
        format!("{asked} of {AGAIN} trips were asked again, and the replica had {} % of all", shares[0])
    });
    first.start().await
}

/// Searches, and answers how many offer requests that took.
async fn search(fleet: &Fleet, shop: &Shop, trips: &[Trip]) -> anyhow::Result<usize> {
    let before = sandbox::calls(&fleet.sandbox(), OFFER_REQUESTS).await?;
    let searches = stream::iter(trips).map(Ok);
    searches
        .try_for_each_concurrent(AT_ONCE, async |trip| {
            let path = format!("{}&{FEW_OFFERS}", trip.search());
            let answer = shop.shopper().call(Method::GET, &path, None, None).await?;
            ensure!(answer.status.is_success(), "{path} {answer:?}");
            Ok(())
        })
        .await?;
    Ok(sandbox::calls(&fleet.sandbox(), OFFER_REQUESTS).await? - before)
}

/// Searches that a replica has answered, by its log.
fn searches_of(replica: &Replica) -> io::Result<usize> {
    replica.lines_with("SearchService/Search")
}
