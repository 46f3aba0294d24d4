//! Two of every program and three of svc-search: each in turn is killed, frozen and rolled while travellers come, and a
//! fourth svc-search comes and goes. No booking is lost, hardly any call is refused, and a rolling update, which gives
//! services new addresses, costs none.

use std::time::Duration;

use anyhow::{Context, ensure};
use futures::stream::{self, StreamExt, TryStreamExt};
use reqwest::Method;
use service::{Clock, SystemClock};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep, sleep_until};

use crate::balancer::Balancer;
use crate::books::Books;
use crate::cluster::{Cluster, SEARCH};
use crate::fleet::{Fleet, GATEWAY};
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;
use crate::travellers::{self, Call, Outcome};
use crate::trips::Trip;

const SETTLES: Duration = Duration::from_secs(300);
/// How long a replica that was killed stays away.
const DOWN: Duration = Duration::from_secs(4);
/// From one event to the next.
const QUIET: Duration = Duration::from_secs(10);
const KILL: Duration = Duration::from_secs(10);
/// Longer than callers take to look a name up again, because each replica comes back at a new address.
const ROLL: Duration = Duration::from_secs(12);
/// The fourth svc-search serves as long as replicas are frozen, and so long at most.
const LONGEST_GUEST: Duration = Duration::from_secs(30);
/// A replica is frozen for this long for each victim of the storm, and a minute at most.
const FROZEN_EACH: Duration = Duration::from_secs(5);
const LONGEST_FROZEN: Duration = Duration::from_secs(60);
/// What is refused or late within this long of a kill or a freeze is counted apart.
const APART: Duration = Duration::from_secs(5);
/// Calls of a thousand that may be refused.
const REFUSED_OF_1000: u64 = 1;
/// By so much may a call take longer than the longest before, at other times. Told in the short form, required in the long.
const LONGER: Duration = Duration::from_secs(3);
/// Victims of the long form at least.
const LONG_FORM: usize = 15;
/// What the gateway gives the slowest call (an airline's answer).
const LONGEST_ANSWER_MS: f64 = 45_500.0;
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
const OFFER_REQUESTS: &str = "duffel.batch_offer_requests.create";

pub async fn run(fleet: &Fleet, victims: usize, report: &mut Report) -> anyhow::Result<()> {
    let mut cluster = Cluster::start(fleet).await?;
    let _balancer = Balancer::start(fleet.site_port(), &cluster.gateways()).await?;
    fleet.until_open().await?;
    searches_are_shared(fleet, &mut cluster, report).await?;

    let plan = Plan::new(&cluster, victims);
    let (outcome, events) =
        tokio::join!(travellers::come(fleet, "replicas.js", plan.seconds()), plan.carry_out(&mut cluster));
    let (outcome, ends) = (outcome?, events?);
    cluster.check_alive()?;
    report.require(outcome.holds, || "a threshold was crossed, or an answer was wrong".to_owned());
    report.row("replicas killed, frozen and rolled", plan.victims.len());
    outcome.tell(report);
    hardly_any_is_refused(&outcome, &ends, report);
    hardly_any_is_late(&outcome, &ends, plan.victims.len() >= LONG_FORM, report);
    let longest = outcome.answers_ms("max");
    report.require(longest < LONGEST_ANSWER_MS, || format!("an answer took {longest:.0} ms"));
    let books = Books::settled(fleet, SETTLES).await?;
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

    let calls = cluster.of(SEARCH).map(|it| std::fs::read_to_string(it.log()).map(|log| searches_in(&log)));
    let calls = calls.collect::<std::io::Result<Vec<usize>>>()?;
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
            let answer = shop.shopper().call(Method::GET, &trip.search(), None, None).await?;
            ensure!(answer.status.is_success(), "{} {answer:?}", trip.search());
            Ok(())
        })
        .await?;
    Ok(sandbox::calls(&fleet.sandbox(), OFFER_REQUESTS).await? - before)
}

/// Searches that a replica has answered, by its log.
fn searches_in(log: &str) -> usize {
    log.lines().filter(|line| line.contains("SearchService/Search")).count()
}

/// Which replicas are hit, and when.
struct Plan {
    /// Places in the cluster.
    victims: Vec<usize>,
    /// Of each round all are frozen together: no two of one service.
    rounds: Vec<Vec<usize>>,
    frozen: Duration,
    guest: Duration,
}

impl Plan {
    fn new(cluster: &Cluster, most: usize) -> Self {
        let mut victims: Vec<_> = (0..cluster.replicas.len()).collect();
        victims.sort_by_key(|place| {
            let replica = &cluster.replicas[*place];
            (replica.address, ![GATEWAY, SEARCH, "svc-booking"].contains(&replica.name))
        });
        victims.truncate(most);
        let rounds =
            victims.chunk_by(|one, other| cluster.replicas[*one].address == cluster.replicas[*other].address);
        let rounds = rounds.map(<[usize]>::to_vec).collect();
        let count = u32::try_from(victims.len()).unwrap_or(u32::MAX);
        let frozen = FROZEN_EACH.saturating_mul(count).min(LONGEST_FROZEN);
        Self { victims, rounds, frozen, guest: frozen.min(LONGEST_GUEST) }
    }

