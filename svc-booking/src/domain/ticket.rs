//! Electronic tickets: the numbers by which airlines know that a seat is paid.
//!
//! Most airlines give them with the order, some hours later.

use duffel::Order;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::adoption::name;
use super::party::Traveller;

/// As the provider calls one; what else it lists are receipts for seats and bags.
const ELECTRONIC_TICKET: &str = "electronic_ticket";
/// An airline that has given none by then gives them in another way.
const LOOKED_FOR: Duration = Duration::days(7);
const FIRST_LOOK: Duration = Duration::minutes(1);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The traveller, as the booking names them.
    pub passenger_id: String,
    pub number: String,
}

/// The tickets of an order. An order that a person named may have other ids: its travellers are known by their names.
pub fn of_order(order: &Order, travellers: &[Traveller]) -> Vec<Ticket> {
    let tickets = order.documents.iter().filter(|document| document.kind == ELECTRONIC_TICKET);
    let found = tickets
        .flat_map(|ticket| ticket.passenger_ids.iter().map(|id| (id, &ticket.unique_identifier)))
        .filter_map(|(id, number)| {
            let traveller = traveller(order, id, travellers)?;
            Some(Ticket { passenger_id: traveller.passenger_id.clone(), number: number.clone() })
        });
    found.fold(Vec::new(), |tickets, ticket| joined(&tickets, vec![ticket]))
}

fn traveller<'t>(order: &Order, id: &str, travellers: &'t [Traveller]) -> Option<&'t Traveller> {
    let by_id = travellers.iter().find(|traveller| traveller.passenger_id == id);
    by_id.or_else(|| {
        let passenger = order.passengers.iter().find(|passenger| passenger.id == id)?;
        let theirs = name(&passenger.given_name, &passenger.family_name);
        let mut alike = travellers.iter().filter(|it| name(&it.given_name, &it.family_name) == theirs);
        alike.next().filter(|_| alike.next().is_none())
    })
}

/// What is known, and what was found beside it. A number that a traveller was told stays told, whatever the airline
/// leaves out of a later answer.
pub fn joined(known: &[Ticket], found: Vec<Ticket>) -> Vec<Ticket> {
    let new = found.into_iter().filter(|ticket| !known.contains(ticket));
    known.iter().cloned().chain(new).collect()
}

/// Every traveller has one.
pub fn are_complete(tickets: &[Ticket], travellers: &[Traveller]) -> bool {
    travellers.iter().all(|it| tickets.iter().any(|ticket| ticket.passenger_id == it.passenger_id))
}

/// When to look for missing ones again: after as long as the booking is old. Nothing once that is in vain.
pub fn look_at(now: OffsetDateTime, booked_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let age = now - booked_at;
    (age < LOOKED_FOR).then(|| now + age.max(FIRST_LOOK))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use time::macros::datetime;

    use super::*;

    fn order(documents: Value, passengers: Value) -> Order {
        let mut order = duffel::testing::order();
        order["documents"] = documents;
        order["passengers"] = passengers;
        serde_json::from_value(order).unwrap()
    }

    fn traveller(id: &str, given_name: &str, family_name: &str) -> Traveller {
        Traveller {
            passenger_id: id.into(),
            given_name: given_name.into(),
            family_name: family_name.into(),
            ..Traveller::sample()
        }
    }

    fn document(kind: &str, number: &str, passengers: &[&str]) -> Value {
        json!({ "type": kind, "unique_identifier": number, "passenger_ids": passengers })
    }

    #[test]
    fn tickets_belong_to_travellers_and_receipts_to_nobody() {
        let party = [traveller("pas_1", "Ada", "Byron"), traveller("pas_2", "Zoë", "van Dijk")];
        let documents = json!([
            document("electronic_ticket", "1252106312810", &["pas_1"]),
            document("electronic_miscellaneous_document_associated", "9", &["pas_1"]),
            document("electronic_ticket", "1252106312811", &["pas_9"]),
            document("electronic_ticket", "1252106312812", &["pas_unknown"]),
        ]);
        let renamed = json!([{ "id": "pas_9", "given_name": "ZOË", "family_name": "VANDIJK" }]);

        let tickets = of_order(&order(documents, renamed), &party);

        let ticket = |id: &str, number: &str| Ticket { passenger_id: id.into(), number: number.into() };
        assert_eq!(tickets, [ticket("pas_1", "1252106312810"), ticket("pas_2", "1252106312811")]);
        assert!(are_complete(&tickets, &party) && !are_complete(&tickets[..1], &party));
    }

    #[test]
    fn a_number_that_is_listed_twice_is_one_ticket_of_each_who_travels_on_it() {
        let party = [traveller("pas_1", "Ada", "Byron"), traveller("pas_2", "Zoë", "van Dijk")];
        let documents = json!([
            document("electronic_ticket", "1252106312810", &["pas_1"]),
            document("electronic_ticket", "1252106312810", &["pas_1", "pas_2"]),
        ]);

        let tickets = of_order(&order(documents, json!([])), &party);

        let ticket = |id: &str| Ticket { passenger_id: id.into(), number: "1252106312810".into() };
        assert_eq!(tickets, [ticket("pas_1"), ticket("pas_2")]);
    }

    #[test]
    fn no_number_that_was_told_is_taken_back() {
        let ticket = |number: &str| Ticket { passenger_id: "pas_1".into(), number: number.into() };
        let known = [ticket("1"), ticket("2")];

        assert_eq!(joined(&known, vec![]), known);
        assert_eq!(joined(&known, vec![ticket("2")]), known);
        assert_eq!(joined(&known, vec![ticket("3"), ticket("1")]), [ticket("1"), ticket("2"), ticket("3")]);
        assert_eq!(joined(&[], vec![ticket("1")]), [ticket("1")]);
    }

    #[test]
    fn of_two_who_are_called_alike_neither_is_guessed() {
        let party = [traveller("pas_1", "Ada", "Byron"), traveller("pas_2", "Ada", "Byron")];
        let documents = json!([document("electronic_ticket", "1", &["pas_9"])]);
        let renamed = json!([{ "id": "pas_9", "given_name": "ADA", "family_name": "BYRON" }]);

        assert_eq!(of_order(&order(documents, renamed), &party), []);
    }

    #[test]
    fn missing_tickets_are_looked_for_ever_less_often_and_for_a_week() {
        let booked = datetime!(2026-03-01 12:00 UTC);
        let table = [
            (Duration::ZERO, Some(Duration::minutes(1))),
            (Duration::minutes(1), Some(Duration::minutes(2))),
            (Duration::hours(5), Some(Duration::hours(10))),
            (Duration::days(7), None),
        ];
        for (age, next) in table {
            assert_eq!(look_at(booked + age, booked), next.map(|next| booked + next), "{age}");
        }
    }
}
