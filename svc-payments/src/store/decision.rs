//! What administrators decided in manual review.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::review_queue::{self, OtherReasons};
use super::{payment, review_flag};
use crate::domain::review::ReviewAction;
use crate::domain::review_case::DifferenceFacts;
use crate::domain::{Cause, Payment, Step, mode_text};

/// What an administrator decided about a payment.
#[derive(Debug, Clone, Copy)]
pub struct Decided<'a> {
    pub action: ReviewAction,
    pub operator: Uuid,
    pub note: &'a str,
}

/// Writes a decision down with what it changes: the end of the review, or the payment of what is owed. False where the
/// payment is not what was seen any more.
pub async fn record(
    pool: &PgPool,
    seen: &Payment,
    decided: Decided<'_>,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    if !hold_still(&mut transaction, seen).await? {
        return Ok(false);
    }
    insert(&mut transaction, seen, decided, now).await?;
    match decided.action {
        ReviewAction::ResolvedByHand => {
            review_flag::clear(&mut transaction, seen.id).await?;
            resolve_differences(&mut transaction, seen, decided, now).await?;
        }
        ReviewAction::RefundPaid => {
            let paid = seen.apply(Step::PayByHand, now)?;
            payment::replace(&mut transaction, seen, &paid, Cause::PaidByHand, now).await?;
            let others = review_queue::other_reasons(&mut transaction, &[seen.id.uuid()]).await?;
            if others.iter().all(OtherReasons::are_none) {
                review_flag::clear(&mut transaction, seen.id).await?;
            }
        }
        ReviewAction::AskAgain | ReviewAction::Release => {}
    }
    transaction.commit().await?;
    Ok(true)
}

/// Keeps the payment as it was seen until the transaction ends; false where it has moved, or left manual review.
#[tracing::instrument(name = "db.decision.hold_still", skip_all)]
async fn hold_still(connection: &mut PgConnection, seen: &Payment) -> sqlx::Result<bool> {
    let row = sqlx::query_scalar!(
        "select id from payment where id = $1 and version = $2 and needs_human for update",
        seen.id.uuid(),
        seen.version,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Writes a decision down. The caller holds the payment's row: this keeps two decisions from getting one number.
#[tracing::instrument(name = "db.decision.insert", skip_all)]
async fn insert(
    connection: &mut PgConnection,
    seen: &Payment,
    decided: Decided<'_>,
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
        decided.action.as_str(),
        decided.operator,
        decided.note,
        seen.status.as_str(),
        seen.version,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Resolves the payment's open differences: they need no review again while they stay as they are.
#[tracing::instrument(name = "db.decision.resolve_differences", skip_all)]
async fn resolve_differences(
    connection: &mut PgConnection,
    seen: &Payment,
    decided: Decided<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update reconciliation_difference
        set settled_at = $2, settled_by = $3, settled_note = $4
        where payment_id = $1 and resolved_at is null and settled_at is null
        "#,
        seen.id.uuid(),
        now,
        decided.operator,
        decided.note,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Resolves a difference without a payment; false where it is not what was seen.
#[tracing::instrument(name = "db.decision.resolve_stray_difference", skip_all)]
pub async fn resolve_stray_difference(
    pool: &PgPool,
    seen: &DifferenceFacts,
    (operator, note): (Uuid, &str),
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let resolved = sqlx::query!(
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
    Ok(resolved.rows_affected() == 1)
}
