//! What administrators decide in manual review.
//!
//! A decision is written down with its account before anything is sent. Then it takes the way of the finisher and the
//! sweeper, under the same rules.

use service::{FieldErrors, mask_card_numbers};
use uuid::Uuid;

use super::ReviewService;
use crate::domain::review::{ReviewAction, allowed};
use crate::domain::review_case::DifferenceFacts;
use crate::domain::{Cause, Payment, Step};
use crate::error::Error;
use crate::store::decision::{self, Decided};
use crate::store::review_queue;

const SHORTEST_NOTE: usize = 3;
const LONGEST_NOTE: usize = 500;

/// What an administrator wants of a payment.
#[derive(Debug)]
pub struct Decision {
    pub payment: Uuid,
    pub action: ReviewAction,
    pub operator: Uuid,
    pub note: String,
    /// The payment's version that the administrator saw.
    pub version: i64,
}

impl ReviewService {
    /// Does what the payment allows now, and keeps who decided it. A payment that has changed since the administrator
    /// saw it is left alone: the answer says that it has moved on.
    pub async fn decide(&self, wanted: Decision) -> Result<(), Error> {
        let Decision { action, operator, .. } = wanted;
        let seen = review_queue::find(&self.pool, wanted.payment).await?.ok_or(Error::NotFound)?;
        let payment = self.payments.load(seen.mode, seen.id).await?;
        if payment.version != wanted.version || !allowed(&payment).contains(&action) {
            return Err(Error::NotAllowedNow);
        }
        let note = checked(&wanted.note, action == ReviewAction::AskAgain)?;
        let decided = Decided { action, operator, note: &note };
        if !decision::record(&self.pool, &payment, decided, self.payments.now()).await? {
            return Err(Error::NotAllowedNow);
        }
        self.payments.relay.notify_one();
        let name = action.as_str();
        tracing::info!(payment.id = %payment.id, user.id = %operator, action = name, "an administrator decided on a payment");
        match action {
            ReviewAction::AskAgain => self.ask_again(payment).await,
            ReviewAction::Release => self.release_unclaimed(payment).await,
            ReviewAction::ResolvedByHand | ReviewAction::RefundPaid => Ok(()),
        }
    }

    async fn ask_again(&self, payment: Payment) -> Result<(), Error> {
        let mode = payment.mode;
        let differs = !review_queue::differences(&self.pool, payment.id.uuid()).await?.is_empty();
        self.payments.finish(payment).await?;
        if differs {
            self.reconcile_now(mode).await;
        }
        Ok(())
    }

    /// Releases a hold. A booking that has claimed it meanwhile has changed its version, and keeps it.
    async fn release_unclaimed(&self, payment: Payment) -> Result<(), Error> {
        let moved = self.payments.advance(&payment, Step::Release(None), Cause::Administrator).await?;
        let attempt = moved.attempt.ok_or(Error::NotAllowedNow)?;
        self.payments.send_cancel(moved.payment, &attempt).await?;
        Ok(())
    }

    /// Resolves a difference without a payment, and keeps which administrator did.
    pub async fn resolve_difference(
        &self,
        seen: &DifferenceFacts,
        operator: Uuid,
        note: &str,
    ) -> Result<(), Error> {
        let note = checked(note, false)?;
        let now = self.payments.now();
        if !decision::resolve_stray_difference(&self.pool, seen, (operator, &note), now).await? {
            return Err(Error::NotAllowedNow);
        }
        tracing::info!(object.id = seen.object_id, user.id = %operator, "an administrator resolved a difference");
        Ok(())
    }
}

/// The note as it is kept, without card numbers.
fn checked(note: &str, may_be_empty: bool) -> Result<String, Error> {
    let note = mask_card_numbers(note.trim());
    let length = note.chars().count();
    let mut errors = FieldErrors::default();
    let fits = (SHORTEST_NOTE..=LONGEST_NOTE).contains(&length) || (may_be_empty && length == 0);
    errors.require(fits, "note", "Say where this can be read again, in 3 to 500 characters.");
    errors.into_result().map_err(Error::Problem)?;
    Ok(note)
}
