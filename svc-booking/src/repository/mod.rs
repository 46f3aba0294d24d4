//! What bookings are kept in, as far as taking them in and driving them to their end asks.
//!
//! `store` keeps them in Postgres. The simulation keeps them in memory, and one suite of tests holds both to the same
//! promises: `tests/it/contract.rs` of the simulation.

mod attempt;
mod email;
mod lease;
mod purchase;
mod step;
mod webhook;

use service::Mode;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::Booking;
use crate::domain::booking::{Cancellation, OrderRef};
use crate::domain::review::ReviewAction;

pub use crate::events::Subject;
pub use attempt::{Answer, Class, Dispatch, Evidence, Op};
pub use email::Email;
pub use lease::{Claim, LEASE};
pub use purchase::{Inserted, Key, Known, Reader};
pub use step::{Saved, Step};
pub use webhook::{Alerts, Webhook, WebhookFacts};

/// Bookings and what is known of them. Each call takes effect as a whole or not at all; where one fails, nobody can
/// tell which.
#[tonic::async_trait]
pub trait Repository: Send + Sync + 'static {
    /// When the bookings were set back to a backup, if they were: those made before may have gone further than they show.
    async fn restored_at(&self) -> anyhow::Result<Option<OffsetDateTime>>;

    /// Loads a booking without an access check.
    async fn load(&self, id: Uuid) -> anyhow::Result<Option<Booking>>;

    /// Whose a booking is: who booked it, and the account that it was given to. None if there is no such booking.
    async fn owners(&self, id: Uuid) -> anyhow::Result<Option<Vec<String>>>;

    /// A booking that the reader may see.
    async fn find(&self, reader: &Reader, id: Uuid) -> anyhow::Result<Option<Booking>>;

    /// Takes the booking that is due longest and held by nobody.
    async fn take_due(&self, worker: Uuid, now: OffsetDateTime) -> anyhow::Result<Option<Claim>>;

    /// Keeps a booking during a long call. False: somebody else has it.
    async fn renew(&self, claim: Claim, now: OffsetDateTime) -> anyhow::Result<bool>;

    /// Gives a booking back, due again at `next`, at once where it was nudged meanwhile, or never.
    async fn release(
        &self,
        claim: Claim,
        next: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()>;

    /// A session by which others see that a worker lives. It ends with the value, or with the process.
    async fn presence(&self, worker: Uuid) -> anyhow::Result<Box<dyn Presence>>;

    /// Writes `after` where the booking still stands as in `before`, and gives it the next version where others
    /// may hear of the change. The answer is kept in any case.
    async fn save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved>;

    /// What a step left, where it was stored and the word of that was lost. Nothing where that can't be told, and the
    /// step can be repeated.
    async fn find_saved(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
    ) -> anyhow::Result<Option<Saved>>;

    /// The one dispatch of a booking's order.
    async fn dispatch(&self, booking: Uuid) -> anyhow::Result<Option<Dispatch>>;

    /// The number of an administrator's latest decision of a kind.
    async fn latest_decision(&self, booking: Uuid, action: ReviewAction) -> anyhow::Result<Option<i32>>;

    /// The order that an administrator named last, and the number of that decision.
    async fn named_order(&self, booking: Uuid) -> anyhow::Result<Option<(i32, OrderRef)>>;

    /// What webhooks have said of an offer's order; whether any came since `since`.
    async fn webhook_facts(
        &self,
        mode: Mode,
        offer_id: &str,
        since: OffsetDateTime,
    ) -> anyhow::Result<WebhookFacts>;

    /// Keeps a webhook once, has a worker look at what it speaks of, and answers whom it alarms.
    async fn receive(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> anyhow::Result<Alerts>;

    /// Keeps a quote that was shown, unless a cancellation is under way or done.
    async fn put_quote(&self, booking: Uuid, quote: &Cancellation) -> anyhow::Result<bool>;

    /// A person must look at the booking.
    async fn request_review(&self, booking: Uuid) -> anyhow::Result<()>;

    /// The traveller wants it on this quote: from here on a worker does. False where another quote has replaced it,
    /// or a worker is at it, or was.
    async fn request_cancellation(
        &self,
        booking: Uuid,
        quote_id: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool>;

    /// The waiting request takes over making the account, if nobody has.
    async fn offer_account(&self, booking: Uuid) -> anyhow::Result<bool>;

    /// The account was made, for `owner`, or was not needed.
    async fn finish_account(&self, booking: Uuid, owner: Option<&str>) -> anyhow::Result<()>;

    /// Writes down that no account can be made: it is owed no more. False where it was not owed, or somebody else has
    /// the booking.
    async fn refuse_account(&self, claim: Claim, now: OffsetDateTime) -> anyhow::Result<bool>;

    /// The booking that one of the caller's own keys stands for.
    async fn find_key(&self, reader: &Reader, key: &Key) -> anyhow::Result<Option<Known>>;

    /// The caller's own booking of an offer, unless it has failed.
    async fn find_own(&self, reader: &Reader, offer_id: &str) -> anyhow::Result<Option<Known>>;

    /// Notes that the request that booked is answered before there is an end. False where there is one.
    async fn leave_open(&self, booking: Uuid) -> anyhow::Result<bool>;

    /// Whether any booking was to be paid with this, without an access check.
    async fn is_spent(&self, mode: Mode, payment_id: &str) -> anyhow::Result<bool>;

    /// Stores a booking and its key, both or neither.
    async fn insert(&self, booking: &Booking, key: &Key) -> anyhow::Result<Inserted>;
}

/// A worker's sign of life.
#[tonic::async_trait]
pub trait Presence: Send {
    /// Shows it while the session lasts. False: an earlier session of the worker is not over yet.
    async fn show(&mut self) -> anyhow::Result<bool>;

    /// Frees the bookings of workers that are dead, and answers how many that were.
    async fn free_bookings_of_dead(&mut self) -> anyhow::Result<u64>;
}
