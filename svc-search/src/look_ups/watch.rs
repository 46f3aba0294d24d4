//! What a price that somebody watches is now.

use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;
use tracing::Instrument;

use super::LookUps;
use crate::domain::AnswerKey;
use crate::domain::fare_dates::Observation;
use crate::error::Error;
use crate::search_class::SearchClass;

/// How long a look waits for its turn. A search ends within 28 s: together they stay within the 42 s that any call may
/// take.
const PATIENCE: Duration = Duration::from_secs(13);

/// What is known of a price that somebody watches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watched {
    /// Nothing where nothing recent was seen, or where an airline gave no answer: it may have the cheapest fare.
    pub seen: Option<Observation>,
    /// False where it was known, or where nothing was done.
    pub was_looked_up: bool,
}

impl LookUps {
    /// What all airlines together answered for exactly these dates, and not longer ago than that; else, where the
    /// caller allows a search, what it finds. An error where the airlines could not be asked.
    pub async fn watch(
        &self,
        key: AnswerKey,
        not_older_than: time::Duration,
        may_look: bool,
    ) -> Result<Watched, Error> {
        let known = self.seen_lately(&key, not_older_than);
        if known.is_some() || !may_look {
            return Ok(Watched::known(known));
        }
        let turn = self.turn(key.mode, Instant::now() + PATIENCE).await.map_err(|_busy| Error::Busy)?;
        // Somebody else's search may have ended meanwhile.
        match self.seen_lately(&key, not_older_than) {
            Some(known) => Ok(Watched::known(Some(known))),
            None => self.look(key, turn).await,
        }
    }

    fn seen_lately(&self, key: &AnswerKey, not_older_than: time::Duration) -> Option<Observation> {
        let is_recent = |seen: &Observation| self.clock.now() - seen.seen_at <= not_older_than;
        self.fares.get(key).filter(|seen| seen.is_complete && is_recent(seen))
    }

    /// Goes on to its end when the caller leaves: it is paid for, and the next caller has it from memory.
    async fn look(&self, key: AnswerKey, turn: OwnedSemaphorePermit) -> Result<Watched, Error> {
        let searches = self.searches.clone();
        let look = async move {
            let _turn = turn;
            let answer = searches.look_up(SearchClass::Watch, key).await;
            answer.map(|answer| Watched::looked_up(Observation::of(&answer)))
        };
        tokio::spawn(look.in_current_span()).await.unwrap_or(Err(Error::Lost))
    }
}

impl Watched {
    fn known(seen: Option<Observation>) -> Self {
        Self { seen, was_looked_up: false }
    }

    fn looked_up(found: Option<Observation>) -> Self {
        Self { seen: found.filter(|found| found.is_complete), was_looked_up: true }
    }
}
