//! What was sent to the provider: a row before each call, its answer after.

use std::fmt;

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::mode_text;
use crate::domain::Payment;
use crate::stripe;

/// The provider keeps a key 24 hours; after this time it is used no more.
const KEY_LIFE: Duration = Duration::hours(23);

/// A write at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Create,
    Confirm,
    Capture,
    Cancel,
    /// The payment's refund of that number.
    Refund(i32),
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create => f.write_str("create"),
            Self::Confirm => f.write_str("confirm"),
            Self::Capture => f.write_str("capture"),
            Self::Cancel => f.write_str("cancel"),
            Self::Refund(seq) => write!(f, "refund-{seq}"),
        }
    }
}

/// A call about to be sent, or sent and not answered yet.
#[derive(Debug, Clone)]
pub struct Attempt {
    payment_id: Uuid,
    pub op: Op,
    n: i32,
    /// `{mode}:{payment}:{op}:{n}`
    pub key: String,
}

/// The attempt under which `op` may be sent. While the last one is unanswered that is the last one: the provider
/// answers a repeat under its key with what the first try did. Once it is answered, or too old for its key, it is a
/// new one, and whoever opens that looks at the provider before sending, to see that the last had no effect. Open,
/// look, send, in this order: an answer that comes to somebody else after the look then changes no key.
#[tracing::instrument(name = "db.attempt.open", skip_all)]
pub async fn open(
    connection: &mut PgConnection,
    payment: &Payment,
    op: Op,
    now: OffsetDateTime,
) -> sqlx::Result<Attempt> {
    let payment_id = payment.id.uuid();
    let last = sqlx::query!(
        r#"
        select
            n,
            answered_at is null and prepared_at > $3 as "open!"
        from payment_attempt
        where payment_id = $1 and op = $2
        order by n desc
        limit 1
        "#,
        payment_id,
        op.to_string(),
        now - KEY_LIFE,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let attempt =
        |n| Attempt { payment_id, op, n, key: format!("{}:{payment_id}:{op}:{n}", mode_text(payment.mode)) };
    match last {
        Some(last) if last.open => Ok(attempt(last.n)),
        last => {
            let next = attempt(last.map_or(1, |last| last.n + 1));
            insert(connection, &next, now).await?;
            Ok(next)
        }
    }
}

async fn insert(connection: &mut PgConnection, attempt: &Attempt, now: OffsetDateTime) -> sqlx::Result<()> {
    // A conflict is another process at the same call: both send it under one key.
    sqlx::query!(
        r#"
        insert into payment_attempt (payment_id, op, n, key, prepared_at)
        values ($1, $2, $3, $4, $5)
        on conflict (payment_id, op, n) do nothing
        "#,
        attempt.payment_id,
        attempt.op.to_string(),
        attempt.n,
        attempt.key,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes what came back. An answer that the provider doesn't keep under the key leaves the attempt open.
#[tracing::instrument(name = "db.attempt.answer", skip_all)]
pub async fn answer<T>(
    pool: &PgPool,
    attempt: &Attempt,
    result: &Result<stripe::Answered<T>, stripe::Error>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let (class, status, request_id, closed) = match result {
        Ok(answered) => ("done", Some(answered.status), &answered.request_id, true),
        Err(error) => {
            let class = if error.is_definitely_not() { "definitely_not" } else { "unknown" };
            (class, error.status, &error.request_id, error.closes_key())
        }
    };
    sqlx::query!(
        r#"
        update payment_attempt
        set class = $4,
            http_status = $5,
            request_id = $6,
            answered_at = $7
        where payment_id = $1 and op = $2 and n = $3 and answered_at is null
        "#,
        attempt.payment_id,
        attempt.op.to_string(),
        attempt.n,
        class,
        status.map(i32::from),
        request_id.as_deref(),
        closed.then_some(now),
    )
    .execute(pool)
    .await?;
    Ok(())
}
