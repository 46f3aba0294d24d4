//! Work that let a card through, so that none does so twice. The rule is `domain::work`'s.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::domain::work::SolvedWork;

/// Uses work up, unless the transaction is rolled back; false where a payment has used it before.
#[tracing::instrument(name = "db.work.take", skip_all)]
pub async fn take(connection: &mut PgConnection, work: &SolvedWork) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        r#"
        insert into used_work (challenge_id, expires_at)
        values ($1, $2)
        on conflict (challenge_id) do nothing
        "#,
        work.challenge_id,
        work.expires_at,
    )
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Forgets what is refused by its age alone.
#[tracing::instrument(name = "db.work.delete_expired", skip_all)]
pub async fn delete_expired(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from used_work where expires_at <= $1", now).execute(pool).await?;
    Ok(())
}
