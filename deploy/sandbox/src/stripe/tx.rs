//! One change of Stripe's books in the making: reads see what was written before them, events go along.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::API_VERSION;
use super::error::Error;
use super::json::{charge_json, intent_json, refund_json};
use crate::Sandbox;
use crate::books;
use crate::books::outbox::{self, Event};
use crate::books::stripe::{Change, Charge, Intent, PaymentMethod, Refund};
use crate::cards::Card;
use crate::ids::Family;
use crate::mode::Mode;
use crate::provider::Provider;

pub struct Tx<'a> {
    pub sandbox: &'a Sandbox,
    pub mode: Mode,
    pub now: Timestamp,
    books: &'a books::stripe::Books,
    request: Option<Request<'a>>,
    changes: Vec<books::Change>,
}

/// The call that events are put down to.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub id: &'a str,
    pub key: Option<&'a str>,
}

impl<'a> Tx<'a> {
    pub fn new(
        sandbox: &'a Sandbox,
        books: &'a books::Books,
        mode: Mode,
        request: Option<Request<'a>>,
    ) -> Self {
        let now = sandbox.clock.now();
        Self { sandbox, mode, now, books: &books.stripe, request, changes: Vec::new() }
    }

    pub fn into_changes(self) -> Vec<books::Change> {
        self.changes
    }

    pub fn family(&self) -> Family {
        self.sandbox.families.next(self.now)
    }

    pub fn intent(&self, id: &str) -> Result<Intent, Error> {
        let found = self.books.intent(self.mode, id).cloned();
        found.ok_or_else(|| Error::missing_object("payment_intent", id))
    }

    pub fn charge(&self, id: &str) -> Result<Charge, Error> {
        let written = self.changes.iter().rev().find_map(|change| match change {
            books::Change::Stripe(Change::ChargeStored(charge)) if charge.id == id => {
                Some(Charge::clone(charge))
            }
            _ => None,
        });
        let found = written.or_else(|| self.books.charge(self.mode, id).cloned());
        found.ok_or_else(|| Error::missing_object("charge", id))
    }

    pub fn refund(&self, id: &str) -> Result<Refund, Error> {
        let found = self.books.refund(self.mode, id).cloned();
        found.ok_or_else(|| Error::missing_object("refund", id))
    }

    /// The payment method of that id and its card. A test method becomes one of the mode's own.
    pub fn payment_method(&mut self, id: &str) -> Result<(String, &'static Card), Error> {
        if let Some(card) = Card::by_id(id) {
            return Ok((self.add_payment_method(card).id, card));
        }
        let written = self.changes.iter().find_map(|change| match change {
            books::Change::Stripe(Change::PaymentMethodStored(method)) if method.id == id => Some(method),
            _ => None,
        });
        written
            .or_else(|| self.books.payment_method(self.mode, id))
            .and_then(|method| Some((id.to_owned(), Card::by_name(&method.card)?)))
            .ok_or_else(|| Error::missing_object("PaymentMethod", id).param("payment_method"))
    }

    pub fn add_payment_method(&mut self, card: &Card) -> PaymentMethod {
        let id = self.family().stripe_id("pm");
        let method = PaymentMethod { id, mode: self.mode, card: card.name.into(), created_at: self.now };
        self.changes.push(Change::PaymentMethodStored(method.clone()).into());
        method
    }

    pub fn store_intent(&mut self, intent: &mut Intent) {
        intent.changed_at = self.now;
        self.changes.push(Change::IntentStored(Box::new(intent.clone())).into());
    }

    pub fn store_charge(&mut self, charge: &Charge) {
        self.changes.push(Change::ChargeStored(Box::new(charge.clone())).into());
    }

    pub fn store_refund(&mut self, refund: &Refund) {
        self.changes.push(Change::RefundStored(Box::new(refund.clone())).into());
    }

    pub fn tell_intent(&mut self, kind: &str, intent: &Intent) {
        let object = intent_json(intent, self.sandbox.public_url());
        self.tell(&format!("payment_intent.{kind}"), &object);
    }

    pub fn tell_charge(&mut self, kind: &str, charge: &Charge) {
        self.tell(&format!("charge.{kind}"), &charge_json(charge));
    }

    pub fn tell_refund(&mut self, kind: &str, refund: &Refund) {
        self.tell(&format!("refund.{kind}"), &refund_json(refund));
    }

    fn tell(&mut self, kind: &str, object: &Value) {
        let id = self.family().stripe_id("evt");
        let body = json!({
            "id": id,
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now.as_second(),
            "data": { "object": object },
            "livemode": self.mode.is_live(),
            "pending_webhooks": 1,
            "request": {
                "id": self.request.map(|request| request.id),
                "idempotency_key": self.request.and_then(|request| request.key),
            },
            "type": kind,
        });
        let event = Event {
            id,
            provider: Provider::Stripe,
            mode: self.mode,
            kind: kind.into(),
            due_at: self.now,
            body,
        };
        self.changes.push(outbox::Change::Queued(Box::new(event)).into());
    }
}
