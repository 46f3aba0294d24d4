//! The account that a guest gets with their first trip.

use std::time::Duration;

use anyhow::Context;
use failpoint::failpoint;
use proto::booking::v1::NewAccount;
use proto::identity::v1::{CreateBookingAccountRequest, CreateBookingAccountResponse};

use super::Bookings;
use crate::domain::Booking;
use crate::repository::Repository;
use crate::upstreams::context_of;

/// Short, because the answer to the booking waits for it.
pub(super) const WITHIN: Duration = Duration::from_secs(5);

impl<S: Repository> Bookings<S> {
    /// Makes the account of a guest. Its password is shown in this answer only.
    pub(super) async fn make_account(&self, booking: &Booking) -> Option<NewAccount> {
        match self.store.offer_account(booking.id).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the account of a guest is left to a worker");
                return None;
            }
        }
        let made = self.try_account(booking).await.unwrap_or_else(|error| {
            tracing::warn!(error = format!("{error:#}"), "the account of a guest is left to a worker");
            None
        });
        self.local.changes.changed(booking.id, None);
        made
    }

    async fn try_account(&self, booking: &Booking) -> anyhow::Result<Option<NewAccount>> {
        let answer = self.request_account(booking, true).await?;
        let owner = answer.created.then(|| format!("user:{}", answer.user_id));
        self.store.finish_account(booking.id, owner.as_deref()).await?;
        let email = booking.primary().map(|primary| primary.email.clone()).unwrap_or_default();
        Ok(answer.created.then_some(NewAccount {
            username: answer.username,
            password: answer.password,
            email,
            session_token: answer.session_token,
        }))
    }

    /// Asks svc-identity for the account of a guest. `answer_waits`: the answer to the booking shows its password.
    pub async fn request_account(
        &self,
        booking: &Booking,
        answer_waits: bool,
    ) -> anyhow::Result<CreateBookingAccountResponse> {
        let primary = booking.primary().context("a booking without travellers")?;
        let context = context_of(booking)?;
        let message = CreateBookingAccountRequest {
            booking_id: booking.id.to_string(),
            email: primary.email.clone(),
            first_name: primary.given_name.clone(),
            last_name: primary.family_name.clone(),
            answer_waits,
            letterhead: Some(booking.letterhead.clone().into_message()),
            session_id: context.session_id.map(|id| id.to_string()).unwrap_or_default(),
        };
        let request = context.request_within(WITHIN, message);
        let answer = self.upstreams.identity.clone().create_booking_account(request).await?;
        failpoint!("account.answered");
        Ok(answer.into_inner())
    }
}
