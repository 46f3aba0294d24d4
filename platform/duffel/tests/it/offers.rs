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
    assert_eq!(bags, [("checked", Some(1)), ("carry_on", Some(1))]);
}

#[test]
fn r022_a_bag_that_the_airline_does_not_mention_is_not_one_of_none() {
    let check = |adult: Value, child: Value, expected: [Option<u32>; 2]| {
        let mut offer = offer();
        for (place, bags) in [&adult, &child].into_iter().enumerate() {
            offer["slices"][0]["segments"][0]["passengers"][place]["baggages"] = bags.clone();
        }
        let segment = convert::offer(&wire(offer)).unwrap().slices.remove(0).segments.remove(0);
        let bags: Vec<_> = segment.baggages.iter().map(|bag| (bag.r#type.as_str(), bag.quantity)).collect();
        assert_eq!(bags, [("checked", expected[0]), ("carry_on", expected[1])], "{adult} {child}");
    };
    let bag = |kind: &str, quantity: Value| json!({ "type": kind, "quantity": quantity });
    let checked = |quantity: u8| bag("checked", quantity.into());
    let one_each = json!([checked(1), bag("carry_on", 1.into())]);

    check(one_each.clone(), one_each.clone(), [Some(1), Some(1)]);
    check(one_each.clone(), json!([checked(2)]), [Some(1), None]);
    check(one_each.clone(), json!([checked(0)]), [Some(0), None]);
    check(json!([checked(0)]), json!([]), [Some(0), None]);
    check(Value::Null, json!([]), [None, None]);
    // A kind may repeat, and a number be one that can't be read.
    check(json!([checked(1), checked(2)]), json!([checked(3)]), [Some(3), None]);
    check(json!([bag("checked", Value::Null), bag("carry_on", 1.into())]), one_each, [None, Some(1)]);
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

/// All that the provider's documentation lets an offer leave out, at once.
#[test]
fn an_offer_that_leaves_out_whatever_it_may_is_still_sold() {
    let mut bare = offer();
    for pointer in [
        "/conditions",
        "/tax_amount",
        "/tax_currency",
        "/total_emissions_kg",
        "/slices/0/duration",
        "/slices/0/fare_brand_name",
        "/slices/0/segments/0/origin_terminal",
        "/slices/0/segments/0/duration",
        "/slices/0/segments/0/stops",
        "/slices/0/segments/0/passengers/0/cabin/amenities",
        "/slices/0/segments/0/passengers/1/cabin",
        "/slices/0/segments/0/passengers/1/baggages",
    ] {
        *bare.pointer_mut(pointer).unwrap() = Value::Null;
    }
    bare["slices"][0]["segments"][0]["marketing_carrier"]["logo_lockup_url"] = Value::Null;

    let converted = convert::priced_offer(&wire(bare), markup()).unwrap();

    let conditions = converted.conditions.unwrap();
    assert_eq!((conditions.refund_before_departure, conditions.change_before_departure), (None, None));
    let segment = &converted.slices[0].segments[0];
    assert_eq!((&segment.aircraft, &segment.origin_terminal), (&None, &None));
    assert!(segment.services.is_empty());
    assert_eq!(segment.marketing_carrier.as_ref().unwrap().logo_url, None);
    assert!(segment.baggages.iter().all(|bag| bag.quantity.is_none()));
    assert_eq!(converted.price.unwrap().amount, "645.00");
}

#[test]
fn passports_are_sent_where_the_airline_asks_for_documents_and_takes_them() {
    let read = |required: bool, kinds: Value| {
        let mut offer = offer();
        offer["passenger_identity_documents_required"] = required.into();
        offer["supported_passenger_identity_document_types"] = kinds;
        let offer = wire(offer);
        (offer.takes_passports(), convert::offer(&offer).is_ok())
    };
    let table = [
        (true, json!(["passport"]), (true, true)),
        (true, json!(["tax_id", "passport"]), (true, true)),
        (true, Value::Null, (true, true)),
        (true, json!(["tax_id"]), (false, false)),
        (true, json!([]), (false, false)),
        (false, json!(["tax_id"]), (false, true)),
        (false, json!(["passport"]), (false, true)),
        (false, json!([]), (false, true)),
    ];
    for (required, kinds, expected) in table {
        assert_eq!(read(required, kinds.clone()), expected, "{required} {kinds}");
    }
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

    let maps = convert::seat_maps(&[map("seg_other", 0), map("seg_1", 1)], &wire(offer()));

    assert_eq!(maps.len(), 1);
    let cabin = &maps[0].cabins[0];
    assert_eq!(cabin.deck_configuration, "upper");
    assert_eq!(cabin.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [None, Some(14)]);
    let elements: Vec<_> = cabin.rows[1].sections.iter().flat_map(|section| &section.elements).collect();
    let kinds: Vec<_> = elements.iter().map(|e| (e.r#type.as_str(), e.available)).collect();
    assert_eq!(kinds, [("seat", true), ("empty", false), ("seat", false), ("seat", false)]);
    assert_eq!(elements[0].available_services[0].total_amount, "20.00");
}

/// An exit row as one airline's real map had it: seats that it keeps to itself have neither name nor price, the row is a
/// seat short, and toilets stand at either side.
#[test]
fn r032_a_seat_that_the_airline_keeps_to_itself_is_drawn_and_not_for_sale() {
    let restricted = || {
        json!({ "id": "ele_1", "type": "restricted_seat_general", "designator": null, "name": null,
            "disclosures": null, "available_services": [] })
    };
    let sold = json!({ "id": "ele_2", "type": "seat", "designator": "12C", "name": "EXTRA LEGROOM", "disclosures": [],
        "available_services": [seat_service("20.00")] });
    let mut nameless = restricted();
    nameless["available_services"] = json!([seat_service("20.00")]);
    let lavatory = || json!({ "id": "ele_3", "type": "lavatory" });

    let rows = rows(&json!([
        { "sections": [{ "elements": [lavatory()] }, { "elements": [{ "type": "empty" }, lavatory()] }] },
        { "sections": [{ "elements": [restricted(), sold] }, { "elements": [restricted(), restricted(), restricted()] }] },
        { "sections": [{ "elements": [nameless] }, { "elements": null }] },
    ]));

    let exit_row: Vec<_> = rows[1].sections.iter().flat_map(|section| &section.elements).map(drawn).collect();
    let kept = ("seat", None, false);
    assert_eq!(exit_row, [kept, ("seat", Some("12C"), true), kept, kept, kept]);
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [None, Some(12), None]);
    let wide: Vec<_> = rows[2].sections.iter().map(|section| section.elements.len()).collect();
    assert_eq!(wide, [1, 0]);
    assert_eq!(drawn(&rows[2].sections[0].elements[0]), kept);
}

#[test]
fn r032_an_odd_entry_of_a_seat_map_takes_nothing_else_away() {
    let seat = |designator: &str, services: Value| {
        json!({ "type": "seat", "designator": designator, "name": null, "disclosures": ["Cold"],
            "available_services": services })
    };
    let odd_seat = json!({ "type": "seat", "designator": 14, "available_services": [] });
    let without_passenger = json!({ "id": "ase_2", "total_amount": "20.00", "total_currency": "GBP" });

    let rows = rows(&json!([{ "sections": [{ "elements": [
        seat("14A", json!([without_passenger, seat_service("20.00"), seat_service("gratis")])),
        odd_seat,
        { "designator": "14C" },
        seat("14D", json!([seat_service("20.005")])),
    ] }] }]));

    let elements = &rows[0].sections[0].elements;
    assert_eq!(
        elements.iter().map(drawn).collect::<Vec<_>>(),
        [("seat", Some("14A"), true), ("seat", Some("14D"), false)]
    );
    assert_eq!(elements[0].available_services.len(), 1);
}

#[test]
fn an_odd_service_takes_no_other_from_an_offer() {
    let bag = |amount: Value| {
        json!({ "id": "ase_1", "type": "baggage", "maximum_quantity": 1, "passenger_ids": ["pas_a"], "segment_ids": null,
            "total_amount": amount, "total_currency": "GBP", "metadata": { "type": "checked", "maximum_weight_kg": 23 } })
    };
    let services = json!([bag(json!("25.00")), bag(json!(25)), bag(json!("25.005")), { "id": "ase_2" }]);

    let converted = convert::priced_offer(&with("/available_services", services), markup()).unwrap();

    let amounts: Vec<_> =
        converted.available_services.iter().map(|service| service.total_amount.as_str()).collect();
    assert_eq!(amounts, ["25.00"]);
}

#[test]
fn bag03_a_bag_tells_its_kind_and_weight_and_a_kind_of_the_future_has_none() {
    let service = |kind: &str, metadata: Value| {
        json!({ "id": "ase_1", "type": kind, "maximum_quantity": 2, "passenger_ids": ["pas_a"], "segment_ids": ["seg_1"],
            "total_amount": "25.00", "total_currency": "GBP", "metadata": metadata })
    };
    let check = |service: Value, kind: Option<&str>, weight_kg: Option<u32>| {
        let text = service.to_string();
        let converted =
            convert::priced_offer(&with("/available_services", json!([service])), markup()).unwrap();
        let told = &converted.available_services[0];
        assert_eq!((told.bag_kind.as_deref(), told.maximum_weight_kg), (kind, weight_kg), "{text}");
    };
    let bag = |kind: &str, weight: Value| {
        service("baggage", json!({ "type": kind, "maximum_weight_kg": weight, "maximum_depth_cm": null }))
    };
    check(bag("checked", json!(23)), Some("checked"), Some(23));
    check(bag("carry_on", Value::Null), Some("carry_on"), None);
    check(bag("ski_bag", json!(15)), None, Some(15));
    check(service("baggage", Value::Null), None, None);
    check(
        service("cancel_for_any_reason", json!({ "type": "checked", "maximum_weight_kg": 23 })),
        None,
        None,
    );
}

fn seat_service(amount: &str) -> Value {
    json!({ "id": "ase_1", "passenger_id": "pas_a", "total_amount": amount, "total_currency": "GBP" })
}

/// The rows of a map of the offer's flight, as they are drawn.
fn rows(rows: &Value) -> Vec<proto::flights::v1::Row> {
    let map: SeatMap = serde_json::from_value(json!({
        "id": "sea_1", "slice_id": "sli_1", "segment_id": "seg_1",
        "cabins": [{ "deck": 0, "cabin_class": "economy", "aisles": 1, "wings": null, "rows": rows }],
    }))
    .unwrap();
    convert::seat_maps(&[map], &wire(offer())).remove(0).cabins.remove(0).rows
}

fn drawn(element: &proto::flights::v1::SeatElement) -> (&str, Option<&str>, bool) {
    (&element.r#type, element.designator.as_deref(), element.available)
}
