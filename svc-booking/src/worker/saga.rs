//! The shell of the booking's saga: load, call, store.

use duffel::Order;
use failpoint::failpoint;
use money::Money;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::{NextRun, Worker, answered};
use crate::domain::booking::{AccountState, OrderRef};
use crate::domain::card::Card;
use crate::domain::cause::Cause;
use crate::domain::saga::{Call, Effect, Event, Facts, Saga, State, step};
use crate::domain::{Booking, Reason, schedule};
use crate::email;
use crate::repository::{Answer, Class, Op, Repository, Saved, Step, Subject};

pub(super) enum Progress {
    Ended(Box<Booking>),
    Paused(NextRun),
}

/// What a call taught: the event for the saga, and what the booking keeps of it.
pub(super) struct CallOutcome {
    pub event: Event,
    /// Absent for a call that only reads.
    pub answer: Option<Answer>,
    pub order: Option<OrderRef>,
    pub card: Option<Card>,
    pub capture_before: Option<OffsetDateTime>,
    pub action_url: Option<String>,
    pub failure_reason: Option<Reason>,
    pub failure_price: Option<Money>,
    /// When the same is to be tried again, where the provider named the time.
    pub again_at: Option<OffsetDateTime>,
    /// The decision of an administrator that taught it.
    pub decision: Option<i32>,
}

impl CallOutcome {
    pub fn of(event: Event) -> Self {
        Self {
            event,
            answer: None,
            order: None,
            card: None,
            capture_before: None,
            action_url: None,
            failure_reason: None,
            failure_price: None,
            again_at: None,
            decision: None,
        }
    }

    pub fn answered(event: Event, answer: Answer) -> Self {
        Self { answer: Some(answer), ..Self::of(event) }
    }
}

impl<S: Repository> Worker<S> {
    pub(super) async fn drive_saga(
        &self,
        mut booking: Booking,
        shutdown: &CancellationToken,
    ) -> anyhow::Result<Progress> {
        let lost = match self.lost_order(&booking).await {
            Ok(lost) => lost,
            Err(error) => return Ok(Progress::Paused(self.after_missed_look(&booking, &error))),
        };
        let mut outcome = CallOutcome::of(Event::Resumed(self.facts(&booking, lost.as_ref())));
        let mut attempt: Option<(Op, i32)> = None;
        loop {
            let (saga, effects) = step(&booking.saga, outcome.event);
            let effect = effects.first().copied();
            let after = stand_after(&booking, saga, &outcome, effect, self.bookings.now());
            let call = called(effect);
            let opens = call.and_then(Op::of);
            let written = Step {
                cause: Cause::Saga(outcome.event),
                answered: answered(attempt, outcome.answer.as_ref()),
                opens,
                publishes: event_of(booking.saga.state, saga.state, effect),
                decision: outcome.decision,
                mail: email::of_change(&after, self.bookings.now()),
                is_answer: email::may_be_answered(&after, self.bookings.now()),
            };
            match self.save(&booking, after, &written).await? {
                Saved::Lost => return Ok(Progress::Paused(NextRun::Lost)),
                Saved::AlreadyDispatched => {
                    (outcome, attempt) = (CallOutcome::of(Event::OfferGone), None);
                    continue;
                }
                Saved::Yes(stored, n) => (booking, attempt) = (*stored, opens.zip(n)),
            }
            if booking.saga.state.is_end() {
                failpoint!("booking.ended");
                return Ok(Progress::Ended(Box::new(booking)));
            }
            outcome = match (call, effect) {
                (Some(call), _) => {
                    failpoint!("booking.{call:?}.post_intent");
                    let answer = self.perform(call, &booking, lost.as_ref());
                    let outcome = self.holding(&booking, answer).await;
                    failpoint!("booking.{call:?}.answered");
                    outcome
                }
                // Between two calls another process may go on as well.
                (None, None) if !shutdown.is_cancelled() => {
                    CallOutcome::of(Event::Resumed(self.facts(&booking, lost.as_ref())))
                }
                _ => {
                    let due = outcome.again_at.unwrap_or_else(|| booking.next_ask(self.bookings.now()));
                    return Ok(Progress::Paused(NextRun::Until(Some(due))));
                }
            };
        }
    }

