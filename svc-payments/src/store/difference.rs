//! Reconciliation differences: what was found, and what an administrator has resolved.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{queue, review_flag};
use crate::domain::reconciliation::{Comparison, Difference};
use crate::domain::{Dispute, PaymentId, mode_text};

/// What writing a comparison down came to.
pub struct Recorded<'c> {
    /// The differences that were not known before.
    pub new: Vec<&'c Difference>,
    /// How many differences of the mode are open.
    pub open: i64,
}

/// Writes down what a comparison since `since` found, and has the finisher ask about the payment of each new
/// difference.
pub async fn record<'c>(
    pool: &PgPool,
    mode: Mode,
    since: OffsetDateTime,
    found: &'c Comparison,
    now: OffsetDateTime,
) -> sqlx::Result<Recorded<'c>> {
    let mut transaction = pool.begin().await?;
    let mut new = Vec::new();
    for difference in &found.differences {
        if note(&mut transaction, mode, difference, now).await? {
            queue::make_intent_due(&mut transaction, mode, &difference.intent_id, &[], now).await?;
            new.push(difference);
        }
    }
    let differing = found.differences.iter().map(|difference| &difference.object_id);
    let ids: Vec<_> = differing.chain(&found.unreadable).cloned().collect();
    let open = close(&mut transaction, mode, since, &ids, now).await?;
    transaction.commit().await?;
    Ok(Recorded { new, open })
}

/// Writes a difference down; true where it was not known. Puts its payment into manual review, unless an administrator
/// has resolved this very difference.
#[tracing::instrument(name = "db.reconciliation.note", skip_all)]
async fn note(
    connection: &mut PgConnection,
    mode: Mode,
    difference: &Difference,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    // The payment first, as a decision does: this waits for an administrator who resolves the difference just now.
    let payment_id = sqlx::query_scalar!(
        "select id from payment where mode = $1 and intent_id = $2 for update",
        mode_text(mode),
        difference.intent_id,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let noted = put(&mut *connection, mode, difference, payment_id, now).await?;
    if let Some(id) = payment_id.filter(|_| !noted.is_settled) {
        review_flag::raise(connection, PaymentId::Ours(id)).await?;
    }
    Ok(noted.is_new)
}

struct Put {
    is_new: bool,
    is_settled: bool,
}

/// What an administrator resolved stays so while neither amount changes; after that it is new.
async fn put(
    connection: &mut PgConnection,
    mode: Mode,
    difference: &Difference,
    payment_id: Option<Uuid>,
    now: OffsetDateTime,
) -> sqlx::Result<Put> {
    sqlx::query_as!(
        Put,
        r#"
        insert into reconciliation_difference as known (
            mode, object_id, what, currency, ours_minor, theirs_minor, object_at, payment_id, found_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (mode, object_id, what, currency) do update
        set ours_minor = excluded.ours_minor,
            theirs_minor = excluded.theirs_minor,
            payment_id = excluded.payment_id,
            found_at = case
                when known.resolved_at is null
                    and (
                        known.settled_at is null
                        or (known.ours_minor, known.theirs_minor) = (excluded.ours_minor, excluded.theirs_minor)
                    )
                then known.found_at
                else excluded.found_at
            end,
            resolved_at = null,
            settled_at = case
                when known.resolved_at is null
                    and (known.ours_minor, known.theirs_minor) = (excluded.ours_minor, excluded.theirs_minor)
                then known.settled_at
            end
        returning
            found_at = $9 as "is_new!",
            settled_at is not null as "is_settled!"
        "#,
        mode_text(mode),
        difference.object_id,
        difference.what.as_str(),
        difference.currency,
        difference.ours_minor,
        difference.theirs_minor,
        difference.at,
        payment_id,
        now,
    )
    .fetch_one(connection)
    .await
}

/// Writes down a dispute of a charge without a payment. News of one that an administrator has resolved opens it again.
/// No comparison finds it, and none ends it.
#[tracing::instrument(name = "db.reconciliation.note_dispute", skip_all)]
pub async fn note_dispute(
    connection: &mut PgConnection,
    mode: Mode,
    dispute: &Dispute,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into reconciliation_difference as known (
            mode, object_id, what, currency, ours_minor, theirs_minor, object_at, found_at, detail
        )
        values ($1, $2, 'disputed', $3, 0, $4, $5, $5, $6)
        on conflict (mode, object_id, what, currency) do update
        set theirs_minor = excluded.theirs_minor,
            found_at = excluded.found_at,
            settled_at = null,
            detail = excluded.detail
        where known.detail <> excluded.detail
        "#,
        mode_text(mode),
        dispute.id,
        dispute.currency,
        dispute.minor,
        now,
        dispute.description(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Closes the differences of a period of time that were not found again, and counts those that stay open and that no
/// administrator has resolved.
#[tracing::instrument(name = "db.reconciliation.close", skip_all)]
async fn close(
    connection: &mut PgConnection,
    mode: Mode,
    since: OffsetDateTime,
    found: &[String],
    now: OffsetDateTime,
) -> sqlx::Result<i64> {
    sqlx::query!(
        r#"
        update reconciliation_difference
        set resolved_at = $4
        where mode = $1
            and object_at >= $2
            and resolved_at is null
            and what <> 'disputed'
            and not object_id = any($3)
        "#,
        mode_text(mode),
        since,
        found,
        now,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query_scalar!(
        r#"
        select count(*) as "count!"
        from reconciliation_difference
        where mode = $1 and resolved_at is null and settled_at is null
        "#,
        mode_text(mode),
    )
    .fetch_one(connection)
    .await
}
