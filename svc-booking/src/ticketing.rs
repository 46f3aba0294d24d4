//! Looks now and then for what airlines give late: the tickets of trips, and the codes of credits.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::ops::Bookings;

const PERIOD: Duration = Duration::from_secs(30);

/// Looks until `shutdown`.
pub async fn run(bookings: Arc<Bookings>, shutdown: CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = bookings.find_due_tickets(&shutdown).await {
            tracing::warn!(error = format!("{error:#}"), "trips without tickets can't be read");
        }
        if let Err(error) = bookings.find_due_credits(&shutdown).await {
            tracing::warn!(error = format!("{error:#}"), "airline credits without a code can't be read");
        }
        tokio::select! {
            () = tokio::time::sleep(PERIOD) => {}
            () = shutdown.cancelled() => {}
        }
    }
}
