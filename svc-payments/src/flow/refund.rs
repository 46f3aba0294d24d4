//! Paying money back: reserved on the payment first, so that the sum can't exceed what was captured.

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
use crate::stripe::{self, NewRefund};

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
                    self.settle_refund(&payment, &refund).await?;
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
            Some(RefundStatus::Refused) => Outcome::Refused,
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
            Some(attempt::open(&mut transaction, &after, Op::Refund(refund.seq), now).await?)
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
            Ok(made) => self.finish_as(payment, refund, &made).await,
            Err(error) => match self.find_refund(payment, refund).await? {
                Found::Made(made) => self.finish_as(payment, refund, &made).await,
                Found::Nothing if error.is_definitely_not() && error.closes_key() => {
                    self.finish_refund(payment, refund, RefundStatus::Refused, None).await
                }
                Found::Nothing | Found::CannotAsk => Ok(()),
            },
        }
    }

    /// Asks about each refund that was not answered.
    pub(super) async fn settle_refunds(&self, payment: Payment) -> Result<Payment, Error> {
        for refund in refund::unanswered(&self.pool, payment.id.uuid()).await? {
            self.settle_refund(&payment, &refund).await?;
        }
        self.load(payment.mode, payment.id).await
    }

    /// Finishes a refund that was begun: sends again what the provider has never seen.
    async fn settle_refund(&self, payment: &Payment, refund: &Refund) -> Result<(), Error> {
        if refund.status != RefundStatus::Sent {
            return Ok(());
        }
        if payment.id.is_simulated() {
            return self.finish_refund(payment, refund, RefundStatus::Done, None).await;
        }
        let attempt = self.open(payment, Op::Refund(refund.seq)).await?;
        match self.find_refund(payment, refund).await? {
            Found::Made(made) => self.finish_as(payment, refund, &made).await,
            Found::Nothing => self.send_refund(payment, refund, &attempt).await,
            Found::CannotAsk => Ok(()),
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

    async fn finish_as(
        &self,
        payment: &Payment,
        refund: &Refund,
        made: &stripe::Refund,
    ) -> Result<(), Error> {
        let status = if made.is_under_way() { RefundStatus::Done } else { RefundStatus::Refused };
        self.finish_refund(payment, refund, status, Some(&made.id)).await
    }

    /// Ends a refund and moves its reserved money, once, whoever else tries.
    async fn finish_refund(
        &self,
        payment: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
    ) -> Result<(), Error> {
        let now = self.now();
        let minor = refund.amount_minor;
        let mut finished = false;
        while !finished {
            let before = self.load(payment.mode, payment.id).await?;
            let mut transaction = self.pool.begin().await?;
            if !refund::finish(&mut transaction, refund, status, provider_id).await? {
                return Ok(());
            }
            let step = match status {
                RefundStatus::Done => Step::CompleteRefund { minor },
                _ => Step::RefuseRefund { minor },
            };
            let after = before.apply(step, now)?;
            finished = payment::replace(&mut transaction, &before, &after, "refund", now).await?;
            if finished {
                if let Some(event) = events::of_change(&before, &after) {
                    ::events::append(&mut transaction, &event, now).await?;
                }
                transaction.commit().await?;
            }
        }
        self.told.notify_one();
        Ok(())
    }
}

/// What finds a refund again at the provider.
fn reference(payment: &Payment, refund: &Refund) -> String {
    format!("{}:{}", payment.id, refund.seq)
}
