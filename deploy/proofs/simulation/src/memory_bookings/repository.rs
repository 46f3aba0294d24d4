//! The repository's calls on the tables in memory.

use service::Mode;
use svc_booking::domain::Booking;
use svc_booking::domain::booking::{AccountState, Cancellation, OrderRef};
use svc_booking::domain::cause::Cause;
use svc_booking::domain::review::ReviewAction;
use svc_booking::domain::saga::State;
use svc_booking::repository::{
    Alerts, Claim, Dispatch, Inserted, Key, Known, LEASE, Op, Presence, Reader, Repository, Saved, Step,
    Webhook, WebhookFacts,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::purchase::may_see;
use super::{MemoryBookings, Turn};

#[tonic::async_trait]
impl Repository for MemoryBookings {
    /// Nobody restores it.
    async fn restored_at(&self) -> anyhow::Result<Option<OffsetDateTime>> {
        Ok(None)
    }

    async fn load(&self, id: Uuid) -> anyhow::Result<Option<Booking>> {
        Ok(self.lock().bookings.get(&id).map(|row| row.booking.clone()))
    }

    async fn owners(&self, id: Uuid) -> anyhow::Result<Option<Vec<String>>> {
        let owners = |booking: &Booking| [Some(booking.principal.clone()), booking.owner.clone()];
        let books = self.lock();
        let found = books.bookings.get(&id).map(|row| owners(&row.booking));
        Ok(found.map(|owners| owners.into_iter().flatten().collect()))
    }

    async fn find(&self, reader: &Reader, id: Uuid) -> anyhow::Result<Option<Booking>> {
        let books = self.lock();
        let found = books.bookings.get(&id).filter(|row| may_see(reader, &row.booking));
        Ok(found.map(|row| row.booking.clone()))
    }

    async fn take_due(&self, worker: Uuid, now: OffsetDateTime) -> anyhow::Result<Option<Claim>> {
        let books = &mut *self.lock();
        let due = books.bookings.values_mut().filter(|row| {
            row.next_action_at.is_some_and(|at| at <= now) && row.lease.is_none_or(|(_, until)| until < now)
        });
        let Some(row) = due.min_by_key(|row| row.next_action_at) else { return Ok(None) };
        row.booking.epoch += 1;
        row.nudged = false;
        row.lease = Some((worker, now + LEASE));
        books.revision += 1;
        Ok(Some(Claim { id: row.booking.id, epoch: row.booking.epoch }))
    }

    async fn renew(&self, claim: Claim, now: OffsetDateTime) -> anyhow::Result<bool> {
        let books = &mut *self.lock();
        let held = books.row(claim.id).filter(|row| row.booking.epoch == claim.epoch);
        let lease = held.and_then(|row| row.lease.as_mut());
        Ok(lease.map(|(_, until)| *until = now + LEASE).is_some())
    }

    async fn release(
        &self,
        claim: Claim,
        next: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let books = &mut *self.lock();
        if let Some(row) = books.row(claim.id).filter(|row| row.booking.epoch == claim.epoch) {
            row.lease = None;
            row.next_action_at = if row.nudged { Some(now) } else { next };
        }
        Ok(())
    }

    async fn presence(&self, worker: Uuid) -> anyhow::Result<Box<dyn Presence>> {
        let books = &mut *self.lock();
        books.sessions += 1;
        Ok(Box::new(Session { store: self.clone(), worker, number: books.sessions }))
    }

    async fn save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        Ok(self.step(before, after, step, now))
    }

    async fn find_saved(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
    ) -> anyhow::Result<Option<Saved>> {
        Ok(self.found(before, after, step))
    }

    async fn dispatch(&self, booking: Uuid) -> anyhow::Result<Option<Dispatch>> {
        let books = self.lock();
        let attempt = books.attempts.get(&(booking, Op::OrderCreate.as_str(), 1));
        Ok(attempt.map(|attempt| Dispatch { at: attempt.at, evidence: attempt.evidence.clone() }))
    }

    /// No administrator takes part.
    async fn latest_decision(&self, _: Uuid, _: ReviewAction) -> anyhow::Result<Option<i32>> {
        Ok(None)
    }

    async fn named_order(&self, _: Uuid) -> anyhow::Result<Option<(i32, OrderRef)>> {
        Ok(None)
    }

    async fn webhook_facts(
        &self,
        mode: Mode,
        offer_id: &str,
        since: OffsetDateTime,
    ) -> anyhow::Result<WebhookFacts> {
        Ok(self.word(mode, offer_id, since))
    }

    async fn receive(&self, webhook: &Webhook<'_>, now: OffsetDateTime) -> anyhow::Result<Alerts> {
        Ok(self.hear(webhook, now))
    }

    async fn put_quote(&self, booking: Uuid, quote: &Cancellation) -> anyhow::Result<bool> {
        Ok(self.quote(booking, quote))
    }

    async fn request_review(&self, booking: Uuid) -> anyhow::Result<()> {
        self.flag(booking);
        Ok(())
    }

    async fn request_cancellation(
        &self,
        booking: Uuid,
        quote_id: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        Ok(self.request(booking, quote_id, now))
    }

    async fn offer_account(&self, booking: Uuid) -> anyhow::Result<bool> {
        let books = &mut *self.lock();
        let due = books.row(booking).filter(|row| {
            row.booking.account == AccountState::Due && row.booking.saga.state == State::Ticketed
        });
        Ok(due.map(|row| row.booking.account = AccountState::Offered).is_some())
    }

    async fn finish_account(&self, booking: Uuid, owner: Option<&str>) -> anyhow::Result<()> {
        let books = &mut *self.lock();
        if let Some(row) = books.row(booking).filter(|row| row.booking.owner.is_none()) {
            row.booking.account = AccountState::Done;
            row.booking.owner = owner.map(str::to_owned);
        }
        Ok(())
    }

    async fn refuse_account(&self, claim: Claim, _: OffsetDateTime) -> anyhow::Result<bool> {
        let books = &mut *self.lock();
        let held = books.row(claim.id).filter(|row| row.booking.epoch == claim.epoch);
        let owed = held.map(|row| &mut row.booking).filter(|booking| booking.account.is_owed());
        let Some(booking) = owed else { return Ok(false) };
        booking.account = AccountState::Done;
        booking.version += 1;
        let state = booking.saga.state.as_str();
        let turn = Turn {
            booking: booking.id,
            version: booking.version,
            epoch: booking.epoch,
            from: state,
            to: state,
            cause: Cause::AccountRefused.as_str(),
        };
        books.history.push(turn);
        Ok(true)
    }

    async fn find_key(&self, reader: &Reader, key: &Key) -> anyhow::Result<Option<Known>> {
        Ok(self.key_of(reader, key))
    }

    async fn find_own(&self, reader: &Reader, offer_id: &str) -> anyhow::Result<Option<Known>> {
        Ok(self.own(reader, offer_id))
    }

    async fn leave_open(&self, booking: Uuid) -> anyhow::Result<bool> {
        let books = &mut *self.lock();
        let open = books.row(booking).filter(|row| !row.booking.saga.state.is_end());
        Ok(open.map(|row| row.left_open = true).is_some())
    }

    async fn is_spent(&self, mode: Mode, payment_id: &str) -> anyhow::Result<bool> {
        let books = self.lock();
        let mut of_mode = books.bookings.values().filter(|row| row.booking.mode == mode);
        Ok(of_mode.any(|row| row.booking.payment_id == payment_id))
    }

    async fn insert(&self, booking: &Booking, key: &Key) -> anyhow::Result<Inserted> {
        Ok(self.take_in(booking, key))
    }
}

/// A worker's sign of life: gone with the host that holds it.
struct Session {
    store: MemoryBookings,
    worker: Uuid,
    number: u64,
}

#[tonic::async_trait]
impl Presence for Session {
    async fn show(&mut self) -> anyhow::Result<bool> {
        let books = &mut *self.store.lock();
        Ok(*books.live.entry(self.worker).or_insert(self.number) == self.number)
    }

    async fn free_bookings_of_dead(&mut self) -> anyhow::Result<u64> {
        let books = &mut *self.store.lock();
        let (live, own) = (&books.live, self.worker);
        let is_dead = |owner: Uuid| owner != own && !live.contains_key(&owner);
        let orphans = books.bookings.values_mut().filter(|row| row.lease.is_some_and(|(it, _)| is_dead(it)));
        let mut freed = 0;
        for row in orphans {
            row.lease = None;
            freed += 1;
        }
        books.revision += freed;
        Ok(freed)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let books = &mut *self.store.lock();
        if books.live.get(&self.worker) == Some(&self.number) {
            books.live.remove(&self.worker);
        }
    }
}
