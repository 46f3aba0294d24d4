use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::domain::second_factor::RecoveryHash;

/// Stores new recovery codes of an account in place of those before.
#[tracing::instrument(name = "db.recovery_code.replace", skip_all)]
pub async fn replace(
    connection: &mut PgConnection,
    account_id: Uuid,
    hashes: &[RecoveryHash],
) -> sqlx::Result<()> {
    sqlx::query!("delete from recovery_code where account_id = $1", account_id)
        .execute(&mut *connection)
        .await?;
    let hashes: Vec<_> = hashes.iter().map(|hash| hash.to_vec()).collect();
    sqlx::query!(
        "insert into recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])",
        account_id,
        &hashes,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Uses a code up. Returns false if the account has none of this hash.
#[tracing::instrument(name = "db.recovery_code.take", skip_all)]
pub async fn take(connection: &mut PgConnection, account_id: Uuid, hash: RecoveryHash) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from recovery_code where account_id = $1 and code_hash = $2",
        account_id,
        &hash,
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// How many an account has left.
#[tracing::instrument(name = "db.recovery_code.count", skip_all)]
pub async fn count(executor: impl PgExecutor<'_>, account_id: Uuid) -> sqlx::Result<u32> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from recovery_code where account_id = $1"#,
        account_id,
    );
    Ok(u32::try_from(count.fetch_one(executor).await?).unwrap_or_default())
}
