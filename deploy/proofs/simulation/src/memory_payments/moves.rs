//! What payments go through: compared and set, with the money it moved and the call that follows.

use anyhow::ensure;
use svc_payments::domain::ledger::Posting;
use svc_payments::domain::{Cause, Payment, Status};
use svc_payments::repository::{
    self, Answer, CALL_TAKES, Class, LastAttempt, Op, RequestKey, Saved, first_look,
};
use time::OffsetDateTime;

use super::{Attempt, Books, Move, Row};

impl Attempt {
    fn as_last(&self, n: i32) -> LastAttempt {
        let (prepared_at, is_answered) = (self.prepared, self.answered.is_some());
        LastAttempt { n, prepared_at, is_answered, is_done: self.is_done }
    }
}

impl Books {
    /// False where the payment's id or key is taken.
    pub fn insert(
        &mut self,
        payment: &Payment,
        request: Option<&RequestKey>,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let id = payment.id.uuid();
        let is_taken = request.is_some_and(|request| self.key_of(payment, request).is_some());
        if is_taken || self.payments.contains_key(&id) {
            return Ok(false);
        }
        let row = Row {
            payment: payment.clone(),
            request: request.cloned(),
            settle_at: first_look(payment, now),
            settle_tries: 0,
            created_at: now,
        };
        self.payments.insert(id, row);
        self.post(None, payment)?;
        Ok(true)
    }

    /// False where somebody else has changed the payment since.
    pub fn replace(
        &mut self,
        before: &Payment,
        after: &Payment,
        cause: Cause,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let id = after.id.uuid();
        let row = self
            .payments
            .get(&id)
            .filter(|row| row.payment.status == before.status && row.payment.version == before.version);
        let Some(row) = row.cloned() else { return Ok(false) };
        self.keep_apart(after)?;
        let settle_at = first_look(after, now);
        self.payments.insert(id, Row { payment: after.clone(), settle_at, settle_tries: 0, ..row });
        self.history.push(Move {
            payment: id,
            version: after.version,
            from: before.status.as_str(),
            to: after.status.as_str(),
            cause,
        });
        self.post(Some(before), after)?;
        Ok(true)
    }

    pub fn save(
        &mut self,
        before: &Payment,
        after: &Payment,
        cause: Cause,
        opens: Option<Op>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        if !self.replace(before, after, cause, now)? {
            return Ok(Saved::Lost);
        }
        Ok(Saved::Yes(opens.map(|op| self.open(after, op, now))))
    }

    pub fn open(&mut self, payment: &Payment, op: Op, now: OffsetDateTime) -> repository::Attempt {
        let (id, name) = (payment.id.uuid(), op.to_string());
        let of_op = (id, name.clone(), 0)..=(id, name.clone(), i32::MAX);
        let last = self.attempts.range(of_op).next_back().map(|((.., n), attempt)| attempt.as_last(*n));
        let n = match last {
            Some(last) if last.is_open(op, now) => last.n,
            last => {
                let next = last.map_or(1, |last| last.n + 1);
                self.attempts.insert(
                    (id, name, next),
                    Attempt { prepared: now, answered: None, is_done: false, sent: None },
                );
                next
            }
        };
        repository::Attempt::new(payment, op, n)
    }

    /// False where somebody else is sending the attempt, or it is answered.
    pub fn take(&mut self, attempt: &repository::Attempt, now: OffsetDateTime) -> bool {
        let id = (attempt.payment_id, attempt.op.to_string(), attempt.n);
        let free = self.attempts.get_mut(&id).filter(|attempt| {
            attempt.answered.is_none() && attempt.sent.is_none_or(|at| at <= now - CALL_TAKES)
        });
        let Some(attempt) = free else { return false };
        attempt.sent = Some(now);
        true
    }

    pub fn answer(&mut self, attempt: &repository::Attempt, answer: &Answer, now: OffsetDateTime) {
        let id = (attempt.payment_id, attempt.op.to_string(), attempt.n);
        let open = self.attempts.get_mut(&id).filter(|attempt| attempt.answered.is_none());
        if let Some(attempt) = open {
            attempt.answered = answer.closes_key.then_some(now);
            attempt.is_done = answer.class == Class::Done;
            attempt.sent = None;
        }
    }

    /// A booking is paid once, and an intent is one payment's.
    fn keep_apart(&self, after: &Payment) -> anyhow::Result<()> {
        let is_paying = |payment: &Payment| {
            payment.booking_id.is_some() && matches!(payment.status, Status::CaptureSent | Status::Captured)
        };
        for other in self.payments.values().map(|row| &row.payment).filter(|it| it.id != after.id) {
            let pays_too = is_paying(after) && is_paying(other) && other.booking_id == after.booking_id;
            ensure!(!pays_too, "{} and {} pay for one booking", other.id, after.id);
            let same_intent = other.intent_id.is_some() && other.intent_id == after.intent_id;
            ensure!(!(same_intent && other.mode == after.mode), "{} has the intent already", other.id);
        }
        Ok(())
    }

    fn post(&mut self, before: Option<&Payment>, after: &Payment) -> anyhow::Result<()> {
        let Some(posting) = Posting::of_change(before, after)? else { return Ok(()) };
        self.ledger.post(after.id.uuid(), after.version, posting)
    }
}
