use mail::{Mail, Seal};
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::requested_mail::RequestedMail;
use crate::error::Error;
use crate::store;

/// Stores a one-time token of the account and mails the link with it, both in the caller's transaction. A mail that
/// could not be sent while its link worked is never sent.
pub async fn enqueue(
    connection: &mut PgConnection,
    seal: &Seal,
    account_id: Uuid,
    lifetime: Duration,
    now: OffsetDateTime,
    write: impl FnOnce(&str) -> Mail,
) -> Result<(), Error> {
    let token = token::generate();
    let mail = Mail { useless_after: Some(now + lifetime), ..write(&token) };
    store::one_time_token::insert(&mut *connection, TokenHash::of(&token), account_id, now + lifetime)
        .await?;
    mail::enqueue(connection, seal, &mail, now).await?;
    Ok(())
}

/// As [`enqueue`], where the limit of `mail` allows another now, else nothing.
pub async fn enqueue_within(
    mail: &RequestedMail,
    connection: &mut PgConnection,
    seal: &Seal,
    account_id: Uuid,
    lifetime: Duration,
    now: OffsetDateTime,
    write: impl FnOnce(&str) -> Mail,
) -> Result<(), Error> {
    if store::requested_mail::admit(&mut *connection, mail, now).await? {
        enqueue(connection, seal, account_id, lifetime, now, write).await?;
    }
    Ok(())
}
