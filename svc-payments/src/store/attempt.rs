//! What was sent to the provider: a row before each call, its answer after.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::domain::Payment;
use crate::repository::{Answer, Attempt, CALL_TAKES, LastAttempt, Op};

/// The attempt under which `op` may be sent, as the repository promises it.
#[tracing::instrument(name = "db.attempt.open", skip_all)]
pub async fn open(
    connection: &mut PgConnection,
    payment: &Payment,
    op: Op,
    now: OffsetDateTime,
) -> sqlx::Result<Attempt> {
    let payment_id = payment.id.uuid();
    let last = sqlx::query_as!(
        LastAttempt,
        r#"
        select
            n,
            prepared_at,
            answered_at is not null as "is_answered!",
            coalesce(class = 'done', false) as "is_done!"
        from payment_attempt
        where payment_id = $1 and op = $2
        order by n desc
        limit 1
        "#,
        payment_id,
        op.to_string(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    match last {
        Some(last) if last.is_open(op, now) => Ok(Attempt::new(payment, op, last.n)),
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

/// Takes the sending of an attempt; false where another process is sending it, or it is answered.
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
