//! A guest's trip becomes an account's. Whoever books knows an address, not that it is theirs: so only the account of that
//! address gets the trip, and only from a session that has opened a link which was mailed there.

use std::sync::Arc;

use proto::booking::v1::ClaimBookingResponse;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::identity::v1::{ConfirmMailboxRequest, ConfirmMailboxResponse};
use service::client::Channel;
use service::{Principal, Problem, RequestContext, SharedClock};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::domain::Booking;
use crate::error::Error;
use crate::grpc::reader;
use crate::store::booking::Store;

pub struct Claims {
    pub store: Store,
    pub clock: SharedClock,
    pub identity: IdentityServiceClient<Channel>,
    /// Wakes the relay.
    pub told: Arc<Notify>,
}

impl Claims {
    /// Puts the booking into the list of the signed-in account. Safe to repeat: who has it already is told so.
    pub async fn claim(&self, context: &RequestContext, id: Uuid) -> Result<ClaimBookingResponse, Error> {
        let user = context.user.ok_or(Error::NotAuthenticated)?;
        let account = Principal::User(user.id).to_string();
        let booking = self.read(context, id).await?;
        if booking.is_of(&account) {
            return Ok(ClaimBookingResponse::default());
        }
        if !self.is_open(context, &booking).await? {
            // Another request of the account's may have been quicker, and has closed what the links had opened.
            let is_done = self.read(context, id).await?.is_of(&account);
            return if is_done { Ok(ClaimBookingResponse::default()) } else { Err(Error::TokenInvalid) };
        }
        let confirmed = self.confirm_mailbox(context, &booking).await?;
        let claimed = Booking { owner: Some(account.clone()), ..booking };
        if self.store.claim(&claimed, &account, self.clock.now()).await? {
            self.told.notify_one();
        } else if !self.read(context, id).await?.is_of(&account) {
            return Err(Error::NotAllowedNow);
        }
        let ConfirmMailboxResponse { session_token, password_ended } = confirmed;
        Ok(ClaimBookingResponse { session_token, password_ended })
    }

    /// The booking is nobody's yet, and the request's session has opened a link to it.
    pub async fn is_open(&self, context: &RequestContext, booking: &Booking) -> Result<bool, Error> {
        let Some(session) = context.session_id.filter(|_| booking.is_unclaimed()) else { return Ok(false) };
        let session = Principal::Session(session).to_string();
        Ok(self.store.has_opened(booking.id, &session, self.clock.now()).await?)
    }

    async fn read(&self, context: &RequestContext, id: Uuid) -> Result<Booking, Error> {
        let found = self.store.find(&reader(context), id).await.map_err(Error::Internal)?;
        found.ok_or(Error::NotFound)
    }

    /// svc-identity says whether the account has the booking's address, and from now on knows its mailbox as proved.
    async fn confirm_mailbox(
        &self,
        context: &RequestContext,
        booking: &Booking,
    ) -> Result<ConfirmMailboxResponse, Error> {
        let message = ConfirmMailboxRequest {
            email: booking.primary().map(|primary| primary.email.clone()).unwrap_or_default(),
            letterhead: Some(booking.letterhead.clone().into_message()),
        };
        let answer = self.identity.clone().confirm_mailbox(context.request(message)).await;
        Ok(answer.map_err(|status| Error::Problem(Problem::from_status(&status)))?.into_inner())
    }
}
