//! Airline credits: what an airline gives a traveller of a cancelled trip in place of money.
//!
//! Some airlines give the code with the cancellation, others hours or days later. The provider's word for both:
//! <https://duffel.com/docs/guides/using-airline-credits>

use duffel::OrderCancellation;
use duffel::wire::AirlineCredit;
use money::Money;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, OffsetDateTime};

use super::party::Traveller;

const FIRST_LOOK: Duration = Duration::minutes(1);
const LAST_PAUSE: Duration = Duration::DAY;
/// An airline that has given no code by then gives it in another way.
const LOOKED_FOR: Duration = Duration::days(90);
/// How long a credit is kept after the cancellation. Airlines honour credits for a year, some for two, and count from
/// the day of issue, so that after three years none is worth anything.
pub const KEPT: Duration = Duration::days(3 * 365);

/// One traveller's credit. Anyone who has the code can spend it: no Debug, encrypted at rest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// The provider's id (`acd_...`).
    pub id: String,
    pub passenger_id: String,
    /// What the airline calls it; may be empty.
    pub name: String,
    /// Absent until the airline has given it.
    pub code: Option<String>,
    /// A decimal number, and its ISO 4217 currency.
    pub amount: Option<(String, String)>,
    /// The airline counts from this day how long the credit is good.
    pub issued_on: Option<Date>,
}

impl Credit {
    /// What it is worth; nothing where the airline does not say.
    pub fn worth(&self) -> Option<Money> {
        let (amount, currency) = self.amount.as_ref()?;
        Money::parse(amount, currency).ok()
    }

    /// The name of the traveller who holds it; empty where the provider names somebody who is not known here.
    pub fn holder(&self, travellers: &[Traveller]) -> String {
        let holder = travellers.iter().find(|traveller| traveller.passenger_id == self.passenger_id);
        let only = travellers.first().filter(|_| travellers.len() == 1);
        let name = |it: &Traveller| format!("{} {}", it.given_name, it.family_name);
        holder.or(only).map(name).unwrap_or_default()
    }
}

/// The credits that a cancellation lists.
pub fn of_cancellation(cancellation: &OrderCancellation) -> Vec<Credit> {
    cancellation.airline_credits.iter().filter_map(of_provider).collect()
}

/// Nothing of a credit without an id: it can't be told from the next.
pub fn of_provider(credit: &AirlineCredit) -> Option<Credit> {
    Some(Credit {
        id: credit.id.clone()?,
        passenger_id: credit.passenger_id.clone().unwrap_or_default(),
        name: credit.credit_name.clone().unwrap_or_default(),
        code: credit.credit_code.as_ref().map(|code| code.expose_secret().to_owned()),
        amount: credit.credit_amount.clone().zip(credit.credit_currency.clone()),
        issued_on: credit.issued_on,
    })
}

/// What is known, with what was found since. A code that a traveller was told stays told, whatever the provider leaves
/// out of a later answer.
pub fn joined(known: &[Credit], found: Vec<Credit>) -> Vec<Credit> {
    let mut credits = known.to_vec();
    for new in found {
        match credits.iter_mut().find(|it| it.id == new.id) {
            Some(old) => {
                let name = if new.name.is_empty() { old.name.clone() } else { new.name };
                *old = Credit {
                    name,
                    code: new.code.or(old.code.take()),
                    amount: new.amount.or(old.amount.take()),
                    issued_on: new.issued_on.or(old.issued_on),
                    ..old.clone()
                };
            }
            None => credits.push(new),
        }
    }
    credits
}

/// There are some, and each has its code.
pub fn are_complete(credits: &[Credit]) -> bool {
    !credits.is_empty() && credits.iter().all(|credit| credit.code.is_some())
}

/// How many have their code.
pub fn codes(credits: &[Credit]) -> usize {
    credits.iter().filter(|credit| credit.code.is_some()).count()
}

/// When to ask for missing codes again: after as long as the cancellation is old, at least once a day. Nothing once
/// that is in vain; a webhook may report a code even then.
pub fn look_at(now: OffsetDateTime, cancelled_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let age = now - cancelled_at;
    (age < LOOKED_FOR).then(|| now + age.clamp(FIRST_LOOK, LAST_PAUSE))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn credit(id: &str, code: Option<&str>) -> Credit {
        Credit {
            id: id.into(),
            passenger_id: "pas_1".into(),
            name: "Future Flight Credit".into(),
            code: code.map(str::to_owned),
            amount: Some(("90.80".into(), "GBP".into())),
            issued_on: None,
        }
    }

    #[test]
    fn no_code_that_was_told_is_taken_back() {
        let known = [credit("acd_1", Some("1")), credit("acd_2", None)];
        let silent = Credit { name: String::new(), amount: None, ..credit("acd_1", None) };

        let after = joined(&known, vec![silent, credit("acd_2", Some("2")), credit("acd_3", None)]);

        let expected = [credit("acd_1", Some("1")), credit("acd_2", Some("2")), credit("acd_3", None)];
        assert!(after == expected);
        assert!(joined(&after, after.clone()) == after, "what comes twice is there once");
        assert_eq!((codes(&known), codes(&after)), (1, 2));
        assert!(!are_complete(&after) && are_complete(&after[..2]) && !are_complete(&[]));
    }

    #[test]
    fn missing_codes_are_looked_for_ever_less_often_and_for_ninety_days() {
        let cancelled = datetime!(2026-03-01 12:00 UTC);
        let table = [
            (Duration::ZERO, Some(Duration::minutes(1))),
            (Duration::hours(5), Some(Duration::hours(5))),
            (Duration::days(30), Some(Duration::DAY)),
            (Duration::days(90), None),
        ];
        for (age, pause) in table {
            let now = cancelled + age;
            assert_eq!(look_at(now, cancelled), pause.map(|pause| now + pause), "{age}");
        }
    }
}
