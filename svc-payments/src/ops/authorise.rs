//! Authorises a card for an offer: checks the request, the price and the limits, and begins a payment.

use std::net::IpAddr;
use std::time::Duration;

use money::Money;
use proto::offers::v1::{QuoteOfferRequest, SeatSelection, ServiceSelection};
use service::context::LOOKUP_DEADLINE;
use service::{Mode, Principal, Problem, RequestContext};
use uuid::Uuid;

use super::Payments;
use super::payer::Payer;
use crate::convert::instant;
use crate::domain::card::{Accepted, Method, Source};
use crate::domain::fingerprint::fingerprint;
use crate::domain::network::network_of;
use crate::domain::provider_amount::{largest_charge, stripe_minor};
use crate::domain::velocity::{self, Blocked, Limit, Work};
use crate::domain::{Hold, Payment, PaymentId, Refusal, Status, offer_view, work};
use crate::error::Error;
use crate::repository::{Admission, Known, Op, Owner, PaymentAttempt, RequestKey, VisitorMarks};

/// A request waits ten seconds for its turn while others of its owner are at the provider.
const TURN_LOOKS: u32 = 40;
const TURN_PAUSE: Duration = Duration::from_millis(250);
/// Where work would let it begin at once, it waits two seconds.
const TURN_LOOKS_BEFORE_WORK: u32 = 8;

/// What is to be paid for, and with what.
pub struct Order {
    pub principal: Principal,
    /// The mode that the page was made for.
    pub expected_mode: Mode,
    pub offer_id: String,
    pub seats: Vec<SeatSelection>,
    pub bags: Vec<ServiceSelection>,
    /// The client's idea of the price.
    pub amount: Money,
    pub idempotency_key: String,
    /// None for a developer.
    pub client: Option<IpAddr>,
    /// None where a gateway of the last release asks.
    pub visitor: Option<Visitor>,
    /// The solution of a challenge; empty where there is none.
    pub work: String,
    pub source: Source,
}

/// What the gateway knows of who pays.
pub struct Visitor {
    /// A user whose account is a day old and whose mailbox is proved.
    pub is_established: bool,
    pub session_age: Option<time::Duration>,
    /// What `prove_offer_view` gave the session.
    pub offer_view: String,
}

/// A payment that holds money, or why there is none.
#[derive(Debug)]
pub struct Authorisation {
    /// Absent when refused before one was made.
    pub payment: Option<Payment>,
    pub refusal: Option<Refusal>,
    /// The work that is asked for, where the refusal is `WorkRequired`.
    pub challenge: Option<String>,
}

impl From<Refusal> for Authorisation {
    fn from(refusal: Refusal) -> Self {
        Self { payment: None, refusal: Some(refusal), challenge: None }
    }
}

