//! Who may begin a payment, and whom it takes the place of.

use service::Mode;
use svc_payments::domain::{Payment, Status};
use svc_payments::repository::{
    Admission, Declines, Entrant, Known, Op, Owner, RequestKey, are_mostly_declined,
};
use time::OffsetDateTime;

use super::{Books, Row};

impl Books {
    /// Nothing is written where the payment may not begin.
    pub fn admit(&mut self, entrant: &Entrant<'_>, now: OffsetDateTime) -> anyhow::Result<Admission> {
        let Entrant { payment, request, .. } = *entrant;
        if let Some(known) = self.key_of(payment, request) {
            return Ok(Admission::Known(known));
        }
        let mut draft = self.clone();
        let open = draft.open_of(entrant.owner);
        if !draft.make_room(entrant, &open, now)? {
            return Ok(Admission::Busy);
        }
        if let Some(refused) = entrant.refused(draft.declines(entrant, now), &open) {
            return Ok(refused);
        }
        draft.insert(payment, Some(request), now)?;
        let attempt = draft.open(payment, Op::Create, now);
        *self = draft;
        Ok(Admission::New(attempt))
    }

    fn make_room(
        &mut self,
        entrant: &Entrant<'_>,
        open: &[Payment],
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let mut left = open.len();
        for other in open {
            if entrant.displaces(other, left) {
                left -= usize::from(self.supersede(other, now)?);
            }
        }
        Ok(left < entrant.limits.open_authorisations)
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
            [Status::CreateSent, Status::ConfirmSent, Status::HolderAsked, Status::Authorised];
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

    fn declines(&self, entrant: &Entrant<'_>, now: OffsetDateTime) -> Declines {
        let Entrant { owner, request, limits, .. } = *entrant;
        let since = entrant.declined_since(now);
        let recent =
            || self.payments.values().filter(|row| row.payment.mode == owner.mode && row.created_at > since);
        let is_declined = |row: &&Row| row.payment.status == Status::Declined;
        let client = |row: &Row| row.request.as_ref().and_then(|request| request.client_hmac.clone());
        let is_guests =
            |row: &&Row| row.payment.brand == owner.brand && row.payment.principal.starts_with("session:");
        let own: Vec<&Row> = recent().filter(is_declined).filter(|row| is_of(owner, &row.payment)).collect();
        let of_address = recent()
            .filter(is_declined)
            .filter(|row| request.client_hmac.is_some() && client(row) == request.client_hmac);
        let of_guests: Vec<&Row> = recent().filter(is_declined).filter(is_guests).collect();
        let pays = |row: &&Row| {
            [Status::Authorised, Status::CaptureSent, Status::Captured].contains(&row.payment.status)
        };
        let paying = recent().filter(is_guests).filter(pays).count();
        let is_testing = are_mostly_declined(len(of_guests.len()), len(paying));
        Declines {
            counted_own: own.len(),
            own: nth_newest(own.into_iter(), limits.own_declines(entrant.is_signed_in)),
            of_address: nth_newest(of_address, limits.declines_per_address),
            of_brand: nth_newest(of_guests.into_iter(), limits.declines_per_brand).filter(|_| is_testing),
        }
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

fn nth_newest<'a>(rows: impl Iterator<Item = &'a Row>, n: i32) -> Option<OffsetDateTime> {
    let mut times: Vec<OffsetDateTime> = rows.map(|row| row.created_at).collect();
    times.sort_unstable_by(|a, b| b.cmp(a));
    usize::try_from(n).ok()?.checked_sub(1).and_then(|at| times.get(at).copied())
}

fn len(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
