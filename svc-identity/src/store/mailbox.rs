use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

/// An account whose owner has not proved that they have its mailbox.
pub struct Unproved {
    /// A booking made the account, and the booker was told its password.
    pub is_from_booking: bool,
}

/// Returns nothing if the mailbox is proved.
#[tracing::instrument(name = "db.mailbox.find_unproved", skip_all)]
pub async fn find_unproved(executor: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Unproved>> {
    sqlx::query_as!(
        Unproved,
        r#"select booking_id is not null as "is_from_booking!"
        from account
        where id = $1 and mailbox_proved_at is null"#,
        id,
    )
    .fetch_optional(executor)
    .await
}

/// When a link mailed to the account's address was first used.
#[tracing::instrument(name = "db.mailbox.proved_at", skip_all)]
pub async fn proved_at(executor: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<OffsetDateTime>> {
    let found = sqlx::query_scalar!("select mailbox_proved_at from account where id = $1", id)
        .fetch_optional(executor)
        .await?;
    Ok(found.flatten())
}

/// Notes that a link mailed to the account's address was used. Returns false if that was known.
#[tracing::instrument(name = "db.mailbox.prove", skip_all)]
pub async fn prove(connection: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update account set mailbox_proved_at = $2 where id = $1 and mailbox_proved_at is null",
        id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}
