//! The operations on payments: each decides on a row, notes what it will send, sends it, and notes what came back.
//! No transaction is open while anybody is called.

mod authorise;
mod capture;
mod claim;
mod decide;
mod finish;
mod hold;
mod lookup;
mod on_call;
mod payer;
mod provider;
mod reconcile;
mod refund;
mod review;
mod sweep;
mod void;
mod webhook;

use std::sync::Arc;

use proto::offers::v1::offers_service_client::OffersServiceClient;
use service::client::Channel;
use service::{HmacKeys, Mode, SharedClock};
use time::OffsetDateTime;
use tokio::sync::Notify;
use url::Url;

use crate::config::LimitArgs;
use crate::domain::{Cause, Payment, PaymentId, Refusal, Status, Step};
use crate::error::Error;
use crate::repository::{Attempt, Op, Repository, Saved};
use crate::stripe;

pub use authorise::{Order, Visitor};
pub use claim::Bill;
pub use decide::Decision;
pub use on_call::PaymentCases;
pub use refund::RefundOrder;
pub use review::ReviewService;

/// The operations on payments, and what they need.
pub struct Payments {
    pub store: Arc<dyn Repository>,
    pub clock: SharedClock,
    pub offers: OffersServiceClient<Channel>,
    pub stripe: stripe::Clients,
    pub webhooks: stripe::WebhookArgs,
    pub limits: LimitArgs,
    /// Keys of the HMACs that tell apart requests with the same idempotency key.
    pub hmac_keys: HmacKeys,
    pub accept_raw_live_cards: bool,
    /// Where cardholders come back to if their brand has no site of its own.
    pub system_url: Url,
    /// Wakes the relay of events.
    pub relay: Arc<Notify>,
    /// Wakes the finisher.
    pub finisher: Arc<Notify>,
}

/// How a money operation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// It did not happen and will not.
    Refused,
    /// It is not known yet.
    Unknown,
}

/// A payment after a step was tried on it.
struct Moved {
    payment: Payment,
    /// The call that follows from the step, to be sent now. Absent where another process moved the payment before.
    attempt: Option<Attempt>,
}

impl Payments {
    fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    /// The payment of that id, or `NotFound`.
    pub(crate) async fn load(&self, mode: Mode, id: PaymentId) -> Result<Payment, Error> {
        self.store.load(mode, id).await?.ok_or(Error::NotFound)
    }

    /// Moves a payment by one step, unless another process has changed it since it was read. The change, its history,
    /// its event, and the call that follows from it are written together.
    async fn advance(&self, before: &Payment, step: Step, cause: Cause) -> Result<Moved, Error> {
        self.advance_together(before, vec![step], cause).await
    }

    /// Takes several steps as one change: all of them, or none.
    async fn advance_together(
        &self,
        before: &Payment,
        steps: Vec<Step>,
        cause: Cause,
    ) -> Result<Moved, Error> {
        let now = self.now();
        let opens = steps.last().and_then(op_after);
        let after = steps.into_iter().try_fold(before.clone(), |payment, step| payment.apply(step, now))?;
        match self.store.save(before, &after, cause, opens, now).await? {
            Saved::Yes(attempt) => {
                self.relay.notify_one();
                if after.is_short() && !before.is_short() {
                    alarm_short(&after);
                }
                Ok(Moved { payment: after, attempt })
            }
            Saved::Lost => Ok(Moved { payment: self.load(before.mode, before.id).await?, attempt: None }),
        }
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

fn alarm_short(payment: &Payment) {
    tracing::error!(
        payment.id = %payment.id,
        booking.id = payment.booking_id.map(tracing::field::display),
        amount = %payment.amount,
        captured_minor = payment.captured.minor,
        "less was taken than the price"
    );
}

/// How an operation that wants `wanted` has ended: done only if it got all of it. A capture of a hold that has ended is
/// refused, because the provider has voided it.
fn outcome(payment: &Payment, wanted: Status) -> Outcome {
    match payment.status {
        status if status == wanted && !payment.is_short() => Outcome::Done,
        Status::Captured | Status::Voided | Status::Declined | Status::Authorised => Outcome::Refused,
        Status::CreateSent
        | Status::ConfirmSent
        | Status::AwaitingChallenge
        | Status::CaptureSent
        | Status::VoidSent => Outcome::Unknown,
    }
}
