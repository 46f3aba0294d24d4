//! Removes sessions, tokens and tries that no longer count.

use std::time::Duration;

use service::SharedClock;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

const PERIOD: Duration = Duration::from_secs(600);

/// Sweeps now and then, until `shutdown`.
pub async fn run(pool: PgPool, clock: SharedClock, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = sweep(&pool, &clock).await {
            tracing::warn!(%error, "what has ended could not be removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}

async fn sweep(pool: &PgPool, clock: &SharedClock) -> sqlx::Result<()> {
    let now = clock.now();
    store::session::sweep(pool, now).await?;
    store::one_time_token::sweep(pool, now).await?;
    store::attempt::sweep(pool, now).await
}
