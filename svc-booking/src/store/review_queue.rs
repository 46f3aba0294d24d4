//! What an administrator reads of the bookings that a person must look at.

use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use crate::domain::Booking;
use crate::repository::Evidence;

/// As many as a person can look through.
const MOST: i64 = 100;

/// A call that changes something at somebody else's, and its answer.
pub struct Attempt {
    pub op: String,
    pub n: i32,
    pub prepared_at: OffsetDateTime,
    pub answered_at: Option<OffsetDateTime>,
    pub class: Option<String>,
    pub http_status: Option<i32>,
    pub request_id: Option<String>,
    pub evidence: Option<Json<Evidence>>,
}

/// What happened to a booking: a step of its saga, or a decision.
pub struct Entry {
    pub at: OffsetDateTime,
    pub what: String,
    pub from_state: String,
    pub to_state: String,
    pub operator: Option<Uuid>,
    pub note: Option<String>,
}

/// What people call a booking.
pub struct Name {
    pub id: Uuid,
    pub booking_reference: Option<String>,
    pub state: String,
}

/// A person must look at the booking, however its saga ends if its `order_is_reported`.
#[tracing::instrument(name = "db.review_queue.request_review", skip_all)]
pub async fn request_review(
    connection: &mut PgConnection,
    booking: Uuid,
    order_is_reported: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking set needs_human = true, order_reported = order_reported or $2 where id = $1",
        booking,
        order_is_reported,
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Of all brands and both modes.
    #[tracing::instrument(name = "db.review_queue.names", skip_all)]
    pub async fn names(&self, ids: &[Uuid]) -> sqlx::Result<Vec<Name>> {
        sqlx::query_as!(Name, "select id, booking_reference, state from booking where id = any($1)", ids)
            .fetch_all(&self.pool)
            .await
    }

    /// The oldest, the oldest first.
    #[tracing::instrument(name = "db.review_queue.in_review", skip_all)]
    pub async fn in_review(&self) -> anyhow::Result<Vec<Booking>> {
        let ids = sqlx::query_scalar!(
            "select id from booking where needs_human order by created_at, id limit $1",
            MOST,
        )
        .fetch_all(&self.pool)
        .await?;
        let mut bookings = self.load_all(&ids).await?;
        bookings.sort_by_key(|booking| (booking.created_at, booking.id));
        Ok(bookings)
    }

    #[tracing::instrument(name = "db.review_queue.count_in_review", skip_all)]
    pub async fn count_in_review(&self) -> sqlx::Result<i64> {
        sqlx::query_scalar!(r#"select count(*) as "count!" from booking where needs_human"#)
            .fetch_one(&self.pool)
            .await
    }

    /// In the order they were made.
    #[tracing::instrument(name = "db.review_queue.attempts", skip_all)]
    pub async fn attempts(&self, booking: Uuid) -> sqlx::Result<Vec<Attempt>> {
        sqlx::query_as!(
            Attempt,
            r#"select
                op,
                n,
                prepared_at,
                answered_at,
                class,
                http_status,
                request_id,
                evidence as "evidence: Json<Evidence>"
            from provider_attempt
            where booking_id = $1
            order by prepared_at, op, n"#,
            booking,
        )
        .fetch_all(&self.pool)
        .await
    }

    /// Steps and decisions, in their order.
    #[tracing::instrument(name = "db.review_queue.history", skip_all)]
    pub async fn history(&self, booking: Uuid) -> sqlx::Result<Vec<Entry>> {
        sqlx::query_as!(
            Entry,
            r#"select
                at as "at!",
                what as "what!",
                from_state as "from_state!",
                to_state as "to_state!",
                operator,
                note
            from (
                select
                    at,
                    cause as what,
                    from_state,
                    to_state,
                    null::uuid as operator,
                    null::text as note,
                    version as place
                from booking_event
                where booking_id = $1
                union all
                select at, action, state, state, operator, note, n
                from ruling
                where booking_id = $1
            ) as entries
            order by at, place"#,
            booking,
        )
        .fetch_all(&self.pool)
        .await
    }

    /// Whether another booking of the mode has an order.
    #[tracing::instrument(name = "db.review_queue.is_order_of_another", skip_all)]
    pub async fn is_order_of_another(&self, booking: &Booking, order_id: &str) -> sqlx::Result<bool> {
        sqlx::query_scalar!(
            r#"select exists(
                select from booking where mode = $1 and order_id = $2 and id <> $3
            ) as "exists!""#,
            super::mode_text(booking.mode),
            order_id,
            booking.id,
        )
        .fetch_one(&self.pool)
        .await
    }
}
