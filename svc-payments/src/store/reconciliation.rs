//! The turns of reconciliation, and what the ledger says of a period of time.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::domain::reconciliation::{Line, What};
use crate::domain::{Status, mode_text};

/// What to read from the ledger: everything made since then, and what belongs to the intents that the provider named.
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

/// Whether this process may compare the ledger of a mode now: one process in each interval. The first turn of a mode has not
/// ended either: its end is a moment before it, from which `books_not_compared` counts.
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
        values ($1, $2, $2::timestamptz - interval '1 microsecond')
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

/// Makes the next turn due where the refund is of a payment of ours and not in our ledger. Others who sell over the
/// same account refund payments of their own. While a refund of ours has no id yet, the event may be about that one,
/// and a comparison would pass over the payment, because its money is moving. A refund that is made by hand at that
/// moment waits for the next turn.
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
            status = any($5)
                or refunding_minor > 0
                or exists (
                    select from payment_event
                    where payment_event.payment_id = payment.id and payment_event.at > $4
                ) as "is_unsettled!"
        from payment
        left join ledger_entry on ledger_entry.payment_id = payment.id
        where mode = $1
            and intent_id is not null
            and (
                intent_id = any($2)
                -- Either half has an index.
                or (status = 'captured' and created_at >= $3)
                or (status <> 'captured' and created_at >= $3)
            )
        group by payment.id
        "#,
        mode_text(question.mode),
        &question.intent_ids,
        question.since,
        question.quiet_since,
        &Status::names(|status| status.is_in_doubt(0)),
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
