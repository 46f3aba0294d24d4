//! Forgets what visitors wrote once it was kept as long as the privacy policy says. A subscription is no message: it
//! stays until it is taken back.

use std::time::Duration;

use service::SharedClock;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

const PERIOD: Duration = Duration::from_secs(600);

/// Sweeps now and then, until `shutdown`.
pub async fn run(pool: PgPool, clock: SharedClock, kept: time::Duration, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = store::enquiry::forget(&pool, clock.now() - kept).await {
            tracing::warn!(%error, "messages that are due could not be removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}
