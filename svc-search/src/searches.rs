//! Searches under way. Travellers who ask the same follow one search; one that nobody follows any more is stopped,
//! and what an ended one found is in the cache.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use duffel::{Client, Clients};
use service::metrics::{InFlight, Tally};
use service::{Mode, SharedClock};
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use tracing::Instrument;

use crate::cache::Cache;
use crate::domain::fare_dates::Observation;
use crate::domain::{Accumulated, Airlines, Answer, AnswerKey, OfferRow};
use crate::error::Error;
use crate::fares_seen::FaresSeen;
use crate::provider::{self, Update};
use crate::search_class::{SearchClass, Sent, UnderWay};

/// How far a search has come. A follower reads the newest state when it is ready for it: a slow one costs nothing.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    accumulated: Accumulated,
    pub airlines: Airlines,
    pub end: Option<End>,
    /// Makes look-ups wait, where a traveller has followed it. Nothing once it has ended.
    travellers: Option<UnderWay>,
}

pub(crate) type End = Result<Arc<Answer>, Error>;
pub(crate) type Follower = watch::Receiver<Progress>;

#[derive(Debug)]
pub(crate) struct Searches {
    clients: Clients,
    cache: Arc<Cache>,
    fares: Arc<FaresSeen>,
    clock: SharedClock,
    /// Each is owned by its own task; what that leaves behind when it panics is replaced.
    under_way: Mutex<HashMap<AnswerKey, Weak<watch::Sender<Progress>>>>,
    /// Answers, by where they come from.
    answers: Tally,
    /// Searches that the provider is asked for.
    active: InFlight,
    sent: Sent,
}

impl Progress {
    fn begun(travellers: Option<UnderWay>) -> Self {
        Self { travellers, ..Self::default() }
    }

    fn ended(answer: Arc<Answer>) -> Self {
        Self { airlines: answer.airlines, end: Some(Ok(answer)), ..Self::default() }
    }

    /// All that came so far, in an order that never changes.
    pub fn offers(&self) -> &[OfferRow] {
        match &self.end {
            Some(Ok(answer)) => &answer.offers,
            _ => &self.accumulated.offers,
        }
    }

    /// A search that broke off with something in hand is answered with that.
    fn finish(&mut self, id: u64, outcome: Result<(), Error>, now: OffsetDateTime) {
        self.end = Some(match outcome {
            Err(error) if self.accumulated.offers.is_empty() => Err(error),
            _ => Ok(Arc::new(Answer::new(id, std::mem::take(&mut self.accumulated), self.airlines, now))),
        });
    }
}

impl Searches {
    pub fn new(clients: Clients, cache: Arc<Cache>, fares: Arc<FaresSeen>, clock: SharedClock) -> Self {
        let answers = Tally::new("search.answers", "Answered searches", "source");
        let active = InFlight::new("search.active", "Searches that the provider is asked for", &[]);
        let sent = Sent::new();
        Self { clients, cache, fares, clock, under_way: Mutex::default(), answers, active, sent }
    }

    /// The answer of a query, once it is complete.
    pub async fn answer(self: &Arc<Self>, key: AnswerKey, refresh: bool) -> Result<Arc<Answer>, Error> {
        answer_of(self.follow(key, refresh).await?).await
    }

    /// The same for a query that no traveller has asked for. Those who do so meanwhile follow this search.
    pub async fn look_up(self: &Arc<Self>, class: SearchClass, key: AnswerKey) -> Result<Arc<Answer>, Error> {
        self.look_up_and(class, key, || ()).await
    }

    /// The same, and calls `accepted` as soon as the provider has accepted the trip.
    pub async fn look_up_and(
        self: &Arc<Self>,
        class: SearchClass,
        key: AnswerKey,
        accepted: impl FnOnce() + Send,
    ) -> Result<Arc<Answer>, Error> {
        let mut follower = self.follow_as(class, key, false).await?;
        let is_accepted = follower
            .wait_for(|progress| progress.airlines.asked > 0 || progress.end.is_some())
            .await
            .is_ok_and(|progress| !matches!(progress.end, Some(Err(_))));
        if is_accepted {
            accepted();
        }
        answer_of(follower).await
    }

    /// Waits until no search of a traveller is under way here.
    pub async fn no_traveller_waits(&self) {
        self.sent.no_traveller_waits().await;
    }

