//! The repository's calls on the tables in memory.

use money::Money;
use service::Mode;
use svc_payments::domain::{Cause, Payment, PaymentId, Refund, RefundStatus, Status, WebhookEvent};
use svc_payments::repository::{
    Admission, Answer, Attempt, Changed, Known, Op, Owner, PaymentAttempt, Repository, Reserved, Saved,
};
use time::OffsetDateTime;

use super::MemoryPayments;
use super::admission::is_of;

#[tonic::async_trait]
impl Repository for MemoryPayments {
    async fn load(&self, mode: Mode, id: PaymentId) -> anyhow::Result<Option<Payment>> {
        let books = self.lock();
        let found = books.payments.get(&id.uuid()).map(|row| &row.payment);
        Ok(found.filter(|payment| payment.mode == mode && payment.id == id).cloned())
    }

    async fn find_owned(&self, owner: &Owner, id: PaymentId) -> anyhow::Result<Option<Payment>> {
        let found = self.load(owner.mode, id).await?;
        Ok(found.filter(|payment| is_of(owner, payment)))
    }

    async fn find_authorisation(
        &self,
        owner: &Owner,
        offer_id: &str,
        amount: Money,
    ) -> anyhow::Result<Option<Payment>> {
        let books = self.lock();
        let open = books.payments.values().filter(|row| {
            let payment = &row.payment;
            is_of(owner, payment)
                && payment.offer_id == offer_id
                && payment.amount == amount
                && payment.status == Status::Authorised
                && payment.booking_id.is_none()
                && !payment.id.is_simulated()
        });
        Ok(open.max_by_key(|row| row.created_at).map(|row| row.payment.clone()))
    }

    async fn find_key(
        &self,
        mode: Mode,
        brand: &str,
        principal: &str,
        key: &str,
    ) -> anyhow::Result<Option<Known>> {
        Ok(self.lock().find_key(mode, brand, principal, key))
    }

    async fn admit(
        &self,
        payment_attempt: &PaymentAttempt<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Admission> {
        self.write(|books| books.admit(payment_attempt, now))
    }

    async fn note_closed_brand(
        &self,
        mode: Mode,
        brand: &str,
        until: OffsetDateTime,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        self.write(|books| Ok(books.note_closed_brand(mode, brand, until, now)))
    }

    async fn release_open(&self, owner: &Owner, offer_id: &str, now: OffsetDateTime) -> anyhow::Result<()> {
        self.write(|books| books.release_open(owner, offer_id, now))
    }

    async fn keep_simulated(&self, payment: &Payment, now: OffsetDateTime) -> anyhow::Result<()> {
        self.write(|books| books.insert(payment, None, now).map(drop))
    }

    async fn save(
        &self,
        before: &Payment,
        after: &Payment,
        cause: Cause,
        opens: Option<Op>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        self.write(|books| books.save(before, after, cause, opens, now))
    }

    async fn open(&self, payment: &Payment, op: Op, now: OffsetDateTime) -> anyhow::Result<Attempt> {
        self.write(|books| Ok(books.open(payment, op, now)))
    }

    async fn take(&self, attempt: &Attempt, now: OffsetDateTime) -> anyhow::Result<bool> {
        self.write(|books| Ok(books.take(attempt, now)))
    }

    async fn answer(&self, attempt: &Attempt, answer: &Answer, now: OffsetDateTime) -> anyhow::Result<()> {
        self.write(|books| {
            books.answer(attempt, answer, now);
            Ok(())
        })
    }

    /// A simulated database is never restored.
    async fn is_before_restore(&self, _payment: &Payment) -> anyhow::Result<bool> {
        Ok(false)
    }

    async fn reserve_refund(
        &self,
        before: &Payment,
        key: &str,
        amount: Money,
        now: OffsetDateTime,
    ) -> anyhow::Result<Reserved> {
        self.write(|books| books.reserve(before, key, amount, now))
    }

    async fn find_refund(&self, payment: &Payment, key: &str) -> anyhow::Result<Option<Refund>> {
        Ok(self.lock().refund_of(payment.id.uuid(), key))
    }

    async fn standing_refunds(&self, payment: &Payment) -> anyhow::Result<Vec<Refund>> {
        Ok(self.lock().standing(payment.id.uuid()))
    }

    async fn change_refund(
        &self,
        before: &Payment,
        refund: &Refund,
        status: RefundStatus,
        provider_id: Option<&str>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Changed> {
        self.write(|books| books.change(before, refund, (status, provider_id), now))
    }

    async fn take_due(&self, now: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>> {
        let is_due = self.lock().payments.values().any(|row| row.settle_at.is_some_and(|at| at <= now));
        if is_due { self.write(|books| Ok(books.take_due(now, most))) } else { Ok(Vec::new()) }
    }

    async fn abandoned(&self, before: OffsetDateTime, most: u32) -> anyhow::Result<Vec<(Mode, PaymentId)>> {
        Ok(self.lock().abandoned(before, most))
    }

    async fn knows_intent(&self, mode: Mode, intent_id: &str) -> anyhow::Result<bool> {
        let is_it =
            |payment: &Payment| payment.mode == mode && payment.intent_id.as_deref() == Some(intent_id);
        Ok(self.lock().payments.values().any(|row| is_it(&row.payment)))
    }

    async fn receive(&self, mode: Mode, event: &WebhookEvent, now: OffsetDateTime) -> anyhow::Result<bool> {
        self.write(|books| Ok(books.receive(mode, event, now)))
    }

    async fn forget_webhooks(&self, before: OffsetDateTime) -> anyhow::Result<()> {
        self.lock().webhooks.retain(|_, received_at| *received_at >= before);
        Ok(())
    }

    async fn forget_work(&self, now: OffsetDateTime) -> anyhow::Result<()> {
        self.lock().used_work.retain(|_, expires_at| *expires_at > now);
        Ok(())
    }
}
