//! A booking at the door: checked, priced, stored together with its key; or refused before anything was stored.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use hmac::{Hmac, Mac};
use mail::Letterhead;
use money::Money;
use prost::Message;
use proto::booking::v1::{CreateBookingRequest, NewAccount};
use proto::offers::v1::{QuoteOfferRequest, QuoteOfferResponse};
use proto::payments::v1::{FindAuthorisationRequest, GetPaymentRequest, VoidPaymentRequest};
use secrecy::{ExposeSecret, SecretSlice};
use service::context::LOOKUP_DEADLINE;
use service::{FieldErrors, Problem, RequestContext, SharedClock, mode_mismatch};
use sha2::Sha256;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Notify;
use tonic::{Code, Status};
use url::Url;
use uuid::Uuid;

use crate::accounts;
use crate::board::{Board, Waiter};
use crate::domain::Booking;
use crate::domain::booking::AccountState;
use crate::domain::party::{self, Traveller};
use crate::domain::saga::Saga;
use crate::error::Error;
use crate::grpc::{convert, reader};
use crate::store::booking::Store;
use crate::store::intake::{Inserted, Key};
use crate::upstreams::{Upstreams, is_gone};
use crate::worker::trace_parent;

/// Takes bookings in.
pub struct Intake {
    pub store: Store,
    pub clock: SharedClock,
    pub board: Board,
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
    pub waiter: Waiter,
}

/// What an offer is sold for, to whom.
struct Sale {
    quote: QuoteOfferResponse,
    total: Money,
    provider_total: Money,
    party: Vec<Traveller>,
    letterhead: Letterhead,
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
        let waiter = self.board.listen();
        let key = self.key(&request);
        if let Some(id) = self.join(context, &key, &request).await? {
            self.release(context, &request.payment_id).await;
            return Ok(Taken { id, is_new: false, waiter });
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
        outcome.map(|(id, is_new)| Taken { id, is_new, waiter })
    }

    /// The booking that this very purchase has made before: under the same key, or under another one.
    async fn join(
        &self,
        context: &RequestContext,
        key: &Key,
        request: &CreateBookingRequest,
    ) -> Result<Option<Uuid>, Error> {
        let reader = reader(context);
        if let Some(known) = self.store.find_key(&reader, key).await? {
            if known.body_hmac != key.body_hmac {
                return Err(Error::KeyReused);
            }
            return Ok(Some(known.booking_id));
        }
        let own = self.store.find_own(&reader, &request.offer_id).await?;
        Ok(own.filter(|own| own.body_hmac == key.body_hmac).map(|own| own.booking_id))
    }

    /// Who has bought the offer already is told of his booking, and not that the offer is sold: of this very booking,
    /// or that it was another.
    async fn or_own(
        &self,
        context: &RequestContext,
        offer_id: &str,
        key: &Key,
        outcome: Result<(Uuid, bool), Error>,
    ) -> Result<(Uuid, bool), Error> {
        match outcome {
            Err(error @ (Error::OfferExpired | Error::NoPayment)) => {
                match self.store.find_own(&reader(context), offer_id).await? {
                    Some(own) if own.body_hmac == key.body_hmac => Ok((own.booking_id, false)),
                    Some(_) => Err(Error::KeyReused),
                    None => Err(error),
                }
            }
            outcome => outcome,
        }
    }

    /// The payment the caller names, if it is not for another offer, else his open authorisation for this one and the
    /// amount.
    async fn payment_of(
        &self,
        context: &RequestContext,
        request: &CreateBookingRequest,
        amount: Money,
    ) -> Result<Option<String>, Error> {
        if !request.payment_id.is_empty() {
            let is_for_this = self.is_for_offer(context, &request.payment_id, &request.offer_id).await?;
            return if is_for_this { Ok(Some(request.payment_id.clone())) } else { Err(Error::NoPayment) };
        }
        let message = FindAuthorisationRequest {
            offer_id: request.offer_id.clone(),
            amount: Some(convert::money(amount)),
        };
        let found = self.upstreams.payments.clone().find_authorisation(context.request(message)).await;
        let found = found.map_err(|status| Problem::from_status(&status))?.into_inner();
        Ok(found.payment.map(|payment| payment.id))
    }

    /// What was authorised for another offer is left to that one. A payment that can't be found is claimed in vain.
    async fn is_for_offer(
        &self,
        context: &RequestContext,
        payment_id: &str,
        offer_id: &str,
    ) -> Result<bool, Error> {
        let message = GetPaymentRequest { payment_id: payment_id.to_owned() };
        let found = self.upstreams.payments.clone().get_payment(context.request(message)).await;
        match found {
            Ok(found) => Ok(found.into_inner().payment.is_none_or(|payment| payment.offer_id == offer_id)),
            Err(status) if matches!(status.code(), Code::NotFound | Code::InvalidArgument) => Ok(true),
            Err(status) => Err(Error::Problem(Problem::from_status(&status))),
        }
    }

