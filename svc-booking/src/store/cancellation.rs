use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::snapshot_of;
use crate::domain::Booking;
use crate::domain::booking::Cancellation;
use crate::domain::cancellation::Stage;
use crate::domain::cause::Cause;
use crate::domain::review::{ReviewAction, Snapshot};

/// Writes a booking's cancellation as it stands, over any earlier one.
#[tracing::instrument(name = "db.cancellation.put", skip_all)]
pub async fn put(connection: &mut PgConnection, booking: &Booking) -> sqlx::Result<()> {
    let Some(cancellation) = &booking.cancellation else { return Ok(()) };
    sqlx::query!(
        "insert into cancellation (
            booking_id,
            stage,
            quote_id,
            fare_minor,
            markup_minor,
            to_card_minor,
            refund_to,
            expires_at,
            confirmed_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict on constraint cancellation_pkey do update
        set
            stage = excluded.stage,
            quote_id = excluded.quote_id,
            fare_minor = excluded.fare_minor,
            markup_minor = excluded.markup_minor,
            to_card_minor = excluded.to_card_minor,
            refund_to = excluded.refund_to,
            expires_at = excluded.expires_at,
            confirmed_at = excluded.confirmed_at",
        booking.id,
        cancellation.stage.as_str(),
        cancellation.quote_id,
        cancellation.refund.fare.minor,
        cancellation.refund.markup.minor,
        cancellation.refund.to_card.minor,
        cancellation.refund.to.as_str(),
        cancellation.expires_at,
        cancellation.confirmed_at,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes down that the money of a booking that has ended did not get back to its card, and requests a review. The new
/// epoch stops a worker that holds the booking. Returns false if there is nothing to write.
#[tracing::instrument(name = "db.cancellation.refund_failed", skip_all)]
pub async fn refund_failed(
    connection: &mut PgConnection,
    booking: Uuid,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let Some(after) = after_refund(connection, booking).await? else { return Ok(false) };
    sqlx::query!(
        "with ended as (
            update booking
            set needs_human = true, version = version + 1, epoch = epoch + 1
            where id = $1
            returning id, version, state, epoch
        ),
        stage as (
            update cancellation
            set stage = $2
            where booking_id = $1 and stage <> $2
        )
        insert into booking_event (booking_id, version, from_state, to_state, cause, epoch, at)
        select id, version, state, state, $3, epoch, $4
        from ended",
        booking,
        after.stage.map(Stage::as_str),
        Cause::RefundCameBack.as_str(),
        now,
    )
    .execute(connection)
    .await?;
    Ok(true)
}

/// The booking with its refund back, if that changes it. Its row is locked first and read then, so that a step under way
/// is over.
async fn after_refund(connection: &mut PgConnection, booking: Uuid) -> anyhow::Result<Option<Snapshot>> {
    sqlx::query!("select id from booking where id = $1 for no key update", booking)
        .fetch_optional(&mut *connection)
        .await?;
    let row = sqlx::query!(
        r#"select
            state,
            money_taken,
            (select stage from cancellation where booking_id = $1) as stage,
            exists(select from ruling where booking_id = $1 and action = $2) as "is_paid_by_hand!"
        from booking
        where id = $1"#,
        booking,
        ReviewAction::PaidBack.as_str(),
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let before = snapshot_of(&row.state, row.stage.as_deref(), row.money_taken)?;
    Ok(before.with_refund_back(row.is_paid_by_hand))
}

impl Store {
    /// Keeps a quote over the one before, unless a cancellation is under way or done.
    #[tracing::instrument(name = "db.cancellation.put_quote", skip_all)]
    pub async fn put_quote(&self, booking: Uuid, quote: &Cancellation) -> sqlx::Result<bool> {
        let stored = sqlx::query!(
            "insert into cancellation (
                booking_id,
                stage,
                quote_id,
                fare_minor,
                markup_minor,
                to_card_minor,
                refund_to,
                expires_at
            )
            values ($1, 'QUOTED', $2, $3, $4, $5, $6, $7)
            on conflict on constraint cancellation_pkey do update
            set
                stage = 'QUOTED',
                quote_id = excluded.quote_id,
                fare_minor = excluded.fare_minor,
                markup_minor = excluded.markup_minor,
                to_card_minor = excluded.to_card_minor,
                refund_to = excluded.refund_to,
                expires_at = excluded.expires_at
            where cancellation.stage in ('QUOTED', 'REFUSED')",
            booking,
            quote.quote_id,
            quote.refund.fare.minor,
            quote.refund.markup.minor,
            quote.refund.to_card.minor,
            quote.refund.to.as_str(),
            quote.expires_at,
        )
        .execute(&self.pool)
        .await?;
        Ok(stored.rows_affected() == 1)
    }

    /// The traveller wants it on this quote: from here on a worker does. False where another quote has replaced it,
    /// or a worker is at it, or was.
    #[tracing::instrument(name = "db.cancellation.request_cancellation", skip_all)]
    pub async fn request_cancellation(
        &self,
        booking: Uuid,
        quote_id: &str,
        now: OffsetDateTime,
    ) -> sqlx::Result<bool> {
        let mut transaction = self.pool.begin().await?;
        let requested = sqlx::query!(
            "update cancellation
            set stage = 'REQUESTED', requested_at = $2
            where booking_id = $1 and stage = 'QUOTED' and quote_id = $3",
            booking,
            now,
            quote_id,
        )
        .execute(&mut *transaction)
        .await?;
        if requested.rows_affected() == 1 {
            sqlx::query!("update booking set next_action_at = $2, nudged = true where id = $1", booking, now)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(requested.rows_affected() == 1)
    }
}
