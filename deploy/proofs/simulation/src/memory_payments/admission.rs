//! Who may begin a payment, and whom it takes the place of.

use service::Mode;
use svc_payments::domain::velocity::{self, Nearness, Payer, Paying, Reach, RecentAttempt, VelocityFacts};
use svc_payments::domain::{Cause, Payment, Status};
use svc_payments::repository::{Admission, Known, Op, Owner, PaymentAttempt, RequestKey, VisitorMarks};
use time::OffsetDateTime;

use super::{Books, Row};
use crate::memory_bookings::mode_text;

impl Books {
    /// Nothing is written where the payment may not begin.
    pub fn admit(
        &mut self,
        payment_attempt: &PaymentAttempt<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Admission> {
        let PaymentAttempt { payment, request, .. } = *payment_attempt;
        if let Some(known) = self.key_of(payment, request) {
            return Ok(Admission::Known(known));
        }
        let mut draft = self.clone();
        let has_worked =
            request.work.is_some_and(|it| draft.used_work.insert(it.challenge_id, it.expires_at).is_none());
        let open = draft.open_of(payment_attempt.owner);
        if !draft.make_room(payment_attempt, &open, now)? {
            return Ok(Admission::Busy);
        }
        let facts = VelocityFacts { has_worked, ..draft.velocity_facts(payment_attempt, now) };
        if let Some(refused) = payment_attempt.refused(&facts, now) {
            return Ok(refused);
        }
        draft.insert(payment, Some(request), now)?;
        let attempt = draft.open(payment, Op::Create, now);
        *self = draft;
        Ok(Admission::New(attempt))
    }

    fn make_room(
        &mut self,
        payment_attempt: &PaymentAttempt<'_>,
        open: &[Payment],
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let mut left = open.len();
        for other in open {
            if payment_attempt.displaces(other, left) {
                left -= usize::from(self.supersede(other, now)?);
            }
        }
        Ok(payment_attempt.has_room(left))
    }

    pub fn release_open(&mut self, owner: &Owner, offer_id: &str, now: OffsetDateTime) -> anyhow::Result<()> {
        for other in self.open_of(owner) {
            if other.offer_id == offer_id && other.status.is_open() {
                self.supersede(&other, now)?;
            }
        }
        Ok(())
    }

    fn supersede(&mut self, before: &Payment, now: OffsetDateTime) -> anyhow::Result<bool> {
        let after = before.apply(before.way_out(), now)?;
        if !self.replace(before, &after, Cause::Superseded, now)? {
            return Ok(false);
        }
        if after.status == Status::VoidSent {
            self.open(&after, Op::Cancel, now);
            if let Some(row) = self.payments.get_mut(&after.id.uuid()) {
                row.settle_at = Some(now);
            }
        }
        Ok(true)
    }

    /// What the owner has open that no booking has claimed, oldest first.
    fn open_of(&self, owner: &Owner) -> Vec<Payment> {
        let mut open: Vec<&Row> = self
            .payments
            .values()
            .filter(|row| {
                let payment = &row.payment;
                is_of(owner, payment)
                    && payment.status.may_hold()
                    && payment.booking_id.is_none()
                    && !payment.id.is_simulated()
            })
            .collect();
        open.sort_by_key(|row| row.created_at);
        open.into_iter().map(|row| row.payment.clone()).collect()
    }

    fn velocity_facts(&self, payment_attempt: &PaymentAttempt<'_>, now: OffsetDateTime) -> VelocityFacts {
        let PaymentAttempt { owner, request, .. } = *payment_attempt;
        let since = velocity::counted_since(now);
        let recent =
            self.payments.values().filter(|row| row.payment.mode == owner.mode && row.created_at > since);
        let (captured, others): (Vec<_>, Vec<_>) =
            recent.partition(|row| row.payment.status == Status::Captured);
        let captured = captured.into_iter().map(|row| self.recent_attempt(row, payment_attempt));
        let paying = paying(&captured.collect::<Vec<_>>());
        let sent = others.into_iter().filter(|row| !row.payment.id.is_simulated());
        let attempts = sent.map(|row| self.recent_attempt(row, payment_attempt)).collect();
        VelocityFacts { attempts, paying, ..request.visitor.facts() }
    }

    fn recent_attempt(&self, row: &Row, payment_attempt: &PaymentAttempt<'_>) -> RecentAttempt {
        let PaymentAttempt { owner, request, .. } = *payment_attempt;
        let payment = &row.payment;
        let (own, marks) = (&request.visitor, row.request.as_ref().map(|request| &request.visitor));
        let is_same = |mark: fn(&VisitorMarks) -> &Option<Vec<u8>>| {
            marks.is_some_and(|marks| mark(marks).is_some() && mark(marks) == mark(own))
        };
        RecentAttempt {
            began_at: row.created_at,
            status: payment.status,
            failure: payment.failure,
            payer: Payer {
                is_own: is_of(owner, payment),
                nearness: Nearness::of(
                    is_same(|marks| &marks.client_hmac),
                    is_same(|marks| &marks.network_hmac),
                ),
                is_guest: is_guests(owner, row),
                is_new_session: marks.is_some_and(|marks| marks.new_until.is_some()),
            },
            reach: Reach::of(payment.intent_id.is_some(), payment.authorised.minor > 0),
            is_claimed: payment.booking_id.is_some(),
            is_tried_again: self.is_tried_again(row, payment_attempt),
            is_of_card_range: is_same(|marks| &marks.card_range_hmac),
        }
    }

    fn is_tried_again(&self, row: &Row, payment_attempt: &PaymentAttempt<'_>) -> bool {
        let payment = &row.payment;
        let is_same_card = |other: &Payment| {
            (&other.card_brand, &other.card_last4) == (&payment.card_brand, &payment.card_last4)
                && !payment.card_last4.is_empty()
        };
        let is_later = |later: &Row| {
            later.payment.mode == payment.mode
                && later.payment.principal == payment.principal
                && later.created_at > row.created_at
        };
        let is_now = payment_attempt.owner.principals.contains(&payment.principal)
            && is_same_card(payment_attempt.payment);
        is_now || self.payments.values().any(|later| is_later(later) && is_same_card(&later.payment))
    }

    /// True where the brand was open.
    pub fn note_closed_brand(
        &mut self,
        mode: Mode,
        brand: &str,
        until: OffsetDateTime,
        now: OffsetDateTime,
    ) -> bool {
        let id = (mode_text(mode), brand.to_owned());
        let is_open = self.closures.get(&id).is_none_or(|closed_until| *closed_until <= now);
        if is_open {
            self.closures.insert(id, until);
        }
        is_open
    }

    /// What the payment's request has made before.
    pub fn key_of(&self, payment: &Payment, request: &RequestKey) -> Option<Known> {
        self.find_key(payment.mode, &payment.brand, &payment.principal, &request.idempotency_key)
    }

    pub fn find_key(&self, mode: Mode, brand: &str, principal: &str, key: &str) -> Option<Known> {
        let of_principal = self.payments.values().filter(|row| {
            row.payment.mode == mode && row.payment.brand == brand && row.payment.principal == principal
        });
        let mut requests = of_principal.filter_map(|row| Some((row.payment.id, row.request.as_ref()?)));
        let (id, request) = requests.find(|(_, request)| request.idempotency_key == key)?;
        Some(Known { id, request_hmac: request.request_hmac.clone() })
    }
}

pub fn is_of(owner: &Owner, payment: &Payment) -> bool {
    payment.mode == owner.mode
        && payment.brand == owner.brand
        && owner.principals.contains(&payment.principal)
}

fn is_guests(owner: &Owner, row: &Row) -> bool {
    let is_established = match &row.request {
        Some(request) => request.visitor.is_established,
        None => row.payment.principal.starts_with("user:"),
    };
    row.payment.brand == owner.brand && !is_established
}

fn paying(captured: &[RecentAttempt]) -> Paying {
    let count = |is_counted: fn(&RecentAttempt) -> bool| captured.iter().filter(|it| is_counted(it)).count();
    Paying {
        guests: count(|it| it.payer.is_guest),
        new_sessions: count(|it| it.payer.is_guest && it.payer.is_new_session),
        address: count(|it| it.payer.nearness == Nearness::SameAddress),
        network: count(|it| it.payer.nearness != Nearness::Elsewhere),
        card_range: count(|it| it.is_of_card_range),
    }
}
