use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// An event to be told once the transaction it is written in has committed.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// By which the broker and the inbox know it again.
    pub id: Uuid,
    /// What happened, such as `booking.confirmed`.
    pub subject: &'static str,
    /// A protobuf message of the owner's package.
    pub payload: Vec<u8>,
    /// Of the thing told about; grows with every change of it.
    pub version: i64,
}

/// Writes the event into the outbox of the business transaction that `connection` is in. Its span names the event, by which
/// the trace that publishes it is found.
#[tracing::instrument(name = "db.outbox.insert", skip_all, fields(event.id = %event.id))]
pub async fn append(
    connection: &mut PgConnection,
    event: &NewEvent,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query("insert into outbox (id, subject, payload, version, created_at) values ($1, $2, $3, $4, $5)")
        .bind(event.id)
        .bind(event.subject)
        .bind(&event.payload)
        .bind(event.version)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
