//! The ledger: one authorisation a key, one booking a payment, and money that moves once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use proto::common::v1::Money;
use proto::payments::v1::{Outcome, Payment, PaymentStatus};
use service::Clock;
use time::format_description::well_known::Rfc3339;

use crate::clock::SimClock;

/// An authorisation that no booking claims is released after this.
const UNCLAIMED: Duration = Duration::from_mins(30);
const HOLD_LASTS: time::Duration = time::Duration::days(7);

/// Clones share the ledger.
#[derive(Clone, Default)]
pub struct Cashier(Arc<Mutex<Ledger>>);

#[derive(Default)]
struct Ledger {
    payments: BTreeMap<String, Held>,
    revision: u64,
}

/// A payment, and what only payments knows of it.
#[derive(Clone)]
pub struct Held {
    pub payment: Payment,
    key: String,
    made_at: Duration,
    /// The bank let go of it: nobody here released it.
    pub lapsed: bool,
    /// Refunds by their keys.
    pub refunds: BTreeMap<String, i64>,
}

impl Cashier {
    pub fn payments(&self) -> Vec<Held> {
        self.lock().payments.values().cloned().collect()
    }

    pub fn revision(&self) -> u64 {
        self.lock().revision
    }

    /// The payment of a key, made if it is new.
    pub fn authorise(&self, key: &str, offer_id: &str, amount: Money, clock: &SimClock) -> Payment {
        let ledger = &mut *self.lock();
        if let Some(known) = ledger.payments.values().find(|held| held.key == key) {
            return known.payment.clone();
        }
        let id = format!("pay_{}", ledger.payments.len() + 1);
        let until = (clock.now() + HOLD_LASTS).format(&Rfc3339).unwrap_or_default();
        let payment = Payment {
            id: id.clone(),
            status: PaymentStatus::Authorised.into(),
            amount: Some(amount),
            offer_id: offer_id.to_owned(),
            capture_before: until,
            ..Payment::default()
        };
        let made_at = clock.since_start();
        let refunds = BTreeMap::new();
        let held = Held { payment: payment.clone(), key: key.to_owned(), made_at, lapsed: false, refunds };
        ledger.payments.insert(id, held);
        ledger.revision += 1;
        payment
    }

    pub fn find(&self, id: &str) -> Option<Payment> {
        self.lock().payments.get(id).map(|held| held.payment.clone())
    }

    /// The open authorisation for an offer.
    pub fn open(&self, offer_id: &str, amount: Option<&Money>) -> Option<Payment> {
        let ledger = self.lock();
        let is_open = |payment: &Payment| {
            payment.status() == PaymentStatus::Authorised
                && payment.booking_id.is_empty()
                && payment.offer_id == offer_id
                && payment.amount.as_ref() == amount
        };
        ledger.payments.values().map(|held| &held.payment).find(|payment| is_open(payment)).cloned()
    }

    /// Binds a payment to a booking and moves it, as far as its status allows. Nothing where there is none.
    pub fn move_to(&self, id: &str, booking: &str, to: PaymentStatus) -> Option<(Outcome, Payment)> {
        let ledger = &mut *self.lock();
        ledger.revision += 1;
        let payment = &mut ledger.payments.get_mut(id)?.payment;
        if payment.booking_id.is_empty() {
            booking.clone_into(&mut payment.booking_id);
        }
        if payment.booking_id != booking {
            return Some((Outcome::Refused, payment.clone()));
        }
        let may = payment.status() == to || payment.status() == PaymentStatus::Authorised;
        if may {
            payment.set_status(to);
        }
        Some((if may { Outcome::Done } else { Outcome::Refused }, payment.clone()))
    }

    /// One key, one refund, of what was captured.
    pub fn refund(&self, id: &str, key: String, amount: i64) -> Option<(Outcome, Payment)> {
        let ledger = &mut *self.lock();
        ledger.revision += 1;
        let held = ledger.payments.get_mut(id)?;
        let taken = [PaymentStatus::Captured, PaymentStatus::Refunded];
        if !taken.contains(&held.payment.status()) {
            return Some((Outcome::Refused, held.payment.clone()));
        }
        held.refunds.insert(key, amount);
        held.payment.set_status(PaymentStatus::Refunded);
        Some((Outcome::Done, held.payment.clone()))
    }

    /// The bank refuses the card, or lets go of what it held.
    pub fn lose(&self, id: &str, status: PaymentStatus) {
        let ledger = &mut *self.lock();
        ledger.revision += 1;
        let held = ledger.payments.get_mut(id).filter(|it| it.payment.status() == PaymentStatus::Authorised);
        if let Some(held) = held {
            held.payment.set_status(status);
            held.lapsed = true;
        }
    }

    /// Releases what no booking has claimed in its time.
    pub fn sweep(&self, now: Duration) {
        let ledger = &mut *self.lock();
        for held in ledger.payments.values_mut() {
            let is_open =
                held.payment.booking_id.is_empty() && held.payment.status() == PaymentStatus::Authorised;
            if is_open && now.saturating_sub(held.made_at) > UNCLAIMED {
                held.payment.set_status(PaymentStatus::Voided);
                ledger.revision += 1;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().expect("no call panics half-way")
    }
}

impl Held {
    /// In a word, for the trace.
    pub fn word(&self) -> String {
        let Payment { id, booking_id, .. } = &self.payment;
        format!("{id} {} {booking_id}", self.payment.status().as_str_name())
    }
}
