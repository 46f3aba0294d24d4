use duffel::Order;
use mail::Letterhead;
use money::Money;
use proto::offers::v1::QuoteOfferResponse;
use service::Mode;
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use super::cancellation::Stage;
use super::card::Card;
use super::credit::Credit;
use super::failure::{Explanation, MoneyOutcome};
use super::party::Traveller;
use super::refund::Refund;
use super::saga::{Facts, Saga, State};
use super::ticket::{self, Ticket};
use super::{Failure, FailureCode, Reason, journey, schedule};

/// A booking as it stands. Holds personal data: no Debug.
#[derive(Clone)]
pub struct Booking {
    pub id: Uuid,
    pub mode: Mode,
    pub brand: String,
    /// Where the brand's site is, for links in mails.
    pub public_url: Option<Url>,
    /// How the brand signs its mails.
    pub letterhead: Letterhead,
    pub markup_rate: String,
    /// Who booked: `session:<uuid>` or `user:<uuid>`.
    pub principal: String,
    /// All that the booker was, the user before the session: a payment may belong to either.
    pub principals: Vec<String>,
    /// The account that was made for the booker afterwards.
    pub owner: Option<String>,
    /// What was quoted, as it was sold.
    pub quote: QuoteOfferResponse,
    pub offer_expires_at: OffsetDateTime,
    pub total: Money,
    /// What the agency pays the airline, in the same currency.
    pub provider_total: Money,
    pub travellers: Vec<Traveller>,
    pub payment_id: String,
    /// The card that pays, once that is known.
    pub card: Option<Card>,
    pub capture_before: Option<OffsetDateTime>,
    /// Where the cardholder's bank asks them, while the booking waits for that.
    pub action_url: Option<String>,
    pub order: Option<OrderRef>,
    pub saga: Saga,
    /// Why it failed, more exactly than the saga's failure code.
    pub failure_reason: Option<Reason>,
    /// The sentence that an earlier release stored in place of a reason.
    pub failure_message: Option<String>,
    /// The booker waits for their bank no longer.
    pub abandoned: bool,
    /// What the flight costs now, where that is the failure.
    pub failure_price: Option<Money>,
    pub first_unknown_at: Option<OffsetDateTime>,
    pub account: AccountState,
    pub cancellation: Option<Cancellation>,
    /// What the airline gave in place of money, with codes as far as it has given them.
    pub credits: Vec<Credit>,
    /// How often the present question was asked.
    pub asked: u32,
    /// Grows with every worker that takes the booking over.
    pub epoch: i64,
    /// Grows with every change that others may hear of.
    pub version: i64,
    /// W3C traceparent of the request that booked.
    pub trace_parent: Option<String>,
    pub created_at: OffsetDateTime,
}

/// The airline's side of a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderRef {
    pub id: String,
    /// The airline's reference (PNR).
    pub reference: String,
    /// The provider offers its cancellation.
    pub cancellable: bool,
    /// As far as the airline has given them.
    pub tickets: Vec<Ticket>,
}

impl OrderRef {
    /// What a booking keeps of an order.
    pub fn of(order: &Order, booking: &Booking) -> Self {
        Self {
            id: order.id.clone(),
            reference: order.booking_reference.clone(),
            cancellable: order.available_actions.iter().any(|action| action == "cancel"),
            tickets: ticket::of_order(order, &booking.travellers),
        }
    }
}

/// Whether the guest who booked gets an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// The booker has one, or there is no trip yet.
    None,
    /// The request that waits for the booking may make it, else a worker will.
    Due,
    /// The waiting request is at it.
    Offered,
    /// It was made, was not needed, or was refused for good.
    Done,
}

impl AccountState {
    pub const ALL: [Self; 4] = [Self::None, Self::Due, Self::Offered, Self::Done];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Due => "due",
            Self::Offered => "offered",
            Self::Done => "done",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    pub fn is_owed(self) -> bool {
        matches!(self, Self::Due | Self::Offered)
    }
}

/// A quote for cancelling, and how far it was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cancellation {
    pub stage: Stage,
    /// The provider's id of the quote.
    pub quote_id: String,
    pub refund: Refund,
    pub expires_at: Option<OffsetDateTime>,
    pub confirmed_at: Option<OffsetDateTime>,
}

/// As the public interface names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Pending,
    Confirmed,
    Completed,
    Cancelled,
    Failed,
}

