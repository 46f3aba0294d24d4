//! What the money book says of a stretch of time, and where the provider says something else.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::mode_text;
use crate::domain::reconciliation::{Difference, Line, What};
use crate::stripe::Dispute;

/// What is asked of our book: everything made since then, and whatever belongs to the intents that the provider named.
#[derive(Debug, Clone)]
pub struct Question {
    pub mode: Mode,
    pub since: OffsetDateTime,
    pub intent_ids: Vec<String>,
    pub refund_ids: Vec<String>,
    /// A payment that was changed after this is still moving.
    pub quiet_since: OffsetDateTime,
}

/// A payment's accounts.
#[derive(Debug, Clone)]
pub struct Account {
    pub intent_id: String,
    pub currency: String,
    pub created_at: OffsetDateTime,
    pub held_minor: i64,
    pub taken_minor: i64,
    pub is_unsettled: bool,
}

/// Whether this process may compare the ledger of a mode now: one process in each interval.
#[tracing::instrument(name = "db.reconciliation.take_turn", skip_all)]
pub async fn take_turn(
    pool: &PgPool,
    mode: Mode,
    now: OffsetDateTime,
    interval: Duration,
) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        r#"
        insert into reconciliation_run (mode, began_at, ended_at)
        values ($1, $2, $2)
        on conflict (mode) do update
        set began_at = excluded.began_at
        where reconciliation_run.began_at <= $3
        "#,
        mode_text(mode),
        now,
        now - interval,
    )
    .execute(pool)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Notes that the comparison that began at `began_at`, or a later one, came to its end.
#[tracing::instrument(name = "db.reconciliation.end_turn", skip_all)]
pub async fn end_turn(pool: &PgPool, mode: Mode, began_at: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update reconciliation_run set ended_at = greatest(ended_at, $2) where mode = $1",
        mode_text(mode),
        began_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Gives the next turn at once where the refund is of a payment of ours and not in our book. Others who sell over the
/// same account refund payments of their own. While a refund of ours has no id yet, the event may be about that one, and
/// a comparison would pass over the payment, because its money is moving. A refund that a person makes at that moment
/// waits for the next turn.
#[tracing::instrument(name = "db.reconciliation.bring_forward_unless_known", skip_all)]
pub async fn bring_forward_unless_known(
    connection: &mut PgConnection,
    mode: Mode,
    intent_id: &str,
    refund_id: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update reconciliation_run
        set began_at = 'epoch'
        where mode = $1
            and exists (
                select from payment
                where payment.mode = $1
                    and payment.intent_id = $2
                    and not exists (
                        select from refund
                        where refund.payment_id = payment.id
                            and (
                                refund.provider_id = $3
                                or (refund.status = 'sent' and refund.provider_id is null)
                            )
                    )
            )
        "#,
        mode_text(mode),
        intent_id,
        refund_id,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The accounts of payments, from the ledger.
#[tracing::instrument(name = "db.reconciliation.accounts", skip_all)]
pub async fn accounts(pool: &PgPool, question: &Question) -> sqlx::Result<Vec<Account>> {
    sqlx::query_as!(
        Account,
        r#"
        select
            intent_id as "intent_id!",
            payment.currency,
            created_at,
            coalesce(sum(ledger_entry.amount_minor) filter (where account = 'held'), 0)::bigint as "held_minor!",
            refunded_minor
                + coalesce(sum(ledger_entry.amount_minor) filter (where account = 'provider'), 0)::bigint as "taken_minor!",
            status in ('create_sent', 'confirm_sent', 'holder_asked', 'capture_sent', 'void_sent')
                or refunding_minor > 0
                or exists (
                    select from payment_event
                    where payment_event.payment_id = payment.id and payment_event.at > $4
                ) as "is_unsettled!"
        from payment
        left join ledger_entry on ledger_entry.payment_id = payment.id
        where mode = $1 and intent_id is not null and (intent_id = any($2) or created_at >= $3)
        group by payment.id
        "#,
        mode_text(question.mode),
        &question.intent_ids,
        question.since,
        question.quiet_since,
    )
    .fetch_all(pool)
    .await
}

/// The refunds that count as paid.
#[tracing::instrument(name = "db.reconciliation.refunds", skip_all)]
pub async fn refunds(pool: &PgPool, question: &Question) -> sqlx::Result<Vec<Line>> {
    let rows = sqlx::query!(
        r#"
        select
            refund.provider_id as "provider_id!",
            payment.intent_id as "intent_id!",
            refund.amount_minor,
            payment.currency,
            refund.created_at
        from refund
        join payment on payment.id = refund.payment_id
        where payment.mode = $1
            and refund.status = 'done'
            and refund.provider_id is not null
            and (refund.provider_id = any($2) or refund.created_at >= $3)
        "#,
        mode_text(question.mode),
        &question.refund_ids,
        question.since,
    )
    .fetch_all(pool)
    .await?;
    let lines = rows.into_iter().map(|row| Line {
        object_id: row.provider_id,
        intent_id: row.intent_id,
        what: What::Refunded,
        minor: row.amount_minor,
        currency: row.currency,
        at: row.created_at,
    });
    Ok(lines.collect())
}

/// Writes a difference down; true where it was not known. A person is called to its payment, unless one has settled
/// this very difference.
#[tracing::instrument(name = "db.reconciliation.note", skip_all)]
pub async fn note(
    connection: &mut PgConnection,
    mode: Mode,
    difference: &Difference,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    // The payment first, as a ruling does: who settles the difference just now is waited for.
    let payment_id = sqlx::query_scalar!(
        "select id from payment where mode = $1 and intent_id = $2 for update",
        mode_text(mode),
        difference.intent_id,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let noted = put(&mut *connection, mode, difference, payment_id, now).await?;
    if let Some(id) = payment_id.filter(|_| !noted.is_settled) {
        sqlx::query!("update payment set needs_human = true where id = $1", id).execute(connection).await?;
    }
    Ok(noted.is_new)
}

struct Put {
    is_new: bool,
    is_settled: bool,
}

/// What was settled stays so while neither amount changes; after that it is new.
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

/// Writes down what a dispute says of a charge that no payment stands for; news of one that was settled opens it again.
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
        dispute.words(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Closes the differences of a stretch of time that were not found again, and counts those that stay open and were
/// settled by nobody.
#[tracing::instrument(name = "db.reconciliation.close", skip_all)]
pub async fn close(
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
