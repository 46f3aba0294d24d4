//! Which replicas are killed, frozen and rolled, in which order, and how long each is away.

use std::time::Duration;

use anyhow::Context;
use tokio::time::{Instant, sleep, sleep_until};

use super::searches_of;
use crate::cluster::{Cluster, SEARCH};
use crate::fleet::GATEWAY;
use crate::report::Report;
use crate::travellers::since_1970;

/// How long a replica that was killed stays away.
const DOWN: Duration = Duration::from_secs(4);
/// From one event to the next.
const QUIET: Duration = Duration::from_secs(10);
const KILL: Duration = Duration::from_secs(10);
/// Longer than callers take to look a name up again, because each replica comes back at a new address.
const ROLL: Duration = Duration::from_secs(12);
/// How long the fourth svc-search serves. Callers find it within 10 s, and a quarter of all trips is its part. So many are
/// searched in the rest of the time that it gets none of them once in thousands of runs.
const GUEST: Duration = Duration::from_secs(30);
/// A replica is frozen for this long for each victim of the storm, and a minute at most.
const FROZEN_EACH: Duration = Duration::from_secs(5);
const LONGEST_FROZEN: Duration = Duration::from_secs(60);
/// Victims of the long form at least.
const LONG_FORM: usize = 15;

/// Which replicas are hit, and when.
pub struct Plan {
    /// Places in the cluster.
    pub victims: Vec<usize>,
    /// Of each round all are frozen together: no two of one service.
    rounds: Vec<Vec<usize>>,
    frozen: Duration,
}

impl Plan {
    pub fn new(cluster: &Cluster, most: usize) -> Self {
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
        Self { victims, rounds, frozen }
    }

    /// Whether enough is hit for what only the long form requires.
    pub fn is_long(&self) -> bool {
        self.victims.len() >= LONG_FORM
    }

    /// How long all of it takes.
    pub fn seconds(&self) -> u64 {
        let (victims, rounds) = (self.victims.len(), self.rounds.len());
        let times = |length: Duration, count: usize| length * u32::try_from(count).unwrap_or(u32::MAX);
        (QUIET + times(KILL + ROLL, victims) + times(self.frozen + QUIET, rounds) + GUEST + QUIET).as_secs()
    }

    /// Rolling updates and the guest's leaving may cost no call: when they were is not noted.
    pub async fn carry_out(&self, cluster: &mut Cluster) -> anyhow::Result<Events> {
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
        ends.after(GUEST).await;
        let guest_searches = searches_of(cluster.replicas.last().context("the guest is there")?)?;
        cluster.remove_last().await?;
        let over = since_1970();
        ends.after(QUIET).await;
        Ok(Events { ends: ends.at, over, guest_searches })
    }
}

/// What became of the plan.
pub struct Events {
    /// When replicas were killed or frozen, since 1970.
    pub ends: Vec<Duration>,
    /// When the last event was over, since 1970.
    pub over: Duration,
    /// Searches that the fourth svc-search answered.
    guest_searches: usize,
}

impl Events {
    pub fn tell(&self, report: &mut Report) {
        let searches = self.guest_searches;
        report.row(format!("searches of the fourth svc-search in {} s", GUEST.as_secs()), searches);
        report.require(searches > 0, || "the fourth svc-search got no search".to_owned());
    }
}

/// The times at which replicas were killed or frozen, and when the next event is due.
struct Ends {
    at: Vec<Duration>,
    next: Instant,
}

impl Ends {
    fn note(&mut self) {
        self.at.push(since_1970());
    }

    /// Waits until `length` after the last event was due.
    async fn after(&mut self, length: Duration) {
        self.next += length;
        sleep_until(self.next).await;
    }
}
