use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::{credit, mode_text, queue, review_queue, snapshot_of};
use crate::domain::Booking;
use crate::domain::webhook::{self, Alert, Changes, OrderFacts, Report};
use crate::repository::{Alerts, Webhook, WebhookFacts};

impl Store {
    /// Keeps a webhook and writes what it does to the bookings of its offer and its order. Answers the bookings that a
    /// person must look at: once, as somebody may have dealt with them by the time it is repeated.
    #[tracing::instrument(name = "db.webhook.receive", skip_all)]
    pub async fn receive(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> anyhow::Result<Alerts> {
        let mut transaction = self.pool.begin().await?;
        let is_new = keep(&mut transaction, webhook, now).await?;
        let mut alerts = Alerts::default();
        for (booking, Changes { hurries, alert }) in decided(&mut transaction, webhook, is_new).await? {
            if hurries {
                queue::hurry(&mut transaction, booking, now).await?;
            }
            if let Some(alert) = alert {
                alerts = raise(&mut transaction, booking, alert).await?;
            }
        }
        credit::report(&mut transaction, webhook, now).await?;
        transaction.commit().await?;
        Ok(alerts)
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

/// Keeps a webhook. Returns whether it has not come before.
async fn keep(
    connection: &mut PgConnection,
    webhook: &Webhook<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
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
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() == 1)
}

/// What a webhook does to each booking of its offer and its order. Their rows are locked first and read then: a step
/// under way is over by the time that they are read, and the next one finds the webhook.
async fn decided(
    connection: &mut PgConnection,
    webhook: &Webhook<'_>,
    is_new: bool,
) -> anyhow::Result<Vec<(Uuid, Changes)>> {
    let ids = sqlx::query_scalar!(
        "select id
        from booking
        where mode = $1 and (offer_id = $2 or order_id = $3)
        order by id
        for no key update",
        mode_text(webhook.mode),
        webhook.offer_id,
        webhook.order_id,
    )
    .fetch_all(&mut *connection)
    .await?;
    let rows = sqlx::query!(
        r#"select
            id,
            offer_id,
            order_id,
            state,
            money_taken,
            order_reported,
            (select stage from cancellation where booking_id = id) as stage,
            (select booking_id from offer_dispatch where booking_id = id) is not null as "was_dispatched!"
        from booking
        where id = any($1)"#,
        &ids,
    )
    .fetch_all(connection)
    .await?;
    let mut decided = Vec::with_capacity(rows.len());
    for row in rows {
        let report = Report {
            kind: webhook.kind,
            names_offer: webhook.offer_id == Some(row.offer_id.as_str()),
            names_order: webhook.order_id.is_some() && webhook.order_id == row.order_id.as_deref(),
            is_new,
        };
        let order = OrderFacts {
            was_dispatched: row.was_dispatched,
            is_known: row.order_id.is_some(),
            is_reported: row.order_reported,
        };
        let snapshot = snapshot_of(&row.state, row.stage.as_deref(), row.money_taken)?;
        decided.push((row.id, webhook::received(report, snapshot, order)));
    }
    Ok(decided)
}

/// Requests a review because of webhooks that came before a step and requested none then.
#[tracing::instrument(name = "db.webhook.overtaken", skip_all)]
pub async fn overtaken(
    connection: &mut PgConnection,
    before: &Booking,
    after: &Booking,
) -> sqlx::Result<Alerts> {
    let Some(alert) = webhook::overtaken(before, after) else { return Ok(Alerts::default()) };
    let has_come = match alert {
        Alert::Disputed => order_was_reported(connection, after).await?,
        Alert::Changed => trip_was_changed(connection, after).await?,
    };
    if has_come { raise(connection, after.id, alert).await } else { Ok(Alerts::default()) }
}

async fn raise(connection: &mut PgConnection, booking: Uuid, alert: Alert) -> sqlx::Result<Alerts> {
    review_queue::request_review(connection, booking, alert == Alert::Disputed).await?;
    Ok(Alerts::of(alert, booking))
}

async fn order_was_reported(connection: &mut PgConnection, booking: &Booking) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select
            exists(select from offer_dispatch where booking_id = $1)
            and exists(select from webhook where mode = $2 and offer_id = $3 and kind = any($4)) as "has_come!""#,
        booking.id,
        mode_text(booking.mode),
        booking.offer_id(),
        Alert::Disputed.kinds() as _,
    )
    .fetch_one(connection)
    .await
}

/// What the airline did before its cancellation was wanted here has requested a review then.
async fn trip_was_changed(connection: &mut PgConnection, booking: &Booking) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(
            select
            from webhook
            left join cancellation on booking_id = $1
            where mode = $2
                and order_id = $3
                and kind = any($4)
                and (requested_at is null or received_at >= requested_at)
        ) as "has_come!""#,
        booking.id,
        mode_text(booking.mode),
        booking.order.as_ref().map(|order| &order.id),
        Alert::Changed.kinds() as _,
    )
    .fetch_one(connection)
    .await
}

/// When the newest webhook of live mode came, of those that are kept.
#[tracing::instrument(name = "db.webhook.last_of_live", skip_all)]
pub async fn last_of_live(pool: &PgPool) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!("select max(received_at) from webhook where mode = 'live'").fetch_one(pool).await
}
