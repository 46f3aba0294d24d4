//! What goes on between calls: the settler, the sweeper, and the comparison of the books.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::flow::{Payments, ReviewService};

/// Looks for the turn to compare the books, an interval.
const LOOKS: u32 = 10;
const SHORTEST_TICK: Duration = Duration::from_millis(20);

/// Until `shutdown`, sweeps every `interval`, and settles then and whenever something has become due.
pub async fn run(payments: Arc<Payments>, interval: Duration, shutdown: CancellationToken) {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let sweeps = tokio::select! {
            // First: where a round takes longer than the interval, the next tick is there as well.
            biased;
            () = shutdown.cancelled() => return,
            () = payments.due.notified() => false,
            _ = ticks.tick() => true,
        };
        report(payments.settle_due().await, "due payments could not be settled");
        if sweeps {
            report(payments.release_abandoned().await, "abandoned payments could not be released");
            report(payments.forget_webhooks().await, "old webhooks could not be removed");
        }
    }
}

/// Until `shutdown`, compares our book with the provider's once an interval. It looks more often than that: the turn is
/// the database's to give, so that a process that just started need not wait a whole interval.
pub async fn compare(review: Arc<ReviewService>, shutdown: CancellationToken) {
    let interval = Duration::from_secs(review.reconciliation.reconcile_interval_s.into());
    let mut ticks = tokio::time::interval((interval / LOOKS).max(SHORTEST_TICK));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while shutdown.run_until_cancelled(ticks.tick()).await.is_some() {
        review.reconcile(interval.try_into().unwrap_or(time::Duration::MAX)).await;
    }
}

fn report(round: Result<(), Error>, what: &'static str) {
    if let Err(error) = round {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "{what}");
    }
}
