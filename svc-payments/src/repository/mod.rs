//! The contract of the store of payments: the trait, and the plain types that it speaks in.
//!
//! `store` keeps payments in Postgres. The simulation keeps them in memory. One suite of tests holds both to the same
//! promises. Manual review and reconciliation read Postgres directly.

mod admission;
mod attempt;
mod owner;
mod refund;
mod schedule;
mod step;

use money::Money;
use service::Mode;
use time::OffsetDateTime;

use crate::domain::{Cause, Payment, PaymentId, Refund, RefundStatus, WebhookEvent};

pub use admission::{Admission, Known, PaymentAttempt, RequestKey, VisitorMarks};
pub use attempt::{Answer, Attempt, CALL_TAKES, Class, KEY_LIFE, LastAttempt, Op};
pub use owner::Owner;
pub use refund::{Changed, Reserved};
pub use schedule::{FIRST_LOOK, Look, first_look};
pub use step::Saved;

/// Payments, the calls made for them, and the ledger of the money they moved. Each call takes effect as a whole or not
/// at all; where one fails, it is not known which. Every change of a payment compares its version, posts the money that
/// moved, and writes the event.
#[tonic::async_trait]
pub trait Repository: Send + Sync {
    /// The payment of that id in that mode, without an access check.
    async fn load(&self, mode: Mode, id: PaymentId) -> anyhow::Result<Option<Payment>>;

    /// The payment, if it is one of the owner's.
    async fn find_owned(&self, owner: &Owner, id: PaymentId) -> anyhow::Result<Option<Payment>>;

    /// The owner's newest authorisation for exactly this, not claimed by a booking yet.
    async fn find_authorisation(
        &self,
        owner: &Owner,
        offer_id: &str,
        amount: Money,
    ) -> anyhow::Result<Option<Payment>>;

    /// What an earlier request under this key made.
    async fn find_key(
        &self,
        mode: Mode,
        brand: &str,
        principal: &str,
        key: &str,
    ) -> anyhow::Result<Option<Known>>;

    /// Lets a payment begin where its owner's limits allow it, and opens its first attempt: one request at a time of all
    /// that a limit counts together, so that many at once pass no limit. Releases the payments that it replaces and uses
    /// up its work, but only if it may begin.
    async fn admit(
        &self,
        payment_attempt: &PaymentAttempt<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Admission>;

    /// Notes until when a brand takes no cards of guests; true where it took them until now. For the log and a gauge
    /// alone: `velocity::decide` decides.
    async fn note_closed_brand(
        &self,
        mode: Mode,
        brand: &str,
        until: OffsetDateTime,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool>;

    /// Has the finisher release what the owner has open for an offer and no booking has claimed.
    async fn release_open(&self, owner: &Owner, offer_id: &str, now: OffsetDateTime) -> anyhow::Result<()>;

    /// Keeps a made-up payment, unless its id is taken.
    async fn keep_simulated(&self, payment: &Payment, now: OffsetDateTime) -> anyhow::Result<()>;

    /// Writes `after` where the payment still stands as in `before`, and opens the call that follows from it, if any.
    async fn save(
        &self,
        before: &Payment,
        after: &Payment,
        cause: Cause,
        opens: Option<Op>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved>;

    /// The attempt under which `op` may be sent. While the last one is unanswered that is the last one: the provider
    /// answers a repeat under its key with what the first try did. Once it is answered, or too old for its key, it is a
    /// new one. The caller that opens a new one looks at the provider before sending, to see that the last had no
    /// effect. Open, look, send, in this order: an answer that another process gets after the look then changes no key.
    /// A creation that is done stays the last one: there is nothing to look at, and its repeat is answered with the
    /// same intent.
    async fn open(&self, payment: &Payment, op: Op, now: OffsetDateTime) -> anyhow::Result<Attempt>;

    /// Takes the sending of an attempt: false where another process is sending it and may still be answered, or it was
    /// answered. The process that took it notes what came back.
    async fn take(&self, attempt: &Attempt, now: OffsetDateTime) -> anyhow::Result<bool>;

    /// Notes what came back. An answer that the provider doesn't keep under the key leaves the attempt open.
    async fn answer(&self, attempt: &Attempt, answer: &Answer, now: OffsetDateTime) -> anyhow::Result<()>;

    /// Whether the payment was made before the database was last restored from a backup.
    async fn is_before_restore(&self, payment: &Payment) -> anyhow::Result<bool>;

    /// Promises an amount of the payment back under a key, and opens the call that sends it.
    async fn reserve_refund(
        &self,
        before: &Payment,
        key: &str,
        amount: Money,
        now: OffsetDateTime,
    ) -> anyhow::Result<Reserved>;

    /// The refund that an earlier request under this key made.
    async fn find_refund(&self, payment: &Payment, key: &str) -> anyhow::Result<Option<Refund>>;

    /// The refunds of a payment that are on their way or paid: what the provider says of them may change.
    async fn standing_refunds(&self, payment: &Payment) -> anyhow::Result<Vec<Refund>>;

    /// Moves a refund on from the status it was read with, and its money with it. A refund that was not paid puts the
    /// payment into manual review.
    async fn change_refund(
        &self,
        before: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Changed>;

    /// Takes payments that are due to be looked at. Each is due again later, with growing pauses up to a quarter of an
    /// hour, for as long as it is in doubt. A payment with a paid refund is due again when the refund is twice as old,
    /// for 45 days.
    async fn take_due(&self, now: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>>;

    /// Authorisations begun before `before` that no booking has claimed, the oldest first.
    async fn abandoned(&self, before: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>>;

    /// Whether a payment has that intent.
    async fn knows_intent(&self, mode: Mode, intent_id: &str) -> anyhow::Result<bool>;

    /// Keeps a webhook once, and has the finisher look at its payment if the event may change it. A dispute puts the
    /// payment into manual review. False where the event was received before, or where a later event of its dispute
    /// was.
    async fn receive(&self, mode: Mode, event: &WebhookEvent, now: OffsetDateTime) -> anyhow::Result<bool>;

    /// Forgets the webhooks that were received before `before`.
    async fn forget_webhooks(&self, before: OffsetDateTime) -> anyhow::Result<()>;

    /// Forgets the used work whose challenges have expired.
    async fn forget_work(&self, now: OffsetDateTime) -> anyhow::Result<()>;
}
