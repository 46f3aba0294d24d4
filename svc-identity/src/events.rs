//! The events that this service publishes.

use events::{NewEvent, Stream};
use prost::Message;
use proto::identity::v1::{ModeChanged, UserClosed, UserCreated};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::domain::system_mode::SystemMode;

pub const STREAM: Stream = Stream::new("IDENTITY", &["user.>", "system.>"]);
const USER_CREATED: &str = "user.created";
const USER_CLOSED: &str = "user.closed";
const SYSTEM_MODE: &str = "system.mode";

/// Publishes a new account. An administrator has no brand.
pub async fn user_created(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let brand = account.brand.clone().unwrap_or_default();
    let payload = UserCreated { user_id: account.id.to_string(), brand }.encode_to_vec();
    publish(connection, USER_CREATED, payload, 1, now).await
}

/// Publishes that an account is erased: others erase what they keep for it alone.
pub async fn user_closed(
    connection: &mut PgConnection,
    account: &Account,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let brand = account.brand.clone().unwrap_or_default();
    let payload = UserClosed { user_id: account.id.to_string(), brand }.encode_to_vec();
    publish(connection, USER_CLOSED, payload, 2, now).await
}

pub async fn mode_changed(
    connection: &mut PgConnection,
    mode: SystemMode,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let payload = ModeChanged { mode: mode.mode.into(), version: mode.version }.encode_to_vec();
    publish(connection, SYSTEM_MODE, payload, mode.version, now).await
}

async fn publish(
    connection: &mut PgConnection,
    subject: &'static str,
    payload: Vec<u8>,
    version: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    events::append(connection, &NewEvent { id: Uuid::now_v7(), subject, payload, version }, now).await
}
