//! Which purchase a request is: what was bought before, under its key or by who buys now, is answered and not bought
//! again.

use hmac::{Hmac, Mac};
use prost::Message;
use proto::booking::v1::CreateBookingRequest;
use secrecy::ExposeSecret;
use service::RequestContext;
use sha2::Sha256;
use uuid::Uuid;

use super::Intake;
use crate::error::Error;
use crate::grpc::reader;
use crate::repository::Key;

impl Intake {
    /// The booking that this very purchase has made before: under the same key, or under another one.
    pub(super) async fn join(
        &self,
        context: &RequestContext,
        key: &Key,
        request: &CreateBookingRequest,
    ) -> Result<Option<Uuid>, Error> {
        let reader = reader(context);
        if let Some(known) = self.store.find_key(&reader, key).await.map_err(Error::Internal)? {
            if known.body_hmac != key.body_hmac {
                return Err(Error::KeyReused);
            }
            return Ok(Some(known.booking_id));
        }
        let own = self.store.find_own(&reader, &request.offer_id).await.map_err(Error::Internal)?;
        Ok(own.filter(|own| own.body_hmac == key.body_hmac).map(|own| own.booking_id))
    }

    /// Who has bought the offer already is told of their booking, and not that the offer is sold: of this very booking,
    /// or that it was another.
    pub(super) async fn or_own(
        &self,
        context: &RequestContext,
        offer_id: &str,
        key: &Key,
        outcome: Result<(Uuid, bool), Error>,
    ) -> Result<(Uuid, bool), Error> {
        match outcome {
            Err(error @ (Error::OfferExpired | Error::NoPayment)) => {
                match self.store.find_own(&reader(context), offer_id).await.map_err(Error::Internal)? {
                    Some(own) if own.body_hmac == key.body_hmac => Ok((own.booking_id, false)),
                    Some(_) => Err(Error::KeyReused),
                    None => Err(error),
                }
            }
            outcome => outcome,
        }
    }

    pub(super) fn key(&self, request: &CreateBookingRequest) -> Key {
        let body_hmac = self.fingerprint(request);
        if request.idempotency_key.is_empty() {
            return Key { text: format!("offer:{}", request.offer_id), is_derived: true, body_hmac };
        }
        Key { body_hmac, ..Key::of_caller(&request.idempotency_key) }
    }

    /// What is bought, for whom, for how much. How it is paid, and what the page believes, may differ in a repeat.
    fn fingerprint(&self, request: &CreateBookingRequest) -> Vec<u8> {
        let bought = CreateBookingRequest {
            offer_id: request.offer_id.clone(),
            passengers: request.passengers.clone(),
            seats: request.seats.clone(),
            amount: request.amount.clone(),
            currency: request.currency.clone(),
            ..CreateBookingRequest::default()
        };
        let mut mac = Hmac::<Sha256>::new_from_slice(self.hmac_key.expose_secret())
            .expect("HMAC takes a key of any length");
        mac.update(&bought.encode_to_vec());
        mac.finalize().into_bytes().to_vec()
    }
}
