//! What one checked bag for each traveller costs with an offer. No network, no clock.

use std::collections::BTreeMap;

use duffel::wire::{BaggageKind, Offer, PassengerKind, Segment, Service};
use money::{Currency, Error, MarkupRate, Money, SalePrice};

use crate::bags::piece_price;

/// An offer with a checked bag on every flight for each traveller with a seat.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BagPrice {
    /// The fare includes all of these bags.
    pub is_included: bool,
    /// The sale price.
    pub fare: Money,
    /// Nothing where the airline does not sell what the fare leaves out.
    pub with_bags: Option<WithBags>,
}

/// What the cheapest bags that the fare leaves out cost. They carry no markup.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WithBags {
    pub bags: Money,
    /// Fare and bags.
    pub total: Money,
}

/// Prices an offer with a bag. The offer must have been read with its services.
pub(crate) fn bag_price(offer: &Offer, markup_rate: MarkupRate) -> Result<BagPrice, Error> {
    let fare = SalePrice::of(offer.total()?, offer.tax()?, markup_rate)?.amount;
    let missing = missing(offer);
    let bags = match &missing {
        Some(missing) => cheapest_bags(offer, missing, fare.currency)?,
        None => None,
    };
    let with_bags = match bags {
        Some(bags) => Some(WithBags { bags, total: fare.checked_add(bags)? }),
        None => None,
    };
    Ok(BagPrice { is_included: missing.is_some_and(|missing| missing.is_empty()), fare, with_bags })
}

/// Some flights of an offer, one bit each, in the order in which they are flown.
type Flights = u64;
/// As many as there are bits. No airline sells as many in one offer.
const MOST_FLIGHTS: usize = 64;

/// The flights on which a traveller has no bag, for each who lacks one. An infant on a lap needs none. Nothing for an
/// offer of more flights than can be told apart here.
fn missing(offer: &Offer) -> Option<Vec<(&str, Flights)>> {
    if segments(offer).count() > MOST_FLIGHTS {
        return None;
    }
    let seated = offer.passengers.iter().filter(|one| one.kind() != PassengerKind::InfantWithoutSeat);
    let of_each = seated.map(|one| (one.id.as_str(), flights(offer, |segment| lacks_bag(segment, &one.id))));
    Some(of_each.filter(|(_, flights)| *flights != 0).collect())
}

fn segments(offer: &Offer) -> impl Iterator<Item = &Segment> {
    offer.slices.iter().flat_map(|slice| &slice.segments)
}

fn flights(offer: &Offer, is_one: impl Fn(&Segment) -> bool) -> Flights {
    let places = segments(offer).enumerate().filter(|(_, segment)| is_one(segment));
    places.fold(0, |flights, (place, _)| flights | (1 << place))
}

/// What the airline does not state is not included.
fn lacks_bag(segment: &Segment, passenger_id: &str) -> bool {
    let on_board = segment.passengers.iter().find(|passenger| passenger.passenger_id == passenger_id);
    on_board.and_then(|passenger| passenger.allowance(&BaggageKind::Checked)).unwrap_or(0) == 0
}

