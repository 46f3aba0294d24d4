//! Binds a payment to the one booking that it may pay for.

use failpoint::failpoint;
use money::Money;
use service::Mode;
use uuid::Uuid;

use super::{Outcome, Payments, refusal_of};
use crate::domain::{Cause, Payment, PaymentId, Refusal, Status, Step};
use crate::error::Error;
use crate::repository::Owner;

/// How often to try to bind a payment that other processes change.
pub(super) const TRIES: usize = 5;

/// What a booking wants paid.
#[derive(Debug, Clone)]
pub struct Bill {
    pub booking_id: Uuid,
    pub offer_id: String,
    pub amount: Money,
}

/// How a claim ended.
#[derive(Debug)]
pub struct Claim {
    pub outcome: Outcome,
    /// Absent where it is not the claimant's.
    pub payment: Option<Payment>,
    pub refusal: Option<Refusal>,
}

impl Claim {
    fn refused(payment: Option<Payment>, refusal: Refusal) -> Self {
        Self { outcome: Outcome::Refused, payment, refusal: Some(refusal) }
    }
}

impl Payments {
    /// Claims a payment. An id of a wrong form is answered like the id of another owner's payment.
    pub async fn claim(&self, owner: &Owner, id: Option<PaymentId>, bill: &Bill) -> Result<Claim, Error> {
        let Some(id) = id else { return Ok(Claim::refused(None, Refusal::NotForThisBooking)) };
        if id.is_simulated() {
            self.simulate(owner, id, bill).await?;
        }
        let Some(payment) = self.find_owned(owner, id).await? else {
            return Ok(Claim::refused(None, Refusal::NotForThisBooking));
        };
        if payment.offer_id != bill.offer_id || payment.amount != bill.amount {
            return Ok(Claim::refused(Some(payment), Refusal::NotForThisBooking));
        }
        let payment = if payment.status.may_hold() || payment.status == Status::Captured {
            self.bind(payment, bill.booking_id, Cause::Claim).await?
        } else {
            payment
        };
        failpoint!("payments.claim.committed");
        let payment = if payment.is_in_doubt() { self.finish(payment).await? } else { payment };
        let claim = answer(payment, bill.booking_id);
        if claim.outcome == Outcome::Done
            && let Err(error) = self.release_others(owner, &bill.offer_id).await
        {
            tracing::warn!(%error, "a second authorisation for an offer waits for the sweeper");
        }
        Ok(claim)
    }

    /// Stores a made-up payment the first time it is seen. A payment that another booking has used stays that
    /// booking's.
    async fn simulate(&self, owner: &Owner, id: PaymentId, bill: &Bill) -> Result<(), Error> {
        refuse_made_up_in_live(owner, id)?;
        let Some(principal) = owner.principals.first() else { return Ok(()) };
        let now = self.now();
        let owner = (owner.mode, owner.brand.clone(), principal.clone());
        let payment = Payment::new(id, owner, bill.offer_id.clone(), bill.amount, now);
        Ok(self.store.keep_simulated(&payment, now).await?)
    }

    /// Releases what else the owner has authorised for an offer that one payment now pays for.
    async fn release_others(&self, owner: &Owner, offer_id: &str) -> Result<(), Error> {
        self.store.release_open(owner, offer_id, self.now()).await?;
        self.finisher.notify_one();
        Ok(())
    }

    /// Binds the payment to the booking, unless it is bound to one. The answer says to which.
    pub(super) async fn bind(
        &self,
        mut payment: Payment,
        booking_id: Uuid,
        cause: Cause,
    ) -> Result<Payment, Error> {
        for _ in 0..TRIES {
            if payment.booking_id.is_some() {
                break;
            }
            payment = self.advance(&payment, Step::Claim(booking_id), cause).await?.payment;
        }
        Ok(payment)
    }
}

/// Refuses a made-up payment in live mode: no money stands behind it (requirement R1).
pub(super) fn refuse_made_up_in_live(owner: &Owner, id: PaymentId) -> Result<(), Error> {
    if id.is_simulated() && owner.mode != Mode::Test { Err(Error::TestPaymentInLive) } else { Ok(()) }
}

fn answer(payment: Payment, booking_id: Uuid) -> Claim {
    if payment.booking_id.is_some_and(|other| other != booking_id) {
        return Claim::refused(Some(payment), Refusal::NotForThisBooking);
    }
    match payment.status {
        Status::Captured if payment.is_short() => Claim::refused(Some(payment), Refusal::NotForThisBooking),
        Status::Authorised | Status::CaptureSent | Status::Captured if payment.booking_id.is_some() => {
            Claim { outcome: Outcome::Done, payment: Some(payment), refusal: None }
        }
        Status::Declined | Status::VoidSent | Status::Voided => {
            let refusal = refusal_of(&payment);
            Claim::refused(Some(payment), refusal)
        }
        // In doubt, or other processes kept changing it faster than it could be bound.
        _ => Claim { outcome: Outcome::Unknown, payment: Some(payment), refusal: None },
    }
}
