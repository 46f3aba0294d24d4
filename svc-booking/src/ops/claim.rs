//! Moves a guest's trip into an account.
//!
//! A booker knows an address, but may not own it. So only the account of that address gets the trip, and only from a
//! session that has opened a link mailed there.

use proto::identity::v1::{ConfirmMailboxRequest, ConfirmMailboxResponse};
use service::{Principal, Problem, RequestContext};
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::error::Error;
use crate::repository::Reader;

/// What a claim changes for the account's session.
#[derive(Default)]
pub struct Claimed {
    /// The session's token from now on; empty if the mailbox was proved before.
    pub session_token: String,
    /// The password is no longer valid, and a link to set one is mailed.
    pub password_ended: bool,
}

impl Bookings {
    /// Puts the booking into the list of the signed-in account. Safe to repeat.
    pub async fn claim(&self, context: &RequestContext, id: Uuid) -> Result<Claimed, Error> {
        let user = context.user.ok_or(Error::NotAuthenticated)?;
        let account = Principal::User(user.id).to_string();
        let reader = Reader::from(context);
        let booking = self.find(&reader, id).await?;
        if booking.is_of(&account) {
            return Ok(Claimed::default());
        }
        if !self.is_claimable(context, &booking).await? {
            // Another request of the account may have been faster, and has closed the links.
            let is_done = self.find(&reader, id).await?.is_of(&account);
            return if is_done { Ok(Claimed::default()) } else { Err(Error::TokenInvalid) };
        }
        let confirmed = self.confirm_mailbox(context, &booking).await?;
        let claimed = Booking { owner: Some(account.clone()), ..booking };
        if self.store.claim(&claimed, &account, self.now()).await? {
            self.local.relay.notify_one();
        } else if !self.find(&reader, id).await?.is_of(&account) {
            return Err(Error::NotAllowedNow);
        }
        let ConfirmMailboxResponse { session_token, password_ended } = confirmed;
        Ok(Claimed { session_token, password_ended })
    }

    /// Whether the booking has no account yet, and the request's session has opened a link to it.
    pub async fn is_claimable(&self, context: &RequestContext, booking: &Booking) -> Result<bool, Error> {
        let Some(session) = context.session_id.filter(|_| booking.is_unclaimed()) else { return Ok(false) };
        let session = Principal::Session(session).to_string();
        Ok(self.store.has_opened(booking.id, &session, self.now()).await?)
    }

    /// Asks svc-identity whether the account has the booking's address. Its mailbox counts as proved afterwards.
    async fn confirm_mailbox(
        &self,
        context: &RequestContext,
        booking: &Booking,
    ) -> Result<ConfirmMailboxResponse, Error> {
        let message = ConfirmMailboxRequest {
            email: booking.primary().map(|primary| primary.email.clone()).unwrap_or_default(),
            letterhead: Some(booking.letterhead.clone().into_message()),
        };
        let answer = self.upstreams.identity.clone().confirm_mailbox(context.request(message)).await;
        Ok(answer.map_err(|status| Error::Problem(Problem::from_status(&status)))?.into_inner())
    }
}
