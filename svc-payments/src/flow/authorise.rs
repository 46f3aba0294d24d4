//! Authorising a card: an intent is made, its id stored, and only then the card confirmed, so that whatever happens
//! the money can be asked about.

use money::Money;
use proto::offers::v1::{QuoteOfferRequest, SeatSelection};
use service::context::LOOKUP_DEADLINE;
use service::{Principal, Problem, RequestContext};
use uuid::Uuid;

use super::payer::Payer;
use super::{Moved, Payments, refusal_of};
use crate::domain::card::{Accepted, Method, Source};
use crate::domain::fingerprint::fingerprint;
use crate::domain::{Failure, Hold, Payment, PaymentId, Refusal, Status, Step};
use crate::error::Error;
use crate::grpc::convert::instant;
use crate::repository::{Admission, Attempt, Blocked, Known, Limit, Op, Owner, PaymentAttempt, RequestKey};
use crate::stripe::{NewIntent, most_minor, stripe_minor};

/// A request that came twice waits five seconds for the first.
const JOIN_LOOKS: u32 = 20;
const JOIN_PAUSE: std::time::Duration = std::time::Duration::from_millis(250);
/// A request waits ten seconds for its turn while others of its owner are at the provider.
const TURN_LOOKS: u32 = 40;

/// What is to be paid for, and with what.
pub struct Order {
    pub principal: Principal,
    pub offer_id: String,
    pub seats: Vec<SeatSelection>,
    /// The client's idea of the price.
    pub amount: Money,
    pub idempotency_key: String,
    /// Where they are, where anybody knows.
    pub client: Option<String>,
    pub source: Source,
}

/// A payment that holds money, or why there is none.
#[derive(Debug)]
pub struct Authorisation {
    /// Absent when refused before one was made.
    pub payment: Option<Payment>,
    pub refusal: Option<Refusal>,
}

impl From<Refusal> for Authorisation {
    fn from(refusal: Refusal) -> Self {
        Self { payment: None, refusal: Some(refusal) }
    }
}

impl Payments {
    /// Authorises the card for the offer at its price now. A repeat under the same key answers the same payment.
    pub async fn authorise(&self, context: &RequestContext, order: Order) -> Result<Authorisation, Error> {
        let request = self.request_key(&order);
        let principal = order.principal.to_string();
        let key = &request.idempotency_key;
        if let Some(known) = self.store.find_key(context.mode, &context.brand, &principal, key).await? {
            return self.repeat(context, &known, &request, order.source).await;
        }
        let (card_brand, card_last4) = order.source.face();
        let payer = match self.payer(order.source, context) {
            Ok(payer) => payer,
            Err(refusal) => return Ok(refusal.into()),
        };
        let price = self.quote(context, &order.offer_id, order.seats).await?;
        if price != order.amount {
            return Ok(Refusal::PriceChanged(price).into());
        }
        if let Some(refusal) = cannot_be_charged(price) {
            return Ok(refusal.into());
        }
        let owner = (context.mode, context.brand.clone(), principal);
        let id = PaymentId::Ours(Uuid::now_v7());
        let payment =
            Payment { card_brand, card_last4, ..Payment::new(id, owner, order.offer_id, price, self.now()) };
        match self.admit_in_turn(context, &payment, &request).await? {
            Admission::New(attempt) => {
                self.due.notify_one();
                self.hold(payment, &attempt, &payer).await
            }
            Admission::Known(known) if known.request_hmac == request.request_hmac => {
                self.joined(self.load(context.mode, known.id).await?).await
            }
            Admission::Known(_) => Err(Error::KeyReused),
            Admission::TooManyDeclines(blocked) => Ok(self.turned_away(context, blocked).await?.into()),
            Admission::Busy => Err(Error::ProviderUnavailable),
        }
    }

    /// Logs once that a brand is blocked for its guests, not for each guest who is refused.
    async fn turned_away(&self, context: &RequestContext, blocked: Blocked) -> Result<Refusal, Error> {
        let Blocked { limit, until } = blocked;
        let (brand, now, told) = (context.brand.as_str(), self.now(), instant(until));
        let for_guests = limit == Limit::Brand;
        if for_guests && self.store.close_brand(context.mode, brand, until, now).await? {
            let mode = context.mode.as_str_name();
            tracing::error!(
                mode,
                brand,
                until = told,
                "a brand takes no cards of guests: too many brought no money"
            );
        }
        let limit = limit.as_str();
        tracing::warn!(limit, brand, until = told, "a card was refused unread: too many brought no money");
        Ok(Refusal::TooManyAttempts { wait: until - now, for_guests })
    }

