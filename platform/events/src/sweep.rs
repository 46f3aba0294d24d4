//! Removes what nobody asks for again, so that the tables hold the traffic of some weeks and not of all time.

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// The stream itself keeps a published event for seven days.
const OUTBOX_KEPT: Duration = Duration::days(30);
/// Far beyond the last time that a stream could deliver an event again.
const INBOX_KEPT: Duration = Duration::days(90);

/// Removes a bounded number of old rows: no statement of it runs for long.
pub(crate) async fn sweep(connection: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query(
        "delete from outbox where ctid in (select ctid from outbox where published_at < $1 limit 10000)",
    )
    .bind(now - OUTBOX_KEPT)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "delete from inbox where ctid in (select ctid from inbox where received_at < $1 limit 10000)",
    )
    .bind(now - INBOX_KEPT)
    .execute(connection)
    .await?;
    Ok(())
}
