//! The repository in Postgres: each of its calls is a statement or a transaction of this module.

use money::Money;
use service::Mode;
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{admission, attempt, brand_closure, payment, queue, refund, step, webhook, work};
use crate::domain::{Cause, Payment, PaymentId, Refund, RefundStatus, WebhookEvent};
use crate::repository::{
    Admission, Answer, Attempt, Changed, Known, Op, Owner, PaymentAttempt, Repository, Reserved, Saved,
};

/// Payments in Postgres.
#[derive(Debug, Clone)]
pub struct Store {
    pool: PgPool,
}

impl Store {
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[tonic::async_trait]
impl Repository for Store {
    async fn load(&self, mode: Mode, id: PaymentId) -> anyhow::Result<Option<Payment>> {
        let mut connection = self.pool.acquire().await?;
        Ok(payment::find(&mut connection, mode, id).await?)
    }

    async fn find_owned(&self, owner: &Owner, id: PaymentId) -> anyhow::Result<Option<Payment>> {
        if !payment::is_owned(&self.pool, owner, id).await? {
            return Ok(None);
        }
        self.load(owner.mode, id).await
    }

    async fn find_authorisation(
        &self,
        owner: &Owner,
        offer_id: &str,
        amount: Money,
    ) -> anyhow::Result<Option<Payment>> {
        match payment::find_authorisation(&self.pool, owner, offer_id, amount).await? {
            Some(id) => self.load(owner.mode, id).await,
            None => Ok(None),
        }
    }

    async fn find_key(
        &self,
        mode: Mode,
        brand: &str,
        principal: &str,
        key: &str,
    ) -> anyhow::Result<Option<Known>> {
        let mut connection = self.pool.acquire().await?;
        Ok(admission::by_key(&mut connection, mode, brand, principal, key).await?)
    }

    async fn admit(
        &self,
        payment_attempt: &PaymentAttempt<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Admission> {
        admission::admit(&self.pool, payment_attempt, now).await
    }

    async fn note_closed_brand(
        &self,
        mode: Mode,
        brand: &str,
        until: OffsetDateTime,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        Ok(brand_closure::note(&self.pool, mode, brand, until, now).await?)
    }

    async fn release_open(&self, owner: &Owner, offer_id: &str, now: OffsetDateTime) -> anyhow::Result<()> {
        admission::release_open(&self.pool, owner, offer_id, now).await
    }

    async fn keep_simulated(&self, payment: &Payment, now: OffsetDateTime) -> anyhow::Result<()> {
        let mut transaction = self.pool.begin().await?;
        payment::insert(&mut transaction, payment, None, now).await?;
        Ok(transaction.commit().await?)
    }

    async fn save(
        &self,
        before: &Payment,
        after: &Payment,
        cause: Cause,
        opens: Option<Op>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        Ok(step::save(&self.pool, before, after, cause, opens, now).await?)
    }

    async fn open(&self, payment: &Payment, op: Op, now: OffsetDateTime) -> anyhow::Result<Attempt> {
        let mut connection = self.pool.acquire().await?;
        Ok(attempt::open(&mut connection, payment, op, now).await?)
    }

    async fn take(&self, attempt: &Attempt, now: OffsetDateTime) -> anyhow::Result<bool> {
        Ok(attempt::take(&self.pool, attempt, now).await?)
    }

    async fn answer(&self, attempt: &Attempt, answer: &Answer, now: OffsetDateTime) -> anyhow::Result<()> {
        Ok(attempt::answer(&self.pool, attempt, answer, now).await?)
    }

    async fn is_before_restore(&self, payment: &Payment) -> anyhow::Result<bool> {
        Ok(payment::is_before_restore(&self.pool, payment).await?)
    }

    async fn reserve_refund(
        &self,
        before: &Payment,
        key: &str,
        amount: Money,
        now: OffsetDateTime,
    ) -> anyhow::Result<Reserved> {
        Ok(refund::reserve(&self.pool, before, key, amount, now).await?)
    }

    async fn find_refund(&self, payment: &Payment, key: &str) -> anyhow::Result<Option<Refund>> {
        let mut connection = self.pool.acquire().await?;
        Ok(refund::by_key(&mut connection, payment, key).await?)
    }

    async fn standing_refunds(&self, payment: &Payment) -> anyhow::Result<Vec<Refund>> {
        Ok(refund::standing(&self.pool, payment).await?)
    }

    async fn change_refund(
        &self,
        before: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Changed> {
        refund::change(&self.pool, before, refund, (status, provider_id), now).await
    }

    async fn take_due(&self, now: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>> {
        Ok(queue::take_due(&self.pool, now, most.into()).await?)
    }

    async fn abandoned(&self, before: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>> {
        Ok(queue::abandoned(&self.pool, before, most.into()).await?)
    }

    async fn knows_intent(&self, mode: Mode, intent_id: &str) -> anyhow::Result<bool> {
        Ok(payment::has_intent(&self.pool, mode, intent_id).await?)
    }

    async fn receive(&self, mode: Mode, event: &WebhookEvent, now: OffsetDateTime) -> anyhow::Result<bool> {
        Ok(webhook::receive(&self.pool, mode, event, now).await?)
    }

    async fn forget_webhooks(&self, before: OffsetDateTime) -> anyhow::Result<()> {
        Ok(webhook::delete_before(&self.pool, before).await?)
    }

    async fn forget_work(&self, now: OffsetDateTime) -> anyhow::Result<()> {
        Ok(work::delete_expired(&self.pool, now).await?)
    }
}
