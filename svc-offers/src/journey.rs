//! What an offer was for: enough to ask for it again, and to know its like. No network, no clock.

use std::time::Duration;

use duffel::NewOfferRequest;
use duffel::wire::{CabinClass, MAX_CONNECTIONS, NewPassenger, NewSlice, Offer, OfferPassenger, Slice};
use money::Currency;

/// What an airline gets to answer. A traveller waits meanwhile.
const AIRLINE: Duration = Duration::from_secs(8);

/// From this age on the provider wants travellers by kind, years.
const OF_AGE: u8 = 18;

/// The flights of an offer, for whom, on which fare.
#[derive(Debug)]
pub(crate) struct Journey {
    pub search: NewOfferRequest,
    flights: String,
    fare_brand: Option<String>,
    currency: Currency,
}

impl Journey {
    /// Nothing for an offer that can't be searched for, as it lacks airports or an amount.
    pub fn of(offer: &Offer) -> Option<Self> {
        let first = offer.slices.first()?.segments.first()?;
        let cabin = first.passengers.first().and_then(|passenger| passenger.cabin_class.clone());
        let search = NewOfferRequest {
            slices: offer.slices.iter().map(slice).collect::<Option<_>>()?,
            passengers: offer.passengers.iter().map(passenger).collect(),
            cabin_class: cabin.unwrap_or(CabinClass::Economy),
            max_connections: MAX_CONNECTIONS,
            supplier_timeout: AIRLINE,
        };
        Some(Self {
            search,
            flights: offer.flights(),
            fare_brand: offer.fare_brand(),
            currency: offer.total().ok()?.currency,
        })
    }

    /// The cheapest offer of the same flights under the same fare brand.
    pub fn find(&self, offers: Vec<Offer>) -> Option<Offer> {
        let same = |offer: &Offer| offer.flights() == self.flights && offer.fare_brand() == self.fare_brand;
        let priced = offers.into_iter().filter(same).filter_map(|offer| Some((offer.total().ok()?, offer)));
        let comparable = priced.filter(|(total, _)| total.currency == self.currency);
        comparable.min_by_key(|(total, _)| total.minor).map(|(_, offer)| offer)
    }
}

fn slice(slice: &Slice) -> Option<NewSlice> {
    let (first, last) = (slice.segments.first()?, slice.segments.last()?);
    Some(NewSlice {
        origin: first.origin.iata_code.clone()?,
        destination: last.destination.iata_code.clone()?,
        departure_date: first.departing_at.split('T').next()?.to_owned(),
    })
}

/// Under 18 by age where it is known: an order must fit the very age, and the kind is the airline's own reading of it.
fn passenger(passenger: &OfferPassenger) -> NewPassenger {
    match passenger.age {
        Some(age) if age < OF_AGE => NewPassenger::Age { age },
        _ => NewPassenger::Kind { kind: passenger.kind() },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(offer: Value) -> Offer {
        serde_json::from_value(offer).unwrap()
    }

    fn like(id: &str, change: impl FnOnce(&mut Value)) -> Offer {
        let mut offer = duffel::testing::offer();
        offer["id"] = id.into();
        change(&mut offer);
        read(offer)
    }

    #[test]
    fn r038_the_same_journey_is_asked_for_the_same_passengers() {
        let journey = Journey::of(&read(duffel::testing::offer())).unwrap();

        let asked = serde_json::to_value(&journey.search).unwrap();

        assert_eq!(
            asked,
            json!({
                "slices": [{ "origin": "LHR", "destination": "JFK", "departure_date": "2026-04-24" }],
                "passengers": [{ "type": "adult" }, { "age": 8 }, { "type": "infant_without_seat" }],
                "cabin_class": "economy",
                "max_connections": 2,
            })
        );
    }

    #[test]
    fn r038_a_traveller_under_18_is_asked_for_by_age_whatever_the_airline_calls_them() {
        let offer = like("ages", |offer| {
            offer["passengers"] = json!([
                { "id": "pas_a", "type": "child", "age": 14 },
                { "id": "pas_b", "type": "adult", "age": 17 },
                { "id": "pas_c", "type": null, "age": 18 },
            ]);
        });

        let asked = serde_json::to_value(&Journey::of(&offer).unwrap().search).unwrap();

        assert_eq!(asked["passengers"], json!([{ "age": 14 }, { "age": 17 }, { "type": "adult" }]));
    }

    #[test]
    fn r038_the_cheapest_of_the_same_flights_and_fare_brand_is_the_replacement() {
        let journey = Journey::of(&read(duffel::testing::offer())).unwrap();
        let segment = |offer: &mut Value| offer["slices"][0]["segments"][0].take();
        let offers = vec![
            like("dearer", |offer| offer["total_amount"] = "700.00".into()),
            like("same", |offer| offer["total_amount"] = "600.00".into()),
            like("flex", |offer| offer["slices"][0]["fare_brand_name"] = "Flex".into()),
            like("dollars", |offer| offer["total_currency"] = "USD".into()),
            like("later", |offer| {
                let mut later = segment(offer);
                later["departing_at"] = "2026-04-24T19:00:00".into();
                offer["slices"][0]["segments"][0] = later;
            }),
            like("other-number", |offer| {
                let mut other = segment(offer);
                other["marketing_carrier_flight_number"] = "1235".into();
                offer["slices"][0]["segments"][0] = other;
            }),
        ];

        assert_eq!(journey.find(offers).unwrap().id, "same");
    }
}
