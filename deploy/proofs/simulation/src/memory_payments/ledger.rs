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
