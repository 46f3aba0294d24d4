//! What Stripe believes: payments, charges, refunds and the answers kept under idempotency keys, of both modes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cards::Card;
use crate::mode::Mode;

/// For how long an answer is kept under its key.
const KEY_LIFE: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    RequiresCapture,
    Succeeded,
    Canceled,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Intent {
    pub id: String,
    pub mode: Mode,
    pub amount: i64,
    pub amount_capturable: i64,
    pub amount_received: i64,
    pub currency: String,
    pub status: Status,
    pub manual_capture: bool,
    pub manual_confirmation: bool,
    pub automatic_payment_methods: bool,
    pub client_secret: String,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    pub last_payment_error: Option<Value>,
    pub return_url: Option<String>,
    pub canceled_at: Option<Timestamp>,
    pub cancellation_reason: Option<String>,
    /// When the bank lets go of an authorisation.
    pub capture_before: Option<Timestamp>,
    pub customer: Option<String>,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub setup_future_usage: Option<String>,
    pub statement_descriptor_suffix: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub mode: Mode,
    pub payment_intent: String,
    pub payment_method: String,
    /// Name of the test card.
    pub card: String,
    pub amount: i64,
    pub currency: String,
    pub captured: i64,
    pub refunded: i64,
    /// Authorised and never taken.
    pub released: i64,
    pub failure_code: Option<String>,
    pub failure_message: Option<String>,
    pub capture_before: Option<Timestamp>,
    pub authenticated: bool,
    pub metadata: BTreeMap<String, String>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    Pending,
    Succeeded,
    Failed,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub mode: Mode,
    pub charge: String,
    pub payment_intent: String,
    pub amount: i64,
    pub currency: String,
    pub status: RefundStatus,
    pub reason: Option<String>,
    pub metadata: BTreeMap<String, String>,
    pub created_at: Timestamp,
    /// What it comes to later, and when.
    pub becomes: Option<(Timestamp, RefundStatus)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub mode: Mode,
    pub card: String,
    pub created_at: Timestamp,
}

/// The first answer to a keyed request.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Kept {
    pub mode: Mode,
    pub key: String,
    pub fingerprint: String,
    pub status: u16,
    pub body: Value,
    pub request_id: String,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    IntentStored(Box<Intent>),
    ChargeStored(Box<Charge>),
    RefundStored(Box<Refund>),
    PaymentMethodStored(PaymentMethod),
    AnswerKept(Box<Kept>),
}

impl From<Change> for super::Change {
    fn from(change: Change) -> Self {
        Self::Stripe(change)
    }
}

/// Something that happens by itself when its time comes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    Authorisation(String),
    Refund(String),
}

#[derive(Debug, Default)]
pub struct Books {
    intents: BTreeMap<String, Intent>,
    charges: BTreeMap<String, Charge>,
    refunds: BTreeMap<String, Refund>,
    payment_methods: HashMap<String, PaymentMethod>,
    kept: HashMap<(Mode, String), Kept>,
    due: BTreeSet<(Timestamp, Due)>,
}

impl Books {
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::IntentStored(intent) => self.store_intent(*intent),
            Change::RefundStored(refund) => self.store_refund(*refund),
            Change::ChargeStored(stored) => {
                self.charges.insert(stored.id.clone(), *stored);
            }
            Change::PaymentMethodStored(method) => {
                self.payment_methods.insert(method.id.clone(), method);
            }
            Change::AnswerKept(kept) => {
                self.kept.insert((kept.mode, kept.key.clone()), *kept);
            }
        }
    }

    fn store_intent(&mut self, intent: Intent) {
        let due = Due::Authorisation(intent.id.clone());
        if let Some(end) = self.intents.get(&intent.id).and_then(|old| old.capture_before) {
            self.due.remove(&(end, due.clone()));
        }
        if let Some(end) = intent.capture_before.filter(|_| intent.status == Status::RequiresCapture) {
            self.due.insert((end, due));
        }
        self.intents.insert(intent.id.clone(), intent);
    }

    fn store_refund(&mut self, refund: Refund) {
        let due = Due::Refund(refund.id.clone());
        if let Some((at, _)) = self.refunds.get(&refund.id).and_then(|old| old.becomes) {
            self.due.remove(&(at, due.clone()));
        }
        if let Some((at, _)) = refund.becomes {
            self.due.insert((at, due));
        }
        self.refunds.insert(refund.id.clone(), refund);
    }

    pub fn due(&self, now: Timestamp) -> impl Iterator<Item = &Due> {
        self.due.iter().take_while(move |(at, _)| *at <= now).map(|(_, due)| due)
    }

    pub fn intent(&self, mode: Mode, id: &str) -> Option<&Intent> {
        self.intents.get(id).filter(|intent| intent.mode == mode)
    }

    /// Newest first, as are the other lists.
    pub fn intents(&self) -> impl Iterator<Item = &Intent> {
        self.intents.values().rev()
    }

    pub fn charge(&self, mode: Mode, id: &str) -> Option<&Charge> {
        self.charges.get(id).filter(|charge| charge.mode == mode)
    }

    pub fn charges(&self) -> impl Iterator<Item = &Charge> {
        self.charges.values().rev()
    }

    pub fn refund(&self, mode: Mode, id: &str) -> Option<&Refund> {
        self.refunds.get(id).filter(|refund| refund.mode == mode)
    }

    pub fn refunds(&self) -> impl Iterator<Item = &Refund> {
        self.refunds.values().rev()
    }

    /// The mode's own payment method of that id.
    pub fn payment_method(&self, mode: Mode, id: &str) -> Option<&PaymentMethod> {
        self.payment_methods.get(id).filter(|method| method.mode == mode)
    }

    pub fn kept(&self, mode: Mode, key: &str, now: Timestamp) -> Option<&Kept> {
        self.kept.get(&(mode, key.to_owned())).filter(|kept| now < kept.at + KEY_LIFE)
    }
}

impl Charge {
    pub fn card(&self) -> &'static Card {
        Card::by_name(&self.card).expect("a charge is made with a card of the table")
    }

    pub fn is_failed(&self) -> bool {
        self.failure_code.is_some()
    }
}
