//! What the person on duty is told of bookings in manual review: nothing that is sealed, and nothing personal.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// A booking in manual review.
pub struct Row {
    pub id: Uuid,
    pub mode: String,
    pub state: String,
    /// Of its cancellation.
    pub stage: Option<String>,
    pub price_minor: i64,
    pub currency: String,
    pub money_taken: bool,
    /// Of the latest decision.
    pub decided_at: Option<OffsetDateTime>,
}

/// All of them, the oldest first.
#[tracing::instrument(name = "db.on_call.open", skip_all)]
pub async fn open(connection: &mut PgConnection) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"select
            booking.id,
            booking.mode,
            booking.state,
            cancellation.stage as "stage?",
            booking.price_minor,
            booking.currency,
            booking.money_taken,
            (select max(at) from ruling where ruling.booking_id = booking.id) as decided_at
        from booking
        left join cancellation on cancellation.booking_id = booking.id
        where booking.needs_human
        order by booking.created_at, booking.id"#,
    )
    .fetch_all(connection)
    .await
}
