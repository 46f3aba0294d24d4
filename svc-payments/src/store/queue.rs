//! Which payments the resolver and the sweeper look at next.

use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::payment::id_of;
use crate::domain::{PaymentId, mode_of, mode_text};

/// Has the resolver look at a payment at once.
#[tracing::instrument(name = "db.queue.settle_now", skip_all)]
pub async fn make_due(connection: &mut PgConnection, id: PaymentId, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("update payment set settle_at = $2 where id = $1", id.uuid(), now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Has the resolver look at the payment of an intent at once, unless the payment has ended.
#[tracing::instrument(name = "db.queue.settle_intent_now", skip_all)]
pub async fn make_intent_due(
    connection: &mut PgConnection,
    mode: Mode,
    intent_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        update payment
        set settle_at = $3
        where mode = $1 and intent_id = $2 and status not in ('declined', 'voided')
        "#,
        mode_text(mode),
        intent_id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes payments that are due to be looked at. Each is due again later, with growing pauses up to a quarter of an
/// hour, for as long as it is in doubt. A payment with a paid refund is due again when the refund is twice as old,
/// until the refund is 45 days old: a bank sends money back within that time.
#[tracing::instrument(name = "db.queue.take_due", skip_all)]
pub async fn take_due(
    pool: &PgPool,
    now: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<(Mode, PaymentId)>> {
    let rows = sqlx::query!(
        r#"
        update payment
        set settle_tries = settle_tries + 1,
            settle_at = case
                when status in ('create_sent', 'confirm_sent', 'holder_asked', 'capture_sent', 'void_sent')
                    or refunding_minor > 0
                then $1 + make_interval(secs => least(5 * 2 ^ least(settle_tries, 8), 900))
                when not simulated
                then (
                    select $1 + least(greatest(age, interval '1 day'), interval '45 days' - age)
                    from (
                        select $1 - max(refund.created_at) as age
                        from refund
                        where refund.payment_id = payment.id and refund.status = 'done'
                    ) as newest
                    where age < interval '45 days'
                )
            end
        where id in (
            select id
            from payment
            where settle_at <= $1
            order by settle_at
            limit $2
            for update skip locked
        )
        returning
            id,
            mode,
            simulated
        "#,
        now,
        limit,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (mode_of(&row.mode), id_of(row.id, row.simulated))).collect())
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
