//! The events that this service publishes.

use events::{NewEvent, Stream};
use prost::Message;
use proto::brand::v1::BrandUpdated;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

pub const STREAM: Stream = Stream::new("BRAND", &["brand.>"]);
const BRAND_UPDATED: &str = "brand.updated";

/// Publishes that a brand is new or has changed, once the transaction of `connection` has committed.
pub async fn brand_updated(
    connection: &mut PgConnection,
    key: &str,
    version: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let payload = BrandUpdated { key: key.to_owned(), version }.encode_to_vec();
    let event = NewEvent { id: Uuid::now_v7(), subject: BRAND_UPDATED, payload, version };
    events::append(connection, &event, now).await
}
