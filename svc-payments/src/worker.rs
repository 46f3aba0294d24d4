//! What goes on between calls: the settler and the sweeper.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::flow::Payments;

/// Until `shutdown`, sweeps every `interval`, and settles then and whenever something has become due.
pub async fn run(payments: Arc<Payments>, interval: Duration, shutdown: CancellationToken) {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let sweeps = tokio::select! {
            () = payments.due.notified() => false,
            _ = ticks.tick() => true,
            () = shutdown.cancelled() => return,
        };
        report(payments.settle_due().await, "due payments could not be settled");
        if sweeps {
            report(payments.release_abandoned().await, "abandoned payments could not be released");
            report(payments.forget_webhooks().await, "old webhooks could not be removed");
        }
    }
}

fn report(round: Result<(), Error>, what: &'static str) {
    if let Err(error) = round {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "{what}");
    }
}
