//! Takes a booking in: checked, priced, stored together with its key; or refused before anything was stored.
//!
//! A repeated request finds the same booking. A payment that pays for nothing is released.

mod payment;
mod purchase;
mod sale;

use std::time::Duration;

use failpoint::failpoint;
use money::Money;
use proto::booking::v1::{CreateBookingRequest, NewAccount};
use service::{FieldErrors, Problem, RequestContext, mode_mismatch};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Bookings, LONGEST_WAIT, account};
use crate::change_notifier::Subscription;
use crate::domain::Booking;
use crate::domain::booking::AccountState;
use crate::error::Error;
use crate::repository::{Inserted, Key, Repository};
use crate::upstreams::{BAG_UNAVAILABLE, DOCUMENTS_UNSUPPORTED};

/// A booking as its request is answered.
pub struct Created {
    pub booking: Booking,
    /// The account that was made for a guest. Its password is shown in this answer only.
    pub account: Option<NewAccount>,
}

/// A booking that was stored, now or by an earlier request.
struct Taken {
    id: Uuid,
    is_new: bool,
    subscription: Subscription,
}

impl<S: Repository> Bookings<S> {
    /// Makes a booking, or finds the one that the same purchase has made, and waits for its end as long as asked.
    pub async fn create(
        &self,
        context: &RequestContext,
        request: CreateBookingRequest,
    ) -> Result<Created, Error> {
        let wait = Duration::from_millis(request.wait_ms.into()).min(LONGEST_WAIT);
        // Time is left for the account, whose password is shown in this answer only.
        let left = context.patience(wait + account::WITHIN).saturating_sub(account::WITHIN);
        let deadline = Instant::now() + left;
        let Taken { id, is_new, mut subscription } = self.take(context, request).await?;
        failpoint!("http.committed_unanswered");
        let has_answer = |booking: &Booking| booking.saga.state.is_end() || booking.awaits_holder();
        let booking = subscription.until(&self.store, id, deadline, has_answer).await;
        let booking = self.leave_open(booking.map_err(Error::Internal)?).await.map_err(Error::Internal)?;
        let is_owed = is_new && booking.account == AccountState::Due;
        let account = if is_owed { self.make_account(&booking).await } else { None };
        Ok(Created { booking, account })
    }

    /// Returns the booking to answer with. If it has no end, the traveller gets the end by email.
    async fn leave_open(&self, booking: Booking) -> anyhow::Result<Booking> {
        if booking.saga.state.is_end() || self.store.leave_open(booking.id).await? {
            return Ok(booking);
        }
        // It has ended just now.
        Ok(self.store.load(booking.id).await?.unwrap_or(booking))
    }

    async fn take(&self, context: &RequestContext, request: CreateBookingRequest) -> Result<Taken, Error> {
        let principal = context.require_principal().map_err(|status| Problem::from_status(&status))?;
        mode_mismatch(request.expected_mode(), context.mode)?;
        let amount = check(&request)?;
        let subscription = self.local.changes.listen();
        let key = self.key_of(&request);
        if let Some(id) = self.find_purchase(context, &key, &request).await? {
            self.release_payment(context, &request.payment_id).await;
            return Ok(Taken { id, is_new: false, subscription });
        }
        let payment_id = self.payment_of(context, &request, amount).await?;
        let outcome = async {
            let sale = self.sale_of(context, &request).await?;
            if sale.total != amount {
                return Err(Error::PriceChanged(sale.total));
            }
            let payment_id = payment_id.clone().ok_or(Error::NoPayment)?;
            let booking = self.new_booking(context, principal.to_string(), sale, payment_id)?;
            self.store_new(context, &booking, &key, &request).await
        }
        .await;
        let outcome = self.or_own_booking(context, &request.offer_id, &key, outcome).await;
        if outcome.as_ref().map_or_else(ends_the_purchase, |(_, is_new)| !is_new) {
            self.release_payment(context, &payment_id.unwrap_or_default()).await;
        }
        outcome.map(|(id, is_new)| Taken { id, is_new, subscription })
    }

    /// Stores the booking, or finds the one that the same purchase has made meanwhile. Begins nothing once the caller
    /// has gone: a caller who asks under their key later, and finds nothing, counts on that.
    async fn store_new(
        &self,
        context: &RequestContext,
        booking: &Booking,
        key: &Key,
        request: &CreateBookingRequest,
    ) -> Result<(Uuid, bool), Error> {
        if context.patience(Duration::MAX).is_zero() {
            return Err(Error::TooLate);
        }
        let inserted = self.store.insert(booking, key).await.map_err(Error::Internal)?;
        if inserted == Inserted::New {
            tracing::info!(booking.id = %booking.id, "a booking was made");
            self.local.workers.notify_one();
            return Ok((booking.id, true));
        }
        match self.find_purchase(context, key, request).await? {
            Some(id) => Ok((id, false)),
            None if inserted == Inserted::PaymentTaken => Err(Error::NoPayment),
            None => Err(Error::OfferExpired),
        }
    }
}

/// Checks what needs no other service.
fn check(request: &CreateBookingRequest) -> Result<Money, Error> {
    let mut errors = FieldErrors::default();
    errors.require(!request.offer_id.is_empty(), "offerId", "Offer ID is required for booking");
    let no_passengers = "At least one passenger is required for booking";
    errors.require(!request.passengers.is_empty(), "passengers", no_passengers);
    errors.require(request.idempotency_key.len() <= 255, "Idempotency-Key", "At most 255 characters");
    let amount = Money::parse(&request.amount, &request.currency);
    let message = if request.amount.is_empty() {
        "Payment details are required for booking"
    } else {
        "The amount must be a decimal number in a currency"
    };
    errors.require(amount.is_ok(), "paymentDetails.amount", message);
    errors.into_result()?;
    amount.map_err(|error| Error::Internal(error.into()))
}

/// Whether the traveller can't go on with this payment, because it pays for nothing any more.
fn ends_the_purchase(error: &Error) -> bool {
    match error {
        Error::OfferExpired | Error::PriceChanged(_) | Error::KeyReused => true,
        Error::Problem(problem) => [DOCUMENTS_UNSUPPORTED, BAG_UNAVAILABLE].contains(&problem.code.as_str()),
        _ => false,
    }
}