fn cheapest_bags(
    offer: &Offer,
    missing: &[(&str, Flights)],
    currency: Currency,
) -> Result<Option<Money>, Error> {
    let mut sum = Money::zero(currency);
    for (passenger_id, flights) in missing {
        match cheapest(&sold_to(offer, passenger_id, currency), *flights, currency)? {
            Some(bags) => sum = sum.checked_add(bags)?,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}

/// The checked bags that a traveller can buy: the flights that one piece covers, and its price.
fn sold_to(offer: &Offer, passenger_id: &str, currency: Currency) -> Vec<(Flights, Money)> {
    let is_for_them = |service: &&Service| {
        let is_checked = service.bag_kind() == Some(&BaggageKind::Checked);
        is_checked && service.maximum_quantity > 0 && service.passenger_ids == [passenger_id]
    };
    let covered = |service: &Service| {
        let ids = &service.segment_ids;
        let is_known = ids.iter().all(|id| segments(offer).any(|segment| segment.id == *id));
        is_known.then(|| flights(offer, |segment| ids.contains(&segment.id)))
    };
    let services = offer.available_services.iter().filter(is_for_them);
    services.filter_map(|service| Some((covered(service)?, piece_price(service, currency)?))).collect()
}

/// The least for which these bags cover the flights in `missing`. No two of them may be for the same flight: the
/// provider sells a traveller one bag of a kind there. Nothing where they can't.
fn cheapest(sold: &[(Flights, Money)], missing: Flights, currency: Currency) -> Result<Option<Money>, Error> {
    let mut least: Option<Money> = None;
    // The least for each set of flights. A set with one more bag is a greater number: each is final when it is taken.
    let mut sums: BTreeMap<Flights, Money> = BTreeMap::from([(0, Money::zero(currency))]);
    while let Some((covered, sum)) = sums.pop_first() {
        let left = missing & !covered;
        if left == 0 {
            least = Some(least.map_or(Ok(sum), |least| least.at_most(sum))?);
            continue;
        }
        let next: Flights = 1 << left.trailing_zeros();
        let fits = |flights: Flights| flights & next != 0 && flights & covered == 0;
        for (flights, price) in sold.iter().filter(|(flights, _)| fits(*flights)) {
            let sum = sum.checked_add(*price)?;
            let known = sums.entry(covered | flights).or_insert(sum);
            *known = known.at_most(sum)?;
        }
    }
    Ok(least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// A flight by way of a stop (`seg_1`, `seg_2`) and one back (`seg_3`), for an adult, a child and an infant on a
    /// lap, of whom nobody has a bag.
    fn offer(services: &[Value]) -> Value {
        let mut offer = duffel::testing::offer();
        let mut without_bag = offer["slices"][0]["segments"][0].clone();
        for passenger in without_bag["passengers"].as_array_mut().unwrap() {
            passenger["baggages"] = json!([{ "type": "carry_on", "quantity": 1 }]);
        }
        let segment = |id: &str| {
            let mut segment = without_bag.clone();
            segment["id"] = id.into();
            segment
        };
        offer["slices"] = json!([offer["slices"][0], offer["slices"][0]]);
        offer["slices"][0]["segments"] = json!([segment("seg_1"), segment("seg_2")]);
        offer["slices"][1]["segments"] = json!([segment("seg_3")]);
        offer["available_services"] = services.into();
        offer
    }

    /// A checked bag of a traveller on some flights.
    fn bag(passenger: &str, flights: &[&str], amount: &str) -> Value {
        let mut bag = duffel::testing::bag();
        bag["passenger_ids"] = json!([passenger]);
        bag["segment_ids"] = json!(flights);
        bag["total_amount"] = amount.into();
        bag
    }

    fn with(mut service: Value, field: &str, value: Value) -> Value {
        service[field] = value;
        service
    }

    fn price(offer: Value) -> BagPrice {
        let offer = serde_json::from_value(offer).unwrap();
        bag_price(&offer, MarkupRate::parse("0.23").unwrap()).unwrap()
    }

    /// The bags and the total; nothing where they are not sold.
    fn told(offer: Value) -> Option<(String, String)> {
        price(offer).with_bags.map(|with| (with.bags.amount(), with.total.amount()))
    }

    fn sums(bags: &str, total: &str) -> (String, String) {
        (bags.to_owned(), total.to_owned())
    }

    const OUT: [&str; 2] = ["seg_1", "seg_2"];
    const BACK: [&str; 1] = ["seg_3"];
    const TRIP: [&str; 3] = ["seg_1", "seg_2", "seg_3"];

    /// The child's bag for the whole trip.
    fn childs() -> Value {
        bag("pas_a", &TRIP, "50.00")
    }

    #[test]
    fn bag07_each_traveller_with_a_seat_has_a_bag_on_every_flight_for_the_least_that_it_costs() {
        let check = |adults: &[Value], bags: &str, total: &str| {
            let services = [adults, &[childs()]].concat();
            assert_eq!(told(offer(&services)), Some(sums(bags, total)), "{adults:?}");
        };
        // The sale price is 645.00, marked up and rounded; bags are neither.
        check(&[bag("pas_b", &OUT, "25.50"), bag("pas_b", &BACK, "25.50")], "101.00", "746.00");
        check(
            &[bag("pas_b", &OUT, "25.50"), bag("pas_b", &BACK, "25.50"), bag("pas_b", &TRIP, "45.00")],
            "95.00",
            "740.00",
        );
        check(
            &[bag("pas_b", &OUT, "30.00"), bag("pas_b", &OUT, "20.05"), bag("pas_b", &BACK, "10.00")],
            "80.05",
            "725.05",
        );
        check(
            &[
                bag("pas_b", &OUT, "50.00"),
                bag("pas_b", &["seg_1"], "10.00"),
                bag("pas_b", &["seg_2"], "20.00"),
                bag("pas_b", &["seg_2", "seg_3"], "60.00"),
                bag("pas_b", &BACK, "30.00"),
            ],
            "110.00",
            "755.00",
        );
        check(&[bag("pas_b", &TRIP, "0.00")], "50.00", "695.00");
    }

    #[test]
    fn bag07_no_two_bags_of_a_traveller_are_for_one_flight() {
        let services = [
            bag("pas_b", &OUT, "10.00"),
            bag("pas_b", &["seg_2", "seg_3"], "10.00"),
            bag("pas_b", &TRIP, "90.00"),
            childs(),
        ];

        assert_eq!(told(offer(&services)), Some(sums("140.00", "785.00")));
        assert_eq!(told(offer(&[&services[..2], &services[3..]].concat())), None);
    }

    #[test]
    fn bag07_what_cannot_be_sold_gives_nobody_a_bag() {
        let trip = || bag("pas_b", &TRIP, "10.00");
        let ski = json!({ "type": "ski_bag", "maximum_weight_kg": 23 });
        for unsold in [
            with(trip(), "total_currency", "USD".into()),
            with(trip(), "passenger_ids", json!(["pas_b", "pas_a"])),
            with(trip(), "passenger_ids", json!(["pas_c"])),
            with(trip(), "metadata", json!({ "type": "carry_on" })),
            with(trip(), "metadata", ski),
            with(trip(), "type", "cancel_for_any_reason".into()),
            with(trip(), "maximum_quantity", 0.into()),
            with(trip(), "total_amount", "-10.00".into()),
            with(trip(), "segment_ids", json!(["seg_1", "seg_2", "seg_3", "seg_9"])),
            with(trip(), "segment_ids", json!(["seg_1", "seg_2"])),
        ] {
            let price = price(offer(&[unsold.clone(), childs()]));

            assert_eq!((price.is_included, price.with_bags), (false, None), "{unsold}");
            assert_eq!(price.fare.amount(), "645.00");
        }
    }

    #[test]
    fn bag07_only_what_the_fare_leaves_out_is_bought() {
        let mut some = offer(&[bag("pas_b", &BACK, "12.00"), bag("pas_b", &TRIP, "15.00"), childs()]);
        let one = json!([{ "type": "checked", "quantity": 1 }]);
        for segment in 0..2_usize {
            some["slices"][0]["segments"][segment]["passengers"][0]["baggages"] = one.clone();
        }

        assert_eq!(told(some), Some(sums("62.00", "707.00")));
    }

    #[test]
    fn bag07_a_fare_with_a_bag_for_each_traveller_with_a_seat_costs_what_it_costs() {
        // Of the infant on a lap nothing is included.
        let included = price(duffel::testing::offer());

        assert!(included.is_included);
        let with_bags = included.with_bags.unwrap();
        assert_eq!((with_bags.bags.amount(), with_bags.total.amount()), ("0.00".into(), "645.00".into()));
    }

    proptest! {
        #[test]
        fn bag07_the_least_is_the_least_of_all_choices(
            sold in prop::collection::vec((1_u64..16, 0_i64..100), 0..7),
            missing in 1_u64..16,
        ) {
            let pounds = "GBP".parse().unwrap();
            let sold: Vec<_> = sold.into_iter().map(|(flights, minor)| (flights, Money::new(minor, pounds))).collect();
            let cost = |choice: usize| {
                let chosen = sold.iter().enumerate().filter(|(place, _)| (choice >> place) & 1 == 1);
                chosen.map(|(_, bag)| bag).try_fold((0, 0), |(covered, sum), (flights, price)| {
                    (covered & flights == 0).then_some((covered | flights, sum + price.minor))
                })
            };
            let choices = (0..1 << sold.len()).filter_map(cost).filter(|(covered, _)| missing & !covered == 0);
            let least = choices.map(|(_, sum)| sum).min();

            let found = cheapest(&sold, missing, pounds).unwrap();

            prop_assert_eq!(found.map(|sum| sum.minor), least);
        }
    }
}
