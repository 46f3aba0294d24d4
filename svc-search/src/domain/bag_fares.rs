//! The fares that include a bag, for the other fares of the same flights.

use std::collections::HashMap;

use duffel::wire::BaggageKind;
use money::Currency;
use proto::flights::v1 as flights;

use super::ranking::tie;
use super::{OfferRow, Priced};

/// Of flights and a currency the cheapest fare that includes a bag.
#[derive(Debug)]
pub(crate) struct BagFares<'a>(HashMap<(&'a str, Currency), &'a OfferRow>);

impl<'a> BagFares<'a> {
    pub fn among(offers: &'a [OfferRow]) -> Self {
        let mut cheapest = HashMap::new();
        for found in offers.iter().filter(|found| found.includes_bag) {
            let known = cheapest.entry(flights_of(found)).or_insert(found);
            if tie(found, known).is_lt() {
                *known = found;
            }
        }
        Self(cheapest)
    }

    /// Nothing for an offer that includes a bag itself.
    pub fn of(&self, found: &OfferRow) -> Option<&'a OfferRow> {
        self.0.get(&flights_of(found)).copied().filter(|_| !found.includes_bag)
    }

    /// The same at the markup of the offer's own price.
    pub fn beside(&self, priced: &Priced<'_>) -> Option<Priced<'a>> {
        Priced::of(self.of(priced.found)?, priced.price.markup_rate)
    }
}

/// Prices of two currencies can't be compared.
fn flights_of(found: &OfferRow) -> (&str, Currency) {
    (&found.flights, found.total.currency)
}

/// A checked bag for each traveller with a seat on every flight. What the airline does not state is not included. The
/// pages have the same rule, `includesBag` of `webapp/src/lib/bag-sums.ts`: `included-bags.json` holds both to it.
pub(super) fn includes_bag(offer: &flights::Offer) -> bool {
    let is_one =
        |bag: &flights::Baggage| bag.r#type == BaggageKind::Checked.as_str() && bag.quantity > Some(0);
    let mut segments = offer.slices.iter().flat_map(|slice| &slice.segments);
    segments.all(|segment| segment.baggages.iter().any(is_one))
}

#[cfg(test)]
mod tests {
    use duffel::Offer;
    use money::MarkupRate;
    use serde_json::{Value, json};

    use super::super::answer::tests::{answer, found};
    use super::*;

    fn fare(id: &str, total: &str, includes_bag: bool) -> OfferRow {
        let mut fare = found(id, total, "USD", None);
        (fare.flights, fare.includes_bag) = ("ZZ1".into(), includes_bag);
        fare
    }

    /// What each offer names, in the order of the offers.
    fn named(offers: &[OfferRow]) -> Vec<Option<&str>> {
        let bag_fares = BagFares::among(offers);
        offers.iter().map(|found| bag_fares.of(found).map(|fare| fare.id.as_str())).collect()
    }

    #[test]
    fn bag07_a_fare_without_a_bag_names_the_cheapest_of_its_flights_that_includes_one() {
        let offers = [
            fare("basic", "100", false),
            fare("lounge", "300", true),
            fare("flex", "200", true),
            fare("main", "150", false),
            fare("flex-too", "200", true),
        ];

        assert_eq!(named(&offers), [Some("flex"), None, None, Some("flex"), None]);
    }

    #[test]
    fn bag07_a_fare_with_a_bag_may_cost_less_than_one_without() {
        let offers = [fare("light", "250", false), fare("flex", "200", true)];

        assert_eq!(named(&offers), [Some("flex"), None]);
    }

    #[test]
    fn bag07_r024_fares_of_other_flights_or_in_another_currency_are_not_named() {
        let mut other_flights = fare("other-flights", "10", true);
        other_flights.flights = "ZZ2".into();
        let mut pounds = found("pounds", "10", "GBP", None);
        (pounds.flights, pounds.includes_bag) = ("ZZ1".into(), true);

        assert_eq!(named(&[fare("basic", "100", false), other_flights, pounds]), [None, None, None]);
    }

    #[test]
    fn bag07_r003_the_named_fare_is_at_the_markup_of_the_offer() {
        let offers = [fare("basic", "100", false), fare("flex", "150", true)];
        let priced = Priced::of(&offers[0], MarkupRate::parse("0.23").unwrap()).unwrap();

        let named = BagFares::among(&offers).beside(&priced).unwrap();

        // 184.5 goes up.
        assert_eq!((named.found.id.as_str(), named.price.amount.to_string()), ("flex", "185.00 USD".into()));
        assert_eq!(named.price.markup_rate, priced.price.markup_rate);
    }

    #[derive(serde::Deserialize)]
    struct Case {
        name: String,
        /// The bags of each flight.
        flights: Vec<Vec<CaseBag>>,
        included: bool,
    }

    #[derive(serde::Deserialize)]
    struct CaseBag {
        r#type: String,
        quantity: Option<u32>,
    }

    fn segment(bags: Vec<CaseBag>) -> flights::Segment {
        let bag = |CaseBag { r#type, quantity }| flights::Baggage { r#type, quantity };
        flights::Segment { baggages: bags.into_iter().map(bag).collect(), ..Default::default() }
    }

    #[test]
    fn bag07_a_fare_includes_a_bag_as_the_table_says_that_the_page_shares() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../included-bags.json")).unwrap();
        for Case { name, flights, included } in cases {
            let segments = flights.into_iter().map(segment).collect();
            let slices = vec![flights::Slice { segments, ..Default::default() }];
            let offer = flights::Offer { slices, ..Default::default() };
            assert_eq!(includes_bag(&offer), included, "{name}");
        }
    }

    /// An offer of a flight for an adult, a child and an infant on a lap, with these bags of each.
    fn with_bags(bags: [&Value; 3]) -> Value {
        let mut offer = duffel::testing::offer();
        let passengers = offer["slices"][0]["segments"][0]["passengers"].as_array_mut().unwrap();
        for (passenger, bags) in passengers.iter_mut().zip(bags) {
            passenger["baggages"] = bags.clone();
        }
        offer
    }

    fn includes(offer: Value) -> bool {
        let offer: Offer = serde_json::from_value(offer).unwrap();
        answer(&[offer], true).offers[0].includes_bag
    }

    #[test]
    fn bag07_bag01_a_fare_includes_a_bag_that_each_traveller_with_a_seat_has() {
        let (one, two) =
            (json!([{ "type": "checked", "quantity": 1 }]), json!([{ "type": "checked", "quantity": 2 }]));
        let (zero, silent) = (json!([{ "type": "checked", "quantity": 0 }]), json!([]));
        let cabin = json!([{ "type": "carry_on", "quantity": 1 }]);
        let check = |bags: [&Value; 3], expected| assert_eq!(includes(with_bags(bags)), expected, "{bags:?}");

        check([&one, &two, &one], true);
        check([&one, &two, &silent], true);
        check([&one, &two, &zero], true);
        check([&one, &zero, &one], false);
        check([&one, &silent, &one], false);
        check([&cabin, &cabin, &one], false);
    }

    #[test]
    fn bag07_bag01_a_fare_includes_a_bag_that_every_flight_allows() {
        let one = json!([{ "type": "checked", "quantity": 1 }]);
        let mut connecting = with_bags([&one; 3]);
        let without = with_bags([&json!([]), &one, &one])["slices"][0]["segments"][0].clone();
        let with = connecting["slices"][0]["segments"][0].clone();

        connecting["slices"][0]["segments"] = json!([with, with]);
        assert!(includes(connecting.clone()));
        connecting["slices"][0]["segments"] = json!([with, without]);
        assert!(!includes(connecting));
    }
}
