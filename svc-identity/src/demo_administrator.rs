//! Keeps a production system from serving while its administrator has a published password.

use std::time::Duration;

use anyhow::bail;
use service::Lifecycle;

use crate::ops::Accounts;

/// Until the database answers.
const PERIOD: Duration = Duration::from_secs(2);

/// Waits until the database answers, or for the end of the program. Meanwhile the program is started and not ready: a
/// restart would not bring the database back.
///
/// # Errors
/// The demonstration's administrator can sign in.
pub async fn require_closed(accounts: &Accounts, lifecycle: &Lifecycle) -> anyhow::Result<()> {
    let shutdown = &lifecycle.shutdown.stopping;
    lifecycle.health.wait_for("the administrator's password is not known yet");
    while !shutdown.is_cancelled() {
        match accounts.is_demo_administrator_open().await {
            Ok(false) => break,
            Ok(true) => bail!(
                "the demonstration's administrator has the password that is published in the repository: give \
                 `admin` another with `svc-identity create-admin --username admin --email ADDRESS`, and set \
                 SEED_DEMO=no"
            ),
            Err(error) => tracing::warn!(%error, "the administrator's password is not known yet"),
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
    Ok(())
}
