use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::repository::{Answer, Dispatch, Evidence, Op};

/// Writes down that a call is about to be made. Answers which attempt of its kind it is.
#[tracing::instrument(name = "db.attempt.open", skip_all)]
pub async fn open(
    connection: &mut PgConnection,
    booking: Uuid,
    op: Op,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into provider_attempt (booking_id, op, n, prepared_at)
        select $1, $2, coalesce(max(n), 0) + 1, $3
        from provider_attempt
        where booking_id = $1 and op = $2
        returning n",
        booking,
        op.as_str(),
        now,
    )
    .fetch_one(connection)
    .await
}

/// Writes down that an order is about to be sent again, which the provider turned away unread. An error where it may
/// have been read.
#[tracing::instrument(name = "db.attempt.send_again", skip_all)]
pub async fn send_again(
    connection: &mut PgConnection,
    booking: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "update provider_attempt
        set prepared_at = $2, answered_at = null, class = null, http_status = null, request_id = null
        where booking_id = $1
            and op = 'order_create'
            and class = 'definitely_not'
            and evidence is null
        returning n",
        booking,
        now,
    )
    .fetch_one(connection)
    .await
}

/// The attempt that was written down last.
#[tracing::instrument(name = "db.attempt.latest", skip_all)]
pub async fn latest(pool: &PgPool, booking: Uuid, op: Op) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        r#"select max(n) as "n!" from provider_attempt where booking_id = $1 and op = $2"#,
        booking,
        op.as_str(),
    )
    .fetch_one(pool)
    .await
}

/// Stores the answer, even of a worker that has lost the booking: the worker that has it now reads it.
#[tracing::instrument(name = "db.attempt.close", skip_all)]
pub async fn close(
    connection: &mut PgConnection,
    booking: Uuid,
    (op, n): (Op, i32),
    answer: &Answer,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update provider_attempt
        set answered_at = $4, class = $5, http_status = $6, request_id = $7, evidence = $8
        where booking_id = $1 and op = $2 and n = $3",
        booking,
        op.as_str(),
        n,
        now,
        answer.class.as_str(),
        answer.http_status.map(i32::from),
        answer.request_id,
        answer.evidence.as_ref().map(Json) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The one dispatch of a booking's order.
#[tracing::instrument(name = "db.attempt.dispatch", skip_all)]
pub async fn dispatch(pool: &PgPool, booking: Uuid) -> sqlx::Result<Option<Dispatch>> {
    let row = sqlx::query!(
        r#"select prepared_at, evidence as "evidence: Json<Evidence>"
        from provider_attempt
        where booking_id = $1 and op = 'order_create'"#,
        booking,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Dispatch { at: row.prepared_at, evidence: row.evidence.map(|json| json.0) }))
}