    /// Whether live mode takes card numbers themselves.
    pub fn raw_live_cards(&self) -> bool {
        self.accept_raw_live_cards && self.stripe.live.is_some()
    }

    /// What a payment is confirmed with, once the card has passed what is checked here.
    fn payer(&self, source: Source, context: &RequestContext) -> Result<Payer, Refusal> {
        let mode = context.mode;
        let method = match source {
            Source::Typed(card) => card.method(Accepted::of(mode, self.raw_live_cards()), self.now())?,
            Source::Hosted(id) if self.stripe.of(mode).is_some() => Method::Hosted(id),
            Source::Hosted(_) => return Err(Refusal::LiveCardsUnavailable),
        };
        Ok(Payer { method, site: context.public_url.clone().unwrap_or_else(|| self.system_url.clone()) })
    }

    fn request_key(&self, order: &Order) -> RequestKey {
        let amount = order.amount.to_string();
        let parts = [order.offer_id.as_str(), amount.as_str()].into_iter();
        let seats =
            order.seats.iter().flat_map(|seat| [seat.passenger_id.as_str(), seat.service_id.as_str()]);
        let request_hmac = fingerprint(&self.hmac_key, parts.chain(seats));
        let client_hmac =
            order.client.as_ref().map(|client| fingerprint(&self.hmac_key, ["client", client.as_str()]));
        RequestKey { idempotency_key: order.idempotency_key.clone(), request_hmac, client_hmac }
    }

    /// The card that came again finishes what the first request did not get to.
    async fn repeat(
        &self,
        context: &RequestContext,
        known: &Known,
        request: &RequestKey,
        source: Source,
    ) -> Result<Authorisation, Error> {
        if known.request_hmac != request.request_hmac {
            return Err(Error::KeyReused);
        }
        let mut payment = self.load(context.mode, known.id).await?;
        if payment.status == Status::ConfirmSent {
            payment = self.wait_for_other(payment).await?;
        }
        if !matches!(payment.status, Status::CreateSent | Status::ConfirmSent) {
            return self.joined(payment).await;
        }
        let payer = match self.payer(source, context) {
            Ok(payer) => payer,
            Err(refusal) => return Ok(refusal.into()),
        };
        if payment.status == Status::CreateSent {
            let attempt = self.open(&payment, Op::Create).await?;
            return self.hold(payment, &attempt, &payer).await;
        }
        self.confirm_again(payment, &payer).await
    }

    /// Sends a confirmation that the provider has never seen once more: under its key, so that it counts once.
    async fn confirm_again(&self, payment: Payment, payer: &Payer) -> Result<Authorisation, Error> {
        let attempt = self.open(&payment, Op::Confirm).await?;
        let payment = match self.look(&payment).await? {
            Some(Hold::Untouched) => self.confirm(payment, &attempt, payer).await?,
            _ => payment,
        };
        self.authorisation(payment).await
    }

    async fn quote(
        &self,
        context: &RequestContext,
        offer_id: &str,
        seats: Vec<SeatSelection>,
    ) -> Result<Money, Error> {
        let message = QuoteOfferRequest { offer_id: offer_id.to_owned(), seats };
        let request = context.request_within(LOOKUP_DEADLINE, message);
        let answer = self.offers.clone().quote_offer(request).await;
        let quote = answer.map_err(|status| Error::Problem(Problem::from_status(&status)))?.into_inner();
        let total = quote.total.and_then(|total| {
            let currency = total.currency.parse().ok()?;
            Some(Money::new(total.minor, currency)).filter(|total| total.minor > 0)
        });
        total.ok_or_else(|| Error::Problem(Problem::internal(&"svc-offers quoted no price")))
    }

    /// Lets a payment begin once the owner's others leave room: requests under way are not held against them, but they
    /// can't outrun the limit of declines either.
    async fn admit_in_turn(
        &self,
        context: &RequestContext,
        payment: &Payment,
        request: &RequestKey,
    ) -> Result<Admission, Error> {
        let owner = Owner::of(context, context.principals());
        let is_signed_in = context.user.is_some();
        let payment_attempt =
            PaymentAttempt { owner: &owner, payment, request, limits: &self.limits, is_signed_in };
        for _ in 0..TURN_LOOKS {
            match self.store.admit(&payment_attempt, self.now()).await? {
                Admission::Busy => tokio::time::sleep(JOIN_PAUSE).await,
                decided => return Ok(decided),
            }
        }
        Ok(Admission::Busy)
    }

    /// Gives back what else the owner has authorised for an offer that one payment now pays for.
    pub(super) async fn release_others(&self, owner: &Owner, offer_id: &str) -> Result<(), Error> {
        self.store.release_open(owner, offer_id, self.now()).await?;
        self.due.notify_one();
        Ok(())
    }

