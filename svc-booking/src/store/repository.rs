//! The repository in Postgres: each of its calls is one of the statements beside this file.

use service::Mode;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::{attempt, decision, presence, queue, review_queue};
use crate::domain::Booking;
use crate::domain::booking::{Cancellation, OrderRef};
use crate::domain::review::ReviewAction;
use crate::repository::{
    Alerts, Claim, Dispatch, Inserted, Key, Known, Presence, Reader, Repository, Saved, Step, Webhook,
    WebhookFacts,
};

#[tonic::async_trait]
impl Repository for Store {
    async fn restored_at(&self) -> anyhow::Result<Option<OffsetDateTime>> {
        Ok(service::postgres::restored_at(&self.pool).await?)
    }

    async fn load(&self, id: Uuid) -> anyhow::Result<Option<Booking>> {
        Self::load(self, id).await
    }

    async fn owners(&self, id: Uuid) -> anyhow::Result<Option<Vec<String>>> {
        Self::owners(self, id).await
    }

    async fn find(&self, reader: &Reader, id: Uuid) -> anyhow::Result<Option<Booking>> {
        Self::find(self, reader, id).await
    }

    async fn take_due(&self, worker: Uuid, now: OffsetDateTime) -> anyhow::Result<Option<Claim>> {
        Ok(queue::claim(&self.pool, worker, now).await?)
    }

    async fn renew(&self, claim: Claim, now: OffsetDateTime) -> anyhow::Result<bool> {
        Ok(queue::renew(&self.pool, claim, now).await?)
    }

    async fn release(
        &self,
        claim: Claim,
        next: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        Ok(queue::release(&self.pool, claim, next, now).await?)
    }

    async fn presence(&self, worker: Uuid) -> anyhow::Result<Box<dyn Presence>> {
        // Detached: the lock of a session that went back to the pool would outlive the worker.
        let session = self.pool.acquire().await?.detach();
        Ok(Box::new(Session { session, worker }))
    }

    async fn save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        Self::save(self, before, after, step, now).await
    }

    async fn find_saved(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
    ) -> anyhow::Result<Option<Saved>> {
        Self::find_saved(self, before, after, step).await
    }

    async fn dispatch(&self, booking: Uuid) -> anyhow::Result<Option<Dispatch>> {
        Ok(attempt::dispatch(&self.pool, booking).await?)
    }

    async fn latest_decision(&self, booking: Uuid, action: ReviewAction) -> anyhow::Result<Option<i32>> {
        Ok(decision::latest(&self.pool, booking, action).await?)
    }

    async fn named_order(&self, booking: Uuid) -> anyhow::Result<Option<(i32, OrderRef)>> {
        Ok(decision::named_order(&self.pool, booking).await?)
    }

    async fn webhook_facts(
        &self,
        mode: Mode,
        offer_id: &str,
        since: OffsetDateTime,
    ) -> anyhow::Result<WebhookFacts> {
        Ok(Self::webhook_facts(self, mode, offer_id, since).await?)
    }

    async fn receive(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> anyhow::Result<Alerts> {
        Self::receive(self, webhook, now).await
    }

    async fn put_quote(&self, booking: Uuid, quote: &Cancellation) -> anyhow::Result<bool> {
        Ok(Self::put_quote(self, booking, quote).await?)
    }

    async fn request_review(&self, booking: Uuid) -> anyhow::Result<()> {
        Ok(review_queue::request_review(&mut *self.pool.acquire().await?, booking, false).await?)
    }

    async fn request_cancellation(
        &self,
        booking: Uuid,
        quote_id: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        Ok(Self::request_cancellation(self, booking, quote_id, now).await?)
    }

    async fn offer_account(&self, booking: Uuid) -> anyhow::Result<bool> {
        Ok(Self::offer_account(self, booking).await?)
    }

    async fn finish_account(&self, booking: Uuid, owner: Option<&str>) -> anyhow::Result<()> {
        Ok(Self::finish_account(self, booking, owner).await?)
    }

    async fn refuse_account(&self, claim: Claim, now: OffsetDateTime) -> anyhow::Result<bool> {
        Ok(Self::refuse_account(self, claim, now).await?)
    }

    async fn find_key(&self, reader: &Reader, key: &Key) -> anyhow::Result<Option<Known>> {
        Ok(Self::find_key(self, reader, key).await?)
    }

    async fn find_own(&self, reader: &Reader, offer_id: &str) -> anyhow::Result<Option<Known>> {
        Ok(Self::find_own(self, reader, offer_id).await?)
    }

    async fn leave_open(&self, booking: Uuid) -> anyhow::Result<bool> {
        Self::leave_open(self, booking).await
    }

    async fn is_spent(&self, mode: Mode, payment_id: &str) -> anyhow::Result<bool> {
        Ok(Self::is_spent(self, mode, payment_id).await?)
    }

    async fn insert(&self, booking: &Booking, key: &Key) -> anyhow::Result<Inserted> {
        Self::insert(self, booking, key).await
    }
}

/// A worker's own connection, which holds its lock.
struct Session {
    session: PgConnection,
    worker: Uuid,
}

#[tonic::async_trait]
impl Presence for Session {
    async fn show(&mut self) -> anyhow::Result<bool> {
        Ok(presence::show(&mut self.session, self.worker).await?)
    }

    async fn free_bookings_of_dead(&mut self) -> anyhow::Result<u64> {
        Ok(presence::free_bookings_of_dead(&mut self.session, self.worker).await?)
    }
}
