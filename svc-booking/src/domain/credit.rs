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

use super::party::{Kind, Traveller};
use super::refund::RefundTo;

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
        let name = |it: &Traveller| format!("{} {}", it.given_name, it.family_name);
        self.held_by(travellers).map(name).unwrap_or_default()
    }

    fn held_by<'t>(&self, travellers: &'t [Traveller]) -> Option<&'t Traveller> {
        let holder = travellers.iter().find(|traveller| traveller.passenger_id == self.passenger_id);
        let only = travellers.first().filter(|_| travellers.len() == 1);
        holder.or(only)
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

/// Each traveller with a seat has one, and all have their codes. An airline may give those of one booking one by one.
pub fn are_complete(credits: &[Credit], travellers: &[Traveller]) -> bool {
    let holders: Vec<_> = credits.iter().filter_map(|credit| credit.held_by(travellers)).collect();
    let mut seated = travellers.iter().filter(|traveller| traveller.kind != Kind::Infant);
    let has_one = |it: &Traveller| holders.iter().any(|holder| holder.passenger_id == it.passenger_id);
    !credits.is_empty() && seated.all(has_one) && credits.iter().all(|credit| credit.code.is_some())
}

/// A credit, or a code of one, is missing that the airline may still give.
pub fn are_awaited(to: RefundTo, credits: &[Credit], travellers: &[Traveller]) -> bool {
    let gives_credits = to == RefundTo::AirlineCredits || !credits.is_empty();
    gives_credits && !are_complete(credits, travellers)
}

/// How many have their code.
pub fn codes(credits: &[Credit]) -> usize {
    credits.iter().filter(|credit| credit.code.is_some()).count()
}

/// When to ask for missing codes again: after as long as the cancellation, or the request for it, is old, at least once
/// a day. Nothing once that is in vain. A webhook may report a credit even then: `is_reported` has it asked for until its
/// code is there or credits are forgotten.
pub fn look_at(now: OffsetDateTime, since: OffsetDateTime, is_reported: bool) -> Option<OffsetDateTime> {
    let age = now - since;
    let looked_for = if is_reported { KEPT } else { LOOKED_FOR };
    (age < looked_for).then(|| now + age.clamp(FIRST_LOOK, LAST_PAUSE))
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

    fn traveller(passenger_id: &str, kind: Kind) -> Traveller {
        Traveller { passenger_id: passenger_id.into(), kind, ..Traveller::sample() }
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
    }

    #[test]
    fn credits_are_complete_once_every_traveller_with_a_seat_has_one_with_its_code() {
        let party = [
            traveller("pas_1", Kind::Adult),
            traveller("pas_2", Kind::Child),
            traveller("pas_3", Kind::Infant),
        ];
        let of = |passenger_id: &str, code| Credit {
            passenger_id: passenger_id.into(),
            ..credit(&format!("acd_of_{passenger_id}"), code)
        };
        let [adults, childs, childs_to_come] =
            [of("pas_1", Some("1")), of("pas_2", Some("2")), of("pas_2", None)];

        assert!(are_complete(&[adults.clone(), childs.clone()], &party));
        assert!(!are_complete(&[adults.clone(), childs, childs_to_come], &party));
        assert!(!are_complete(std::slice::from_ref(&adults), &party), "the child's may come later");
        assert!(!are_complete(&[], &party));
        assert!(are_awaited(RefundTo::AirlineCredits, &[], &party), "the airline has named none yet");
        assert!(
            are_awaited(RefundTo::Card, std::slice::from_ref(&adults), &party),
            "an airline may give both"
        );
        assert!(!are_awaited(RefundTo::Card, &[], &party));
        assert!(are_complete(&[of("", Some("1"))], &party[..1]), "it can only be theirs");
    }

    #[test]
    fn missing_codes_are_looked_for_ever_less_often_and_for_ninety_days() {
        let cancelled = datetime!(2026-03-01 12:00 UTC);
        let table = [
            (Duration::ZERO, false, Some(Duration::minutes(1))),
            (Duration::hours(5), false, Some(Duration::hours(5))),
            (Duration::days(30), false, Some(Duration::DAY)),
            (Duration::days(90), false, None),
            (Duration::days(90), true, Some(Duration::DAY)),
            (KEPT, true, None),
        ];
        for (age, is_reported, pause) in table {
            let now = cancelled + age;
            let expected = pause.map(|pause| now + pause);
            assert_eq!(look_at(now, cancelled, is_reported), expected, "{age} {is_reported}");
        }
    }
}