    async fn hold(&self, payment: Payment, attempt: &Attempt, payer: &Payer) -> Result<Authorisation, Error> {
        let new = NewIntent { amount: payment.amount, payment_id: payment.id.to_string() };
        let created =
            self.send(&payment, attempt, async |client, key| client.create_intent(&new, key).await).await?;
        let intent = match created {
            Ok(intent) => intent,
            Err(error) if error.is_our_fault() => {
                let step = Step::Released(Some(Failure::ProviderRefused));
                return self.authorisation(self.advance(&payment, step, "authorise").await?.payment).await;
            }
            // The first request under this key is still running.
            Err(error) if error.status == Some(409) => return self.joined(payment).await,
            // No confirmation was sent, so nothing is held; the same key tries again.
            Err(_) => return Err(Error::ProviderUnavailable),
        };
        let moved = self.advance(&payment, Step::Confirm { intent_id: intent.id }, "authorise").await?;
        let Some(attempt) = moved.attempt else { return self.joined(moved.payment).await };
        let payment = self.confirm(moved.payment, &attempt, payer).await?;
        self.authorisation(payment).await
    }

    async fn confirm(&self, payment: Payment, attempt: &Attempt, payer: &Payer) -> Result<Payment, Error> {
        let intent_id = payment.intent_id.clone().unwrap_or_default();
        let return_url = payer.return_url(payment.id);
        let confirmed = self
            .send(&payment, attempt, async |client, key| {
                client.confirm_intent(&intent_id, &payer.method, &return_url, key).await
            })
            .await?;
        match confirmed {
            Ok(intent) => {
                // The bank may want to see the cardholder, who can't be led there: what was begun is cancelled.
                let moved = self.conclude(payment, intent.hold(), "authorise").await?;
                self.cancel_given_up(moved).await
            }
            Err(error) if error.is_decline() => {
                let failure = if error.needs_authentication() {
                    Failure::AuthenticationRequired
                } else {
                    Failure::CardDeclined
                };
                Ok(self.advance(&payment, Step::Decline(failure), "authorise").await?.payment)
            }
            // An earlier call may have got through and hold the money: cancelled, the intent holds none.
            Err(error) if error.is_our_fault() => {
                let failure = if error.is_of_unknown_method() {
                    Failure::MethodUnknown
                } else {
                    Failure::ProviderRefused
                };
                let moved = self.advance(&payment, Step::Release(Some(failure)), "authorise").await?;
                self.cancel_given_up(moved).await
            }
            Err(_) => Ok(payment),
        }
    }

    /// Cancels what the step has given up, if it has.
    async fn cancel_given_up(&self, moved: Moved) -> Result<Payment, Error> {
        match moved.attempt {
            Some(cancel) => self.send_cancel(moved.payment, &cancel).await,
            None => Ok(moved.payment),
        }
    }

    /// What the request that is at work on the payment comes to.
    async fn joined(&self, payment: Payment) -> Result<Authorisation, Error> {
        let payment = self.wait_for_other(payment).await?;
        self.authorisation(payment).await
    }

    /// Gives the request that is at work on the payment a moment.
    async fn wait_for_other(&self, mut payment: Payment) -> Result<Payment, Error> {
        for _ in 0..JOIN_LOOKS {
            if !matches!(payment.status, Status::CreateSent | Status::ConfirmSent) {
                break;
            }
            tokio::time::sleep(JOIN_PAUSE).await;
            payment = self.load(payment.mode, payment.id).await?;
        }
        Ok(payment)
    }

    /// What a payment is worth to its payer. One in doubt is asked about first.
    async fn authorisation(&self, payment: Payment) -> Result<Authorisation, Error> {
        let payment =
            if payment.status == Status::ConfirmSent { self.settle(payment).await? } else { payment };
        let refusal = match payment.status {
            Status::HolderAsked | Status::Authorised | Status::CaptureSent | Status::Captured => None,
            Status::CreateSent => return Err(Error::ProviderUnavailable),
            Status::ConfirmSent => return Err(Error::InDoubt),
            Status::Declined | Status::VoidSent | Status::Voided => Some(refusal_of(&payment)),
        };
        Ok(Authorisation { payment: Some(payment), refusal })
    }
}

/// Why this price can be paid with no card at all.
fn cannot_be_charged(price: Money) -> Option<Refusal> {
    if stripe_minor(price).is_none() {
        return Some(Refusal::CurrencyUnavailable);
    }
    let most = Money::new(most_minor(price.currency), price.currency);
    (price.minor > most.minor).then_some(Refusal::AmountTooLarge { most })
}