impl Payments {
    /// Authorises the card for the offer at its price now. A repeat under the same key answers the same payment.
    pub async fn authorise(&self, context: &RequestContext, order: Order) -> Result<Authorisation, Error> {
        service::mode_mismatch(order.expected_mode, context.mode).map_err(Error::Problem)?;
        let request = self.request_key(context, &order);
        let principal = order.principal.to_string();
        let key = &request.idempotency_key;
        if let Some(known) = self.store.find_key(context.mode, &context.brand, &principal, key).await? {
            return self.repeat(context, &known, &request, order.source).await;
        }
        if order.visitor.as_ref().is_some_and(|visitor| !self.has_viewed(context, visitor)) {
            tracing::warn!("a card was refused unread: its session has viewed no offer");
            return Ok(Refusal::OfferNotViewed.into());
        }
        let (card_brand, card_last4) = order.source.face();
        let payer = match self.payer(order.source, context) {
            Ok(payer) => payer,
            Err(refusal) => return Ok(refusal.into()),
        };
        let (seats, bags) = (order.seats, order.bags);
        let asked = QuoteOfferRequest { offer_id: order.offer_id.clone(), seats, bags };
        let price = self.quote(context, asked).await?;
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
                self.finisher.notify_one();
                self.hold(payment, &attempt, &payer).await
            }
            Admission::Known(known) if request.is_of(&known) => {
                self.joined(self.load(context.mode, known.id).await?).await
            }
            Admission::Known(_) => Err(Error::KeyReused),
            Admission::TooManyDeclines(blocked) => Ok(self.turned_away(context, blocked).await?.into()),
            Admission::WorkNeeded(needed) | Admission::BusyUnlessWorked(needed) => {
                Ok(self.ask_for_work(context, needed))
            }
            Admission::Busy => Err(Error::ProviderUnavailable),
        }
    }

    /// Asks the visitor's device for work in place of a refusal for good. Nothing is stored.
    fn ask_for_work(&self, context: &RequestContext, needed: Work) -> Authorisation {
        let (limit, brand, declines) = (needed.limit.as_str(), context.brand.as_str(), needed.declines);
        tracing::warn!(limit, brand, declines, "a card was asked for work: too many brought no money");
        let tries = work::tries(self.limits.work_tries, declines);
        let holder = work_holder(context);
        let challenge = work::challenge(self.hmac_keys.first(), Uuid::now_v7(), &holder, tries, self.now());
        Authorisation { challenge: Some(challenge), ..Refusal::WorkRequired.into() }
    }

    /// A proof that the request's session has looked at an offer. The visitor keeps it until they pay.
    pub fn prove_offer_view(&self, session: Uuid) -> String {
        offer_view::prove(self.hmac_keys.first(), session, self.now())
    }

    fn has_viewed(&self, context: &RequestContext, visitor: &Visitor) -> bool {
        let holds = |session| {
            let proof = &visitor.offer_view;
            self.hmac_keys.all().any(|key| offer_view::holds(key, proof, session, self.now()))
        };
        context.session_id.is_some_and(holds)
    }

    /// Logs once that a brand is blocked for its guests, not for each guest who is refused.
    async fn turned_away(&self, context: &RequestContext, blocked: Blocked) -> Result<Refusal, Error> {
        let Blocked { limit, until } = blocked;
        let (brand, now, told) = (context.brand.as_str(), self.now(), instant(until));
        let for_guests = limit == Limit::Brand;
        if for_guests && self.store.note_closed_brand(context.mode, brand, until, now).await? {
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

    /// Whether live mode takes cards.
    pub fn takes_live_cards(&self) -> bool {
        self.stripe.live.is_some()
    }

    /// Whether live mode takes card numbers themselves.
    pub fn takes_raw_live_cards(&self) -> bool {
        self.accept_raw_live_cards && self.takes_live_cards()
    }

    /// What a payment is confirmed with, once the card has passed what is checked here.
    fn payer(&self, source: Source, context: &RequestContext) -> Result<Payer, Refusal> {
        let mode = context.mode;
        let method = match source {
            Source::Typed(card) => {
                card.method(Accepted::of(mode, self.takes_raw_live_cards()), self.now())?
            }
            Source::Hosted(id) if self.stripe.of(mode).is_some() => Method::Hosted(id),
            Source::Hosted(_) => return Err(Refusal::LiveCardsUnavailable),
        };
        Ok(Payer { method, site: context.public_url.clone().unwrap_or_else(|| self.system_url.clone()) })
    }

    fn request_key(&self, context: &RequestContext, order: &Order) -> RequestKey {
        let amount = order.amount.to_string();
        // Without bags as before there were any: a request may be repeated across a rollout.
        let quantities: Vec<_> = order.bags.iter().map(|bag| bag.quantity.to_string()).collect();
        let parts = [order.offer_id.as_str(), amount.as_str()].into_iter();
        let seats =
            order.seats.iter().flat_map(|seat| [seat.passenger_id.as_str(), seat.service_id.as_str()]);
        let bags = order.bags.iter().zip(&quantities).flat_map(|(bag, quantity)| {
            ["bag", bag.passenger_id.as_str(), bag.service_id.as_str(), quantity.as_str()]
        });
        let asked: Vec<&str> = parts.chain(seats).chain(bags).collect();
        let hmac = |key| fingerprint(key, asked.iter().copied());
        let holder = work_holder(context);
        RequestKey {
            idempotency_key: order.idempotency_key.clone(),
            request_hmac: hmac(self.hmac_keys.first()),
            former_hmacs: self.hmac_keys.former().iter().map(hmac).collect(),
            visitor: self.marks(context, order),
            work: self.hmac_keys.all().find_map(|key| work::solved(key, &order.work, &holder, self.now())),
        }
    }

    fn marks(&self, context: &RequestContext, order: &Order) -> VisitorMarks {
        let hmac = |kind: &str, of: &str| fingerprint(self.hmac_keys.first(), [kind, of]);
        let address = |kind: &str, part: fn(IpAddr) -> IpAddr| {
            order.client.map(|address| hmac(kind, &part(address).to_string()))
        };
        let visitor = order.visitor.as_ref();
        // Published test numbers have few ranges, and no bank.
        let range = order.source.range().filter(|_| context.mode == Mode::Live);
        VisitorMarks {
            client_hmac: address("client", service::network_prefix),
            network_hmac: address("network", network_of),
            card_range_hmac: range.map(|digits| hmac("card range", digits)),
            is_established: visitor.map_or(context.user.is_some(), |visitor| visitor.is_established),
            new_until: visitor
                .and_then(|visitor| visitor.session_age)
                .and_then(|age| velocity::new_until(age, self.now())),
        }
    }

    /// The card that came again finishes what the first request did not get to.
    async fn repeat(
        &self,
        context: &RequestContext,
        known: &Known,
        request: &RequestKey,
        source: Source,
    ) -> Result<Authorisation, Error> {
        if !request.is_of(known) {
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

    async fn quote(&self, context: &RequestContext, asked: QuoteOfferRequest) -> Result<Money, Error> {
        let bag_count = asked.bags.len();
        let request = context.request_within(LOOKUP_DEADLINE, asked);
        let answer = self.offers.clone().quote_offer(request).await;
        let quote = answer.map_err(|status| Error::Problem(Problem::from_status(&status)))?.into_inner();
        // A svc-offers that is older than bags quotes without them.
        if quote.bags.len() != bag_count {
            return Err(Error::Problem(Problem::internal(&"svc-offers quoted without the bags")));
        }
        let total = quote.total.and_then(|total| {
            let currency = total.currency.parse().ok()?;
            Some(Money::new(total.minor, currency)).filter(|total| total.minor > 0)
        });
        total.ok_or_else(|| Error::Problem(Problem::internal(&"svc-offers quoted no price")))
    }

    /// Lets a payment begin once the owner's others leave room. Requests under way do not count as declined, but they
    /// can't outrun the limit of declines either. Where work helps, it is soon asked for instead.
    async fn admit_in_turn(
        &self,
        context: &RequestContext,
        payment: &Payment,
        request: &RequestKey,
    ) -> Result<Admission, Error> {
        let owner = Owner::of(context, context.principals());
        let payment_attempt = PaymentAttempt { owner: &owner, payment, request, limits: &self.limits };
        for look in 0..TURN_LOOKS {
            match self.store.admit(&payment_attempt, self.now()).await? {
                Admission::Busy => tokio::time::sleep(TURN_PAUSE).await,
                Admission::BusyUnlessWorked(_) if look < TURN_LOOKS_BEFORE_WORK => {
                    tokio::time::sleep(TURN_PAUSE).await;
                }
                decided => return Ok(decided),
            }
        }
        Ok(Admission::Busy)
    }
}

/// Whose work a challenge is: the session's, so that nobody else's device can do it.
fn work_holder(context: &RequestContext) -> String {
    context.session_id.map_or_else(|| context.principals().join(" "), |session| session.to_string())
}

/// Why no card can pay this price, if so.
fn cannot_be_charged(price: Money) -> Option<Refusal> {
    if stripe_minor(price).is_none() {
        return Some(Refusal::CurrencyUnavailable);
    }
    let most = largest_charge(price.currency);
    (price.minor > most.minor).then_some(Refusal::AmountTooLarge { most })
}
