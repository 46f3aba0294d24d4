//! Drives bookings to their end: takes up what is due, makes the calls the sagas ask for, stores what was learnt.
//!
//! Any number of processes may. A booking is held by a lease, or until its worker's process dies; a worker that lost it
//! finds out at its next step.

mod account;
mod cancellation;
mod order;
mod payment;
mod presence;
mod saga;
mod saving;

use std::sync::Arc;
use std::time::Duration;

use failpoint::failpoint;
use service::metrics::Tally;
use service::telemetry::{join_parent, mark_failed};
use time::OffsetDateTime;
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};
use uuid::Uuid;

use crate::domain::{Booking, schedule};
use crate::ops::Bookings;
use crate::repository::{Answer, Claim, Op, Repository};
use crate::store::booking::Store;

/// A third of a lease, twice over.
const RENEW_EVERY: Duration = Duration::from_secs(30);

/// Drives what is due. Its id tells the worker's leases from those of others.
pub struct Worker<S = Store> {
    id: Uuid,
    bookings: Arc<Bookings<S>>,
    ended: Tally,
    /// Those with bags among them, by airline.
    ended_with_bags: Tally,
    /// As the store says at the first look. A database is restored while no worker runs.
    restored_at: OnceCell<Option<OffsetDateTime>>,
}

/// How often and how much at once.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    pub at_once: usize,
    pub poll: Duration,
}

/// Why a worker stops driving a booking for now.
enum NextRun {
    /// Due again then, or never.
    Until(Option<OffsetDateTime>),
    /// Somebody else has it.
    Lost,
}

impl<S: Repository> Worker<S> {
    pub fn new(bookings: Arc<Bookings<S>>) -> Self {
        let ended = Tally::new("bookings.ended", "Bookings that have ended", "outcome");
        let ended_with_bags =
            Tally::new("bookings.with_bags", "Bookings with bags that have ended", "outcome");
        Self { id: Uuid::now_v7(), bookings, ended, ended_with_bags, restored_at: OnceCell::new() }
    }

    /// Drives what is due until `shutdown`; then lets the calls under way finish.
    pub async fn run(self, pace: Pace, shutdown: CancellationToken) {
        let this = Arc::new(self);
        let (shown, lives) = watch::channel(false);
        tokio::select! {
            () = this.clone().take_up(pace, lives, shutdown) => {}
            never = this.show_life(&shown) => match never {},
        }
    }

    async fn take_up(
        self: Arc<Self>,
        pace: Pace,
        mut lives: watch::Receiver<bool>,
        shutdown: CancellationToken,
    ) {
        let slots = Arc::new(Semaphore::new(pace.at_once));
        let driving = TaskTracker::new();
        while let Some(slot) = shutdown.run_until_cancelled(free_slot(&slots, &mut lives)).await {
            match self.bookings.store.take_due(self.id, self.bookings.now()).await {
                Ok(Some(claim)) => {
                    let _task = driving.spawn(self.clone().take(claim, slot, shutdown.clone()));
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(error = format!("{error:#}"), "bookings can't be taken up"),
            }
            drop(slot);
            tokio::select! {
                () = self.bookings.local.workers.notified() => {}
                () = tokio::time::sleep(pace.poll) => {}
                () = shutdown.cancelled() => {}
            }
        }
        driving.close();
        driving.wait().await;
        self.bookings.local.changes.close();
    }

    async fn take(self: Arc<Self>, claim: Claim, _slot: OwnedSemaphorePermit, shutdown: CancellationToken) {
        failpoint!("booking.taken");
        match self.bookings.store.load(claim.id).await {
            Ok(Some(booking)) if booking.epoch == claim.epoch => {
                let span = span_of(&booking);
                let round = async {
                    let progress = Box::pin(self.drive(booking, &shutdown)).await;
                    self.give_back(claim, progress).await;
                };
                round.instrument(span).await;
            }
            Ok(_) => {}
            Err(error) => self.give_back(claim, Err(error)).await,
        }
    }

    /// Lets go of a booking, and says when it is due again.
    async fn give_back(&self, claim: Claim, progress: anyhow::Result<NextRun>) {
        let next = match progress {
            Ok(NextRun::Lost) => return,
            Ok(NextRun::Until(next)) => next,
            Err(error) => {
                mark_failed(&Span::current(), "not_driven");
                tracing::error!(booking.id = %claim.id, error = format!("{error:#}"), "a booking waits");
                Some(self.bookings.now() + schedule::AFTER_FAULT)
            }
        };
        if let Err(error) = self.bookings.store.release(claim, next, self.bookings.now()).await {
            let error = format!("{error:#}");
            tracing::warn!(booking.id = %claim.id, error, "a booking waits for the end of its lease");
        }
        self.bookings.local.workers.notify_one();
    }

    /// The saga first, then what the traveller wants, then what is owed to them.
    async fn drive(&self, booking: Booking, shutdown: &CancellationToken) -> anyhow::Result<NextRun> {
        let (saga, cancellation) = (booking.saga, booking.cancellation.as_ref());
        let owed = if !saga.state.is_end() {
            match Box::pin(self.drive_saga(booking, shutdown)).await? {
                saga::Progress::Ended(ended) => ended.account.is_owed(),
                saga::Progress::Paused(next_run) => return Ok(next_run),
            }
        } else if cancellation.is_some_and(|cancellation| cancellation.stage.is_under_way()) {
            let owed = booking.account.is_owed();
            match Box::pin(self.drive_cancellation(booking)).await? {
                NextRun::Until(None) => owed,
                next_run => return Ok(next_run),
            }
        } else if booking.account.is_owed() {
            return self.make_account(&booking).await;
        } else {
            false
        };
        Ok(NextRun::Until(owed.then(|| self.bookings.now() + schedule::ACCOUNT_AFTER)))
    }

    /// Makes a call, keeping the booking however long it takes. What comes of it is worth having even when the
    /// booking was lost meanwhile.
    async fn holding<T>(&self, booking: &Booking, call: impl Future<Output = T>) -> T {
        let claim = Claim { id: booking.id, epoch: booking.epoch };
        let mut renewal = tokio::time::interval_at(Instant::now() + RENEW_EVERY, RENEW_EVERY);
        tokio::pin!(call);
        loop {
            tokio::select! {
                outcome = &mut call => return outcome,
                _ = renewal.tick() => {
                    if let Err(error) = self.bookings.store.renew(claim, self.bookings.now()).await {
                        tracing::warn!(error = format!("{error:#}"), "a lease is not renewed");
                    }
                }
            }
        }
    }
}

/// Waits until the worker may take a booking: what it took before others can see that it lives, they would take over.
async fn free_slot(slots: &Arc<Semaphore>, lives: &mut watch::Receiver<bool>) -> OwnedSemaphorePermit {
    let slot = slots.clone().acquire_owned().await.expect("nobody closes the slots");
    lives.wait_for(|lives| *lives).await.expect("the sign of life lasts as long as the worker");
    slot
}

/// The attempt that an answer belongs to; a call that only reads has none.
fn answered(attempt: Option<(Op, i32)>, answer: Option<&Answer>) -> Option<(Op, i32, &Answer)> {
    let ((op, n), answer) = attempt.zip(answer)?;
    Some((op, n, answer))
}

/// A span in the trace of the request that booked.
fn span_of(booking: &Booking) -> Span {
    let span = tracing::info_span!(
        "booking.drive",
        booking.id = %booking.id,
        booking.state = booking.saga.state.as_str(),
        booking.epoch = booking.epoch,
    );
    join_parent(&span, booking.trace_parent.as_deref());
    span
}
