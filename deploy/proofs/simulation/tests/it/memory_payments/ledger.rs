//! What the ledger of the simulation refuses.

use money::{Currency, Money};
use simulation::Ledger;
use svc_payments::domain::ledger::{Account, Kind, Posting};
use uuid::Uuid;

fn posting(entries: &[(Account, i64)]) -> Posting {
    let entries = entries.iter().map(|(account, minor)| (*account, Money::new(*minor, Currency::USD)));
    Posting { kind: Kind::Authorised, entries: entries.collect() }
}

#[test]
fn a_posting_adds_up_to_nothing() {
    let mut ledger = Ledger::default();
    let id = Uuid::from_u128(1);

    assert!(ledger.post(id, 1, posting(&[(Account::Held, 5), (Account::Cardholders, -4)])).is_err());
    assert!(ledger.post(id, 1, posting(&[])).is_err());
    assert!(ledger.post(id, 1, posting(&[(Account::Held, 5), (Account::Cardholders, -5)])).is_ok());
}

#[test]
fn a_change_is_posted_once() {
    let mut ledger = Ledger::default();
    let id = Uuid::from_u128(1);
    let held = posting(&[(Account::Held, 5), (Account::Cardholders, -5)]);

    ledger.post(id, 1, held.clone()).unwrap();

    assert!(ledger.post(id, 1, held.clone()).is_err());
    assert!(ledger.post(id, 2, held).is_ok());
    assert_eq!(ledger.balance(id, "held"), 10);
}
