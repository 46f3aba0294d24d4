use money::Money;
use service::Mode;
use svc_payments::domain::{Cause, Payment, PaymentId, Refund, RefundStatus, WebhookEvent};
use svc_payments::repository::{
    Admission, Answer, Attempt, Changed, Known, Op, Owner, PaymentAttempt, Repository, Reserved, Saved,
};
use time::OffsetDateTime;

use super::Flaky;

carried! {
    Repository {
        /// Never delayed or failed: the simulation restores no database, so the answer is always no.
        async fn is_before_restore(&self, payment: &Payment) -> anyhow::Result<bool> {
            self.store.is_before_restore(payment).await
        }
    }
    load(mode: Mode, id: PaymentId) -> Option<Payment>;
    find_owned(owner: &Owner, id: PaymentId) -> Option<Payment>;
    find_authorisation(owner: &Owner, offer_id: &str, amount: Money) -> Option<Payment>;
    find_key(mode: Mode, brand: &str, principal: &str, key: &str) -> Option<Known>;
    admit(payment_attempt: &PaymentAttempt<'_>, now: OffsetDateTime) -> Admission;
    note_closed_brand(mode: Mode, brand: &str, until: OffsetDateTime, now: OffsetDateTime) -> bool;
    release_open(owner: &Owner, offer_id: &str, now: OffsetDateTime) -> ();
    keep_simulated(payment: &Payment, now: OffsetDateTime) -> ();
    save(before: &Payment, after: &Payment, cause: Cause, opens: Option<Op>, now: OffsetDateTime) -> Saved;
    open(payment: &Payment, op: Op, now: OffsetDateTime) -> Attempt;
    take(attempt: &Attempt, now: OffsetDateTime) -> bool;
    answer(attempt: &Attempt, answer: &Answer, now: OffsetDateTime) -> ();
    reserve_refund(before: &Payment, key: &str, amount: Money, now: OffsetDateTime) -> Reserved;
    find_refund(payment: &Payment, key: &str) -> Option<Refund>;
    standing_refunds(payment: &Payment) -> Vec<Refund>;
    change_refund(before: &Payment, refund: &Refund, status: RefundStatus, provider_id: Option<&str>, now: OffsetDateTime) -> Changed;
    take_due(now: OffsetDateTime, most: u32) -> Vec<(Mode, PaymentId)>;
    abandoned(before: OffsetDateTime, most: u32) -> Vec<(Mode, PaymentId)>;
    knows_intent(mode: Mode, intent_id: &str) -> bool;
    receive(mode: Mode, event: &WebhookEvent, now: OffsetDateTime) -> bool;
    forget_webhooks(before: OffsetDateTime) -> ();
    forget_work(now: OffsetDateTime) -> ();
}
