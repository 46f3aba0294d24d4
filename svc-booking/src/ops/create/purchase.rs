//! Recognises a repeated purchase, by its key or by its buyer, so that nothing is bought twice.

use hmac::{Hmac, Mac};
use prost::Message;
use proto::booking::v1::CreateBookingRequest;
use secrecy::{ExposeSecret, SecretSlice};
use service::RequestContext;
use sha2::Sha256;
use uuid::Uuid;

use super::Bookings;
use crate::error::Error;
use crate::repository::{Key, Reader, Repository};
use crate::upstreams::BAG_UNAVAILABLE;

impl<S: Repository> Bookings<S> {
    /// The booking that the same purchase has made before, under the same key or another one.
    pub(super) async fn find_purchase(
        &self,
        context: &RequestContext,
        key: &Key,
        request: &CreateBookingRequest,
    ) -> Result<Option<Uuid>, Error> {
        let reader = Reader::from(context);
        if let Some(known) = self.store.find_key(&reader, key).await.map_err(Error::Internal)? {
            if !key.is_of(&known) {
                return Err(Error::KeyReused);
            }
            return Ok(Some(known.booking_id));
        }
        let own = self.store.find_own(&reader, &request.offer_id).await.map_err(Error::Internal)?;
        Ok(own.filter(|own| key.is_of(own)).map(|own| own.booking_id))
    }

    /// Returns the buyer's own booking of the offer in place of an error that the offer, or a bag with it, is sold. If
    /// that booking has other details, the key was used before.
    pub(super) async fn or_own_booking(
        &self,
        context: &RequestContext,
        offer_id: &str,
        key: &Key,
        outcome: Result<(Uuid, bool), Error>,
    ) -> Result<(Uuid, bool), Error> {
        match outcome {
            Err(error) if is_sold(&error) => {
                match self.store.find_own(&Reader::from(context), offer_id).await.map_err(Error::Internal)? {
                    Some(own) if key.is_of(&own) => Ok((own.booking_id, false)),
                    Some(_) => Err(Error::KeyReused),
                    None => Err(error),
                }
            }
            outcome => outcome,
        }
    }

    pub(super) fn key_of(&self, request: &CreateBookingRequest) -> Key {
        let bought = bought(request);
        let body_hmac = hmac(self.hmac_keys.first(), &bought);
        let former_hmacs = self.hmac_keys.former().iter().map(|key| hmac(key, &bought)).collect();
        let key = if request.idempotency_key.is_empty() {
            Key::of_offer(&request.offer_id)
        } else {
            Key::of_caller(&request.idempotency_key)
        };
        Key { body_hmac, former_hmacs, ..key }
    }
}

/// What is bought, for whom, for how much. A repeat may be paid in another way.
fn bought(request: &CreateBookingRequest) -> Vec<u8> {
    let bought = CreateBookingRequest {
        offer_id: request.offer_id.clone(),
        passengers: request.passengers.clone(),
        seats: request.seats.clone(),
        bags: request.bags.clone(),
        amount: request.amount.clone(),
        currency: request.currency.clone(),
        ..CreateBookingRequest::default()
    };
    bought.encode_to_vec()
}

fn hmac(key: &SecretSlice<u8>, of: &[u8]) -> Vec<u8> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(key.expose_secret()).expect("HMAC takes a key of any length");
    mac.update(of);
    mac.finalize().into_bytes().to_vec()
}

/// Whether a booking of the same buyer may be the reason.
fn is_sold(error: &Error) -> bool {
    match error {
        Error::OfferExpired | Error::NoPayment => true,
        Error::Problem(problem) => problem.code == BAG_UNAVAILABLE,
        _ => false,
    }
}
