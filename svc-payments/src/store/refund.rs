//! Refunds: one row a key.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::corrupt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// Asked for; the money may be on its way.
    Sent,
    /// Paid, as far as the provider knows.
    Done,
    /// Not paid, and won't be.
    Refused,
    /// Paid, and sent back by the bank.
    Returned,
}

impl RefundStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Returned => "returned",
        }
    }

    fn parse(text: &str) -> sqlx::Result<Self> {
        [Self::Sent, Self::Done, Self::Refused, Self::Returned]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| corrupt("refund.status"))
    }
}

#[derive(Debug, Clone)]
pub struct Refund {
    pub payment_id: Uuid,
    pub seq: i32,
    pub amount_minor: i64,
    pub status: RefundStatus,
    /// The provider's; absent as long as it may not know of the refund.
    pub provider_id: Option<String>,
}

struct Row {
    seq: i32,
    amount_minor: i64,
    status: String,
    provider_id: Option<String>,
}

impl Row {
    fn into_refund(self, payment_id: Uuid) -> sqlx::Result<Refund> {
        let status = RefundStatus::parse(&self.status)?;
        let Self { seq, amount_minor, provider_id, .. } = self;
        Ok(Refund { payment_id, seq, amount_minor, status, provider_id })
    }
}

/// The refund that an earlier request under this key made.
#[tracing::instrument(name = "db.refund.by_key", skip_all)]
pub async fn by_key(
    connection: &mut PgConnection,
    payment_id: Uuid,
    key: &str,
) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select
            seq,
            amount_minor,
            status,
            provider_id
        from refund
        where payment_id = $1 and idempotency_key = $2
        "#,
        payment_id,
        key,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| row.into_refund(payment_id)).transpose()
}

/// The refunds of a payment whose money is on its way or paid: what the provider says of them may change.
#[tracing::instrument(name = "db.refund.standing", skip_all)]
pub async fn standing(pool: &PgPool, payment_id: Uuid) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        select
            seq,
            amount_minor,
            status,
            provider_id
        from refund
        where payment_id = $1 and status in ('sent', 'done')
        order by seq
        "#,
        payment_id,
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(|row| row.into_refund(payment_id)).collect()
}

/// Inserts the payment's next refund. The caller has just changed the payment in the same transaction: its row lock
/// keeps two refunds from getting one number.
#[tracing::instrument(name = "db.refund.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    payment_id: Uuid,
    key: &str,
    amount_minor: i64,
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
        amount_minor,
        now,
    )
    .fetch_one(connection)
    .await?;
    Ok(Refund { payment_id, seq, amount_minor, status: RefundStatus::Sent, provider_id: None })
}

/// Moves a refund on from the status it was read with; false where somebody else has moved it.
#[tracing::instrument(name = "db.refund.change", skip_all)]
pub async fn change(
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
