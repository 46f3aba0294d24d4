//! Bookings in memory, under the promises of the Postgres store: what is compared and set there is compared and set
//! here. Outlives the hosts that use it, as a database does.

mod cancelling;
mod purchase;
mod repository;
mod rows;
mod step;
mod webhooks;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use service::Mode;
use svc_booking::domain::Booking;
use svc_booking::repository::{Class, Evidence, Subject};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::mutant::Mutant;

/// The store. Clones share it.
#[derive(Clone, Default)]
pub struct MemoryBookings {
    books: Arc<Mutex<Books>>,
    mutant: Option<Mutant>,
}

/// Its tables.
#[derive(Default)]
struct Books {
    bookings: BTreeMap<Uuid, Row>,
    keys: BTreeMap<KeyId, KeyRow>,
    dispatches: BTreeMap<(&'static str, String), Uuid>,
    attempts: BTreeMap<(Uuid, &'static str, i32), Attempt>,
    webhooks: BTreeMap<(&'static str, String), WebhookRow>,
    /// Workers that show that they live, and the sessions by which they do.
    live: BTreeMap<Uuid, u64>,
    sessions: u64,
    told: Vec<(Uuid, Subject)>,
    history: Vec<Turn>,
    /// Grows with every change.
    revision: u64,
}

/// A booking with what only workers need to know of it.
struct Row {
    booking: Booking,
    lease: Option<(Uuid, OffsetDateTime)>,
    next_action_at: Option<OffsetDateTime>,
    nudged: bool,
    left_open: bool,
    order_reported: bool,
    /// When its cancellation was wanted last.
    cancelled_from_here_at: Option<OffsetDateTime>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct KeyId {
    mode: &'static str,
    brand: String,
    principal: String,
    key: String,
}

struct KeyRow {
    booking: Uuid,
    body_hmac: Vec<u8>,
}

struct Attempt {
    at: OffsetDateTime,
    class: Option<Class>,
    evidence: Option<Evidence>,
}

struct WebhookRow {
    kind: String,
    offer_id: Option<String>,
    order_id: Option<String>,
    received_at: OffsetDateTime,
}

/// A step that others may hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub booking: Uuid,
    pub version: i64,
    pub epoch: i64,
    pub from: &'static str,
    pub to: &'static str,
    pub cause: &'static str,
}

impl MemoryBookings {
    /// A store that breaks a promise on purpose.
    pub fn mutated(mutant: Option<Mutant>) -> Self {
        Self { mutant, ..Self::default() }
    }

    /// Every booking as it stands.
    pub fn bookings(&self) -> Vec<Booking> {
        self.lock().bookings.values().map(|row| row.booking.clone()).collect()
    }

    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.lock().revision
    }

    /// The turns from the `n`th on.
    pub fn turns_from(&self, n: usize) -> Vec<Turn> {
        self.lock().history.iter().skip(n).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("no call panics half-way")
    }

    fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }
}

/// A mode as keys are written with it.
pub fn mode_text(mode: Mode) -> &'static str {
    if mode == Mode::Live { "live" } else { "test" }
}
