//! What administrators did with payments and differences that a person had to look at.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::attention::Known;
use super::mode_text;
use crate::domain::Payment;
use crate::domain::attention::Action;

/// Keeps the payment as it was seen until the transaction ends; false where it has moved, or calls nobody any more.
#[tracing::instrument(name = "db.ruling.hold_still", skip_all)]
pub async fn hold_still(connection: &mut PgConnection, seen: &Payment) -> sqlx::Result<bool> {
    let row = sqlx::query_scalar!(
        "select id from payment where id = $1 and version = $2 and needs_human for update",
        seen.id.uuid(),
        seen.version,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// The caller holds the payment's row: it keeps two rulings from getting one number.
#[tracing::instrument(name = "db.ruling.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    seen: &Payment,
    (action, operator, note): (Action, Uuid, &str),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into payment_ruling (payment_id, n, action, operator, note, status, version, at)
        select $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6, $7
        from payment_ruling
        where payment_id = $1
        "#,
        seen.id.uuid(),
        action.as_str(),
        operator,
        note,
        seen.status.as_str(),
        seen.version,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The payment's open differences call nobody again, as long as they stay as they are.
#[tracing::instrument(name = "db.ruling.settle_differences", skip_all)]
pub async fn settle_differences(
    connection: &mut PgConnection,
    payment: Uuid,
    (operator, note): (Uuid, &str),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update reconciliation_difference
        set settled_at = $2, settled_by = $3, settled_note = $4
        where payment_id = $1 and resolved_at is null and settled_at is null
        "#,
        payment,
        now,
        operator,
        note,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Likewise for a difference of no payment; false where it is not what was seen.
#[tracing::instrument(name = "db.ruling.settle_stray", skip_all)]
pub async fn settle_stray(
    pool: &PgPool,
    seen: &Known,
    (operator, note): (Uuid, &str),
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let settled = sqlx::query!(
        r#"
        update reconciliation_difference
        set settled_at = $7, settled_by = $8, settled_note = $9
        where mode = $1
            and object_id = $2
            and concat_ws(': ', what, detail) = $3
            and currency = $4
            and ours_minor = $5
            and theirs_minor = $6
            and payment_id is null
            and resolved_at is null
            and settled_at is null
        "#,
        mode_text(seen.mode),
        seen.object_id,
        seen.what,
        seen.currency,
        seen.ours_minor,
        seen.theirs_minor,
        now,
        operator,
        note,
    )
    .execute(pool)
    .await?;
    Ok(settled.rows_affected() == 1)
}
