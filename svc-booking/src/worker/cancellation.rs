//! Cancelling at the airline: for a traveller who wants it, and for an order that can't be paid.

use anyhow::Context;
use duffel::{CancellationOutcome, Code, OrderCancellation};
use failpoint::failpoint;
use money::Money;
use proto::payments::v1::Outcome;
use time::OffsetDateTime;

use super::saga::CallOutcome;
use super::{NextRun, Worker, answered};
use crate::domain::booking::{Booking, Cancellation};
use crate::domain::cancellation::{Call, Effect, Event, Stage, booking_after, resumption, step};
use crate::domain::cause::Cause;
use crate::domain::credit::{self, Credit};
use crate::domain::refund::{Refund, RefundTo};
use crate::domain::{saga, schedule};
use crate::email;
use crate::repository::{Answer, Class, Email, Op, Repository, Saved, Step, Subject};

/// What a call taught the cancellation.
struct CancelOutcome {
    event: Event,
    answer: Option<Answer>,
    confirmed_at: Option<OffsetDateTime>,
    credits: Vec<Credit>,
}

impl CancelOutcome {
    fn of(event: Event) -> Self {
        Self { event, answer: None, confirmed_at: None, credits: Vec::new() }
    }

    fn answered(event: Event, class: Class) -> Self {
        Self { answer: Some(Answer::of(class)), ..Self::of(event) }
    }
}

impl<S: Repository> Worker<S> {
    pub(super) async fn drive_cancellation(&self, mut booking: Booking) -> anyhow::Result<NextRun> {
        let mut outcome = CancelOutcome::of(self.beginning(&booking));
        let mut attempt: Option<(Op, i32)> = None;
        loop {
            let before = booking.cancellation.clone().context("a cancellation that is not there")?;
            let (stage, effects) = step(before.stage, outcome.event);
            let asks_later = effects.contains(&Effect::AskLater);
            let call = effects.iter().find_map(|effect| match effect {
                Effect::Call(call) => Some(*call),
                Effect::AskLater | Effect::Tell => None,
            });
            let opens = call.and_then(Op::of_cancellation);
            let confirmed_at = before.confirmed_at.or(outcome.confirmed_at);
            // A quote that was replaced is never confirmed again.
            let expires_at = before.expires_at.filter(|_| stage != Stage::Quoted);
            let cancellation = Cancellation { stage, expires_at, confirmed_at, ..before };
            let credits = credit::joined(&booking.credits, outcome.credits);
            let after = booking_after(&booking, cancellation, asks_later, self.bookings.now());
            let after = Booking { credits, ..after };
            let written = Step {
                cause: Cause::Cancellation(outcome.event),
                answered: answered(attempt, outcome.answer.as_ref()),
                opens,
                publishes: effects.contains(&Effect::Tell).then_some(Subject::Cancelled),
                decision: None,
                mail: self.email_at(stage, &after),
                is_answer: false,
            };
            match self.save(&booking, after, &written).await? {
                Saved::Yes(stored, n) => (booking, attempt) = (*stored, opens.zip(n)),
                Saved::Lost | Saved::AlreadyDispatched => return Ok(NextRun::Lost),
            }
            let Some(call) = call else {
                return Ok(NextRun::Until(asks_later.then(|| booking.next_ask(self.bookings.now()))));
            };
            failpoint!("cancellation.{call:?}.post_intent");
            outcome = self.holding(&booking, self.ask(call, &booking)).await;
            failpoint!("cancellation.{call:?}.answered");
        }
    }

    fn email_at(&self, stage: Stage, after: &Booking) -> Option<Email> {
        match stage {
            Stage::RefundFailed => email::refund::came_back(after),
            stage if stage.is_cancelled() => email::of_change(after, self.bookings.now()),
            _ => None,
        }
    }

    fn beginning(&self, booking: &Booking) -> Event {
        booking.cancellation.as_ref().map_or(Event::Resumed, |quote| {
            resumption(quote.stage, quote.expires_at.is_some_and(|end| end <= self.bookings.now()))
        })
    }

    async fn ask(&self, call: Call, booking: &Booking) -> CancelOutcome {
        let Some(cancellation) = &booking.cancellation else { return CancelOutcome::of(Event::Unknown) };
        let outcome = match call {
            Call::Confirm => self.confirm(booking, cancellation).await,
            Call::Look => self.look(booking, cancellation).await,
            Call::Refund => self.refund(booking, cancellation).await,
        };
        outcome.unwrap_or_else(|error| {
            tracing::warn!(call = ?call, error = format!("{error:#}"), "an answer is missing");
            CancelOutcome::answered(Event::Unknown, Class::Unknown)
        })
    }

    async fn confirm(&self, booking: &Booking, quote: &Cancellation) -> anyhow::Result<CancelOutcome> {
        Ok(match self.provider(booking)?.confirm_cancellation(&quote.quote_id).await {
            CancellationOutcome::Confirmed(confirmed) => CancelOutcome {
                confirmed_at: confirmed.confirmed_at,
                credits: credit::of_cancellation(&confirmed),
                ..CancelOutcome::answered(confirmed_event(quote, &confirmed), Class::Done)
            },
            CancellationOutcome::DefinitelyNot(error) => {
                tracing::info!(%error, "a cancellation was refused");
                let is_stale = error.has_code(&Code::OrderCancellationStale);
                let event = if is_stale { Event::Replaced } else { Event::Refused };
                CancelOutcome::answered(event, Class::DefinitelyNot)
            }
            CancellationOutcome::NotBegun(error) => {
                tracing::warn!(%error, "a cancellation never got to the airline");
                CancelOutcome::answered(Event::NotBegun, Class::DefinitelyNot)
            }
            CancellationOutcome::Unknown(error) => {
                tracing::warn!(%error, "nobody knows what became of a cancellation");
                CancelOutcome::answered(Event::Unknown, Class::Unknown)
            }
        })
    }

