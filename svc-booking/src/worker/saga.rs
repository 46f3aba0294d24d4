//! The shell of the booking's saga: load, call, store.

use failpoint::failpoint;
use money::Money;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::{NextRun, Worker, answered, name_of};
use crate::domain::Booking;
use crate::domain::booking::{AccountState, OrderRef};
use crate::domain::saga::{Call, Effect, Event, Saga, State, step};
use crate::events::Subject;
use crate::letters;
use crate::repository::{Answer, Class, Op, Saved, Step};

pub(super) enum Progress {
    Ended(Box<Booking>),
    Paused(NextRun),
}

/// What a call taught: the event for the saga, and what the booking keeps of it.
pub(super) struct Learnt {
    pub event: Event,
    /// Absent for a call that only reads.
    pub answer: Option<Answer>,
    pub order: Option<OrderRef>,
    pub card: Option<String>,
    pub capture_before: Option<OffsetDateTime>,
    pub action_url: Option<String>,
    pub failure_message: Option<String>,
    pub failure_price: Option<Money>,
    /// When the same is to be tried again, where the provider named the time.
    pub again_at: Option<OffsetDateTime>,
    /// The ruling of an administrator that taught it.
    pub ruling: Option<i32>,
}

impl Learnt {
    pub fn of(event: Event) -> Self {
        Self {
            event,
            answer: None,
            order: None,
            card: None,
            capture_before: None,
            action_url: None,
            failure_message: None,
            failure_price: None,
            again_at: None,
            ruling: None,
        }
    }

    pub fn answered(event: Event, answer: Answer) -> Self {
        Self { answer: Some(answer), ..Self::of(event) }
    }
}

impl Worker {
    pub(super) async fn drive_saga(
        &self,
        mut booking: Booking,
        shutdown: &CancellationToken,
    ) -> anyhow::Result<Progress> {
        let mut learnt = Learnt::of(Event::Resumed(booking.facts(self.clock.now())));
        let mut attempt: Option<(Op, i32)> = None;
        loop {
            let (saga, effects) = step(&booking.saga, learnt.event);
            let effect = effects.first().copied();
            let after = stand_after(&booking, saga, &learnt, effect, self.clock.now());
            let call = called(effect);
            let opens = call.and_then(Op::of);
            let written = Step {
                cause: name_of(learnt.event),
                answered: answered(attempt, learnt.answer.as_ref()),
                opens,
                tells: told(booking.saga.state, saga.state, effect),
                ruling: learnt.ruling,
                mail: letters::of_change(&after, self.clock.now()),
                is_answer: letters::may_be_answered(&after, self.clock.now()),
            };
            match self.save(&booking, after, &written).await? {
                Saved::Lost => return Ok(Progress::Paused(NextRun::Lost)),
                Saved::AlreadyDispatched => {
                    (learnt, attempt) = (Learnt::of(Event::OfferGone), None);
                    continue;
                }
                Saved::Yes(stored, n) => (booking, attempt) = (*stored, opens.zip(n)),
            }
            if booking.saga.state.is_end() {
                failpoint!("booking.ended");
                return Ok(Progress::Ended(Box::new(booking)));
            }
            learnt = match (call, effect) {
                (Some(call), _) => {
                    failpoint!("booking.{call:?}.post_intent");
                    let learnt = self.holding(&booking, self.perform(call, &booking)).await;
                    failpoint!("booking.{call:?}.answered");
                    learnt
                }
                // Between two calls another process may go on as well.
                (None, None) if !shutdown.is_cancelled() => {
                    Learnt::of(Event::Resumed(booking.facts(self.clock.now())))
                }
                _ => {
                    let due = learnt.again_at.unwrap_or_else(|| booking.next_ask(self.clock.now()));
                    return Ok(Progress::Paused(NextRun::Until(Some(due))));
                }
            };
        }
    }

    async fn perform(&self, call: Call, booking: &Booking) -> Learnt {
        let outcome = match call {
            Call::VerifyOffer => self.verify_offer(booking).await,
            Call::ClaimPayment => self.claim_payment(booking).await,
            Call::PlaceOrder => return self.place_order(booking).await,
            Call::FindOrder => self.find_order(booking).await,
            Call::CapturePayment => self.capture_payment(booking).await,
            Call::CancelOrder => self.cancel_order(booking).await,
            Call::VoidPayment => self.void_payment(booking).await,
            Call::RefundPayment => self.refund_payment(booking).await,
        };
        outcome.unwrap_or_else(|error| {
            tracing::warn!(call = ?call, error = format!("{error:#}"), "an answer is missing");
            Learnt::answered(Event::Unknown, Answer::of(Class::Unknown))
        })
    }
}

/// The booking after a step: where its saga leads, and what was learnt with it.
fn stand_after(
    before: &Booking,
    saga: Saga,
    learnt: &Learnt,
    effect: Option<Effect>,
    now: OffsetDateTime,
) -> Booking {
    let mut after = Booking { saga, ..before.clone() };
    if before.saga.state != after.saga.state {
        after.settle();
    }
    after.order = learnt.order.clone().or(after.order);
    after.card = learnt.card.clone().or(after.card);
    after.capture_before = learnt.capture_before.or(after.capture_before);
    after.action_url =
        learnt.action_url.clone().or(after.action_url).filter(|_| saga.state == State::Await3ds);
    after.failure_message = learnt.failure_message.clone().or(after.failure_message);
    after.failure_price = learnt.failure_price.or(after.failure_price);
    // What was turned away is not in doubt.
    if effect == Some(Effect::AskLater) && learnt.event != Event::OrderTurnedAway {
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

/// What others hear of a step. Those who hold other offers of the request learn early that they can't have them: a
/// cardholder may stand before their bank for a quarter of an hour.
fn told(before: State, after: State, effect: Option<Effect>) -> Option<Subject> {
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

            let after = stand_after(&before, saga, &Learnt::of(event), effects.first().copied(), NOW);

            assert_eq!((effects, after.asked), (vec![Effect::AskLater], asked), "{event:?}");
            assert_eq!(after.first_unknown_at.is_some(), asked == 1, "{event:?}");
        }
    }
}
