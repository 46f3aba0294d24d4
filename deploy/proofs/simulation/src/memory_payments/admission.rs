//! Who may begin a payment, and whom it takes the place of.

use service::Mode;
use svc_payments::domain::{Failure, Payment, Status};
use svc_payments::repository::{
    Admission, FailedAttempts, Known, Op, Owner, PaymentAttempt, RequestKey, UNDER_WAY, Velocity,
};
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
        let open = draft.open_of(payment_attempt.owner);
        if !draft.make_room(payment_attempt, &open, now)? {
            return Ok(Admission::Busy);
        }
        if let Some(refused) = payment_attempt.refused(&draft.declines(payment_attempt, now)) {
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
        Ok(left < payment_attempt.limits.open_authorisations)
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
        if !self.replace(before, &after, "superseded", now)? {
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
        const OPEN: [Status; 4] =
            [Status::CreateSent, Status::ConfirmSent, Status::AwaitingChallenge, Status::Authorised];
        let mut open: Vec<&Row> = self
            .payments
            .values()
            .filter(|row| {
                let payment = &row.payment;
                is_of(owner, payment)
                    && OPEN.contains(&payment.status)
                    && payment.booking_id.is_none()
                    && !payment.id.is_simulated()
            })
            .collect();
        open.sort_by_key(|row| row.created_at);
        open.into_iter().map(|row| row.payment.clone()).collect()
    }

    fn declines(&self, payment_attempt: &PaymentAttempt<'_>, now: OffsetDateTime) -> Velocity {
        let PaymentAttempt { owner, request, limits, .. } = *payment_attempt;
        let since = Velocity::since(now);
        let is_recent = |row: &&Row| row.payment.mode == owner.mode && row.created_at > since;
        let is_guests =
            |row: &&Row| row.payment.brand == owner.brand && row.payment.principal.starts_with("session:");
        let is_brands = |row: &&Row| is_guests(row) && counts_for_its_brand(&row.payment);
        let client = |row: &Row| row.request.as_ref().and_then(|request| request.client_hmac.clone());
        let recent: Vec<&Row> = self.payments.values().filter(is_recent).collect();
        let paying =
            recent.iter().copied().filter(is_guests).filter(|row| row.payment.status == Status::Captured);
        let tried: Vec<&Row> =
            recent.iter().copied().filter(|row| self.brought_no_money(row, payment_attempt, now)).collect();
        let of = |limit: i32, counts: &dyn Fn(&&Row) -> bool| {
            tally(tried.iter().copied().filter(counts).collect(), limit)
        };
        Velocity {
            own: of(limits.own_declines(payment_attempt.is_signed_in), &|row| {
                is_of(owner, &row.payment) && !row.payment.status.is_open()
            }),
            of_address: of(limits.declines_per_address, &|row| {
                request.client_hmac.is_some() && client(row) == request.client_hmac
            }),
            of_brand: of(limits.declines_per_brand, &is_brands),
            paying_guests: len(paying.count()),
        }
    }

    /// Or may bring none: it is at the provider, or no booking has claimed it.
    fn brought_no_money(&self, row: &Row, payment_attempt: &PaymentAttempt<'_>, now: OffsetDateTime) -> bool {
        let payment = &row.payment;
        let is_given_up = match payment.status {
            _ if payment.id.is_simulated() => return false,
            Status::Captured | Status::CaptureSent => false,
            Status::Declined | Status::ConfirmSent => return true,
            Status::CreateSent => return row.created_at > now - UNDER_WAY,
            _ if payment.failure == Some(Failure::AuthenticationRequired) => return true,
            Status::AwaitingChallenge | Status::Authorised => payment.booking_id.is_none(),
            Status::VoidSent | Status::Voided => {
                let is_ours =
                    matches!(payment.failure, Some(Failure::NotCompleted | Failure::ProviderRefused));
                payment.intent_id.is_some() && !is_ours
            }
        };
        let is_same = |other: &Payment| {
            (&other.card_brand, &other.card_last4) == (&payment.card_brand, &payment.card_last4)
                && !payment.card_last4.is_empty()
        };
        let comes_again =
            payment_attempt.owner.principals.contains(&payment.principal) && is_same(payment_attempt.payment);
        let came_again = self.payments.values().any(|later| {
            later.payment.mode == payment.mode
                && later.payment.principal == payment.principal
                && later.created_at > row.created_at
                && is_same(&later.payment)
        });
        is_given_up && !comes_again && !came_again
    }

    /// True where the brand was open.
    pub fn close_brand(
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

/// A hold is nobody's fault while it stands, nor where a booking had claimed it.
fn counts_for_its_brand(payment: &Payment) -> bool {
    match payment.status {
        Status::AwaitingChallenge | Status::Authorised => false,
        Status::VoidSent | Status::Voided => {
            let was_claimed = payment.booking_id.is_some() && payment.authorised.minor > 0;
            !was_claimed && payment.failure != Some(Failure::MethodUnknown)
        }
        _ => true,
    }
}

pub fn is_of(owner: &Owner, payment: &Payment) -> bool {
    payment.mode == owner.mode
        && payment.brand == owner.brand
        && owner.principals.contains(&payment.principal)
}

fn tally(rows: Vec<&Row>, limit: i32) -> FailedAttempts {
    let is_under_way = |row: &&Row| matches!(row.payment.status, Status::CreateSent | Status::ConfirmSent);
    let (under_way, failed): (Vec<&Row>, Vec<&Row>) = rows.into_iter().partition(is_under_way);
    let mut times: Vec<OffsetDateTime> = failed.iter().map(|row| row.created_at).collect();
    times.sort_unstable_by(|a, b| b.cmp(a));
    let last = usize::try_from(limit).unwrap_or_default().checked_sub(1);
    let filled_at = last.and_then(|last| times.get(last).copied());
    FailedAttempts { failed: len(failed.len()), under_way: len(under_way.len()), filled_at }
}

fn len(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