    async fn look(&self, booking: &Booking, quote: &Cancellation) -> anyhow::Result<CancelOutcome> {
        let found = self.provider(booking)?.get_cancellation(&quote.quote_id).await?;
        if let Some(at) = found.confirmed_at {
            let credits = credit::of_cancellation(&found);
            return Ok(CancelOutcome {
                confirmed_at: Some(at),
                credits,
                ..CancelOutcome::of(confirmed_event(quote, &found))
            });
        }
        match found.expires_at.filter(|end| *end <= self.bookings.now()) {
            Some(end) => self.look_at_order(booking, quote, end).await,
            None => Ok(CancelOutcome::of(Event::NotYet)),
        }
    }

    /// The quote has run out. What was sent before may be carried out yet: the order itself tells.
    async fn look_at_order(
        &self,
        booking: &Booking,
        quote: &Cancellation,
        quote_ended_at: OffsetDateTime,
    ) -> anyhow::Result<CancelOutcome> {
        let order = booking.order.as_ref().context("an order to look at")?;
        let found = self.provider(booking)?.get_order(&order.id).await?;
        if let Some(at) = found.cancelled_at {
            let done = found.cancellation.as_ref();
            let event = done.map_or_else(|| agreed(quote), |done| confirmed_event(quote, done));
            let credits = done.map(credit::of_cancellation).unwrap_or_default();
            return Ok(CancelOutcome { confirmed_at: Some(at), credits, ..CancelOutcome::of(event) });
        }
        let facts =
            self.bookings.store.webhook_facts(booking.mode, booking.offer_id(), quote_ended_at).await?;
        let proven = schedule::stands_for_good(self.bookings.now(), quote_ended_at, facts.any_arrived);
        Ok(CancelOutcome::of(Event::Standing { proven }))
    }

    async fn refund(&self, booking: &Booking, quote: &Cancellation) -> anyhow::Result<CancelOutcome> {
        let key = format!("cancelled:{}", booking.id);
        Ok(match self.pay_back(booking, quote.refund.to_card, key).await? {
            Outcome::Done => CancelOutcome::answered(Event::MoneyPaidBack, Class::Done),
            Outcome::Refused => {
                tracing::error!("a refund was refused: a person must pay it back");
                CancelOutcome::answered(Event::PayBackRefused, Class::DefinitelyNot)
            }
            Outcome::Unknown | Outcome::Unspecified => {
                CancelOutcome::answered(Event::Unknown, Class::Unknown)
            }
        })
    }

    /// Takes back an order that can't be paid. The quote is stored before it is confirmed, and looked at before
    /// it is confirmed again.
    pub(super) async fn cancel_order(&self, booking: &Booking) -> anyhow::Result<CallOutcome> {
        let stored = self.bookings.store.load(booking.id).await?.and_then(|booking| booking.cancellation);
        if let Some(quote) = stored {
            match self.look(booking, &quote).await?.event {
                Event::Confirmed { .. } => return Ok(CallOutcome::of(saga::Event::OrderCancelled)),
                Event::NotYet => return self.confirm_for_saga(booking, &quote).await,
                _ => {}
            }
        }
        let order = booking.order.as_ref().context("an order to cancel")?;
        let quote = match self.provider(booking)?.create_cancellation(&order.id).await {
            Ok(quote) => of_debt(&quote, booking.total),
            Err(error) if error.has_code(&Code::AlreadyCancelled) => {
                return Ok(CallOutcome::of(saga::Event::OrderCancelled));
            }
            Err(error) if error.has_code(&Code::OrderNotCancellable) => {
                return Ok(CallOutcome::answered(
                    saga::Event::NotCancellable,
                    Answer::of(Class::DefinitelyNot),
                ));
            }
            Err(error) => return Err(error.into()),
        };
        failpoint!("booking.CancelOrder.quoted");
        self.bookings.store.put_quote(booking.id, &quote).await?;
        failpoint!("booking.CancelOrder.quote_stored");
        self.confirm_for_saga(booking, &quote).await
    }

    async fn confirm_for_saga(&self, booking: &Booking, quote: &Cancellation) -> anyhow::Result<CallOutcome> {
        let outcome = self.confirm(booking, quote).await?;
        let event = match outcome.event {
            Event::Confirmed { .. } => saga::Event::OrderCancelled,
            // Refused on this quote, or in doubt: the next look tells.
            _ => saga::Event::Unknown,
        };
        Ok(CallOutcome { answer: outcome.answer, ..CallOutcome::of(event) })
    }
}

/// The airline pays back as quoted, or it has changed to a way that is unknown here.
fn confirmed_event(quote: &Cancellation, confirmed: &OrderCancellation) -> Event {
    let is_known = RefundTo::of_airline(confirmed.refund_to.as_ref()).is_some();
    match agreed(quote) {
        Event::Confirmed { refund_due: true } if !is_known => {
            tracing::error!("a trip is cancelled for a refund by a way unknown to us: a person must look");
            Event::ConfirmedUnpayable
        }
        agreed => agreed,
    }
}

fn agreed(quote: &Cancellation) -> Event {
    Event::Confirmed { refund_due: quote.refund.to_card.minor > 0 }
}

/// The quote of an order that was never paid for: nothing goes back to a card.
fn of_debt(quote: &OrderCancellation, total: Money) -> Cancellation {
    let zero = Money::zero(total.currency);
    Cancellation {
        stage: Stage::Quoted,
        quote_id: quote.id.clone(),
        refund: Refund { fare: zero, markup: zero, to_card: zero, to: RefundTo::Card },
        expires_at: quote.expires_at,
        confirmed_at: None,
    }
}
