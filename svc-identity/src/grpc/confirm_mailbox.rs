//! The mailbox of a signed-in account is proved to be its holder's.
//!
//! An account may have been made by somebody who knew only the address, and who is still signed in or knows the
//! password. So the first proof ends every session but the one that brought it.

use mail::Letterhead;
use proto::identity::v1::{ConfirmMailboxRequest, ConfirmMailboxResponse};
use service::RequestContext;
use service::token::{self, TokenHash};
use sqlx::PgConnection;
use time::OffsetDateTime;
use url::Url;

use super::Identity;
use super::create_booking_account::LIFETIME;
use crate::domain::account::{Account, is_same};
use crate::domain::password;
use crate::domain::session::Session;
use crate::error::Error;
use crate::{mails, store};

pub async fn confirm(
    identity: &Identity,
    context: &RequestContext,
    request: ConfirmMailboxRequest,
) -> Result<ConfirmMailboxResponse, Error> {
    let (session, account) = identity.signed_in(context).await?;
    if !is_same(&account.email, request.email.trim()) {
        return Err(Error::OtherAddress);
    }
    let Some(unproved) = store::mailbox::find_unproved(&identity.pool, account.id).await? else {
        return Ok(ConfirmMailboxResponse::default());
    };
    // Before the transaction: hashing may wait for seconds, and no row is locked meanwhile.
    let nobodys = if unproved.is_from_booking {
        Some(identity.passwords.hash(password::generate()).await?)
    } else {
        None
    };
    let now = identity.clock.now();
    let mut transaction = identity.pool.begin().await?;
    if !store::mailbox::prove(&mut transaction, account.id, now).await? {
        return Ok(ConfirmMailboxResponse::default());
    }
    let session_token = keep_only(&mut transaction, &session, &account).await?;
    if let Some(password_hash) = &nobodys {
        store::account::set_password(&mut transaction, account.id, password_hash).await?;
        let look = &Letterhead::of(request.letterhead);
        mail_link(&mut transaction, &account, look, identity.site(context), now).await?;
    }
    transaction.commit().await?;
    identity.wake.all();
    Ok(ConfirmMailboxResponse { session_token, password_ended: nobodys.is_some() })
}

/// Ends all other sessions and links, and answers this session's new token.
async fn keep_only(
    connection: &mut PgConnection,
    session: &Session,
    account: &Account,
) -> Result<String, Error> {
    let token = token::generate();
    store::session::delete_all(&mut *connection, account.id, Some(session.id)).await?;
    store::one_time_token::delete_all(&mut *connection, account.id).await?;
    store::session::renew(connection, session.id, TokenHash::of(&token)).await?;
    Ok(token)
}

async fn mail_link(
    connection: &mut PgConnection,
    account: &Account,
    look: &Letterhead,
    site: &Url,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let token = token::generate();
    let mut mail = mails::password_ended(account, look, site, &token);
    mail.useless_after = Some(now + LIFETIME);
    store::one_time_token::insert(&mut *connection, TokenHash::of(&token), account.id, now + LIFETIME)
        .await?;
    mail::enqueue(connection, &mails::SEAL, &mail, now).await?;
    Ok(())
}