impl Booking {
    pub fn status(&self, now: OffsetDateTime) -> Status {
        match self.saga.state {
            State::Failed => Status::Failed,
            State::Ticketed if self.cancelled().is_some() => Status::Cancelled,
            State::Ticketed if self.has_landed(now) => Status::Completed,
            State::Ticketed => Status::Confirmed,
            _ => Status::Pending,
        }
    }

    /// One of these made it, and has not only been given it, or a link to it.
    pub fn is_booked_by(&self, principals: &[String]) -> bool {
        principals.contains(&self.principal)
    }

    /// Made without an account: it is in nobody's list, unless one is made for it.
    pub fn is_guests(&self) -> bool {
        self.principal.starts_with("session:")
    }

    /// It is in this account's list.
    pub fn is_of(&self, account: &str) -> bool {
        self.principal == account || self.owner.as_deref() == Some(account)
    }

    /// A trip that was booked without an account and was given to none since.
    pub fn is_unclaimed(&self) -> bool {
        self.is_guests() && self.owner.is_none() && self.saga.state == State::Ticketed
    }

    /// No money was held, none was taken, and no airline was asked.
    pub fn failed_at_the_card(&self) -> bool {
        let Saga { state, failure, money_taken, .. } = self.saga;
        let is_failed = state == State::Failed && failure == Some(FailureCode::PaymentFailed);
        is_failed && !money_taken && self.capture_before.is_none() && self.order.is_none()
    }

    /// What was typed may be filled in again: nothing came of it, and not long ago.
    pub fn is_to_try_again(&self, now: OffsetDateTime) -> bool {
        self.saga.state == State::Failed && now - self.created_at < schedule::TYPED_OFFERED
    }

    /// Nothing goes on before the cardholder has answered their bank.
    pub fn awaits_holder(&self) -> bool {
        self.saga.state == State::Await3ds
    }

    fn has_landed(&self, now: OffsetDateTime) -> bool {
        self.quote.offer.as_ref().and_then(journey::arrives_at).is_some_and(|at| at <= now)
    }

    fn has_departed(&self, now: OffsetDateTime) -> bool {
        self.quote.offer.as_ref().and_then(journey::departs_at).is_some_and(|at| at <= now)
    }

    /// How far the cancellation has come, if there is one.
    pub fn cancellation_stage(&self) -> Option<Stage> {
        self.cancellation.as_ref().map(|cancellation| cancellation.stage)
    }

    /// The cancellation, once the airline has confirmed it.
    pub fn cancelled(&self) -> Option<&Cancellation> {
        self.cancellation.as_ref().filter(|cancellation| cancellation.stage.is_cancelled())
    }

    /// A traveller may ask what cancelling would pay back.
    pub fn is_cancellable(&self, now: OffsetDateTime) -> bool {
        self.status(now) == Status::Confirmed
            && !self.has_departed(now)
            && self.order.as_ref().is_some_and(|order| order.cancellable)
            && self.cancellation.as_ref().is_none_or(|cancellation| !cancellation.stage.is_under_way())
    }

    /// Why it came to nothing. Told already while the money is on its way back, without a word of the money.
    pub fn failure(&self) -> Option<Failure> {
        let Saga { state, failure, money_taken, needs_human, .. } = self.saga;
        let code = failure?;
        let money = match (money_taken, needs_human) {
            (true, true) => MoneyOutcome::Owed,
            (true, false) => MoneyOutcome::PaidBack,
            (false, _) => MoneyOutcome::NotCharged,
        };
        Some(Failure {
            code,
            explanation: Explanation::of(code, self.failure_reason, self.failure_message.as_deref()),
            money: (state == State::Failed).then_some(money),
        })
    }

    pub fn facts(&self, now: OffsetDateTime) -> Facts {
        Facts {
            quote_is_fresh: schedule::quote_is_fresh(self.created_at, now),
            may_dispatch: schedule::may_dispatch(now, self.offer_expires_at, self.capture_before),
            holder_is_late: self.first_unknown_at.is_some_and(|since| schedule::is_late(now, since)),
        }
    }

    /// The present question was asked in vain once more.
    pub fn doubt(&mut self, now: OffsetDateTime) {
        self.asked += 1;
        let since = *self.first_unknown_at.get_or_insert(now);
        // What was captured is held no longer.
        let hold = self.capture_before.filter(|_| !self.saga.state.is_end());
        self.saga.needs_human |= schedule::is_overdue(now, since, hold);
    }

    /// Another question begins.
    pub fn clear_doubt(&mut self) {
        (self.asked, self.first_unknown_at) = (0, None);
    }

