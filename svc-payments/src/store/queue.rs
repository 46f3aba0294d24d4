//! Which payments the finisher and the sweeper look at next.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::payment::{id_of, status_of};
use crate::domain::{PaymentId, Status, mode_of, mode_text};
use crate::repository::Look;

/// Has the finisher look at a payment at once.
#[tracing::instrument(name = "db.queue.make_due", skip_all)]
pub async fn make_due(connection: &mut PgConnection, id: PaymentId, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("update payment set settle_at = $2 where id = $1", id.uuid(), now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Has the finisher look at the payment of an intent at once, unless it has ended or is in one of `known_in`, where the
/// provider has told us the same already. A payment of which less was taken than the price is always looked at.
#[tracing::instrument(name = "db.queue.make_intent_due", skip_all)]
pub async fn make_intent_due(
    connection: &mut PgConnection,
    mode: Mode,
    intent_id: &str,
    known_in: &[Status],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update payment
        set settle_at = $3
        where mode = $1
            and intent_id = $2
            and (not status = any($4) or (status = 'captured' and captured_minor < amount_minor))
        "#,
        mode_text(mode),
        intent_id,
        now,
        &Status::names(|status| status.is_over() || known_in.contains(&status)),
    )
    .execute(connection)
    .await?;
    Ok(())
}

struct DueRow {
    id: Uuid,
    mode: String,
    simulated: bool,
    status: String,
    refunding_minor: i64,
    settle_tries: i32,
    last_paid: Option<OffsetDateTime>,
}

impl DueRow {
    fn next_look(&self, now: OffsetDateTime) -> sqlx::Result<Option<OffsetDateTime>> {
        let look = Look {
            is_in_doubt: status_of(&self.status)?.is_in_doubt(self.refunding_minor),
            is_simulated: self.simulated,
            tries: self.settle_tries,
            last_paid: self.last_paid,
        };
        Ok(look.next(now))
    }
}

/// Takes payments that are due to be looked at, and makes each due again where it must be looked at later.
pub async fn take_due(
    pool: &PgPool,
    now: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<(Mode, PaymentId)>> {
    if !is_any_due(pool, now).await? {
        return Ok(Vec::new());
    }
    let mut transaction = pool.begin().await?;
    let due = lock_due(&mut transaction, now, limit).await?;
    if !due.is_empty() {
        let next = due.iter().map(|row| row.next_look(now)).collect::<sqlx::Result<Vec<_>>>()?;
        let ids: Vec<_> = due.iter().map(|row| row.id).collect();
        reschedule(&mut transaction, &ids, &next).await?;
        transaction.commit().await?;
    }
    Ok(due.into_iter().map(|row| (mode_of(&row.mode), id_of(row.id, row.simulated))).collect())
}

/// Mostly none is: then no transaction is begun.
#[tracing::instrument(name = "db.queue.is_any_due", skip_all)]
async fn is_any_due(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists(select from payment where settle_at <= $1) as "due!""#, now)
        .fetch_one(pool)
        .await
}

#[tracing::instrument(name = "db.queue.lock_due", skip_all)]
async fn lock_due(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<DueRow>> {
    sqlx::query_as!(
        DueRow,
        r#"
        select
            id,
            mode,
            simulated,
            status,
            refunding_minor,
            settle_tries,
            (
                select max(refund.created_at)
                from refund
                where refund.payment_id = payment.id and refund.status = 'done'
            ) as last_paid
        from payment
        where settle_at <= $1
        order by settle_at
        limit $2
        for update skip locked
        "#,
        now,
        limit,
    )
    .fetch_all(connection)
    .await
}

#[tracing::instrument(name = "db.queue.reschedule", skip_all)]
async fn reschedule(
    connection: &mut PgConnection,
    ids: &[Uuid],
    next: &[Option<OffsetDateTime>],
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update payment
        set settle_tries = settle_tries + 1,
            settle_at = due.next
        from unnest($1::uuid[], $2::timestamptz[]) as due (id, next)
        where payment.id = due.id
        "#,
        ids,
        next as &[Option<OffsetDateTime>],
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Authorisations from before `before` that no booking has claimed.
#[tracing::instrument(name = "db.queue.abandoned", skip_all)]
pub async fn abandoned(
    pool: &PgPool,
    before: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<(Mode, PaymentId)>> {
    let rows = sqlx::query!(
        r#"
        select
            id,
            mode
        from payment
        where status in ('authorised', 'holder_asked') and booking_id is null and created_at < $1 and not simulated
        order by created_at
        limit $2
        "#,
        before,
        limit,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (mode_of(&row.mode), PaymentId::Ours(row.id))).collect())
}
