//! The look-ups of one reader.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use service::Mode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tracing::Instrument;

use super::budget::Spender;
use super::{Done, Found, LookUps, Reason};
use crate::domain::AnswerKey;
use crate::domain::fare_dates::Observation;

/// How long a view begins look-ups, however long it waits for their turns. A search ends within 28 s: together they stay
/// within the 120 s that its caller waits.
const PATIENCE: Duration = Duration::from_secs(90);

#[derive(Debug)]
pub(super) struct View {
    look_ups: Arc<LookUps>,
    mode: Mode,
    brand: String,
    /// Dates that nobody had seen at its beginning.
    of: u32,
    begins_until: Instant,
    /// For one look-up at a time, and closed once the provider has accepted the trip: what it refuses is asked once.
    ahead: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Look-ups that it may still send.
    left: u32,
    looked_up: u32,
    stopped: Option<Reason>,
}

impl View {
    pub fn new(look_ups: Arc<LookUps>, (mode, brand): Spender, left: u32, of: usize) -> Self {
        Self {
            look_ups,
            mode,
            brand,
            of: u32::try_from(of).unwrap_or(u32::MAX),
            begins_until: Instant::now() + PATIENCE,
            ahead: Arc::new(Semaphore::new(1)),
            state: Mutex::new(State { left, looked_up: 0, stopped: None }),
        }
    }

    /// Nothing where the view has stopped.
    pub async fn look_up(&self, key: AnswerKey) -> Option<Found> {
        let _ahead = self.ahead.acquire().await;
        match self.observe(key).await {
            Ok(observation) => {
                self.ahead.close();
                self.state().looked_up += 1;
                Some(Found::Dates(key.query, observation))
            }
            Err(reason) => {
                self.stop(reason);
                None
            }
        }
    }

    pub fn done(&self) -> Done {
        let State { looked_up, stopped, .. } = *self.state();
        let reason = stopped.unwrap_or(Reason::Complete);
        let again_at = self.look_ups.again_at(self.mode, &self.brand).filter(|_| reason == Reason::Budget);
        Done { looked_up, of: self.of, reason, again_at }
    }

    async fn observe(&self, key: AnswerKey) -> Result<Option<Observation>, Reason> {
        self.go_on()?;
        let turn = self.look_ups.turn(self.mode, self.begins_until).await?;
        self.go_on()?;
        // Somebody else's search may have ended meanwhile.
        if let Some(known) = self.look_ups.fares.get(&key) {
            self.look_ups.outcomes.add("known");
            return Ok(Some(known));
        }
        self.spend()?;
        self.search(key, turn).await
    }

    /// Goes on to its end when the reader leaves: it is paid for, and others see what it finds.
    async fn search(
        &self,
        key: AnswerKey,
        turn: OwnedSemaphorePermit,
    ) -> Result<Option<Observation>, Reason> {
        let ahead = self.ahead.clone();
        let search = self.look_ups.clone().search(key, turn, move || ahead.close());
        tokio::spawn(search.in_current_span()).await.unwrap_or(Err(Reason::Busy))
    }

    /// Counts a look-up that is to be sent now.
    fn spend(&self) -> Result<(), Reason> {
        let mut state = self.state();
        if state.left == 0 || !self.look_ups.budget.spend(self.mode, &self.brand) {
            return Err(Reason::Budget);
        }
        state.left -= 1;
        Ok(())
    }

    /// Fails once the view has stopped or its time is over: a turn that is free is given even then.
    fn go_on(&self) -> Result<(), Reason> {
        self.state().stopped.map_or(Ok(()), Err)?;
        if Instant::now() < self.begins_until { Ok(()) } else { Err(Reason::Busy) }
    }

    /// The first reason counts.
    fn stop(&self, reason: Reason) {
        let mut state = self.state();
        if state.stopped.is_none() {
            state.stopped = Some(reason);
            self.look_ups.outcomes.add(match reason {
                Reason::Budget => "budget",
                Reason::Refused => "refused",
                Reason::Busy | Reason::Complete => "busy",
            });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
