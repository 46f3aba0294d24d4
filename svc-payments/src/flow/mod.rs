//! The operations on payments: each decides on a row, notes what it will send, sends it, and notes what came back.
//! No transaction is open while anybody is called.

mod attention;
mod authorise;
mod capture;
mod claim;
mod payer;
mod provider;
mod reconcile;
mod refund;
mod settle;
mod void;

use std::sync::Arc;

use failpoint::failpoint;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use secrecy::SecretSlice;
use service::{Mode, SharedClock};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::sync::Notify;
use tonic::transport::Channel;

use crate::config::{LimitArgs, ReconcileArgs};
use crate::domain::{Payment, PaymentId, Refusal, Status, Step};
use crate::error::Error;
use crate::events;
use crate::store::attempt::{self, Attempt, Op};
use crate::store::payment;
use crate::stripe;

pub use attention::{Item, Wish};
pub use authorise::Order;
pub use claim::Bill;
pub use refund::RefundOrder;

/// Everything the operations stand on.
#[derive(Debug)]
pub struct Payments {
    pub pool: PgPool,
    pub clock: SharedClock,
    pub offers: OffersServiceClient<Channel>,
    pub stripe: stripe::Clients,
    pub webhooks: stripe::WebhookArgs,
    pub limits: LimitArgs,
    pub reconciliation: ReconcileArgs,
    pub hmac_key: SecretSlice<u8>,
    pub accept_raw_live_cards: bool,
    /// Wakes the relay of events.
    pub told: Arc<Notify>,
    /// Wakes the settler.
    pub due: Arc<Notify>,
}

/// How a money operation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// It did not happen and will not.
    Refused,
    /// Nobody knows yet.
    Unknown,
}

/// A payment after a step was tried on it.
struct Moved {
    payment: Payment,
    /// The call that follows from the step, to be sent now; nothing where somebody else moved the payment before.
    attempt: Option<Attempt>,
}

impl Payments {
    fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The payment of that id, or `NotFound`.
    pub(crate) async fn load(&self, mode: Mode, id: PaymentId) -> Result<Payment, Error> {
        let mut connection = self.pool.acquire().await?;
        payment::find(&mut connection, mode, id).await?.ok_or(Error::NotFound)
    }

    /// Moves a payment by one step, unless somebody else has changed it since it was read. The change, its history,
    /// the event that tells of it, and the call that follows from it are written together.
    async fn advance(&self, before: &Payment, step: Step, cause: &'static str) -> Result<Moved, Error> {
        let now = self.now();
        let follows = op_after(&step);
        let after = before.apply(step, now)?;
        let mut transaction = self.pool.begin().await?;
        if !payment::replace(&mut transaction, before, &after, cause, now).await? {
            transaction.rollback().await?;
            let payment = self.load(before.mode, before.id).await?;
            return Ok(Moved { payment, attempt: None });
        }
        let attempt = match follows {
            Some(op) => {
                failpoint!("payments.{op}.pre_intent");
                Some(attempt::open(&mut transaction, &after, op, now).await?)
            }
            None => None,
        };
        if let Some(event) = events::of_change(before, &after) {
            ::events::append(&mut transaction, &event, now).await?;
        }
        transaction.commit().await?;
        self.told.notify_one();
        Ok(Moved { payment: after, attempt })
    }
}

/// The call that a step announces.
fn op_after(step: &Step) -> Option<Op> {
    match step {
        Step::Confirm { .. } => Some(Op::Confirm),
        Step::Capture => Some(Op::Capture),
        Step::Release(_) => Some(Op::Cancel),
        _ => None,
    }
}

/// Why a payment that holds nothing holds nothing.
fn refusal_of(payment: &Payment) -> Refusal {
    payment.failure.map_or(Refusal::NotForThisBooking, Refusal::Failed)
}

/// Whether an operation that wants `wanted` has got it.
fn outcome(payment: &Payment, wanted: Status) -> Outcome {
    match payment.status {
        status if status == wanted => Outcome::Done,
        Status::Captured | Status::Voided | Status::Declined | Status::Authorised => Outcome::Refused,
        Status::CreateSent
        | Status::ConfirmSent
        | Status::HolderAsked
        | Status::CaptureSent
        | Status::VoidSent => Outcome::Unknown,
    }
}