    /// How long all of it takes.
    fn seconds(&self) -> u64 {
        let (victims, rounds) = (self.victims.len(), self.rounds.len());
        let times = |length: Duration, count: usize| length * u32::try_from(count).unwrap_or(u32::MAX);
        (QUIET + times(KILL + ROLL, victims) + times(self.frozen + QUIET, rounds) + self.guest + QUIET)
            .as_secs()
    }

    /// Answers when replicas were killed or frozen, since 1970. Rolling updates and the guest's leaving may cost no call.
    async fn carry_out(&self, cluster: &mut Cluster) -> anyhow::Result<Vec<Duration>> {
        let mut ends = Ends { at: Vec::new(), next: Instant::now() };
        ends.after(QUIET).await;
        for place in &self.victims {
            ends.note();
            cluster.replicas[*place].kill().await?;
            sleep(DOWN).await;
            cluster.replicas[*place].start().await?;
            ends.after(KILL).await;
        }
        for round in &self.rounds {
            ends.note();
            for place in round {
                cluster.replicas[*place].freeze().await?;
            }
            ends.after(self.frozen).await;
            for place in round {
                cluster.replicas[*place].thaw().await?;
            }
            ends.after(QUIET).await;
        }
        for place in &self.victims {
            cluster.roll(*place).await?;
            ends.after(ROLL).await;
        }
        cluster.add_search().await?;
        ends.after(self.guest).await;
        cluster.remove_last().await?;
        ends.after(QUIET).await;
        Ok(ends.at)
    }
}

/// The times at which replicas were killed or frozen, and when the next event is due.
struct Ends {
    at: Vec<Duration>,
    next: Instant,
}

impl Ends {
    fn note(&mut self) {
        let since_1970 = SystemClock.now() - OffsetDateTime::UNIX_EPOCH;
        self.at.push(since_1970.unsigned_abs());
    }

    /// Waits until `length` after the last event was due.
    async fn after(&mut self, length: Duration) {
        self.next += length;
        sleep_until(self.next).await;
    }
}

fn hardly_any_is_refused(outcome: &Outcome, ends: &[Duration], report: &mut Report) {
    let (apart, refused): (Vec<_>, Vec<_>) = outcome.refused.iter().partition(|call| is_apart(call, ends));
    let calls = outcome.count("searches") + outcome.count("purchases");
    report.row(
        format!(
            "calls refused within {} s of a kill or freeze / at other times, of {calls}",
            APART.as_secs()
        ),
        format!("{} / {}", apart.len(), refused.len()),
    );
    if refused.len() as u64 * 1_000 > calls * REFUSED_OF_1000 {
        for call in refused {
            report.miss(format!("refused at {} ms: {}", call.began.as_millis(), call.what));
        }
    }
}

/// Calls that begin while a replica is away or frozen, and later than the first seconds of that, go to the others.
fn hardly_any_is_late(outcome: &Outcome, ends: &[Duration], is_required: bool, report: &mut Report) {
    let first = ends.first().copied().unwrap_or(Duration::MAX);
    let others = outcome.slow.iter().filter(|call| !is_apart(call, ends));
    let (before, after): (Vec<_>, Vec<_>) = others.partition(|call| call.ended < first);
    let [before, after] = [before, after].map(|calls| calls.into_iter().max_by_key(|call| call.took()));
    let ms = |call: Option<&Call>| {
        call.map_or_else(|| "no slow one".to_owned(), |it| it.took().as_millis().to_string())
    };
    report.row(
        "longest answer at other times, ms: before the first kill / after it",
        format!("{} / {}", ms(before), ms(after)),
    );
    let limit = before.map_or(Duration::ZERO, Call::took) + LONGER;
    if let Some(late) = after.filter(|call| is_required && call.took() > limit) {
        report.miss(format!("late at {} ms: {}", late.began.as_millis(), late.what));
    }
}

/// Whether the call was under way, or began, in the first seconds after a kill or a freeze.
fn is_apart(call: &Call, ends: &[Duration]) -> bool {
    ends.iter().any(|end| call.began < *end + APART && call.ended > *end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_counted_apart_where_a_replica_ended_during_it_or_just_before() {
        let at = Duration::from_secs;
        let call = |began, ended| Call { began: at(began), ended: at(ended), what: String::new() };

        assert!(is_apart(&call(10, 12), &[at(11)]));
        assert!(is_apart(&call(15, 30), &[at(11)]));
        assert!(!is_apart(&call(16, 17), &[at(11)]));
        assert!(!is_apart(&call(9, 10), &[at(11)]));
    }
}
