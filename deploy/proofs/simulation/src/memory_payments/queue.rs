//! What the finisher and the sweeper look at next, and what makes it due.

use service::Mode;
use svc_payments::domain::{PaymentId, WebhookEvent};
use svc_payments::repository::Look;
use time::OffsetDateTime;

use super::{Books, Row};
use crate::memory_bookings::mode_text;

impl Books {
    pub fn take_due(&mut self, now: OffsetDateTime, most: u32) -> Vec<(Mode, PaymentId)> {
        let mut due: Vec<&Row> =
            self.payments.values().filter(|row| row.settle_at.is_some_and(|at| at <= now)).collect();
        due.sort_by_key(|row| row.settle_at);
        due.truncate(most as usize);
        let next: Vec<_> = due.into_iter().map(|row| (row.payment.id, self.next_look(row, now))).collect();
        let mut taken = Vec::new();
        for (id, next) in next {
            if let Some(row) = self.payments.get_mut(&id.uuid()) {
                row.settle_at = next;
                row.settle_tries += 1;
                taken.push((row.payment.mode, id));
            }
        }
        taken
    }

    fn next_look(&self, row: &Row, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let payment = &row.payment;
        let look = Look {
            is_in_doubt: payment.is_in_doubt(),
            is_simulated: payment.id.is_simulated(),
            tries: row.settle_tries,
            last_paid: self.last_paid(payment.id.uuid()),
        };
        look.next(now)
    }

    pub fn abandoned(&self, before: OffsetDateTime, most: u32) -> Vec<(Mode, PaymentId)> {
        let mut abandoned: Vec<&Row> = self
            .payments
            .values()
            .filter(|row| {
                let payment = &row.payment;
                payment.is_unclaimed_hold() && row.created_at < before && !payment.id.is_simulated()
            })
            .collect();
        abandoned.sort_by_key(|row| row.created_at);
        abandoned.truncate(most as usize);
        abandoned.into_iter().map(|row| (row.payment.mode, row.payment.id)).collect()
    }

    /// False where the event was received before.
    pub fn receive(&mut self, mode: Mode, event: &WebhookEvent, now: OffsetDateTime) -> bool {
        let id = (mode_text(mode), event.id.clone());
        if self.webhooks.contains_key(&id) {
            return false;
        }
        self.webhooks.insert(id, now);
        let told = self.payments.values_mut().filter(|row| {
            row.payment.mode == mode
                && event.intent_id.is_some()
                && row.payment.intent_id == event.intent_id
                && event.may_change(&row.payment)
        });
        for row in told {
            row.settle_at = Some(now);
        }
        true
    }
}
