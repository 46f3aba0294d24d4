use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::{credit, mode_text};
use crate::domain::Booking;
use crate::domain::cancellation::came_to_nothing;
use crate::domain::saga::State;
use crate::repository::{Alerts, Webhook, WebhookFacts};

impl Store {
    /// Keeps a webhook and has a worker look at the booking it speaks of, unless nothing is under way there. Answers
    /// the bookings that a person must look at: once, as somebody may have dealt with them by the time it is repeated.
    #[tracing::instrument(name = "db.webhook.receive", skip_all)]
    pub async fn receive(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> sqlx::Result<Alerts> {
        let mut transaction = self.pool.begin().await?;
        let kept = sqlx::query!(
            "insert into webhook (provider, mode, event_id, kind, offer_id, order_id, received_at)
            values ('duffel', $1, $2, $3, $4, $5, $6)
            on conflict on constraint webhook_pkey do nothing",
            mode_text(webhook.mode),
            webhook.event_id,
            webhook.kind,
            webhook.offer_id,
            webhook.order_id,
            now,
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!(
            "update booking
            set next_action_at = $4, nudged = true
            where mode = $1
                and (offer_id = $2 or order_id = $3)
                and next_action_at is not null
                and (
                    state not in ('TICKETED', 'FAILED')
                    or exists (
                        select
                        from cancellation
                        where booking_id = booking.id
                            and stage in ('REQUESTED', 'CONFIRM_SENT', 'CONFIRM_UNKNOWN', 'REFUND_SENT')
                    )
                )",
            mode_text(webhook.mode),
            webhook.offer_id,
            webhook.order_id,
            now,
        )
        .execute(&mut *transaction)
        .await?;
        credit::report(&mut transaction, webhook, now).await?;
        let disputed = dispute(&mut transaction, webhook).await?;
        let is_new = kept.rows_affected() == 1;
        let changed = if is_new { note_change(&mut transaction, webhook).await? } else { None };
        transaction.commit().await?;
        Ok(Alerts { disputed, changed })
    }

    #[tracing::instrument(name = "db.webhook.webhook_facts", skip_all)]
    pub async fn webhook_facts(
        &self,
        mode: Mode,
        offer_id: &str,
        since: OffsetDateTime,
    ) -> sqlx::Result<WebhookFacts> {
        sqlx::query_as!(
            WebhookFacts,
            r#"select
                exists(
                    select
                    from webhook
                    where mode = $1 and offer_id = $2 and kind = 'order.created'
                ) as "reported_created!",
                (
                    select max(order_id)
                    from webhook
                    where mode = $1 and offer_id = $2 and kind = 'order.created'
                ) as order_id,
                exists(
                    select
                    from webhook
                    where mode = $1 and offer_id = $2 and kind = 'order.creation_failed'
                ) as "reported_failed!",
                exists(select from webhook where mode = $1 and received_at >= $3) as "any_arrived!""#,
            mode_text(mode),
            offer_id,
            since,
        )
        .fetch_one(&self.pool)
        .await
    }
}

/// An offer may have had bookings that never came to an order: only the one that was dispatched can be meant.
async fn dispute(connection: &mut PgConnection, webhook: &Webhook<'_>) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "update booking
        set needs_human = true, order_reported = true
        where mode = $1
            and offer_id = $2
            and $3 = 'order.created'
            and order_id is null
            and not order_reported
            and state in ('VOID_SENT', 'FAILED')
            and exists (select from offer_dispatch where booking_id = booking.id)
        returning id",
        mode_text(webhook.mode),
        webhook.offer_id,
        webhook.kind,
    )
    .fetch_optional(connection)
    .await
}

/// Whom a step alarms because of webhooks that came before it, and called nobody then.
#[tracing::instrument(name = "db.webhook.overtaken", skip_all)]
pub async fn overtaken(
    connection: &mut PgConnection,
    before: &Booking,
    after: &Booking,
) -> sqlx::Result<Alerts> {
    let gives_up = before.saga != after.saga && matches!(after.saga.state, State::VoidSent | State::Failed);
    let stands = before
        .cancellation
        .as_ref()
        .zip(after.cancellation.as_ref())
        .is_some_and(|(before, after)| came_to_nothing(before.stage, after.stage));
    let disputed = if gives_up { dispute_given_up(connection, after.id).await? } else { None };
    let is_ticketed = before.saga.state != State::Ticketed && after.saga.state == State::Ticketed;
    let changed =
        if stands || is_ticketed { note_change_meanwhile(connection, after.id).await? } else { None };
    Ok(Alerts { disputed, changed })
}

/// The same, for a booking that is given up just now, and a webhook that came a moment before.
async fn dispute_given_up(connection: &mut PgConnection, booking: Uuid) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "update booking
        set needs_human = true, order_reported = true
        where id = $1
            and order_id is null
            and state in ('VOID_SENT', 'FAILED')
            and exists (select from offer_dispatch where booking_id = booking.id)
            and exists (
                select
                from webhook
                where webhook.mode = booking.mode
                    and webhook.offer_id = booking.offer_id
                    and webhook.kind = 'order.created'
            )
        returning id",
        booking,
    )
    .fetch_optional(connection)
    .await
}

/// A ticketed trip that the airline changed, or that was cancelled there and not from here: a credit tells that too,
/// and nothing here would keep its code.
async fn note_change(connection: &mut PgConnection, webhook: &Webhook<'_>) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "update booking
        set needs_human = true
        where mode = $1
            and order_id = $2
            and state = 'TICKETED'
            and $3 in (
                'order.airline_initiated_change_detected',
                'order_cancellation.confirmed',
                'air.airline_credit.created'
            )
            and not exists (
                select
                from cancellation
                where booking_id = booking.id and stage not in ('QUOTED', 'REFUSED')
            )
        returning id",
        mode_text(webhook.mode),
        webhook.order_id,
        webhook.kind,
    )
    .fetch_optional(connection)
    .await
}

/// The same, for a trip that is paid for just now, or was about to be cancelled from here and is not: what the airline
/// did meanwhile called nobody, as nobody would have flown.
async fn note_change_meanwhile(connection: &mut PgConnection, booking: Uuid) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "update booking
        set needs_human = true
        where id = $1
            and exists (
                select
                from webhook
                left join cancellation on cancellation.booking_id = booking.id
                where webhook.mode = booking.mode
                    and webhook.order_id = booking.order_id
                    and webhook.kind in (
                        'order.airline_initiated_change_detected',
                        'order_cancellation.confirmed',
                        'air.airline_credit.created'
                    )
                    and (cancellation.requested_at is null or webhook.received_at >= cancellation.requested_at)
            )
        returning id",
        booking,
    )
    .fetch_optional(connection)
    .await
}

/// When the newest webhook of live mode came, of those that are kept.
#[tracing::instrument(name = "db.webhook.last_of_live", skip_all)]
pub async fn last_of_live(pool: &PgPool) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!("select max(received_at) from webhook where mode = 'live'").fetch_one(pool).await
}
