//! Payments in memory, under the promises of the Postgres store: what is compared, posted and refused there is
//! compared, posted and refused here. Outlives the host that uses it, as a database does.

mod admission;
mod ledger;
mod moves;
mod queue;
mod refunds;
mod repository;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use svc_payments::domain::{Cause, Payment, Refund};
use svc_payments::repository::RequestKey;
use time::OffsetDateTime;
use uuid::Uuid;

pub use ledger::Ledger;

/// The store. Clones share it.
#[derive(Clone, Default)]
pub struct MemoryPayments(Arc<Mutex<Books>>);

/// Its tables.
#[derive(Clone, Default)]
struct Books {
    payments: BTreeMap<Uuid, Row>,
    attempts: BTreeMap<(Uuid, String, i32), Attempt>,
    refunds: BTreeMap<(Uuid, i32), RefundRow>,
    webhooks: BTreeMap<(&'static str, String), OffsetDateTime>,
    /// Until when brands take no cards of guests.
    closures: BTreeMap<(&'static str, String), OffsetDateTime>,
    /// Work that let a card through, and until when its challenge is good.
    used_work: BTreeMap<Uuid, OffsetDateTime>,
    ledger: Ledger,
    history: Vec<Move>,
    /// Grows with every change.
    revision: u64,
}

/// A payment with what only the finisher needs to know of it.
#[derive(Clone)]
struct Row {
    payment: Payment,
    request: Option<RequestKey>,
    settle_at: Option<OffsetDateTime>,
    settle_tries: i32,
    created_at: OffsetDateTime,
}

#[derive(Clone)]
struct Attempt {
    prepared: OffsetDateTime,
    answered: Option<OffsetDateTime>,
    is_done: bool,
    sent: Option<OffsetDateTime>,
}

#[derive(Clone)]
struct RefundRow {
    key: String,
    refund: Refund,
    created_at: OffsetDateTime,
}

/// A change of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub payment: Uuid,
    pub version: i64,
    pub from: &'static str,
    pub to: &'static str,
    pub cause: Cause,
}

impl MemoryPayments {
    /// Every payment as it stands.
    pub fn payments(&self) -> Vec<Payment> {
        self.lock().payments.values().map(|row| row.payment.clone()).collect()
    }

    /// What the ledger has on an account of a payment, in minor units.
    pub fn balance(&self, payment: Uuid, account: &str) -> i64 {
        self.lock().ledger.balance(payment, account)
    }

    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.lock().revision
    }

    /// The moves from the `n`th on.
    pub fn moves_from(&self, n: usize) -> Vec<Move> {
        self.lock().history.iter().skip(n).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.0.lock().expect("no call panics half-way")
    }

    /// A transaction: all that `work` writes, or nothing where it fails.
    fn write<T>(&self, work: impl FnOnce(&mut Books) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let books = &mut *self.lock();
        let mut draft = books.clone();
        let done = work(&mut draft)?;
        draft.revision += 1;
        *books = draft;
        Ok(done)
    }
}
