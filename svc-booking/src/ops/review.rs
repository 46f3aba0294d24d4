//! Manual review: the bookings in it, and what administrators may do with them. For administrators only.
//!
//! A decision is evidence: it is kept with its author, and the saga draws its conclusion from it. Only the sagas' own
//! `step` writes a state.

use anyhow::Context;
use service::{FieldErrors, Problem, mask_card_numbers};
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::domain::adoption;
use crate::domain::booking::OrderRef;
use crate::domain::cancellation::Stage;
use crate::domain::cause::is_refund_back;
use crate::domain::review::{Change, ReviewAction, Snapshot, allowed, decide};
use crate::email;
use crate::error::Error;
use crate::store::decision::Decided;
use crate::store::review_queue::{Attempt, Entry};

const SHORTEST_NOTE: usize = 3;
const LONGEST_NOTE: usize = 500;

/// The bookings in manual review, as many as one can look through.
pub struct ReviewQueue {
    /// The oldest first.
    pub cases: Vec<ReviewCase>,
    /// Counts those that are not listed, too.
    pub total: i64,
}

/// A booking with everything needed to judge it.
pub struct ReviewCase {
    pub booking: Booking,
    pub attempts: Vec<Attempt>,
    pub history: Vec<Entry>,
}

/// What an administrator wants.
pub struct Decision {
    pub booking: Uuid,
    pub action: ReviewAction,
    pub operator: Uuid,
    pub note: String,
    pub order_id: String,
    /// The version that they saw.
    pub version: i64,
}

impl Bookings {
    /// Lists the bookings in manual review.
    pub async fn review_queue(&self) -> Result<ReviewQueue, Error> {
        let total = self.store.count_in_review().await?;
        let mut cases = Vec::new();
        for booking in self.store.in_review().await.map_err(Error::Internal)? {
            cases.push(self.review_case(booking).await?);
        }
        Ok(ReviewQueue { cases, total })
    }

    async fn review_case(&self, booking: Booking) -> Result<ReviewCase, Error> {
        let (attempts, history) =
            tokio::try_join!(self.store.attempts(booking.id), self.store.history(booking.id))?;
        Ok(ReviewCase { booking, attempts, history })
    }

    /// Does what the rules allow in the booking's state, and records who decided. If two administrators decide on the
    /// same version, the second gets `NotAllowedNow`.
    pub async fn review(&self, wanted: Decision) -> Result<(), Error> {
        let found = self.store.load(wanted.booking).await.map_err(Error::Internal)?;
        let case = self.review_case(found.ok_or(Error::NotFound)?).await?;
        let (snapshot, booking) = (case.snapshot(), case.booking);
        let is_as_seen = booking.saga.needs_human && booking.version == wanted.version;
        if !is_as_seen || !allowed(snapshot).contains(&wanted.action) {
            return Err(Error::NotAllowedNow);
        }
        let decided = self.decided(&booking, wanted).await?;
        let change = decide(&booking, decided.action);
        let mail = match &change {
            Change::PaidBack(after) => email::refund::paid_by_hand(after),
            Change::Nothing | Change::ReviewEnds => None,
        };
        let recorded = self.store.decide(&booking, &decided, change, mail, self.now()).await;
        if !recorded.map_err(Error::Internal)? {
            return Err(Error::NotAllowedNow);
        }
        let (action, operator) = (decided.action.as_str(), decided.operator);
        tracing::info!(booking.id = %booking.id, user.id = %operator, action, "an administrator decided on a booking");
        self.local.workers.notify_one();
        self.local.relay.notify_one();
        Ok(())
    }

    async fn decided(&self, booking: &Booking, wanted: Decision) -> Result<Decided, Error> {
        let note = mask_card_numbers(wanted.note.trim());
        let mut errors = FieldErrors::default();
        let length = note.chars().count();
        let may_be_empty = wanted.action == ReviewAction::AskAgain && length == 0;
        if !may_be_empty && !(SHORTEST_NOTE..=LONGEST_NOTE).contains(&length) {
            errors.add("note", "Say where this can be read again, in 3 to 500 characters.");
        }
        let order = match wanted.action {
            ReviewAction::OrderIs => match self.named_order(booking, wanted.order_id.trim()).await? {
                Ok(order) => Some(order),
                Err(misfit) => {
                    errors.add("orderId", misfit);
                    None
                }
            },
            _ => None,
        };
        errors.into_result()?;
        Ok(Decided { action: wanted.action, operator: wanted.operator, note, order })
    }

