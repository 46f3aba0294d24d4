//! Asks what watched prices are by now, and mails those whose price has fallen.
//!
//! One question serves all watches of a query, of all brands. When it is asked next stands in the database: any number of
//! processes may ask. A query is held by a lease; its answer is compared, mailed and stored in one transaction, and dropped
//! where the lease is over. So a fall is mailed once, wherever a process dies.

mod budget;
mod comparison;
mod gauges;
mod question;

use std::sync::Arc;

use mail::Seal;
use service::queues::Queue;
use service::telemetry::mark_failed;
use service::{Mode, SharedClock};
use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use url::Url;

use self::budget::Budget;
pub use self::gauges::LOOKS_SPENT;
use crate::domain::watch::{Paused, earliest_date};
use crate::store;
use crate::store::watched_query::Claim;
use crate::upstreams::Upstreams;

/// Fares are kept for the line of a watch's history.
const FARES_KEPT: Duration = Duration::days(60);
/// No flight is sold that far ahead.
const FARTHEST: Duration = Duration::days(400);
/// Queries that each lane of a round asks about. An answer takes 45 s at most: the mode of a round is never older than a quarter
/// of an hour.
const LANE: u32 = 20;

/// Queries of watches that should have been asked about an hour ago. Those of the mode that is off are not among them: each
/// round puts them off.
pub const QUEUES: [Queue; 1] = [Queue::new(
    "watches_overdue",
    "select count(*) from watched_query
        cross join lateral (
            select watch.id from watch
            where watch.mode = watched_query.mode and watch.query = watched_query.query and watch.state = 'active'
            limit 1
        ) as watching
        where watched_query.mode in ('test', 'live') and next_ask_at < now() - interval '1 hour'",
)];

/// Searches that the watches of a brand may send in a day, in each mode.
#[derive(Debug, Clone, Copy)]
pub struct LooksADay {
    pub test: u32,
    pub live: u32,
}

impl LooksADay {
    fn of(self, mode: Mode) -> u32 {
        if mode == Mode::Live { self.live } else { self.test }
    }
}

/// Asks about what is due.
#[derive(Debug, Clone)]
pub struct Watcher {
    pub pool: PgPool,
    pub clock: SharedClock,
    /// Of mails that wait.
    pub seal: Seal,
    /// The address of the system itself. The addresses of brands follow from it.
    pub system_url: Url,
    pub upstreams: Upstreams,
    pub looks: LooksADay,
    /// Whose watches an operator has pause.
    pub paused: Paused,
    /// Wakes the mail sender after a commit, so that its mail goes out at once.
    pub mail_sender: Arc<Notify>,
    /// Between two rounds.
    pub period: std::time::Duration,
}

/// What was done.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// Queries that were asked about.
    pub asked: u32,
    /// Of these, those that a search was sent for.
    pub looked_up: u32,
    /// About falls.
    pub mails: u32,
    /// More may be due: the round took as many as one takes.
    pub is_full: bool,
}

impl Round {
    fn and(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            looked_up: self.looked_up + other.looked_up,
            mails: self.mails + other.mails,
            is_full: self.is_full || other.is_full,
        }
    }
}

impl Watcher {
    /// Goes round until `stopping`, at once where a round was full. A round that is under way then ends with the process: what
    /// it had taken is asked about again.
    pub async fn run(self, stopping: CancellationToken) {
        gauges::show(self.looks, &self.paused);
        if self.paused != Paused::Nobody {
            tracing::warn!(watches.paused = %self.paused, "watched prices pause: no look, no mail about a fall");
            self.warn_of_unknown_brands().await;
        }
        while !stopping.is_cancelled() {
            if self.round_of_its_own(&stopping).await.is_some_and(|round| round.is_full) {
                continue;
            }
            tokio::select! {
                () = tokio::time::sleep(self.period) => {}
                () = stopping.cancelled() => {}
            }
        }
    }

    async fn warn_of_unknown_brands(&self) {
        for key in self.paused.brands() {
            match store::brand::find(&self.pool, key).await {
                Ok(Some(_)) => {}
                Ok(None) => tracing::warn!(brand = key, "WATCHES_PAUSED names no brand"),
                Err(error) => {
                    tracing::warn!(brand = key, error = format!("{error:#}"), "a brand is not read");
                }
            }
        }
    }

    /// A task of its own: sqlx 0.9.0 returns a connection to its pool inside an open transaction if a future is dropped
    /// (sqlx #4385), and others still end their work with that pool.
    async fn round_of_its_own(&self, stopping: &CancellationToken) -> Option<Round> {
        let turn = self.clone();
        let round = tokio::spawn(async move { Box::pin(turn.round()).await });
        match stopping.run_until_cancelled(round).await?.ok()? {
            Ok(round) => Some(round),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "watched prices can't be asked for");
                None
            }
        }
    }

    /// Asks about what is due in the mode of now, the longest due first: so many as a round takes.
    pub async fn round(&self) -> anyhow::Result<Round> {
        store::watched_fare::forget(&self.pool, self.today() - FARES_KEPT).await?;
        if self.paused == Paused::All {
            for mode in [Mode::Test, Mode::Live] {
                store::watched_query::put_off(&self.pool, mode, self.now()).await?;
            }
            return Ok(Round::default());
        }
        let mode = match self.upstreams.mode().await {
            Ok(Some(mode)) => mode,
            Ok(None) => {
                tracing::warn!("no price is looked at: nobody knows the mode");
                return Ok(Round::default());
            }
            Err(status) => {
                tracing::warn!(rpc.code = ?status.code(), "no price is looked at: the mode could not be asked for");
                return Ok(Round::default());
            }
        };
        let off = if mode == Mode::Live { Mode::Test } else { Mode::Live };
        store::watched_query::put_off(&self.pool, off, self.now()).await?;
        let budget = self.budget(mode).await?;
        let lane = || Box::pin(self.ask_in_turn(mode, &budget));
        // As many as svc-search has turns for them: more would only wait there.
        let (one, other) = tokio::join!(lane(), lane());
        Ok(one?.and(other?))
    }

    /// One query after the other, until none is due or the lane is full.
    async fn ask_in_turn(&self, mode: Mode, budget: &Budget) -> anyhow::Result<Round> {
        let mut done = Round::default();
        for _ in 0..LANE {
            let Some(claim) = store::watched_query::claim(&self.pool, mode, self.now()).await? else {
                return Ok(done);
            };
            done = done.and(self.ask_traced(mode, &claim, budget).await);
        }
        Ok(Round { is_full: true, ..done })
    }

    /// Asks in a trace of its own. A query that failed waits for its next turn: what was found is lost.
    async fn ask_traced(&self, mode: Mode, claim: &Claim, budget: &Budget) -> Round {
        let span = tracing::info_span!("watch.ask", watch.query = %claim.query);
        self.ask(claim, budget).instrument(span.clone()).await.unwrap_or_else(|error| {
            question::count_trouble(mode);
            mark_failed(&span, "not_asked");
            let error = format!("{error:#}");
            span.in_scope(|| {
                tracing::error!(watch.query = %claim.query, error, "a watched price waits for its next turn");
            });
            Round::default()
        })
    }

    async fn budget(&self, mode: Mode) -> anyhow::Result<Budget> {
        let today = self.today();
        let days = (today, today + FARTHEST);
        let demand = store::watched_query::demand(&self.pool, mode, days).await?;
        Ok(Budget::new(demand, self.looks.of(mode), today))
    }

    fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// As departures count it.
    fn today(&self) -> Date {
        earliest_date(self.now())
    }
}
