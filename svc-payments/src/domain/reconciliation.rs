//! Compares two ledgers of the same money, line by line. Pure.

use std::collections::{BTreeMap, HashSet};

use time::OffsetDateTime;

/// What a line counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// On hold on the card of an intent.
    Held,
    /// Taken for an intent. What was paid back since is not subtracted.
    Taken,
    /// Paid back by a refund.
    Refunded,
}

impl What {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Taken => "taken",
            Self::Refunded => "refunded",
        }
    }
}

/// An amount in one of the ledgers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The provider's id of the intent or refund.
    pub object_id: String,
    pub intent_id: String,
    pub what: What,
    pub minor: i64,
    /// ISO 4217, in capitals.
    pub currency: String,
    pub at: OffsetDateTime,
}

/// An amount that only one ledger has, or that they have differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub object_id: String,
    pub intent_id: String,
    pub what: What,
    pub currency: String,
    pub ours_minor: i64,
    pub theirs_minor: i64,
    pub at: OffsetDateTime,
}

/// What a comparison of our ledger with the provider's found.
pub struct Comparison {
    pub differences: Vec<Difference>,
    /// Objects that could not be read. Earlier differences of theirs are neither confirmed nor closed.
    pub unreadable: HashSet<String>,
    /// Payments and refunds at the provider that are none of ours.
    pub foreign: u64,
}

/// The amounts on which the ledgers disagree. The intents of `moving` are left out: their money moves just now.
pub fn differences(ours: Vec<Line>, theirs: Vec<Line>, moving: &HashSet<String>) -> Vec<Difference> {
    let mut found = BTreeMap::new();
    let lines = ours.into_iter().map(|line| (line.minor, 0, line));
    for (ours_minor, theirs_minor, line) in lines.chain(theirs.into_iter().map(|line| (0, line.minor, line)))
    {
        let key = (line.object_id.clone(), line.what, line.currency.clone());
        let difference = found.entry(key).or_insert_with(|| Difference {
            object_id: line.object_id,
            intent_id: line.intent_id,
            what: line.what,
            currency: line.currency,
            ours_minor: 0,
            theirs_minor: 0,
            at: line.at,
        });
        difference.ours_minor += ours_minor;
        difference.theirs_minor += theirs_minor;
    }
    let disagrees = |it: &Difference| it.ours_minor != it.theirs_minor && !moving.contains(&it.intent_id);
    found.into_values().filter(disagrees).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(object_id: &str, what: What, minor: i64, currency: &str) -> Line {
        let intent_id = format!("pi_of_{object_id}");
        let (object_id, currency) = (object_id.to_owned(), currency.to_owned());
        Line { object_id, intent_id, what, minor, currency, at: OffsetDateTime::UNIX_EPOCH }
    }

    fn found(ours: &[Line], theirs: &[Line]) -> Vec<(String, What, i64, i64)> {
        let moving = HashSet::from(["pi_of_moving".to_owned()]);
        let found = differences(ours.to_vec(), theirs.to_vec(), &moving);
        found.into_iter().map(|it| (it.object_id, it.what, it.ours_minor, it.theirs_minor)).collect()
    }

    #[test]
    fn equal_ledgers_differ_in_nothing() {
        let ledger = [line("a", What::Held, 5, "USD"), line("a", What::Taken, 7, "USD")];

        assert_eq!(found(&ledger, &ledger), []);
        assert_eq!(found(&[line("a", What::Held, 0, "USD")], &[]), []);
    }

    #[test]
    fn a_cent_a_missing_line_a_strange_one_and_another_currency_are_differences() {
        let check = |ours: &[Line], theirs: &[Line], expected: &[(i64, i64)]| {
            let amounts: Vec<_> = found(ours, theirs).into_iter().map(|it| (it.2, it.3)).collect();
            assert_eq!(amounts, expected, "{ours:?} {theirs:?}");
        };
        let taken = |minor, currency| [line("a", What::Taken, minor, currency)];
        check(&taken(500, "USD"), &taken(501, "USD"), &[(500, 501)]);
        check(&taken(500, "USD"), &[], &[(500, 0)]);
        check(&[], &taken(500, "USD"), &[(0, 500)]);
        check(&taken(500, "USD"), &taken(500, "EUR"), &[(0, 500), (500, 0)]);
        check(&taken(500, "USD"), &[line("a", What::Held, 500, "USD")], &[(0, 500), (500, 0)]);
    }

    #[test]
    fn of_money_that_is_moving_nothing_is_said() {
        assert_eq!(found(&[line("moving", What::Taken, 5, "USD")], &[]), []);
    }
}
