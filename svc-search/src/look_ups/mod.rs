//! Looks up dates that nobody has searched: a few at once, behind travellers, and within a budget.

mod budget;
#[cfg(test)]
mod tests;
mod view;
mod watch;

use std::sync::Arc;

use futures::future::ready;
use futures::stream::{self, BoxStream, StreamExt};
use service::metrics::Tally;
use service::{Mode, SharedClock};
use time::OffsetDateTime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};

use crate::domain::fare_dates::Observation;
use crate::domain::{AnswerKey, Query};
use crate::error::Error;
use crate::fares_seen::FaresSeen;
use crate::search_class::SearchClass;
use crate::searches::Searches;
use budget::Budget;
pub(crate) use budget::{Allowance, Allowances};
use view::View;
pub(crate) use watch::Watched;

/// Look-ups of one mode under way at once, of all readers of this process together.
const AT_ONCE: usize = 2;

/// What a reader is told.
#[derive(Debug)]
pub(crate) enum Found {
    /// What was found for these dates; nothing where an airline that gave no answer may have had flights.
    Dates(Query, Option<Observation>),
    /// Nothing follows.
    Done(Done),
}

/// How a view ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Done {
    pub looked_up: u32,
    /// Dates that nobody had seen at its beginning.
    pub of: u32,
    pub reason: Reason,
    /// When the brand may look up dates again; nothing where it may now, or for another reason than the budget.
    pub again_at: Option<OffsetDateTime>,
}

/// Why nothing more is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// There is no further date.
    Complete,
    /// The budget of the view, or of the brand and hour, is spent.
    Budget,
    /// Travellers came first, the provider can't be asked, or the time of the view is over.
    Busy,
    /// The provider knows an airport of the trip as little as we do.
    Refused,
}

#[derive(Debug)]
pub(crate) struct LookUps {
    searches: Arc<Searches>,
    fares: Arc<FaresSeen>,
    budget: Budget,
    clock: SharedClock,
    test_turns: Arc<Semaphore>,
    live_turns: Arc<Semaphore>,
    outcomes: Tally,
}

impl LookUps {
    pub fn new(
        searches: Arc<Searches>,
        fares: Arc<FaresSeen>,
        allowances: Allowances,
        clock: SharedClock,
    ) -> Self {
        Self {
            searches,
            fares,
            budget: Budget::new(allowances, clock.clone()),
            clock,
            test_turns: Arc::new(Semaphore::new(AT_ONCE)),
            live_turns: Arc::new(Semaphore::new(AT_ONCE)),
            outcomes: Tally::new("fares.looked_up", "Dates that were looked up for a reader", "outcome"),
        }
    }

    /// Whether the mode has a budget at all.
    pub fn are_allowed(&self, mode: Mode) -> bool {
        !self.budget.allowance(mode).is_none()
    }

    /// Look-ups that one view of the brand may send now.
    pub fn left(&self, mode: Mode, brand: &str) -> u32 {
        self.budget.left(mode, brand)
    }

    /// Looks up those of the queries that nobody has seen, in their order, and tells each as it is found. Where the
    /// stream is dropped it begins no further one. An error where there is no budget to begin with.
    pub fn fill(
        self: &Arc<Self>,
        mode: Mode,
        brand: &str,
        queries: Vec<Query>,
    ) -> Result<BoxStream<'static, Found>, Error> {
        let left = self.left(mode, brand);
        if left == 0 {
            self.outcomes.add("budget");
            return Err(Error::BudgetSpent(self.budget.has_room_in(mode, brand)));
        }
        let keys = queries.into_iter().map(|query| AnswerKey { mode, query });
        let unseen: Vec<_> = keys.filter(|key| self.fares.get(key).is_none()).collect();
        let view = Arc::new(View::new(self.clone(), (mode, brand.to_owned()), left, unseen.len()));
        let ended = view.clone();
        let looks = stream::iter(unseen).map(move |key| {
            let view = view.clone();
            async move { view.look_up(key).await }
        });
        // Once the view has stopped, those that are left end at once and tell nothing.
        let found = looks.buffer_unordered(AT_ONCE).filter_map(ready);
        Ok(found.chain(stream::once(async move { Found::Done(ended.done()) })).boxed())
    }

    /// When the brand may look up dates again; nothing where it may now.
    fn again_at(&self, mode: Mode, brand: &str) -> Option<OffsetDateTime> {
        let has_room_in = self.budget.has_room_in(mode, brand).filter(|_| self.left(mode, brand) == 0)?;
        Some(self.clock.now() + has_room_in)
    }

    /// Sends a look-up that the budget has counted, in its turn. Calls `accepted` once the provider has accepted the
    /// trip.
    async fn search(
        self: Arc<Self>,
        key: AnswerKey,
        _turn: OwnedSemaphorePermit,
        accepted: impl FnOnce() + Send,
    ) -> Result<Option<Observation>, Reason> {
        let observation = match self.searches.look_up_and(SearchClass::LookUp, key, accepted).await {
            Ok(answer) => Observation::of(&answer),
            Err(error) => self.failure(&error)?,
        };
        self.outcomes.add(outcome(observation.as_ref()));
        Ok(observation)
    }

    /// A date that can't be searched for is one of which nothing is known. Anything else stops the view.
    fn failure(&self, error: &Error) -> Result<Option<Observation>, Reason> {
        if !error.is_invalid_trip() {
            tracing::warn!(%error, "dates could not be looked up");
            self.outcomes.add("failed");
            return Err(Reason::Busy);
        }
        tracing::info!(%error, "dates could not be looked up");
        if error.is_of_a_place() { Err(Reason::Refused) } else { Ok(None) }
    }

    /// Waits for the look-ups before this one, for travellers, and for the provider.
    async fn turn(&self, mode: Mode, until: Instant) -> Result<OwnedSemaphorePermit, Reason> {
        let turn = async {
            let turn = self.turns(mode).clone().acquire_owned().await.expect("never closed");
            loop {
                self.searches.no_traveller_waits().await;
                match self.searches.room_for_look_up(mode) {
                    Ok(()) => return turn,
                    Err(wait) => sleep(wait).await,
                }
            }
        };
        timeout_at(until, turn).await.map_err(|_elapsed| Reason::Busy)
    }

    /// A provider that hangs in one mode keeps nobody of the other waiting.
    fn turns(&self, mode: Mode) -> &Arc<Semaphore> {
        if mode == Mode::Live { &self.live_turns } else { &self.test_turns }
    }
}

/// As docs/telemetry.md lists it.
fn outcome(observation: Option<&Observation>) -> &'static str {
    match observation {
        Some(Observation { cheapest: Some(_), .. }) => "found",
        Some(_) => "none",
        None => "unknown",
    }
}
