//! Removes messages of visitors after the time that the privacy policy names. A subscription is not a message: it stays
//! until the visitor ends it. Ends watches whose trip has left or whose mails are refused, and removes ended ones.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::ops::Brands;

const PERIOD: Duration = Duration::from_secs(600);

/// Sweeps every ten minutes, until `shutdown`.
pub async fn run(brands: Brands, kept: time::Duration, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = brands.forget_enquiries(kept).await {
            tracing::warn!(%error, "messages that are due could not be removed");
        }
        if let Err(error) = brands.sweep_watches().await {
            tracing::warn!(%error, "watches that are over could not be ended or removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}
