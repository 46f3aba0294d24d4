//! What buyers were told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::holder::Holder;

/// Clones share them.
#[derive(Clone, Default)]
pub struct Receipts(Arc<Mutex<Book>>);

#[derive(Default)]
struct Book {
    purchases: BTreeMap<u32, Purchase>,
    closed: bool,
}

/// One person's purchase, however often it was submitted.
#[derive(Debug, Clone, Default)]
pub struct Purchase {
    pub payment_id: String,
    /// The bank wanted to see the cardholder.
    pub asked: Option<Holder>,
    /// An end for each submission.
    pub told: Vec<Told>,
}

/// The end that a submission was answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    Confirmed {
        booking: String,
    },
    Failed {
        booking: String,
    },
    /// Cancelled as wanted; sums of the card in minor units.
    Cancelled {
        booking: String,
        shown: i64,
        refund: i64,
    },
    /// It can't be cancelled from here.
    NotCancellable {
        booking: String,
    },
    /// Before there was a booking, by the code of the refusal.
    Refused {
        code: String,
    },
}

impl Receipts {
    pub fn paid_with(&self, buyer: u32, payment_id: &str) {
        payment_id.clone_into(&mut self.lock().purchases.entry(buyer).or_default().payment_id);
    }

    pub fn asked(&self, buyer: u32, holder: Holder) {
        self.lock().purchases.entry(buyer).or_default().asked = Some(holder);
    }

    pub fn told(&self, buyer: u32, told: Told) {
        self.lock().purchases.entry(buyer).or_default().told.push(told);
    }

    /// Everybody has been told.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    pub fn are_closed(&self) -> bool {
        self.lock().closed
    }

    pub fn purchases(&self) -> BTreeMap<u32, Purchase> {
        self.lock().purchases.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().expect("nobody panics while writing")
    }
}
