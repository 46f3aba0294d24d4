//! Pays money back: reserved on the payment first, so that the sum can't exceed what was captured.

use money::Money;
use service::Mode;
use uuid::Uuid;

use super::{Outcome, Payments};
use crate::domain::{Payment, PaymentId, Refund, RefundStatus, Status};
use crate::error::Error;
use crate::repository::{Attempt, Changed, Op, Reserved};
use crate::stripe::{self, NewRefund, RefundFate};

/// What is to be paid back.
#[derive(Debug, Clone)]
pub struct RefundOrder {
    pub booking_id: Uuid,
    pub amount: Money,
    pub idempotency_key: String,
}

/// What the provider knows of a refund.
enum RefundLookup {
    Made(stripe::Refund),
    Nothing,
    CannotAsk,
}

impl Payments {
    /// Pays back what is ordered, and never more than was taken.
    pub async fn refund(
        &self,
        mode: Mode,
        id: PaymentId,
        order: &RefundOrder,
    ) -> Result<(Outcome, Payment), Error> {
        let payment = self.load_claimed(mode, id, order.booking_id).await?;
        let mut payment = if payment.is_in_doubt() { self.finish(payment).await? } else { payment };
        if payment.amount.currency != order.amount.currency {
            return Ok((Outcome::Refused, payment));
        }
        loop {
            let key = &order.idempotency_key;
            let amount = payment.at_most_captured(order.amount);
            match self.store.reserve_refund(&payment, key, amount, self.now()).await? {
                Reserved::Known(refund) if refund.amount != amount => {
                    return Err(Error::KeyReused);
                }
                Reserved::New(refund, Some(attempt)) => {
                    self.send_new_refund(&payment, &refund, &attempt).await?;
                    break;
                }
                Reserved::New(refund, None) | Reserved::Known(refund) => {
                    if refund.status == RefundStatus::Sent {
                        self.finish_refund(&payment, &refund).await?;
                    }
                    break;
                }
                Reserved::TooMuch if payment.status == Status::CaptureSent => {
                    return Ok((Outcome::Unknown, payment));
                }
                Reserved::TooMuch => return Ok((Outcome::Refused, payment)),
                Reserved::Again => payment = self.load(mode, id).await?,
            }
        }
        self.refund_outcome(&payment, order).await
    }

    async fn refund_outcome(
        &self,
        payment: &Payment,
        order: &RefundOrder,
    ) -> Result<(Outcome, Payment), Error> {
        let refund = self.store.find_refund(payment, &order.idempotency_key).await?;
        let payment = self.load(payment.mode, payment.id).await?;
        let outcome = match refund.map(|refund| refund.status) {
            Some(RefundStatus::Done) => Outcome::Done,
            Some(RefundStatus::Refused | RefundStatus::Returned) => Outcome::Refused,
            Some(RefundStatus::Sent) | None => Outcome::Unknown,
        };
        Ok((outcome, payment))
    }

