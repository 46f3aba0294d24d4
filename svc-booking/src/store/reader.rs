//! Who may read a booking beside its booker.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// The account that was made for the booker, and sessions that opened a link to it. The caller has locked the
/// booking's row, so that nobody is let in between this answer and what is done with it.
#[tracing::instrument(name = "db.reader.others", skip_all)]
pub async fn others(
    connection: &mut PgConnection,
    booking: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select owner as "reader!"
        from booking
        where id = $1 and owner is not null
        union
        select opened_by
        from guest_link
        where booking_id = $1 and opened_by is not null and expires_at > $2"#,
        booking,
        now,
    )
    .fetch_all(connection)
    .await
}