    /// Nothing is too late for a booking whose order stands already.
    fn facts(&self, booking: &Booking, lost: Option<&Order>) -> Facts {
        if lost.is_some() { Facts::ORDERED } else { booking.facts(self.bookings.now()) }
    }

    /// Without an answer nothing is sent: the booking waits for the next look.
    fn after_missed_look(&self, booking: &Booking, error: &anyhow::Error) -> NextRun {
        let error = format!("{error:#}");
        tracing::warn!(booking.id = %booking.id, error, "the order of a restored booking can't be looked for");
        NextRun::Until(Some(self.bookings.now() + schedule::AFTER_FAULT))
    }

    async fn perform(&self, call: Call, booking: &Booking, lost: Option<&Order>) -> CallOutcome {
        let outcome = match call {
            Call::VerifyOffer => self.verify_offer(booking).await,
            Call::ClaimPayment => self.claim_payment(booking).await,
            Call::PlaceOrder => return self.place_order(booking, lost).await,
            Call::FindOrder => self.find_order(booking).await,
            Call::CapturePayment => self.capture_payment(booking).await,
            Call::CancelOrder => self.cancel_order(booking).await,
            Call::VoidPayment => self.void_payment(booking).await,
            Call::RefundPayment => self.refund_payment(booking).await,
        };
        outcome.unwrap_or_else(|error| {
            tracing::warn!(call = ?call, error = format!("{error:#}"), "an answer is missing");
            CallOutcome::answered(Event::Unknown, Answer::of(Class::Unknown))
        })
    }
}

/// The booking after a step: where its saga leads, and what was learnt with it.
fn stand_after(
    before: &Booking,
    saga: Saga,
    outcome: &CallOutcome,
    effect: Option<Effect>,
    now: OffsetDateTime,
) -> Booking {
    let mut after = Booking { saga, ..before.clone() };
    if before.saga.state != after.saga.state {
        after.clear_doubt();
    }
    after.order = outcome.order.clone().or(after.order);
    after.card = outcome.card.clone().or(after.card);
    after.capture_before = outcome.capture_before.or(after.capture_before);
    after.action_url =
        outcome.action_url.clone().or(after.action_url).filter(|_| saga.state == State::Await3ds);
    after.failure_reason = outcome.failure_reason.or(after.failure_reason);
    after.failure_price = outcome.failure_price.or(after.failure_price);
    // What was turned away is not in doubt.
    if effect == Some(Effect::AskLater) && outcome.event != Event::OrderTurnedAway {
        after.doubt(now);
    }
    if after.saga.state == State::Ticketed && after.is_guests() {
        after.account = AccountState::Due;
    }
    after
}

fn called(effect: Option<Effect>) -> Option<Call> {
    match effect {
        Some(Effect::Call(call)) => Some(call),
        _ => None,
    }
}

/// The event of a step. Holders of other offers of the request learn early that they can't have them, because a
/// cardholder may need a quarter of an hour at their bank.
fn event_of(before: State, after: State, effect: Option<Effect>) -> Option<Subject> {
    let reserves = before != after && matches!(after, State::Await3ds | State::OrderSent);
    match effect {
        Some(Effect::Tell) if after == State::Ticketed => Some(Subject::Confirmed),
        Some(Effect::Tell) => Some(Subject::Failed),
        _ => reserves.then_some(Subject::Reserved),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn booking_in(saga: Saga) -> Booking {
        Booking { saga, ..Booking::sample(Money::new(54_430, "GBP".parse().unwrap()), NOW) }
    }

    #[test]
    fn an_answer_in_doubt_counts_although_the_order_was_turned_away_once() {
        for (state, event, asked) in [
            (State::OrderUnknown, Event::Unknown, 1),
            (State::OrderUnknown, Event::OrderAbsent { proven: false }, 1),
            (State::OrderSent, Event::OrderTurnedAway, 0),
        ] {
            let before = booking_in(Saga { state, turned_away: true, ..Saga::NEW });
            let (saga, effects) = step(&before.saga, event);

            let after = stand_after(&before, saga, &CallOutcome::of(event), effects.first().copied(), NOW);

            assert_eq!((effects, after.asked), (vec![Effect::AskLater], asked), "{event:?}");
            assert_eq!(after.first_unknown_at.is_some(), asked == 1, "{event:?}");
        }
    }
}
