//! Which booking a worker takes up, and how it keeps and gives back what it took.

use service::queues::{Figures, Measure, Queue};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::repository::{Claim, LEASE};

/// What a person may have to look at.
pub const QUEUES: [Queue; 2] = [
    Queue::new("needs_person", "select count(*) from booking where needs_human"),
    Queue::new(
        "orders_in_doubt",
        "select count(*) from booking where state = 'ORDER_UNKNOWN' and next_action_at is not null",
    ),
];

/// Bookings that have not ended, and how old the oldest one is. A state without a booking has a row too.
pub const UNFINISHED: Figures = Figures {
    labels: &["mode", "state"],
    measures: &[
        Measure {
            name: "bookings.unfinished",
            unit: "{booking}",
            description: "Bookings that have not ended",
        },
        Measure { name: "bookings.oldest.age", unit: "s", description: "Age of the oldest such booking" },
    ],
    query: "with due as materialized (
            select id, mode, state, created_at from booking where next_action_at is not null
        )
        select
            mode,
            state,
            count(id),
            coalesce(extract(epoch from now() - min(created_at)), 0)::bigint
        from unnest(array['test', 'live']) as modes (mode)
        cross join unnest(
            array[
                'DRAFT', 'AUTH_SENT', 'AWAIT_3DS', 'AUTHORISED', 'ORDER_SENT', 'ORDER_UNKNOWN', 'ORDERED',
                'CAPTURE_SENT', 'CANCEL_SENT', 'VOID_SENT'
            ]
        ) as states (state)
        left join due using (mode, state)
        group by mode, state",
};

/// Takes the booking that is due longest and held by nobody.
#[tracing::instrument(name = "db.queue.claim", skip_all)]
pub async fn claim(pool: &PgPool, worker: Uuid, now: OffsetDateTime) -> sqlx::Result<Option<Claim>> {
    sqlx::query_as!(
        Claim,
        "update booking
        set
            epoch = epoch + 1,
            nudged = false,
            lease_owner = $1,
            lease_until = $3
        where id = (
            select id
            from booking
            where next_action_at <= $2 and (lease_until is null or lease_until < $2)
            order by next_action_at
            limit 1
            for update skip locked
        )
        returning id, epoch",
        worker,
        now,
        now + LEASE,
    )
    .fetch_optional(pool)
    .await
}

/// Keeps a booking during a long call. False: somebody else has it.
#[tracing::instrument(name = "db.queue.renew", skip_all)]
pub async fn renew(pool: &PgPool, claim: Claim, now: OffsetDateTime) -> sqlx::Result<bool> {
    let renewed = sqlx::query!(
        "update booking set lease_until = $3 where id = $1 and epoch = $2 and lease_owner is not null",
        claim.id,
        claim.epoch,
        now + LEASE,
    )
    .execute(pool)
    .await?;
    Ok(renewed.rows_affected() == 1)
}

/// Gives a booking back, due again at `next`, at once where it was nudged meanwhile, or never.
#[tracing::instrument(name = "db.queue.release", skip_all)]
pub async fn release(
    pool: &PgPool,
    claim: Claim,
    next: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking
        set
            lease_owner = null,
            lease_until = null,
            next_action_at = case when nudged then $4::timestamptz else $3::timestamptz end
        where id = $1 and epoch = $2",
        claim.id,
        claim.epoch,
        next,
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The booker waits for their bank no longer: a worker ends the booking now, unless the bank has answered.
#[tracing::instrument(name = "db.queue.abandon", skip_all)]
pub async fn abandon(pool: &PgPool, booking: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking
        set abandoned_at = $2, next_action_at = $2, nudged = true
        where id = $1 and state = 'AWAIT_3DS'",
        booking,
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Has a worker look at a booking now, if any is to look at it at all.
#[tracing::instrument(name = "db.queue.hurry", skip_all)]
pub async fn hurry(connection: &mut PgConnection, booking: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking
        set next_action_at = $2, nudged = true
        where id = $1 and next_action_at is not null",
        booking,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Has a worker look at a booking now, unless that has ended or waits for nothing.
#[tracing::instrument(name = "db.queue.nudge", skip_all)]
pub async fn nudge(connection: &mut PgConnection, booking: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking
        set next_action_at = $2, nudged = true
        where id = $1
            and next_action_at is not null
            and (
                state not in ('TICKETED', 'FAILED')
                or exists (
                    select
                    from cancellation
                    where booking_id = booking.id and stage = 'REFUND_SENT'
                )
            )",
        booking,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::saga::State;

    #[test]
    fn every_state_that_is_no_end_is_measured() {
        for state in State::ALL {
            let is_measured = UNFINISHED.query.contains(&format!("'{}'", state.as_str()));
            assert_eq!(is_measured, !state.is_end(), "{state:?}");
        }
    }
}
