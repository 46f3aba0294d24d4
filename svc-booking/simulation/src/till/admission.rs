//! Who may begin a payment, and whom it takes the place of.

use service::Mode;
use svc_payments::domain::{Payment, Status};
use svc_payments::repository::{Admission, Declines, Entrant, Known, Op, Owner, RequestKey};
use time::OffsetDateTime;

use super::{Books, Row};

impl Books {
    /// Nothing is written where the payment may not begin.
    pub fn admit(&mut self, entrant: &Entrant<'_>, now: OffsetDateTime) -> anyhow::Result<Admission> {
        let Entrant { payment, request, limits, is_signed_in, .. } = *entrant;
        if let Some(known) = self.key_of(payment, request) {
            return Ok(Admission::Known(known));
        }
        let mut draft = self.clone();
        if !draft.make_room(entrant, now)? {
            return Ok(Admission::Busy);
        }
        if limits.are_reached(&draft.declines(entrant, now), is_signed_in) {
            return Ok(Admission::TooManyDeclines);
        }
        draft.insert(payment, Some(request), now)?;
        let attempt = draft.open(payment, Op::Create, now);
        *self = draft;
        Ok(Admission::New(attempt))
    }

    fn make_room(&mut self, entrant: &Entrant<'_>, now: OffsetDateTime) -> anyhow::Result<bool> {
        let open = self.open_of(entrant.owner);
        let mut left = open.len();
        for other in &open {
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
        let Entrant { owner, request, .. } = *entrant;
        let since = entrant.declined_since(now);
        let count = |counts: &dyn Fn(&Row) -> bool| {
            let declined = self.payments.values().filter(|row| {
                row.payment.mode == owner.mode
                    && row.payment.status == Status::Declined
                    && row.created_at > since
            });
            i64::try_from(declined.filter(|row| counts(row)).count()).unwrap_or(i64::MAX)
        };
        let client = |row: &Row| row.request.as_ref().and_then(|request| request.client_hmac.clone());
        Declines {
            own: count(&|row| is_of(owner, &row.payment)),
            of_address: count(&|row| request.client_hmac.is_some() && client(row) == request.client_hmac),
            of_brand: count(&|row| {
                row.payment.brand == owner.brand && row.payment.principal.starts_with("session:")
            }),
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