    /// Sends a refund that was not known here. Where the database was set back to a backup since the payment was made, the
    /// provider may know it, and may have forgotten its key: then it is looked for first, and taken in.
    async fn send_new_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        attempt: &Attempt,
    ) -> Result<(), Error> {
        if !self.store.is_before_restore(payment).await? {
            return self.send_refund(payment, refund, attempt).await;
        }
        match self.find_refund(payment, refund).await? {
            RefundLookup::Made(made) => {
                tracing::warn!(
                    payment.id = %payment.id,
                    refund.seq,
                    "a refund of after the backup is found and taken in"
                );
                self.follow_refund(payment, refund, &made).await
            }
            RefundLookup::Nothing => self.send_refund(payment, refund, attempt).await,
            // The finisher looks again, and sends it if it is not there.
            RefundLookup::CannotAsk => Ok(()),
        }
    }

    /// Sends a refund, unless another process is sending it now: then the answer to that call decides.
    async fn send_refund(&self, payment: &Payment, refund: &Refund, attempt: &Attempt) -> Result<(), Error> {
        if !self.store.take(attempt, self.now()).await? {
            return Ok(());
        }
        let new = NewRefund {
            intent_id: payment.intent_id.clone().unwrap_or_default(),
            amount: refund.amount,
            reference: reference(payment, refund),
        };
        match self.send(payment, attempt, async |client, key| client.create_refund(&new, key).await).await? {
            Ok(made) => self.follow_refund(payment, refund, &made).await,
            Err(error) => match self.find_refund(payment, refund).await? {
                RefundLookup::Made(made) => self.follow_refund(payment, refund, &made).await,
                RefundLookup::Nothing if error.is_definitely_not() && error.ends_key() => {
                    self.change_refund(payment, refund, RefundStatus::Refused, None).await
                }
                RefundLookup::Nothing | RefundLookup::CannotAsk => Ok(()),
            },
        }
    }

    /// Asks about each refund that may still change: those on their way, and those that the bank may send back.
    pub(super) async fn finish_refunds(&self, payment: Payment) -> Result<Payment, Error> {
        for refund in self.store.standing_refunds(&payment).await? {
            self.finish_refund(&payment, &refund).await?;
        }
        self.load(payment.mode, payment.id).await
    }

    /// Takes in what became of a refund, and sends again what the provider has never seen.
    async fn finish_refund(&self, payment: &Payment, refund: &Refund) -> Result<(), Error> {
        if payment.id.is_simulated() {
            return self.change_refund(payment, refund, RefundStatus::Done, None).await;
        }
        let unseen = refund.status == RefundStatus::Sent && refund.provider_id.is_none();
        let attempt = if unseen { Some(self.open(payment, Op::Refund(refund.seq)).await?) } else { None };
        match (self.find_refund(payment, refund).await?, attempt) {
            (RefundLookup::Made(made), _) => self.follow_refund(payment, refund, &made).await,
            (RefundLookup::Nothing, Some(attempt)) => self.send_refund(payment, refund, &attempt).await,
            (RefundLookup::Nothing, None) | (RefundLookup::CannotAsk, _) => Ok(()),
        }
    }

    async fn find_refund(&self, payment: &Payment, refund: &Refund) -> Result<RefundLookup, Error> {
        let Some(intent_id) = &payment.intent_id else { return Ok(RefundLookup::Nothing) };
        match self.client(payment)?.list_refunds(intent_id).await {
            Ok(refunds) => {
                let wanted = reference(payment, refund);
                let made = refunds.into_iter().find(|made| made.reference() == Some(wanted.as_str()));
                Ok(made.map_or(RefundLookup::Nothing, RefundLookup::Made))
            }
            Err(error) => {
                tracing::warn!(payment.id = %payment.id, %error, "the card provider can't be asked");
                Ok(RefundLookup::CannotAsk)
            }
        }
    }

    /// Follows what the provider says of a refund.
    async fn follow_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        made: &stripe::Refund,
    ) -> Result<(), Error> {
        let status = match (refund.status, made.fate()) {
            (RefundStatus::Done, RefundFate::Failed) => RefundStatus::Returned,
            (_, RefundFate::Failed) => RefundStatus::Refused,
            (_, RefundFate::Paid) => RefundStatus::Done,
            // It is only accepted: the finisher asks again.
            (status, RefundFate::UnderWay) => status,
        };
        self.change_refund(payment, refund, status, Some(&made.id)).await
    }

    /// Moves a refund and its money on, once, even if another process tries at the same time.
    async fn change_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
    ) -> Result<(), Error> {
        let changed = loop {
            let before = self.load(payment.mode, payment.id).await?;
            match self.store.change_refund(&before, refund, status, provider_id, self.now()).await? {
                Changed::Again => {}
                changed => break changed,
            }
        };
        self.relay.notify_one();
        if changed == Changed::Yes && status.is_unpaid() {
            let status = status.as_str();
            tracing::error!(payment.id = %payment.id, refund.seq, refund.status = status, "a refund was not paid");
        }
        Ok(())
    }
}

/// What finds a refund again at the provider.
fn reference(payment: &Payment, refund: &Refund) -> String {
    format!("{}:{}", payment.id, refund.seq)
}