    /// Whether the provider has calls to spare for a look-up; else how long to wait.
    pub fn room_for_look_up(&self, mode: Mode) -> Result<(), Duration> {
        self.clients.of(mode).map_or(Ok(()), Client::room_for_look_up)
    }

    /// The search of a query: ended already where its answer is in the cache, else under way, else begun now.
    pub async fn follow(self: &Arc<Self>, key: AnswerKey, refresh: bool) -> Result<Follower, Error> {
        self.follow_as(SearchClass::Traveller, key, refresh).await
    }

    async fn follow_as(
        self: &Arc<Self>,
        class: SearchClass,
        key: AnswerKey,
        refresh: bool,
    ) -> Result<Follower, Error> {
        let client = self.clients.of(key.mode).ok_or(Error::NotConfigured)?;
        if let Some(answer) = self.cached(&key, refresh).await {
            return Ok(answer);
        }
        let mut under_way = self.under_way.lock().await;
        // Again, as a search may have ended before the lock was ours.
        if let Some(answer) = self.cached(&key, refresh).await {
            return Ok(answer);
        }
        if let Some(progress) = under_way.get(&key).and_then(Weak::upgrade) {
            self.answers.add("joined");
            self.join(&progress, class);
            return Ok(progress.subscribe());
        }
        // What is asked anew is not answered from memory any more, even if asking fails.
        self.cache.answers.drop(&key).await;
        self.answers.add("provider");
        let (progress, follower) = watch::channel(Progress::begun(self.sent.begin(class, key.mode)));
        let progress = Arc::new(progress);
        under_way.insert(key, Arc::downgrade(&progress));
        let search = Self::run(self.clone(), key, client.clone(), progress);
        tokio::spawn(search.in_current_span());
        Ok(follower)
    }

    /// Look-ups wait for a look-up that a traveller has joined, as for a search of their own. It is no news to others.
    fn join(&self, progress: &watch::Sender<Progress>, class: SearchClass) {
        progress.send_if_modified(|progress| {
            progress.travellers = progress.travellers.take().or_else(|| self.sent.wait_for(class));
            false
        });
    }

    /// The search of an answer that still serves.
    async fn cached(&self, key: &AnswerKey, refresh: bool) -> Option<Follower> {
        let answer = self.cache.answers.get(key, refresh).await?;
        self.answers.add("cache");
        Some(watch::channel(Progress::ended(answer)).1)
    }

    async fn run(self: Arc<Self>, key: AnswerKey, client: Client, progress: Arc<watch::Sender<Progress>>) {
        let _active = self.active.begin();
        let tell = |Update { offers, airlines }| {
            let update = Accumulated::of(&offers, self.clock.now());
            progress.send_modify(|progress| {
                progress.accumulated.add(update);
                progress.airlines = airlines;
            });
        };
        tokio::select! {
            outcome = provider::search(&client, &key.query, tell) => self.finish(key, &progress, outcome).await,
            () = self.abandoned(key, &progress) => tracing::debug!("a search that nobody waits for was stopped"),
        }
    }

    async fn finish(&self, key: AnswerKey, progress: &watch::Sender<Progress>, outcome: Result<(), Error>) {
        let mut under_way = self.under_way.lock().await;
        progress.send_modify(|progress| progress.finish(answer_id(), outcome, self.clock.now()));
        let end = progress.borrow().end.clone();
        if let Some(Ok(answer)) = end {
            if let Some(observation) = Observation::of(&answer) {
                self.fares.note(key, observation);
            }
            self.cache.answers.put(key, answer).await;
        }
        under_way.remove(&key);
        // Look-ups may begin, however slowly somebody reads the answer.
        progress.send_if_modified(|progress| {
            progress.travellers = None;
            false
        });
    }

    /// Ends when the last follower has gone and the search is out of everybody's reach.
    async fn abandoned(&self, key: AnswerKey, progress: &watch::Sender<Progress>) {
        loop {
            progress.closed().await;
            let mut under_way = self.under_way.lock().await;
            // Followers join under this lock alone.
            if progress.receiver_count() == 0 {
                under_way.remove(&key);
                return;
            }
        }
    }
}

/// Unlike that of any other answer, also of another process. Never 0, which stands for none.
fn answer_id() -> u64 {
    getrandom::u64().expect("the system has randomness").max(1)
}

/// How a search ends.
async fn answer_of(mut follower: Follower) -> End {
    let ended = follower.wait_for(|progress| progress.end.is_some()).await;
    ended.ok().and_then(|progress| progress.end.clone()).unwrap_or(Err(Error::Lost))
}