    /// The order as the provider shows it, or why it is not the booking's.
    async fn named_order(
        &self,
        booking: &Booking,
        order_id: &str,
    ) -> Result<Result<OrderRef, &'static str>, Error> {
        let is_id = order_id.starts_with("ord_")
            && order_id.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if !is_id {
            return Ok(Err("Enter the provider's id of the order; it begins with ord_."));
        }
        let client = self.duffel.of(booking.mode).context("the booking's mode has no flight provider");
        let order = match client.map_err(Error::Internal)?.get_order(order_id).await {
            Ok(order) => order,
            Err(error) if error.is_not_found() => return Ok(Err("The provider has no such order.")),
            Err(error) => {
                let message = "We can't reach the airline right now. Please try again in a moment.";
                return Err(Error::Problem(Problem::unavailable("PROVIDER_UNAVAILABLE", message, &error)));
            }
        };
        if let Some(misfit) = adoption::misfit(&order, booking) {
            return Ok(Err(misfit));
        }
        if self.store.is_order_of_another(booking, &order.id).await? {
            return Ok(Err("This order belongs to another booking."));
        }
        Ok(Ok(OrderRef::of(&order, booking)))
    }
}

/// What has become of the traveller's money, as far as the booking's own calls tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyStand {
    None,
    Held,
    Taken,
    Released,
    PaidBack,
    /// A call that moves it has no answer.
    InDoubt,
}

impl ReviewCase {
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { refund_returned: self.has_come_back(), ..Snapshot::of(&self.booking) }
    }

    /// The refund of a booking came back, and nobody has paid it since.
    fn has_come_back(&self) -> bool {
        is_refund_back(self.history.iter().map(|it| it.what.as_str()))
    }

    pub fn money(&self) -> MoneyStand {
        let cancellation = self.booking.cancellation.as_ref();
        // Its refund was refused, or came back from the bank.
        if cancellation.is_some_and(|cancellation| cancellation.stage == Stage::RefundFailed)
            || self.has_come_back()
        {
            return MoneyStand::Taken;
        }
        money_of(&self.attempts, self.booking.saga.money_taken)
    }
}

fn money_of(attempts: &[Attempt], money_taken: bool) -> MoneyStand {
    let moves = |it: &&Attempt| it.op.starts_with("payment_") || it.op == "cancel_refund";
    let is_done = |op: &str| attempts.iter().any(|it| it.op == op && it.class.as_deref() == Some("done"));
    let last = attempts.iter().rfind(moves);
    if last.is_some_and(|it| matches!(it.class.as_deref(), None | Some("unknown"))) {
        MoneyStand::InDoubt
    } else if is_done("payment_refund") || is_done("cancel_refund") {
        MoneyStand::PaidBack
    } else if money_taken || is_done("payment_capture") {
        MoneyStand::Taken
    } else if attempts.iter().any(|it| it.op == "payment_void") {
        MoneyStand::Released
    } else if is_done("payment_claim") {
        MoneyStand::Held
    } else {
        MoneyStand::None
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    /// A call, and how it was answered.
    type Call = (&'static str, Option<&'static str>);

    fn attempt((op, class): &Call) -> Attempt {
        Attempt {
            op: (*op).to_owned(),
            n: 1,
            prepared_at: datetime!(2026-03-01 12:00 UTC),
            answered_at: None,
            class: class.map(str::to_owned),
            http_status: None,
            request_id: None,
            evidence: None,
        }
    }

    #[test]
    fn money_stands_where_the_calls_that_move_it_left_it() {
        let (done, not, unknown) = (Some("done"), Some("definitely_not"), Some("unknown"));
        let claim = ("payment_claim", done);
        let table: [(&[Call], bool, MoneyStand); 11] = [
            (&[], false, MoneyStand::None),
            (&[("payment_claim", not)], false, MoneyStand::None),
            (&[("payment_claim", unknown)], false, MoneyStand::InDoubt),
            (&[claim, ("order_create", unknown)], false, MoneyStand::Held),
            (&[claim, ("payment_capture", None)], false, MoneyStand::InDoubt),
            (&[claim, ("payment_capture", done)], false, MoneyStand::Taken),
            (&[claim, ("payment_void", done)], false, MoneyStand::Released),
            (&[claim, ("payment_void", not)], true, MoneyStand::Taken),
            (&[claim, ("payment_void", not), ("payment_refund", not)], true, MoneyStand::Taken),
            (&[claim, ("payment_void", not), ("payment_refund", done)], true, MoneyStand::PaidBack),
            (&[claim, ("payment_capture", done), ("cancel_refund", done)], false, MoneyStand::PaidBack),
        ];
        for (attempts, money_taken, expected) in table {
            let attempts: Vec<_> = attempts.iter().map(attempt).collect();
            assert_eq!(money_of(&attempts, money_taken), expected);
        }
    }
}
