//! Removes what nobody asks for again, so that the tables hold the traffic of some weeks and not of all time.

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// The stream itself keeps a published event for seven days.
const OUTBOX_KEPT: Duration = Duration::days(30);
/// Far beyond the last time that a stream could deliver an event again.
const INBOX_KEPT: Duration = Duration::days(90);
/// Rows of one statement: publishing waits for none of them for long.
const AT_ONCE: i64 = 1_000;

/// Removes a bounded number of old rows, and says whether there may be more of them.
pub(crate) async fn sweep(connection: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<bool> {
    let outbox = sqlx::query(
        "delete from outbox where ctid = any(array(select ctid from outbox where published_at < $1 limit $2))",
    )
    .bind(now - OUTBOX_KEPT)
    .bind(AT_ONCE)
    .execute(&mut *connection)
    .await?;
    let inbox = sqlx::query(
        "delete from inbox where ctid = any(array(select ctid from inbox where received_at < $1 limit $2))",
    )
    .bind(now - INBOX_KEPT)
    .bind(AT_ONCE)
    .execute(connection)
    .await?;
    Ok(outbox.rows_affected().max(inbox.rows_affected()) >= AT_ONCE.unsigned_abs())
}
