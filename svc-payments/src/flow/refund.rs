//! Paying money back: reserved on the payment first, so that the sum can't exceed what was captured.

use failpoint::failpoint;
use money::Money;
use service::Mode;
use uuid::Uuid;

use super::{Outcome, Payments};
use crate::domain::{Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::events;
use crate::store::attempt::{self, Attempt, Op};
use crate::store::payment;
use crate::store::refund::{self, Refund, RefundStatus};
use crate::stripe::{self, NewRefund, RefundFate};

/// What is to be paid back.
#[derive(Debug, Clone)]
pub struct RefundOrder {
    pub booking_id: Uuid,
    pub amount: Money,
    pub idempotency_key: String,
}

/// What became of a refund that was asked for.
enum Reserved {
    /// Stored by this call, which now sends it.
    New(Refund, Option<Attempt>),
    /// Stored by an earlier call under the same key.
    Known(Refund),
    TooMuch,
    /// Somebody else changed the payment meanwhile.
    Again,
}

/// What the provider knows of a refund.
enum Found {
    Made(stripe::Refund),
    Nothing,
    CannotAsk,
}

impl Payments {
    pub async fn refund(
        &self,
        mode: Mode,
        id: PaymentId,
        order: &RefundOrder,
    ) -> Result<(Outcome, Payment), Error> {
        let payment = self.load_claimed(mode, id, order.booking_id).await?;
        let mut payment = if payment.is_in_doubt() { self.settle(payment).await? } else { payment };
        if payment.amount.currency != order.amount.currency {
            return Ok((Outcome::Refused, payment));
        }
        loop {
            match self.reserve(&payment, order).await? {
                Reserved::New(refund, Some(attempt)) => {
                    self.send_refund(&payment, &refund, &attempt).await?;
                    break;
                }
                Reserved::New(refund, None) | Reserved::Known(refund) => {
                    if refund.status == RefundStatus::Sent {
                        self.settle_refund(&payment, &refund).await?;
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
        self.refund_outcome(mode, id, order).await
    }

    async fn refund_outcome(
        &self,
        mode: Mode,
        id: PaymentId,
        order: &RefundOrder,
    ) -> Result<(Outcome, Payment), Error> {
        let mut connection = self.pool.acquire().await?;
        let refund = refund::by_key(&mut connection, id.uuid(), &order.idempotency_key).await?;
        let payment = payment::find(&mut connection, mode, id).await?.ok_or(Error::NotFound)?;
        let outcome = match refund.map(|refund| refund.status) {
            Some(RefundStatus::Done) => Outcome::Done,
            Some(RefundStatus::Refused | RefundStatus::Returned) => Outcome::Refused,
            Some(RefundStatus::Sent) | None => Outcome::Unknown,
        };
        Ok((outcome, payment))
    }

    async fn reserve(&self, before: &Payment, order: &RefundOrder) -> Result<Reserved, Error> {
        let now = self.now();
        let id = before.id.uuid();
        let minor = order.amount.minor;
        let mut transaction = self.pool.begin().await?;
        if let Some(known) = refund::by_key(&mut transaction, id, &order.idempotency_key).await? {
            return if known.amount_minor == minor {
                Ok(Reserved::Known(known))
            } else {
                Err(Error::KeyReused)
            };
        }
        let Ok(after) = before.apply(Step::ReserveRefund { minor }, now) else {
            return Ok(Reserved::TooMuch);
        };
        if !payment::replace(&mut transaction, before, &after, "refund", now).await? {
            return Ok(Reserved::Again);
        }
        let refund = refund::insert(&mut transaction, id, &order.idempotency_key, minor, now).await?;
        let attempt = if before.id.is_simulated() {
            None
        } else {
            let op = Op::Refund(refund.seq);
            failpoint!("payments.{op}.pre_intent");
            Some(attempt::open(&mut transaction, &after, op, now).await?)
        };
        transaction.commit().await?;
        Ok(Reserved::New(refund, attempt))
    }

    async fn send_refund(&self, payment: &Payment, refund: &Refund, attempt: &Attempt) -> Result<(), Error> {
        let new = NewRefund {
            intent_id: payment.intent_id.clone().unwrap_or_default(),
            amount: Money::new(refund.amount_minor, payment.amount.currency),
            reference: reference(payment, refund),
        };
        match self.send(payment, attempt, async |client, key| client.create_refund(&new, key).await).await? {
            Ok(made) => self.follow_refund(payment, refund, &made).await,
            Err(error) => match self.find_refund(payment, refund).await? {
                Found::Made(made) => self.follow_refund(payment, refund, &made).await,
                Found::Nothing if error.is_definitely_not() && error.closes_key() => {
                    self.change_refund(payment, refund, RefundStatus::Refused, None).await
                }
                Found::Nothing | Found::CannotAsk => Ok(()),
            },
        }
    }

    /// Asks about each refund that may still change: those on their way, and those that the bank may send back.
    pub(super) async fn settle_refunds(&self, payment: Payment) -> Result<Payment, Error> {
        for refund in refund::standing(&self.pool, payment.id.uuid()).await? {
            self.settle_refund(&payment, &refund).await?;
        }
        self.load(payment.mode, payment.id).await
    }

    /// Takes in what became of a refund, and sends again what the provider has never seen.
    async fn settle_refund(&self, payment: &Payment, refund: &Refund) -> Result<(), Error> {
        if payment.id.is_simulated() {
            return self.change_refund(payment, refund, RefundStatus::Done, None).await;
        }
        let unseen = refund.status == RefundStatus::Sent && refund.provider_id.is_none();
        let attempt = if unseen { Some(self.open(payment, Op::Refund(refund.seq)).await?) } else { None };
        match (self.find_refund(payment, refund).await?, attempt) {
            (Found::Made(made), _) => self.follow_refund(payment, refund, &made).await,
            (Found::Nothing, Some(attempt)) => self.send_refund(payment, refund, &attempt).await,
            (Found::Nothing, None) | (Found::CannotAsk, _) => Ok(()),
        }
    }

    async fn find_refund(&self, payment: &Payment, refund: &Refund) -> Result<Found, Error> {
        let Some(intent_id) = &payment.intent_id else { return Ok(Found::Nothing) };
        match self.client(payment)?.list_refunds(intent_id).await {
            Ok(refunds) => {
                let wanted = reference(payment, refund);
                let made = refunds.into_iter().find(|made| made.metadata.get("refund") == Some(&wanted));
                Ok(made.map_or(Found::Nothing, Found::Made))
            }
            Err(error) => {
                tracing::warn!(payment.id = %payment.id, %error, "the card provider can't be asked");
                Ok(Found::CannotAsk)
            }
        }
    }

    /// Draws the conclusion from what the provider says of a refund.
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
            // It is only accepted: the settler asks again.
            (status, RefundFate::UnderWay) => status,
        };
        self.change_refund(payment, refund, status, Some(&made.id)).await
    }

    /// Moves a refund and its money on, once, whoever else tries.
    async fn change_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
    ) -> Result<(), Error> {
        while !self.try_change_refund(payment, refund, status, provider_id).await? {}
        self.told.notify_one();
        Ok(())
    }

    /// False where the payment was changed meanwhile, so that this must be tried again.
    async fn try_change_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
    ) -> Result<bool, Error> {
        let now = self.now();
        let before = self.load(payment.mode, payment.id).await?;
        let mut transaction = self.pool.begin().await?;
        if !refund::change(&mut transaction, refund, status, provider_id).await? {
            return Ok(true);
        }
        if let Some(step) = step_of(refund, status) {
            let after = before.apply(step, now)?;
            if !payment::replace(&mut transaction, &before, &after, "refund", now).await? {
                return Ok(false);
            }
            if let Some(event) = events::of_change(&before, &after) {
                ::events::append(&mut transaction, &event, now).await?;
            }
        }
        let is_unpaid = matches!(status, RefundStatus::Refused | RefundStatus::Returned);
        if is_unpaid {
            payment::call_person(&mut transaction, before.id).await?;
        }
        transaction.commit().await?;
        if is_unpaid {
            let status = status.as_str();
            tracing::error!(payment.id = %payment.id, refund.seq, refund.status = status, "a refund was not paid");
        }
        Ok(true)
    }
}

/// What the payment goes through when its refund changes.
fn step_of(refund: &Refund, status: RefundStatus) -> Option<Step> {
    let minor = refund.amount_minor;
    match (refund.status, status) {
        (RefundStatus::Sent, RefundStatus::Done) => Some(Step::CompleteRefund { minor }),
        (RefundStatus::Sent, RefundStatus::Refused) => Some(Step::RefuseRefund { minor }),
        (RefundStatus::Done, RefundStatus::Returned) => Some(Step::ReturnRefund { minor }),
        _ => None,
    }
}

/// What finds a refund again at the provider.
fn reference(payment: &Payment, refund: &Refund) -> String {
    format!("{}:{}", payment.id, refund.seq)
}
