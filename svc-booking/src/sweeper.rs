//! Forgets what is kept no longer than it is needed.

use std::time::Duration;

use service::SharedClock;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::domain::credit;
use crate::store::booking::Store;

const PERIOD: Duration = Duration::from_secs(600);
/// The provider repeats a webhook for 72 hours, and a doubt about an order lasts for days.
const WEBHOOKS_KEPT: time::Duration = time::Duration::days(90);
/// Longer than any offer can be bought.
const KEYS_KEPT: time::Duration = time::Duration::days(90);

/// Sweeps now and then, until `shutdown`.
pub async fn run(store: Store, clock: SharedClock, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        sweep(&store, clock.now()).await;
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}

/// Each by itself: what fails keeps none of the others.
async fn sweep(store: &Store, now: OffsetDateTime) {
    // Before what is due is erased, because it makes more of it due.
    report("what closed accounts left", store.forget_closed_accounts(now).await);
    report("personal data", erase(store, now).await);
    report("keys of requests", store.delete_keys(now - KEYS_KEPT).await);
    report("links of guests", store.delete_links(now).await);
    report("kept passengers", store.delete_kept_passengers(now).await);
    report("airline credits", store.forget_credits(now - credit::KEPT).await);
    report("webhooks", store.delete_webhooks(now - WEBHOOKS_KEPT).await);
}

async fn erase(store: &Store, now: OffsetDateTime) -> anyhow::Result<()> {
    while store.erase_documents(now).await? > 0 {}
    Ok(())
}

fn report<E: Into<anyhow::Error>>(what: &'static str, swept: Result<(), E>) {
    if let Err(error) = swept {
        tracing::warn!(
            what,
            error = format!("{:#}", error.into()),
            "what is no longer needed could not be removed"
        );
    }
}
