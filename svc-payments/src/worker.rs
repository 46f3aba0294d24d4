//! What goes on between calls: the settler and the sweeper.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::flow::Payments;

/// Sweeps and settles until `shutdown`, every `interval` and whenever something has become due.
pub async fn run(payments: Arc<Payments>, interval: Duration, shutdown: CancellationToken) {
    loop {
        tokio::select! {
            () = payments.due.notified() => {}
            () = tokio::time::sleep(interval) => {}
            () = shutdown.cancelled() => return,
        }
        if let Err(error) = round(&payments).await {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "a round of the settler failed"
            );
        }
    }
}

async fn round(payments: &Payments) -> Result<(), Error> {
    payments.sweep().await?;
    payments.settle_due().await
}