    /// When the present question is asked again.
    pub fn next_ask(&self, now: OffsetDateTime) -> OffsetDateTime {
        schedule::ask_at(now, self.asked.saturating_sub(1), self.id, self.first_unknown_at)
    }

    /// The numbers of a traveller's tickets.
    pub fn ticket_numbers(&self, traveller: &Traveller) -> Vec<String> {
        let tickets = self.order.iter().flat_map(|order| &order.tickets);
        tickets
            .filter(|ticket| ticket.passenger_id == traveller.passenger_id)
            .map(|ticket| ticket.number.clone())
            .collect()
    }

    /// The adult on whose lap an infant sits, where that is stored.
    pub fn associated_adult(&self, infant: &Traveller) -> Option<&Traveller> {
        self.travellers.iter().find(|adult| adult.infant_id.as_ref() == Some(&infant.passenger_id))
    }

    /// A trip of which somebody has no ticket yet.
    pub fn lacks_tickets(&self) -> bool {
        let tickets = self.order.as_ref().map(|order| &order.tickets[..]);
        tickets.is_some_and(|tickets| !ticket::are_complete(tickets, &self.travellers))
    }

    /// When its passports and birth dates are forgotten.
    pub fn erase_at(&self) -> OffsetDateTime {
        let landed = self.quote.offer.as_ref().and_then(journey::arrives_at);
        landed.unwrap_or(self.created_at) + schedule::DOCUMENTS_KEPT
    }

    /// When they are forgotten because nobody travels: soon after the booking failed or was cancelled.
    pub fn forget_at(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let is_cancelled = self.cancellation.as_ref().is_some_and(|it| it.stage.is_cancelled());
        (self.saga.state == State::Failed || is_cancelled).then(|| now + schedule::TYPED_OFFERED)
    }

    /// The traveller whose contacts are the booking's.
    pub fn primary(&self) -> Option<&Traveller> {
        self.travellers.first()
    }

    /// Whom to write to: nobody once the contacts are forgotten.
    pub fn addressee(&self) -> Option<&Traveller> {
        self.primary().filter(|primary| !primary.email.is_empty())
    }

    /// What the booking's documents are called: the reference, as far as every system takes it for a file's name.
    pub fn file_name(&self) -> String {
        let reference = self.order.as_ref().map_or("", |order| &order.reference);
        let safe: String = reference.chars().filter(char::is_ascii_alphanumeric).collect();
        if safe.is_empty() { "trip".to_owned() } else { format!("trip-{safe}") }
    }

    pub fn offer_id(&self) -> &str {
        self.quote.offer.as_ref().map_or("", |offer| &offer.id)
    }
}

#[cfg(test)]
impl Booking {
    /// A draft of test mode that nobody travels by and that is not sent anywhere yet, for tests to begin with.
    pub fn sample(total: Money, created_at: OffsetDateTime) -> Self {
        Self {
            id: Uuid::nil(),
            mode: Mode::Test,
            brand: "default".into(),
            public_url: None,
            letterhead: Letterhead::of(None),
            markup_rate: "0".into(),
            principal: "session:1".into(),
            principals: Vec::new(),
            owner: None,
            quote: QuoteOfferResponse::default(),
            offer_expires_at: created_at,
            total,
            provider_total: total,
            travellers: Vec::new(),
            payment_id: "pay_1".into(),
            card: None,
            capture_before: None,
            action_url: None,
            order: None,
            saga: Saga::NEW,
            failure_reason: None,
            failure_message: None,
            abandoned: false,
            failure_price: None,
            first_unknown_at: None,
            account: AccountState::None,
            cancellation: None,
            credits: Vec::new(),
            asked: 0,
            epoch: 0,
            version: 1,
            trace_parent: None,
            created_at,
        }
    }

    /// The same in a state, and with a cancellation in a stage, if any.
    pub fn sample_at(state: State, cancelling: Option<Stage>) -> Self {
        let pound = Money::new(100, "GBP".parse().unwrap());
        let cancellation = cancelling.map(|stage| Cancellation {
            stage,
            quote_id: "ore_1".into(),
            refund: Refund { fare: pound, markup: pound, to_card: pound, to: super::refund::RefundTo::Card },
            expires_at: None,
            confirmed_at: None,
        });
        let saga = Saga { state, ..Saga::NEW };
        Self { saga, cancellation, ..Self::sample(pound, OffsetDateTime::UNIX_EPOCH) }
    }
}
