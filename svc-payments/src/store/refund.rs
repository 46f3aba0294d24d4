//! Refunds: one row a key.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::corrupt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    Sent,
    Done,
    Refused,
}

impl RefundStatus {
    fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }

    fn parse(text: &str) -> sqlx::Result<Self> {
        [Self::Sent, Self::Done, Self::Refused]
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
}

/// The refund that an earlier request under this key made.
#[tracing::instrument(name = "db.refund.by_key", skip_all)]
pub async fn by_key(
    connection: &mut PgConnection,
    payment_id: Uuid,
    key: &str,
) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query!(
        r#"
        select
            seq,
            amount_minor,
            status
        from refund
        where payment_id = $1 and idempotency_key = $2
        "#,
        payment_id,
        key,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let status = RefundStatus::parse(&row.status)?;
        Ok(Refund { payment_id, seq: row.seq, amount_minor: row.amount_minor, status })
    })
    .transpose()
}

/// The refunds of a payment that the provider has not answered.
#[tracing::instrument(name = "db.refund.unanswered", skip_all)]
pub async fn unanswered(pool: &PgPool, payment_id: Uuid) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query!(
        r#"
        select
            seq,
            amount_minor
        from refund
        where payment_id = $1 and status = 'sent'
        order by seq
        "#,
        payment_id,
    )
    .fetch_all(pool)
    .await?;
    let refunds = rows.into_iter().map(|row| Refund {
        payment_id,
        seq: row.seq,
        amount_minor: row.amount_minor,
        status: RefundStatus::Sent,
    });
    Ok(refunds.collect())
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
    Ok(Refund { payment_id, seq, amount_minor, status: RefundStatus::Sent })
}

/// Ends a refund; false where it has ended already.
#[tracing::instrument(name = "db.refund.finish", skip_all)]
pub async fn finish(
    connection: &mut PgConnection,
    refund: &Refund,
    status: RefundStatus,
    provider_id: Option<&str>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        r#"
        update refund
        set status = $3,
            provider_id = $4
        where payment_id = $1 and seq = $2 and status = 'sent'
        "#,
        refund.payment_id,
        refund.seq,
        status.as_str(),
        provider_id,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}
