//! Watches that end without their owner, and those that go.

use sqlx::{PgConnection, PgExecutor};
use time::{Date, OffsetDateTime};

/// Ends the watches of trips that left before `today`.
#[tracing::instrument(name = "db.watch_sweep.end_departed", skip_all)]
pub async fn end_departed(
    executor: impl PgExecutor<'_>,
    today: Date,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch
        set state = 'ended', ended_because = 'departed', ended_at = $2
        where departs_on < $1 and state <> 'ended'",
        today,
        now,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Ends the watches for whose address the mail server takes no mail, by the codes that say so for good (RFC 5321). A mail that
/// came too late, or a mail server that was away for long, says nothing of the address.
#[tracing::instrument(name = "db.watch_sweep.end_refused", skip_all)]
pub async fn end_refused(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch
        set state = 'ended', ended_because = 'refused', ended_at = $1
        from mail_outbox
        where mail_outbox.gave_up_at is not null
            and mail_outbox.last_error in ('refused with 550', 'refused with 551', 'refused with 553', 'refused with 556')
            and mail_outbox.dedupe_key like 'watch/%'
            and watch.id = split_part(mail_outbox.dedupe_key, '/', 2)::uuid
            and watch.state <> 'ended'
            and watch.created_at <= mail_outbox.created_at",
        now,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Removes watches that ended before then, and those that nobody confirmed in time.
#[tracing::instrument(name = "db.watch_sweep.forget", skip_all)]
pub async fn forget(
    connection: &mut PgConnection,
    ended_before: OffsetDateTime,
    unconfirmed_since: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("delete from watch where state = 'ended' and ended_at < $1", ended_before)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from watch where state = 'pending' and created_at < $1", unconfirmed_since)
        .execute(connection)
        .await?;
    Ok(())
}
