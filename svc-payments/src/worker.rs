//! Background tasks. The finisher finds out what became of calls to the provider, and finishes what was begun. The
//! sweeper releases holds that no booking has claimed. What is old is forgotten. The reconciler compares the ledgers.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::ops::{Payments, ReviewService};

/// How often the reconciler looks for its turn in an interval.
const LOOKS: u32 = 10;
const SHORTEST_TICK: Duration = Duration::from_millis(20);
/// Intervals of the finisher between two rounds of forgetting.
const FORGET_INTERVALS: u32 = 60;

/// Until `shutdown`, finishes what is due, every `interval` and when notified; sweeps every `interval`.
pub async fn finish_and_sweep(payments: Arc<Payments>, interval: Duration, shutdown: CancellationToken) {
    let mut ticks = ticks_of(interval);
    while let Some(sweeps) = next_round(&mut ticks, &payments.finisher, &shutdown).await {
        report(payments.finish_due().await, "due payments could not be settled");
        if sweeps {
            report(payments.release_abandoned().await, "abandoned payments could not be released");
        }
    }
}

/// Until `shutdown`, forgets webhooks and work that are of no use any more. It has time: it does so after many
/// intervals of the finisher.
pub async fn forget(payments: Arc<Payments>, interval: Duration, shutdown: CancellationToken) {
    let mut ticks = ticks_of(interval * FORGET_INTERVALS);
    while shutdown.run_until_cancelled(ticks.tick()).await.is_some() {
        report(payments.forget_webhooks().await, "old webhooks could not be removed");
        report(payments.forget_work().await, "used work could not be removed");
    }
}

/// Waits for the next round and says whether it sweeps; nothing once it is to end.
async fn next_round(
    ticks: &mut Interval,
    notifications: &Notify,
    shutdown: &CancellationToken,
) -> Option<bool> {
    tokio::select! {
        // Shutdown first: where a round takes longer than the interval, the next tick is ready as well. Ticks second:
        // under load there is always a notification, and nothing would be swept.
        biased;
        () = shutdown.cancelled() => None,
        _ = ticks.tick() => Some(true),
        () = notifications.notified() => Some(false),
    }
}

/// Until `shutdown`, compares our ledger with the provider's once an interval. It looks more often than that: the
/// database gives the turn, so that a process that has just started need not wait a whole interval.
pub async fn reconcile(review: Arc<ReviewService>, shutdown: CancellationToken) {
    let interval = Duration::from_secs(review.reconciliation.reconcile_interval_s.into());
    let mut ticks = ticks_of((interval / LOOKS).max(SHORTEST_TICK));
    while shutdown.run_until_cancelled(ticks.tick()).await.is_some() {
        review.reconcile(interval.try_into().unwrap_or(time::Duration::MAX)).await;
    }
}

/// One at once, then one each `interval`, later where a round takes longer.
fn ticks_of(interval: Duration) -> Interval {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn report(round: Result<(), Error>, what: &'static str) {
    if let Err(error) = round {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "{what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_finisher_that_is_always_notified_sweeps_once_an_interval() {
        let (notifications, shutdown) = (Notify::new(), CancellationToken::new());
        let mut ticks = tokio::time::interval(Duration::from_secs(2));
        let mut sweeps = Vec::new();

        for _ in 0..4 {
            notifications.notify_one();
            sweeps.push(next_round(&mut ticks, &notifications, &shutdown).await);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        shutdown.cancel();
        sweeps.push(next_round(&mut ticks, &notifications, &shutdown).await);

        assert_eq!(sweeps, [Some(true), Some(false), Some(true), Some(false), None]);
    }
}
