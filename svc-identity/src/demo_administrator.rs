//! Keeps a production system from serving while its administrator has a published password.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::ops::Accounts;

/// Until the database answers.
const PERIOD: Duration = Duration::from_secs(2);

/// Goes on until `shutdown`. Ends before it, and with it the program, if the demonstration's administrator can sign in.
pub async fn refuse(accounts: Accounts, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        match accounts.is_demo_administrator_open().await {
            Ok(false) => return shutdown.cancelled().await,
            Ok(true) => {
                tracing::error!(
                    "the demonstration's administrator has the password that is published in the repository: \
                     give `admin` another with `svc-identity create-admin`, and set SEED_DEMO=no"
                );
                return;
            }
            Err(error) => tracing::warn!(%error, "the administrator's password is not known yet"),
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}
