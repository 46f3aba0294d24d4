//! What holds of every payment: our rows, our ledger and the bank's own books beside each other.

use anyhow::ensure;
use serde_json::Value;
use svc_payments::domain::ledger::{Account as Side, balances};
use svc_payments::domain::{Payment, Status};

use crate::memory_payments::MemoryPayments;

/// A payment in all three books.
#[derive(Debug)]
pub struct Account {
    pub payment: Payment,
    pub bank: Bank,
    /// Balances of the ledger's accounts, in minor units, in the order of `Side::ALL`.
    ledger: [i64; 6],
}

/// What the bank has of a payment, in minor units.
#[derive(Debug, Default)]
pub struct Bank {
    held: i64,
    taken: i64,
    pub paid_back: i64,
    /// Refunds that were not refused.
    pub refunds: usize,
    /// Charges that the card was good for.
    charges: usize,
    /// We had it released, rather than the bank by itself.
    pub was_released: bool,
    /// It let go of the money by itself.
    has_lapsed: bool,
}

impl Bank {
    /// Whether an order may rest on it: the bank has the money, or had until it let go of it by itself.
    pub fn backs_an_order(&self) -> bool {
        self.held + self.taken > 0 || self.has_lapsed
    }

    /// Whether it has money of the card's, held or taken.
    pub fn has_money(&self) -> bool {
        self.held + self.kept() > 0
    }

    /// Whether the card was charged at all, if only to hold the money.
    pub fn was_charged(&self) -> bool {
        self.charges > 0
    }

    /// Taken, and not paid back.
    pub fn kept(&self) -> i64 {
        self.taken - self.paid_back
    }
}

/// Every payment that we know of. The bank knows them by their metadata.
pub fn all(memory_payments: &MemoryPayments, books: &Value) -> Vec<Account> {
    let account = |payment: Payment| {
        let id = payment.id.uuid();
        let ledger = Side::ALL.map(|side| memory_payments.balance(id, side.as_str()));
        Account { bank: bank(books, &payment), ledger, payment }
    };
    memory_payments.payments().into_iter().map(account).collect()
}

impl Account {
    /// At every moment.
    pub fn agrees(&self) -> anyhow::Result<()> {
        let Payment { id, status, .. } = self.payment;
        let Bank { held, taken, charges, .. } = self.bank;
        ensure!(charges <= 1, "{id} was charged {charges} times");
        match status {
            Status::Captured => {
                let said = self.payment.captured.minor;
                ensure!(taken == said, "{id} is captured with {said}, and the bank has taken {taken}");
            }
            Status::Voided | Status::Declined => {
                let word = status.as_str();
                ensure!(held == 0 && taken == 0, "{id} is {word}: the bank holds {held}, has taken {taken}");
            }
            _ => {}
        }
        let wanted = balances(&self.payment)?.map(|(_, amount)| amount.minor);
        ensure!(self.ledger == wanted, "the book of {id} says {:?} and not {wanted:?}", self.ledger);
        Ok(())
    }

    /// Somebody still has to do something about it.
    pub fn is_open(&self) -> bool {
        self.payment.is_in_doubt() || self.payment.status == Status::Authorised
    }

    /// In the end: nothing is held for nothing, and the ledger says what the bank says.
    pub fn is_balanced(&self) -> anyhow::Result<()> {
        ensure!(self.bank.held == 0, "{} is held for nothing", self.word());
        let ours = |wanted: Side| {
            let found = Side::ALL.into_iter().zip(self.ledger).find(|(side, _)| *side == wanted);
            found.map_or(0, |(_, minor)| minor)
        };
        let (held, kept) = (ours(Side::Held), ours(Side::Provider));
        let bank = &self.bank;
        let agree = held == bank.held && kept == bank.kept();
        ensure!(agree, "{}: our book has {held} held and {kept} kept, the bank {bank:?}", self.word());
        Ok(())
    }

    /// In a word, for the trace.
    pub fn word(&self) -> String {
        let Payment { id, status, booking_id, .. } = &self.payment;
        let booking = booking_id.map(|id| id.to_string()).unwrap_or_default();
        let Bank { held, taken, paid_back, .. } = self.bank;
        format!("{id} {} {booking} bank: {held} held {taken} taken {paid_back} paid back", status.as_str())
    }
}

fn bank(books: &Value, payment: &Payment) -> Bank {
    let id = payment.id.to_string();
    let of_payment = |list: &str| {
        let all = books[list].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|it| it["metadata"]["payment_id"] == id.as_str()).cloned().collect::<Vec<_>>()
    };
    let minor = |charge: &Value, member: &str| charge[member].as_i64().unwrap_or_default();
    let mut bank = Bank::default();
    for charge in of_payment("charges").iter().filter(|charge| charge["failed"] == false) {
        let (amount, captured) = (minor(charge, "amount"), minor(charge, "amount_captured"));
        bank.charges += 1;
        bank.taken += captured;
        bank.paid_back += minor(charge, "amount_refunded");
        bank.held += amount - captured - minor(charge, "amount_released");
        bank.was_released |= captured == 0 && minor(charge, "amount_released") > 0;
    }
    let intents = of_payment("payment_intents");
    let refunds = books["refunds"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_ours = |refund: &&Value| intents.iter().any(|it| it["id"] == refund["payment_intent"]);
    bank.refunds = refunds.iter().filter(is_ours).filter(|refund| refund["status"] != "failed").count();
    // What the bank let go of by itself is nobody's deed.
    let lapsed = intents.iter().any(|it| it["cancellation_reason"] == "expired");
    (bank.was_released, bank.has_lapsed) = (bank.was_released && !lapsed, lapsed);
    bank
}