    async fn sale(&self, context: &RequestContext, request: &CreateBookingRequest) -> Result<Sale, Error> {
        let message = QuoteOfferRequest { offer_id: request.offer_id.clone(), seats: request.seats.clone() };
        let question = context.request_within(LOOKUP_DEADLINE, message);
        let quoted = self.upstreams.offers.clone().quote_offer(question).await;
        let quote = quoted.map_err(|status| offer_error(&status))?.into_inner();
        let offer = quote.offer.as_ref().context("a quote without its offer").map_err(Error::Internal)?;
        let party = party::read(&request.passengers, offer, self.clock.now())?;
        party::check_exit_rows(&party, &quote.seats)?;
        let total = amount_of(quote.total.as_ref())?;
        let provider_total = amount_of(quote.provider_total.as_ref())?;
        let letterhead = Letterhead::of(request.letterhead.clone());
        Ok(Sale { quote, total, provider_total, party, letterhead })
    }

    fn booking(
        &self,
        context: &RequestContext,
        principal: String,
        sale: Sale,
        payment_id: String,
    ) -> Result<Booking, Error> {
        let expires_at = sale.quote.offer.as_ref().map(|offer| offer.expires_at.as_str()).unwrap_or_default();
        let offer_expires_at = OffsetDateTime::parse(expires_at, &Rfc3339)
            .map_err(|_| Error::Internal(anyhow!("a quote without an end")))?;
        Ok(Booking {
            id: Uuid::now_v7(),
            mode: context.mode,
            brand: context.brand.clone(),
            public_url: context.public_url.clone().or_else(|| Some(self.system_url.clone())),
            letterhead: sale.letterhead,
            markup_rate: context.markup_rate.to_string(),
            principal,
            principals: context.principals(),
            owner: None,
            offer_expires_at,
            total: sale.total,
            provider_total: sale.provider_total,
            travellers: sale.party,
            quote: sale.quote,
            payment_id,
            capture_before: None,
            action_url: None,
            order: None,
            saga: Saga::NEW,
            failure_message: None,
            failure_price: None,
            first_unknown_at: None,
            account: AccountState::None,
            cancellation: None,
            asked: 0,
            epoch: 0,
            version: 1,
            trace_parent: trace_parent(),
            created_at: self.clock.now(),
        })
    }

    /// Stores the booking, or finds the one that this very purchase has made meanwhile.
    async fn insert(
        &self,
        context: &RequestContext,
        booking: &Booking,
        key: &Key,
        request: &CreateBookingRequest,
    ) -> Result<(Uuid, bool), Error> {
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

    /// Gives an authorisation free that will pay for nothing. Where that fails, payments' own sweeper does it.
    async fn release(&self, context: &RequestContext, payment_id: &str) {
        // What pays for a booking, from whatever tab, is that booking's to release.
        if payment_id.is_empty() || self.store.is_spent(context.mode, payment_id).await.unwrap_or(true) {
            return;
        }
        // Claimed for a booking that will never be, so that no other can use what is being released.
        let message = VoidPaymentRequest {
            payment_id: payment_id.to_owned(),
            booking_id: Uuid::now_v7().to_string(),
            principals: context.principals(),
        };
        if let Err(status) = self.upstreams.payments.clone().void_payment(context.request(message)).await {
            tracing::warn!(rpc.code = ?status.code(), "an unused authorisation waits for the sweeper");
        }
    }

    /// The account of a guest, told in the one answer that waits for it.
    pub async fn make_account(&self, booking: &Booking) -> Option<NewAccount> {
        match self.store.offer_account(booking.id).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(%error, "the account of a guest is left to a worker");
                return None;
            }
        }
        let made = self.try_account(booking).await.unwrap_or_else(|error| {
            tracing::warn!(error = format!("{error:#}"), "the account of a guest is left to a worker");
            None
        });
        self.board.changed(booking.id);
        made
    }

    async fn try_account(&self, booking: &Booking) -> anyhow::Result<Option<NewAccount>> {
        let answer = accounts::create(&self.upstreams, booking, true).await?;
        let owner = answer.created.then(|| format!("user:{}", answer.user_id));
        self.store.settle_account(booking.id, owner.as_deref()).await?;
        let email = booking.primary().map(|primary| primary.email.clone()).unwrap_or_default();
        Ok(answer.created.then_some(NewAccount {
            username: answer.username,
            password: answer.password,
            email,
            session_token: answer.session_token,
        }))
    }

    fn key(&self, request: &CreateBookingRequest) -> Key {
        let is_derived = request.idempotency_key.is_empty();
        let text = if is_derived {
            format!("offer:{}", request.offer_id)
        } else {
            format!("key:{}", request.idempotency_key)
        };
        Key { text, is_derived, body_hmac: self.fingerprint(request) }
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

fn offer_error(status: &Status) -> Error {
    let problem = Problem::from_status(status);
    if is_gone(&problem) { Error::OfferExpired } else { Error::Problem(problem) }
}

fn amount_of(message: Option<&proto::common::v1::Money>) -> Result<Money, Error> {
    let read = message.context("a quote without an amount").and_then(|message| {
        let currency = message.currency.parse()?;
        Ok(Money::new(message.minor, currency))
    });
    read.map_err(Error::Internal)
}

/// The traveller can't go on with this payment: it pays for nothing any more.
fn ends_the_purchase(error: &Error) -> bool {
    matches!(error, Error::OfferExpired | Error::PriceChanged(_) | Error::KeyReused)
}
