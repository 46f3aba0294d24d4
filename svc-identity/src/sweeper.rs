//! Removes sessions, tokens, attempts, known browsers, secrets that nobody confirmed and counted mails that no longer
//! count, every ten minutes.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::ops::Accounts;

const PERIOD: Duration = Duration::from_secs(600);

pub async fn run(accounts: Accounts, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = accounts.sweep().await {
            tracing::warn!(%error, "what has ended could not be removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}
