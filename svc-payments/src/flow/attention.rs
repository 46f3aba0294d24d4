//! Payments that a person must look at, and what they do with them. For administrators alone.
//!
//! What they want is written down with their account before anything is sent, and then goes the way that the settler and
//! the sweeper go, under the same laws.

use service::FieldErrors;
use time::OffsetDateTime;
use uuid::Uuid;

use super::ReviewService;
use crate::domain::attention::{Action, allowed};
use crate::domain::{Payment, Step};
use crate::error::Error;
use crate::store::attention::{self as store, Attempt, Entry, Known, Noted, RefundRow, Seen, Totals};
use crate::store::{payment, ruling};

const SHORTEST_NOTE: usize = 3;
const LONGEST_NOTE: usize = 500;

/// A payment with all that a person needs to judge it.
#[derive(Debug)]
pub struct Item {
    pub payment: Payment,
    pub created_at: OffsetDateTime,
    pub attempts: Vec<Attempt>,
    pub refunds: Vec<RefundRow>,
    pub differences: Vec<Noted>,
    pub history: Vec<Entry>,
}

/// What an administrator wants of a payment.
#[derive(Debug)]
pub struct ReviewAction {
    pub payment: Uuid,
    pub action: Action,
    pub operator: Uuid,
    pub note: String,
    /// Of what they saw.
    pub version: i64,
}

impl ReviewService {
    /// The oldest first.
    pub async fn needing_person(&self) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        for seen in store::needing_person(&self.pool).await? {
            items.push(self.item(seen).await?);
        }
        Ok(items)
    }

    /// Amounts that only one book has, and that belong to no payment. The oldest first.
    pub async fn stray_differences(&self) -> Result<Vec<Noted>, Error> {
        Ok(store::strays(&self.pool).await?)
    }

    /// Of both.
    pub async fn totals(&self) -> Result<Totals, Error> {
        Ok(store::totals(&self.pool).await?)
    }

    async fn item(&self, seen: Seen) -> Result<Item, Error> {
        let payment = self.payments.load(seen.mode, seen.id).await?;
        let id = payment.id.uuid();
        let (attempts, refunds, differences, history) = tokio::try_join!(
            store::attempts(&self.pool, id),
            store::refunds(&self.pool, id),
            store::differences(&self.pool, id),
            store::history(&self.pool, id),
        )?;
        Ok(Item { payment, created_at: seen.created_at, attempts, refunds, differences, history })
    }

    /// Does what the laws allow as the payment stands, and keeps who wanted it. Who rules on what somebody else has
    /// settled meanwhile is told that it has moved on.
    pub async fn rule(&self, review: ReviewAction) -> Result<(), Error> {
        let seen = store::find(&self.pool, review.payment).await?.ok_or(Error::NotFound)?;
        let payment = self.payments.load(seen.mode, seen.id).await?;
        if payment.version != review.version || !allowed(&payment).contains(&review.action) {
            return Err(Error::NotAllowedNow);
        }
        let note = checked(&review.note, review.action == Action::AskAgain)?;
        self.write_down(&payment, &review, &note).await?;
        let (operator, action) = (review.operator, review.action.as_str());
        tracing::info!(payment.id = %payment.id, user.id = %operator, action, "an administrator ruled on a payment");
        match review.action {
            Action::AskAgain => self.ask_again(payment).await,
            Action::Release => self.release_unclaimed(payment).await,
            Action::SettledByHand | Action::RefundPaid => Ok(()),
        }
    }

    /// The ruling, and with it what was ruled: the end of the call for a person, or the payment of what is owed.
    async fn write_down(&self, payment: &Payment, review: &ReviewAction, note: &str) -> Result<(), Error> {
        let now = self.payments.now();
        let mut transaction = self.pool.begin().await?;
        if !ruling::hold_still(&mut transaction, payment).await? {
            return Err(Error::NotAllowedNow);
        }
        ruling::insert(&mut transaction, payment, (review.action, review.operator, note), now).await?;
        match review.action {
            Action::SettledByHand => {
                payment::dismiss_person(&mut transaction, payment.id).await?;
                let by = (review.operator, note);
                ruling::settle_differences(&mut transaction, payment.id.uuid(), by, now).await?;
            }
            Action::RefundPaid => {
                let paid = payment.apply(Step::PayByHand, now)?;
                payment::replace(&mut transaction, payment, &paid, "paid_by_hand", now).await?;
                if !store::calls_otherwise(&mut transaction, payment.id.uuid()).await? {
                    payment::dismiss_person(&mut transaction, payment.id).await?;
                }
            }
            Action::AskAgain | Action::Release => {}
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn ask_again(&self, payment: Payment) -> Result<(), Error> {
        let mode = payment.mode;
        let differs = !store::differences(&self.pool, payment.id.uuid()).await?.is_empty();
        self.payments.settle(payment).await?;
        if differs {
            self.reconcile_now(mode).await;
        }
        Ok(())
    }

    /// A booking that has claimed it meanwhile has changed its version, and keeps it.
    async fn release_unclaimed(&self, payment: Payment) -> Result<(), Error> {
        let moved = self.payments.advance(&payment, Step::Release(None), "administrator").await?;
        let attempt = moved.attempt.ok_or(Error::NotAllowedNow)?;
        self.payments.send_cancel(moved.payment, &attempt).await?;
        Ok(())
    }

    /// Keeps that a difference without a payment was looked into, and by whom.
    pub async fn settle_difference(&self, seen: &Known, operator: Uuid, note: &str) -> Result<(), Error> {
        let note = checked(note, false)?;
        if !ruling::settle_stray(&self.pool, seen, (operator, &note), self.payments.now()).await? {
            return Err(Error::NotAllowedNow);
        }
        tracing::info!(object.id = seen.object_id, user.id = %operator, "an administrator settled a difference");
        Ok(())
    }
}

fn checked(note: &str, may_be_empty: bool) -> Result<String, Error> {
    let note = note.trim();
    let length = note.chars().count();
    let mut errors = FieldErrors::default();
    let fits = (SHORTEST_NOTE..=LONGEST_NOTE).contains(&length) || (may_be_empty && length == 0);
    errors.require(fits, "note", "Say where this can be read again, in 3 to 500 characters.");
    errors.into_result().map_err(Error::Problem)?;
    Ok(note.to_owned())
}
