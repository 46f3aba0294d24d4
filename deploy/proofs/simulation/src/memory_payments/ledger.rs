//! The ledger, in double entry: what was posted stays, and a change is posted once.

use std::collections::BTreeMap;

use anyhow::ensure;
use svc_payments::domain::ledger::Posting;
use uuid::Uuid;

#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// By payment, and its version after the change.
    postings: BTreeMap<(Uuid, i64), Posting>,
}

impl Ledger {
    /// Refuses what does not add up to nothing, and a second posting of one change.
    pub fn post(&mut self, payment: Uuid, version: i64, posting: Posting) -> anyhow::Result<()> {
        let sum: i64 = posting.entries.iter().map(|(_, amount)| amount.minor).sum();
        ensure!(
            sum == 0 && posting.entries.len() > 1,
            "the entries of a posting do not add up to nothing: {posting:?}"
        );
        let earlier = self.postings.insert((payment, version), posting);
        ensure!(earlier.is_none(), "version {version} of {payment} was posted before");
        Ok(())
    }

    pub fn balance(&self, payment: Uuid, account: &str) -> i64 {
        let of_payment = self.postings.range((payment, i64::MIN)..=(payment, i64::MAX));
        let entries = of_payment.flat_map(|(_, posting)| &posting.entries);
        entries.filter(|(of, _)| of.as_str() == account).map(|(_, amount)| amount.minor).sum()
    }
}

#[cfg(test)]
mod tests {
    use money::{Currency, Money};
    use svc_payments::domain::ledger::{Account, Kind};

    use super::*;

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
}
