//! Refunds: one row a key.

use failpoint::failpoint;
use money::Money;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{attempt, corrupt, payment, review_flag};
use crate::domain::review_case::RefundEntry;
use crate::domain::{Cause, Payment, Refund, RefundStatus, Step};
use crate::repository::{Changed, Op, Reserved};

struct Row {
    seq: i32,
    amount_minor: i64,
    status: String,
    provider_id: Option<String>,
    created_at: OffsetDateTime,
}

impl Row {
    fn into_refund(self, payment: &Payment) -> sqlx::Result<Refund> {
        let status = RefundStatus::parse(&self.status).ok_or_else(|| corrupt("refund.status"))?;
        let amount = Money::new(self.amount_minor, payment.amount.currency);
        let Self { seq, provider_id, .. } = self;
        Ok(Refund { payment_id: payment.id.uuid(), seq, amount, status, provider_id })
    }

    fn into_entry(self, payment: &Payment) -> sqlx::Result<RefundEntry> {
        Ok(RefundEntry { created_at: self.created_at, refund: self.into_refund(payment)? })
    }
}

/// The refund that an earlier request under this key made.
#[tracing::instrument(name = "db.refund.by_key", skip_all)]
pub async fn by_key(
    connection: &mut PgConnection,
    payment: &Payment,
    key: &str,
) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select
            seq,
            amount_minor,
            status,
            provider_id,
            created_at
        from refund
        where payment_id = $1 and idempotency_key = $2
        "#,
        payment.id.uuid(),
        key,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| row.into_refund(payment)).transpose()
}

/// The refunds of a payment that are on their way or paid: what the provider says of them may change.
pub async fn standing(pool: &PgPool, payment: &Payment) -> sqlx::Result<Vec<Refund>> {
    let refunds = all(pool, payment).await?.into_iter().map(|entry| entry.refund);
    Ok(refunds.filter(|refund| refund.status.may_change()).collect())
}

/// The refunds of a payment, in their order.
#[tracing::instrument(name = "db.refund.all", skip_all)]
pub async fn all(pool: &PgPool, payment: &Payment) -> sqlx::Result<Vec<RefundEntry>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        select
            seq,
            amount_minor,
            status,
            provider_id,
            created_at
        from refund
        where payment_id = $1
        order by seq
        "#,
        payment.id.uuid(),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|row| row.into_entry(payment)).collect()
}

/// Promises an amount back, unless the key stands for a refund.
pub async fn reserve(
    pool: &PgPool,
    before: &Payment,
    key: &str,
    amount: Money,
    now: OffsetDateTime,
) -> sqlx::Result<Reserved> {
    let mut transaction = pool.begin().await?;
    if let Some(known) = by_key(&mut transaction, before, key).await? {
        return Ok(Reserved::Known(known));
    }
    let Ok(after) = before.apply(Step::ReserveRefund { amount }, now) else { return Ok(Reserved::TooMuch) };
    if !payment::replace(&mut transaction, before, &after, Cause::Refund, now).await? {
        return Ok(Reserved::Again);
    }
    let refund = insert(&mut transaction, before.id.uuid(), key, amount, now).await?;
    let attempt = if before.id.is_simulated() {
        None
    } else {
        let op = Op::Refund(refund.seq);
        failpoint!("payments.{op}.pre_intent");
        Some(attempt::open(&mut transaction, &after, op, now).await?)
    };
    transaction.commit().await?;
    Ok(Reserved::New(refund, attempt))
}

/// Moves a refund on from the status it was read with, and its money with it.
pub async fn change(
    pool: &PgPool,
    before: &Payment,
    refund: &Refund,
    (status, provider_id): (RefundStatus, Option<&str>),
    now: OffsetDateTime,
) -> anyhow::Result<Changed> {
    let mut transaction = pool.begin().await?;
    if !update(&mut transaction, refund, status, provider_id).await? {
        return Ok(Changed::Moved);
    }
    if let Some(step) = refund.step_to(status) {
        let after = before.apply(step, now)?;
        if !payment::replace(&mut transaction, before, &after, Cause::Refund, now).await? {
            return Ok(Changed::Again);
        }
    }
    if status.is_unpaid() {
        review_flag::raise(&mut transaction, before.id).await?;
    }
    transaction.commit().await?;
    Ok(Changed::Yes)
}

/// Inserts the payment's next refund. The caller has just changed the payment in the same transaction: its row lock
/// keeps two refunds from getting one number.
#[tracing::instrument(name = "db.refund.insert", skip_all)]
async fn insert(
    connection: &mut PgConnection,
    payment_id: Uuid,
    key: &str,
    amount: Money,
    now: OffsetDateTime,
) -> sqlx::Result<Refund> {
    let seq = sqlx::query_scalar!(
        r#"
        insert into refund (payment_id, seq, idempotency_key, amount_minor, status, created_at)
        select
            $1,
            coalesce(max(seq), 0) + 1,
            $2,
            $3,
            'sent',
            $4
        from refund
        where payment_id = $1
        returning seq
        "#,
        payment_id,
        key,
        amount.minor,
        now,
    )
    .fetch_one(connection)
    .await?;
    Ok(Refund { payment_id, seq, amount, status: RefundStatus::Sent, provider_id: None })
}

/// Moves a refund on; false where another process has moved it.
#[tracing::instrument(name = "db.refund.update", skip_all)]
async fn update(
    connection: &mut PgConnection,
    refund: &Refund,
    status: RefundStatus,
    provider_id: Option<&str>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        r#"
        update refund
        set status = $3,
            provider_id = coalesce($4, provider_id)
        where payment_id = $1 and seq = $2 and status = $5
        "#,
        refund.payment_id,
        refund.seq,
        status.as_str(),
        provider_id,
        refund.status.as_str(),
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}
