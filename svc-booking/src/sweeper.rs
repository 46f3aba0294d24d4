//! Forgets what is kept no longer than it is needed.

use std::time::Duration;

use service::SharedClock;
use tokio_util::sync::CancellationToken;

use crate::store::booking::Store;

const PERIOD: Duration = Duration::from_secs(600);
/// The provider repeats a webhook for 72 hours, and a doubt about an order lasts for days.
const WEBHOOKS_KEPT: time::Duration = time::Duration::days(90);
/// Longer than any offer can be bought.
const KEYS_KEPT: time::Duration = time::Duration::days(90);

/// Sweeps now and then, until `shutdown`.
pub async fn run(store: Store, clock: SharedClock, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = sweep(&store, &clock).await {
            tracing::warn!(error = format!("{error:#}"), "what is no longer needed could not be removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}

async fn sweep(store: &Store, clock: &SharedClock) -> anyhow::Result<()> {
    let now = clock.now();
    while store.erase_documents(now).await? > 0 {}
    store.delete_keys(now - KEYS_KEPT).await?;
    store.delete_links(now).await?;
    Ok(store.delete_webhooks(now - WEBHOOKS_KEPT).await?)
}
