//! From the provider's offers and seat maps to ours.

use duffel::testing::offer;
use duffel::wire::{BaggageKind, PassengerKind};
use duffel::{Offer, SeatMap, convert};
use money::MarkupRate;
use serde_json::{Value, json};

fn wire(offer: Value) -> Offer {
    serde_json::from_value(offer).unwrap()
}

fn markup() -> MarkupRate {
    MarkupRate::parse(MarkupRate::DEFAULT).unwrap()
}

/// An offer with one field changed.
fn with(pointer: &str, value: Value) -> Offer {
    let mut offer = offer();
    *offer.pointer_mut(pointer).unwrap() = value;
    wire(offer)
}

#[test]
fn r003_an_offer_carries_its_sale_price_beside_the_providers_total() {
    let converted = convert::priced_offer(&wire(offer()), markup()).unwrap();

    let price = converted.price.unwrap();
    assert_eq!(converted.total_amount, "524.30");
    assert_eq!((price.amount.as_str(), price.tax_amount.as_str()), ("645.00", "79.98"));
    assert_eq!((price.base_amount.as_str(), price.markup_rate.as_str()), ("565.02", "0.23"));
    assert_eq!(converted.expires_at, "2026-03-01T12:30:00.123456Z");
}

#[test]
fn r003_an_offer_without_a_named_tax_has_none() {
    let converted = convert::priced_offer(&with("/tax_amount", Value::Null), markup()).unwrap();

    assert_eq!(converted.tax_amount, None);
    assert_eq!(converted.price.unwrap().tax_amount, "0.00");
}

#[test]
fn r022_a_code_share_names_who_flies_it() {
    let segment = convert::offer(&wire(offer())).unwrap().slices.remove(0).segments.remove(0);

    assert_eq!(segment.marketing_carrier.unwrap().iata_code, "ZZ");
    assert_eq!(segment.operating_carrier.unwrap().iata_code, "YY");
}

#[test]
fn r022_the_bag_allowance_is_the_smallest_of_those_with_a_seat() {
    let segment = convert::offer(&wire(offer())).unwrap().slices.remove(0).segments.remove(0);

    let bags: Vec<_> = segment.baggages.iter().map(|bag| (bag.r#type.as_str(), bag.quantity)).collect();
    assert_eq!(bags, [("checked", 1), ("carry_on", 1)]);
}

#[test]
fn r035_allowed_is_refundable_whatever_it_costs_and_unknown_is_not() {
    let check = |condition: Value, expected: bool| {
        let offer = with("/conditions/refund_before_departure", condition.clone());
        let conditions = convert::offer(&offer).unwrap().conditions.unwrap();
        assert_eq!(conditions.refundable, expected, "{condition}");
        assert!(!conditions.changeable);
    };
    check(json!({ "allowed": true, "penalty_amount": "40.00", "penalty_currency": "GBP" }), true);
    check(json!({ "allowed": true, "penalty_amount": null, "penalty_currency": null }), true);
    check(json!({ "allowed": false, "penalty_amount": null, "penalty_currency": null }), false);
    check(Value::Null, false);
}

#[test]
fn all_offers_of_a_request_share_their_smallest_passenger_id() {
    assert_eq!(wire(offer()).request_key(), "pas_a");
    assert_eq!(with("/passengers", json!([])).request_key(), "off_1");
}

#[test]
fn passengers_searched_by_age_get_the_kind_of_their_age() {
    let check = |age: u8, expected: PassengerKind| {
        let offer = with("/passengers/1/age", json!(age));
        assert_eq!(offer.passengers[1].kind(), expected, "{age}");
    };
    check(1, PassengerKind::InfantWithoutSeat);
    check(2, PassengerKind::Child);
    check(11, PassengerKind::Child);
    check(12, PassengerKind::Adult);
}

#[test]
fn words_and_fields_of_tomorrow_are_read_without_harm() {
    let offer = wire(offer());

    let bags = &offer.slices[0].segments[0].passengers[0].baggages;
    assert_eq!(bags[2].kind, BaggageKind::Other("ski_bag".into()));
}

#[test]
fn an_offer_that_cannot_be_sold_as_it_is_is_refused() {
    let check = |pointer: &str, value: Value| {
        assert!(convert::priced_offer(&with(pointer, value), markup()).is_err(), "{pointer}");
    };
    check("/total_amount", json!("12.345"));
    check("/total_currency", json!("POUND"));
    check("/tax_currency", json!("USD"));
    check("/slices", json!([]));
    check("/slices/0/segments", json!([]));
}

#[test]
fn r032_seat_maps_come_in_travel_order_with_rows_and_prices() {
    let seat = |designator: &str, services: Value| {
        json!({ "type": "seat", "designator": designator, "name": null, "disclosures": null,
            "available_services": services })
    };
    let map = |segment: &str, deck: i32| -> SeatMap {
        let sold = json!([{ "id": "ase_1", "passenger_id": "pas_a", "total_amount": "20", "total_currency": "GBP" }]);
        serde_json::from_value(json!({
            "id": "sea_1", "slice_id": "sli_1", "segment_id": segment,
            "cabins": [{ "deck": deck, "cabin_class": "economy", "aisles": 1, "wings": null, "rows": [
                { "sections": [{ "elements": [{ "type": "exit_row" }] }] },
                { "sections": [
                    { "elements": [seat("14A", sold), { "type": "hammock" }] },
                    { "elements": [seat("14C", json!([])), { "type": "restricted_seat_general", "designator": "14D" }] },
                ] },
            ] }],
        }))
        .unwrap()
    };

    let maps = convert::seat_maps(&[map("seg_other", 0), map("seg_1", 1)], &wire(offer())).unwrap();

    assert_eq!(maps.len(), 1);
    let cabin = &maps[0].cabins[0];
    assert_eq!(cabin.deck_configuration, "upper");
    assert_eq!(cabin.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [None, Some(14)]);
    let elements: Vec<_> = cabin.rows[1].sections.iter().flat_map(|section| &section.elements).collect();
    let kinds: Vec<_> = elements.iter().map(|e| (e.r#type.as_str(), e.available)).collect();
    assert_eq!(kinds, [("seat", true), ("hammock", false), ("seat", false), ("seat", false)]);
    assert_eq!(elements[0].available_services[0].total_amount, "20.00");
}
