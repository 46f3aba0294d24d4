//! Objects of the provider in which anything may be wrong: they are read, or not, and what was read of offers and seat
//! maps is told to travellers or passed over.

use duffel::convert::{offer, priced_offer, seat_maps};
use duffel::{testing, wire};
use money::MarkupRate;
use proptest::prelude::*;
use proptest::sample::Index;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What stands where something else is expected: of another type, or at an edge of its own.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        prop_oneof![Just(json!(null)), Just(json!([])), Just(json!({})), Just(json!([null]))],
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "-?[0-9]{0,30}(\\.[0-9]{0,30})?".prop_map(Value::from),
        "[+-]?[0-9]{1,6}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})?"
            .prop_map(Value::from),
        "P[0-9]{0,20}D?T?[0-9]{0,20}[HMS]?".prop_map(Value::from),
        "[A-Za-zÄ€𝕏/_+-]{0,20}".prop_map(Value::from),
    ]
}

/// Places in an object, and what is put there.
fn faults() -> impl Strategy<Value = Vec<(Index, Value)>> {
    prop::collection::vec((any::<Index>(), odd()), 1..4)
}

fn with(mut object: Value, faults: Vec<(Index, Value)>) -> Value {
    for (place, fault) in faults {
        let place = place.index(size(&object));
        *nth(&mut object, place) = fault;
    }
    object
}

/// The value itself and all within it.
fn size(value: &Value) -> usize {
    1 + below(value).map(size).sum::<usize>()
}

fn below(value: &Value) -> impl Iterator<Item = &Value> {
    let (list, fields) = (value.as_array(), value.as_object());
    list.into_iter().flatten().chain(fields.into_iter().flat_map(|fields| fields.values()))
}

/// The `nth` of these, in the order of `size`.
fn nth(value: &mut Value, mut n: usize) -> &mut Value {
    if n == 0 {
        return value;
    }
    n -= 1;
    let within: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    for value in within {
        match size(value) {
            size if size > n => return nth(value, n),
            size => n -= size,
        }
    }
    unreachable!("n is less than the size of the whole")
}

fn read<T: DeserializeOwned>(object: &Value) -> Option<T> {
    serde_json::from_slice(object.to_string().as_bytes()).ok()
}

proptest! {
    #[test]
    fn any_offer_is_told_or_passed_over_without_a_panic(faults in faults()) {
        let mut sold = testing::offer();
        sold["available_services"] = json!([testing::bag()]);
        if let Some(read) = read::<wire::Offer>(&with(sold, faults)) {
            let _ = (offer(&read), priced_offer(&read, MarkupRate::parse("0.15").unwrap()));
        }
    }

    #[test]
    fn any_seat_map_is_told_or_passed_over_without_a_panic(faults in faults()) {
        let offer = read(&testing::offer()).unwrap();
        if let Some(read) = read(&with(testing::seat_map(), faults)) {
            seat_maps(&[read], &offer);
        }
    }

    #[test]
    fn any_order_is_read_or_refused_without_a_panic(faults in faults()) {
        let ticket = json!({ "type": "electronic_ticket", "unique_identifier": "1", "passenger_ids": ["pas_a"] });
        let mut order = testing::order();
        order["documents"] = json!([ticket]);
        if let Some(read) = read::<wire::Order>(&with(order, faults)) {
            let _ = read.total();
        }
    }
}
