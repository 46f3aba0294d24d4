//! A booking at the door: checked, priced, stored together with its key; or refused before anything was stored.
//!
//! Sent again, it is the same booking, and a payment that pays for nothing is given free.

mod payment;
mod purchase;
mod sale;

use std::sync::Arc;
use std::time::Duration;

use money::Money;
use proto::booking::v1::CreateBookingRequest;
use secrecy::SecretSlice;
use service::{FieldErrors, Problem, RequestContext, SharedClock, mode_mismatch};
use tokio::sync::Notify;
use url::Url;
use uuid::Uuid;

use crate::change_notifier::{ChangeNotifier, Subscription};
use crate::domain::Booking;
use crate::error::Error;
use crate::repository::{Inserted, Key, Repository};
use crate::upstreams::{DOCUMENTS_UNSUPPORTED, Upstreams};

/// Takes bookings in.
pub struct Intake {
    pub store: Arc<dyn Repository>,
    pub clock: SharedClock,
    pub notifier: ChangeNotifier,
    pub upstreams: Upstreams,
    pub hmac_key: SecretSlice<u8>,
    /// Where links in mails lead when the brand's own address is not known.
    pub system_url: Url,
    /// Wakes the workers.
    pub wake: Arc<Notify>,
}

/// A booking that was stored, now or by an earlier request.
pub struct Taken {
    pub id: Uuid,
    pub is_new: bool,
    pub subscription: Subscription,
}

impl Intake {
    pub async fn take(
        &self,
        context: &RequestContext,
        request: CreateBookingRequest,
    ) -> Result<Taken, Error> {
        let principal = context.require_principal().map_err(|status| Problem::from_status(&status))?;
        mode_mismatch(request.expected_mode(), context.mode)?;
        let amount = check(&request)?;
        let subscription = self.notifier.listen();
        let key = self.key(&request);
        if let Some(id) = self.join(context, &key, &request).await? {
            self.release(context, &request.payment_id).await;
            return Ok(Taken { id, is_new: false, subscription });
        }
        let payment_id = self.payment_of(context, &request, amount).await?;
        let outcome = async {
            let sale = self.sale(context, &request).await?;
            if sale.total != amount {
                return Err(Error::PriceChanged(sale.total));
            }
            let payment_id = payment_id.clone().ok_or(Error::NoPayment)?;
            let booking = self.booking(context, principal.to_string(), sale, payment_id)?;
            self.insert(context, &booking, &key, &request).await
        }
        .await;
        let outcome = self.or_own(context, &request.offer_id, &key, outcome).await;
        if outcome.as_ref().map_or_else(ends_the_purchase, |(_, is_new)| !is_new) {
            self.release(context, &payment_id.unwrap_or_default()).await;
        }
        outcome.map(|(id, is_new)| Taken { id, is_new, subscription })
    }

    /// Stores the booking, or finds the one that this very purchase has made meanwhile. Nothing is begun once the
    /// caller has gone: they count on that when they ask under their key later, and hear of nothing.
    async fn insert(
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
            self.wake.notify_one();
            return Ok((booking.id, true));
        }
        match self.join(context, key, request).await? {
            Some(id) => Ok((id, false)),
            None if inserted == Inserted::PaymentTaken => Err(Error::NoPayment),
            None => Err(Error::OfferExpired),
        }
    }
}

/// What can be said without asking anybody.
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

/// The traveller can't go on with this payment: it pays for nothing any more.
fn ends_the_purchase(error: &Error) -> bool {
    match error {
        Error::OfferExpired | Error::PriceChanged(_) | Error::KeyReused => true,
        Error::Problem(problem) => problem.code == DOCUMENTS_UNSUPPORTED,
        _ => false,
    }
}
