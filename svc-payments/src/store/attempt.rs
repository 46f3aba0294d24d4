//! What was sent to the provider: a row before each call, its answer after.

use std::fmt;

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::mode_text;
use crate::domain::Payment;
use crate::stripe;

/// The provider keeps a key 24 hours; after this time it is used no more.
pub const KEY_LIFE: Duration = Duration::hours(23);

/// A call is answered within this, or given up: after that another may be sent under its key.
pub const CALL_TAKES: Duration = Duration::seconds(20);

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub payment_id: Uuid,
    pub op: Op,
    pub n: i32,
    /// `{mode}:{payment}:{op}:{n}`
    pub key: String,
}

impl Attempt {
    /// The payment's `n`th of an operation.
    pub fn new(payment: &Payment, op: Op, n: i32) -> Self {
        let payment_id = payment.id.uuid();
        Self { payment_id, op, n, key: format!("{}:{payment_id}:{op}:{n}", mode_text(payment.mode)) }
    }
}

/// What an answer says of its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Done,
    /// Certainly without effect.
    DefinitelyNot,
    Unknown,
}

impl Class {
    fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::DefinitelyNot => "definitely_not",
            Self::Unknown => "unknown",
        }
    }
}

/// What came back for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub class: Class,
    pub http_status: Option<u16>,
    /// What the provider's support asks for.
    pub request_id: Option<String>,
    /// The provider keeps it under the key: a repeat would be answered alike.
    pub closes_key: bool,
}

impl Answer {
    /// A second refund is money paid twice; all else is done to one intent, which takes it once whatever its key.
    pub fn of<T>(op: Op, result: &Result<stripe::Answered<T>, stripe::Error>) -> Self {
        match result {
            Ok(answered) => Self {
                class: Class::Done,
                http_status: Some(answered.status),
                request_id: answered.request_id.clone(),
                closes_key: true,
            },
            Err(error) => Self {
                class: if error.is_definitely_not() { Class::DefinitelyNot } else { Class::Unknown },
                http_status: error.status,
                request_id: error.request_id.clone(),
                closes_key: if matches!(op, Op::Refund(_)) { error.ends_key() } else { error.closes_key() },
            },
        }
    }
}

/// The attempt under which `op` may be sent, as the repository promises it.
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
            (answered_at is null or ($4 and class = 'done')) and prepared_at > $3 as "open!"
        from payment_attempt
        where payment_id = $1 and op = $2
        order by n desc
        limit 1
        "#,
        payment_id,
        op.to_string(),
        now - KEY_LIFE,
        op == Op::Create,
    )
    .fetch_optional(&mut *connection)
    .await?;
    match last {
        Some(last) if last.open => Ok(Attempt::new(payment, op, last.n)),
        last => {
            let next = Attempt::new(payment, op, last.map_or(1, |last| last.n + 1));
            insert(connection, &next, now).await?;
            Ok(next)
        }
    }
}

async fn insert(connection: &mut PgConnection, attempt: &Attempt, now: OffsetDateTime) -> sqlx::Result<()> {
    // A conflict is another process at the same call: both send it under one key. The key has a unique index too. With
    // one index named, Postgres raises an error when a concurrent insert conflicts on the other.
    sqlx::query!(
        r#"
        insert into payment_attempt (payment_id, op, n, key, prepared_at)
        values ($1, $2, $3, $4, $5)
        on conflict do nothing
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

/// Takes the sending of an attempt; false where somebody else is sending it, or it is answered.
#[tracing::instrument(name = "db.attempt.take", skip_all)]
pub async fn take(pool: &PgPool, attempt: &Attempt, now: OffsetDateTime) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        r#"
        update payment_attempt
        set sent_at = $4
        where payment_id = $1
            and op = $2
            and n = $3
            and answered_at is null
            and (sent_at is null or sent_at <= $5)
        "#,
        attempt.payment_id,
        attempt.op.to_string(),
        attempt.n,
        now,
        now - CALL_TAKES,
    )
    .execute(pool)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Notes what came back. An answer that the provider doesn't keep under the key leaves the attempt open.
#[tracing::instrument(name = "db.attempt.answer", skip_all)]
pub async fn answer(
    pool: &PgPool,
    attempt: &Attempt,
    answer: &Answer,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update payment_attempt
        set class = $4,
            http_status = $5,
            request_id = $6,
            answered_at = $7,
            sent_at = null
        where payment_id = $1 and op = $2 and n = $3 and answered_at is null
        "#,
        attempt.payment_id,
        attempt.op.to_string(),
        attempt.n,
        answer.class.as_str(),
        answer.http_status.map(i32::from),
        answer.request_id,
        answer.closes_key.then_some(now),
    )
    .execute(pool)
    .await?;
    Ok(())
}
