use service::Mode;
use svc_booking::domain::Booking;
use svc_booking::domain::booking::{Cancellation, OrderRef};
use svc_booking::domain::review::ReviewAction;
use svc_booking::repository::{
    Alerts, Claim, Dispatch, Inserted, Key, Known, Presence, Reader, Repository, Saved, Step, Webhook,
    WebhookFacts,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Flaky, Line};

carried! {
    Repository {
        /// Not over the line: a worker asks once, and nothing is decided by when it does.
        async fn restored_at(&self) -> anyhow::Result<Option<OffsetDateTime>> {
            self.store.restored_at().await
        }

        async fn presence(&self, worker: Uuid) -> anyhow::Result<Box<dyn Presence>> {
            let session = self.line.carry(self.store.presence(worker)).await?;
            Ok(Box::new(ShakenSession { session, line: self.line.clone() }))
        }
    }
    load(id: Uuid) -> Option<Booking>;
    owners(id: Uuid) -> Option<Vec<String>>;
    find(reader: &Reader, id: Uuid) -> Option<Booking>;
    take_due(worker: Uuid, now: OffsetDateTime) -> Option<Claim>;
    renew(claim: Claim, now: OffsetDateTime) -> bool;
    release(claim: Claim, next: Option<OffsetDateTime>, now: OffsetDateTime) -> ();
    save(before: &Booking, after: Booking, step: &Step<'_>, now: OffsetDateTime) -> Saved;
    find_saved(before: &Booking, after: Booking, step: &Step<'_>) -> Option<Saved>;
    dispatch(booking: Uuid) -> Option<Dispatch>;
    latest_decision(booking: Uuid, action: ReviewAction) -> Option<i32>;
    named_order(booking: Uuid) -> Option<(i32, OrderRef)>;
    webhook_facts(mode: Mode, offer_id: &str, since: OffsetDateTime) -> WebhookFacts;
    receive(webhook: &Webhook<'_>, now: OffsetDateTime) -> Alerts;
    put_quote(booking: Uuid, quote: &Cancellation) -> bool;
    request_review(booking: Uuid) -> ();
    request_cancellation(booking: Uuid, quote_id: &str, now: OffsetDateTime) -> bool;
    offer_account(booking: Uuid) -> bool;
    finish_account(booking: Uuid, owner: Option<&str>) -> ();
    refuse_account(claim: Claim, now: OffsetDateTime) -> bool;
    find_key(reader: &Reader, key: &Key) -> Option<Known>;
    find_own(reader: &Reader, offer_id: &str) -> Option<Known>;
    leave_open(booking: Uuid) -> bool;
    is_spent(mode: Mode, payment_id: &str) -> bool;
    insert(booking: &Booking, key: &Key) -> Inserted;
}

/// A worker's session over the line: when that breaks, so does the session.
struct ShakenSession {
    session: Box<dyn Presence>,
    line: Line,
}

#[tonic::async_trait]
impl Presence for ShakenSession {
    async fn show(&mut self) -> anyhow::Result<bool> {
        self.line.carry(self.session.show()).await
    }

    async fn free_bookings_of_dead(&mut self) -> anyhow::Result<u64> {
        self.line.carry(self.session.free_bookings_of_dead()).await
    }
}
