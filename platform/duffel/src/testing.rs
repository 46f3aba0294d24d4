//! Objects as the provider writes them, for the tests of their readers. A test changes what matters to it.

use serde_json::{Value, json};

/// An offer of one flight for an adult, a child and an infant.
pub fn offer() -> Value {
    json!({
        "id": "off_1", "live_mode": false, "expires_at": "2026-03-01T12:30:00.123456Z", "partial": false,
        "owner": airline("ZZ"), "a_field_of_tomorrow": { "deep": [1] },
        "total_amount": "524.3", "total_currency": "GBP", "base_amount": "444.32", "base_currency": "GBP",
        "tax_amount": "79.98", "tax_currency": "GBP", "total_emissions_kg": "319",
        "conditions": {
            "refund_before_departure": { "allowed": true, "penalty_amount": "40.00", "penalty_currency": "GBP" },
            "change_before_departure": null,
        },
        "passenger_identity_documents_required": false,
        "available_services": null,
        "passengers": [
            { "id": "pas_b", "type": "adult", "age": null },
            { "id": "pas_a", "type": null, "age": 8 },
            { "id": "pas_c", "type": "infant_without_seat", "age": null },
        ],
        "slices": [slice()],
    })
}

/// The seat map of that offer's flight: 14A is sold to the adult and to the child, 14B to nobody.
pub fn seat_map() -> Value {
    let service = |id: &str, passenger: &str| json!({ "id": id, "passenger_id": passenger, "total_amount": "20.00", "total_currency": "GBP" });
    json!({
        "id": "sea_1", "slice_id": "sli_1", "segment_id": "seg_1",
        "cabins": [{ "deck": 0, "cabin_class": "economy", "aisles": 1, "wings": null, "rows": [{ "sections": [
            { "elements": [{ "type": "seat", "designator": "14A", "name": null, "disclosures": [],
                "available_services": [service("ase_14a_b", "pas_b"), service("ase_14a_a", "pas_a")] }] },
            { "elements": [{ "type": "seat", "designator": "14B", "name": null, "disclosures": [],
                "available_services": [] }] },
        ] }] }],
    })
}

/// A checked bag of 23 kg, of which that offer's adult may have two on their flight.
pub fn bag() -> Value {
    json!({
        "id": "ase_bag_b", "type": "baggage", "maximum_quantity": 2, "passenger_ids": ["pas_b"],
        "segment_ids": ["seg_1"], "total_amount": "25.50", "total_currency": "GBP",
        "metadata": { "type": "checked", "maximum_weight_kg": 23, "maximum_height_cm": null },
    })
}

/// An order of that offer for the adult.
pub fn order() -> Value {
    json!({
        "id": "ord_1", "offer_id": "off_1", "type": "instant", "live_mode": false,
        "created_at": "2026-03-01T12:00:00Z", "cancelled_at": null, "booking_reference": "RZPNX8",
        "owner": airline("ZZ"), "total_amount": "544.30", "total_currency": "GBP",
        "payment_status": { "awaiting_payment": false, "paid_at": "2026-03-01T12:00:00Z" },
        "available_actions": ["cancel", "update"],
        "conditions": {}, "documents": [], "slices": [slice()], "cancellation": null,
        "passengers": [
            { "id": "pas_a", "given_name": "Amelia", "family_name": "Earhart", "born_on": "1987-07-24" },
        ],
        "metadata": { "booking_id": "bk_1" },
    })
}

fn place(code: &str) -> Value {
    json!({
        "type": "airport", "id": format!("arp_{code}"), "name": format!("{code} Airport"), "iata_code": code,
        "iata_country_code": "GB", "city_name": "London", "time_zone": "Europe/London",
        "latitude": 51.47, "longitude": -0.45, "city": null,
    })
}

fn airline(code: &str) -> Value {
    json!({ "id": format!("arl_{code}"), "name": format!("{code} Airways"), "iata_code": code,
        "logo_symbol_url": null })
}

fn slice() -> Value {
    json!({
        "id": "sli_1", "origin": place("LHR"), "destination": place("JFK"), "duration": "PT8H5M",
        "fare_brand_name": "Basic", "segments": [segment()],
    })
}

fn segment() -> Value {
    json!({
        "id": "seg_1", "origin": place("LHR"), "destination": place("JFK"),
        "origin_terminal": "2", "destination_terminal": null, "duration": "PT8H5M",
        "departing_at": "2026-04-24T09:00:00", "arriving_at": "2026-04-24T12:05:00",
        "aircraft": null, "marketing_carrier": airline("ZZ"), "marketing_carrier_flight_number": "1234",
        "operating_carrier": airline("YY"), "operating_carrier_flight_number": null, "stops": [],
        "passengers": [on_board("pas_b", 2), on_board("pas_a", 1), {
            "passenger_id": "pas_c", "cabin_class": "economy", "baggages": [], "cabin": null,
        }],
    })
}

fn on_board(passenger_id: &str, checked: u8) -> Value {
    json!({
        "passenger_id": passenger_id, "cabin_class": "economy",
        "baggages": [
            { "type": "checked", "quantity": checked },
            { "type": "carry_on", "quantity": 1 },
            { "type": "ski_bag", "quantity": 9 },
        ],
        "cabin": { "amenities": { "wifi": { "available": true, "cost": "paid" }, "power": null } },
    })
}
