//! Money that is promised back, and what becomes of it.

use money::Money;
use svc_payments::domain::{Cause, Payment, Refund, RefundStatus, Step};
use svc_payments::repository::{Changed, Op, Reserved};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Books, RefundRow};

impl Books {
    pub fn reserve(
        &mut self,
        before: &Payment,
        key: &str,
        amount: Money,
        now: OffsetDateTime,
    ) -> anyhow::Result<Reserved> {
        let payment_id = before.id.uuid();
        if let Some(known) = self.refund_of(payment_id, key) {
            return Ok(Reserved::Known(known));
        }
        let Ok(after) = before.apply(Step::ReserveRefund { amount }, now) else {
            return Ok(Reserved::TooMuch);
        };
        if !self.replace(before, &after, Cause::Refund, now)? {
            return Ok(Reserved::Again);
        }
        let seq = self.refunds_of(payment_id).map(|row| row.refund.seq).max().unwrap_or(0) + 1;
        let status = RefundStatus::Sent;
        let refund = Refund { payment_id, seq, amount, status, provider_id: None };
        let row = RefundRow { key: key.to_owned(), refund: refund.clone(), created_at: now };
        self.refunds.insert((payment_id, seq), row);
        let attempt = (!before.id.is_simulated()).then(|| self.open(&after, Op::Refund(seq), now));
        Ok(Reserved::New(refund, attempt))
    }

    pub fn change(
        &mut self,
        before: &Payment,
        refund: &Refund,
        (status, provider_id): (RefundStatus, Option<&str>),
        now: OffsetDateTime,
    ) -> anyhow::Result<Changed> {
        let id = (refund.payment_id, refund.seq);
        if self.refunds.get(&id).is_none_or(|row| row.refund.status != refund.status) {
            return Ok(Changed::Moved);
        }
        if let Some(step) = refund.step_to(status) {
            let after = before.apply(step, now)?;
            if !self.replace(before, &after, Cause::Refund, now)? {
                return Ok(Changed::Again);
            }
        }
        if let Some(row) = self.refunds.get_mut(&id) {
            row.refund.status = status;
            if let Some(provider_id) = provider_id {
                row.refund.provider_id = Some(provider_id.to_owned());
            }
        }
        Ok(Changed::Yes)
    }

    pub fn refund_of(&self, payment: Uuid, key: &str) -> Option<Refund> {
        self.refunds_of(payment).find(|row| row.key == key).map(|row| row.refund.clone())
    }

    pub fn standing(&self, payment: Uuid) -> Vec<Refund> {
        let standing = self.refunds_of(payment).filter(|row| row.refund.status.may_change());
        standing.map(|row| row.refund.clone()).collect()
    }

    /// When the newest refund that was paid was asked for.
    pub fn last_paid(&self, payment: Uuid) -> Option<OffsetDateTime> {
        let paid = self.refunds_of(payment).filter(|row| row.refund.status == RefundStatus::Done);
        paid.map(|row| row.created_at).max()
    }

    fn refunds_of(&self, payment: Uuid) -> impl Iterator<Item = &RefundRow> {
        self.refunds.range((payment, i32::MIN)..=(payment, i32::MAX)).map(|(_, row)| row)
    }
}
