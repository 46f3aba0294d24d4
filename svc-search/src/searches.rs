//! Searches under way. Travellers who ask the same follow one search; one that nobody follows any more is stopped,
//! and what an ended one found is in the cache.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use duffel::{Client, Clients};
use service::SharedClock;
use service::metrics::{InFlight, Tally};
use time::OffsetDateTime;
use tokio::sync::{Mutex, watch};
use tracing::Instrument;

use crate::cache::{AnswerKey, Cache};
use crate::domain::{Accumulated, Airlines, Answer, OfferRow};
use crate::error::Error;
use crate::provider::{self, Update};

/// How far a search has come. A follower reads the newest state when it is ready for it: a slow one costs nothing.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    accumulated: Accumulated,
    pub airlines: Airlines,
    pub end: Option<End>,
}

pub(crate) type End = Result<Arc<Answer>, Error>;
pub(crate) type Follower = watch::Receiver<Progress>;

#[derive(Debug)]
pub(crate) struct Searches {
    clients: Clients,
    cache: Arc<Cache>,
    clock: SharedClock,
    /// Each is owned by its own task; what that leaves behind when it panics is replaced.
    under_way: Mutex<HashMap<AnswerKey, Weak<watch::Sender<Progress>>>>,
    /// Answers, by where they come from.
    answers: Tally,
    /// Searches that the provider is asked for.
    active: InFlight,
}

impl Progress {
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
    pub fn new(clients: Clients, cache: Arc<Cache>, clock: SharedClock) -> Self {
        let answers = Tally::new("search.answers", "Answered searches", "source");
        let active = InFlight::new("search.active", "Searches that the provider is asked for", &[]);
        Self { clients, cache, clock, under_way: Mutex::default(), answers, active }
    }

    /// The answer of a query, once it is complete.
    pub async fn answer(self: &Arc<Self>, key: AnswerKey, refresh: bool) -> Result<Arc<Answer>, Error> {
        let mut follower = self.follow(key, refresh).await?;
        let ended = follower.wait_for(|progress| progress.end.is_some()).await;
        ended.ok().and_then(|progress| progress.end.clone()).unwrap_or(Err(Error::Lost))
    }

    /// The search of a query: ended already where its answer is in the cache, else under way, else begun now.
    pub async fn follow(self: &Arc<Self>, key: AnswerKey, refresh: bool) -> Result<Follower, Error> {
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
            return Ok(progress.subscribe());
        }
        // What is asked anew is not answered from memory any more, even if asking fails.
        self.cache.answers.drop(&key).await;
        self.answers.add("provider");
        let (progress, follower) = watch::channel(Progress::default());
        let progress = Arc::new(progress);
        under_way.insert(key, Arc::downgrade(&progress));
        let search = Self::run(self.clone(), key, client.clone(), progress);
        tokio::spawn(search.in_current_span());
        Ok(follower)
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
        progress.send_modify(|progress| progress.finish(self.cache.next_id(), outcome, self.clock.now()));
        let end = progress.borrow().end.clone();
        if let Some(Ok(answer)) = end {
            self.cache.answers.put(key, answer).await;
        }
        under_way.remove(&key);
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
