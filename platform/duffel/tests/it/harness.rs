use duffel::Client;
use serde_json::{Value, json};
use wiremock::{Match, Mock, MockServer, Request, ResponseTemplate};

/// A provider and its client.
pub async fn provider() -> (MockServer, Client) {
    service::install_crypto();
    let server = MockServer::start().await;
    let client = Client::connect(&server.uri(), "duffel_test_secret".into()).unwrap();
    (server, client)
}

/// Answers every request that matches in the same way.
pub async fn answer(server: &MockServer, matching: impl Match + 'static, with: ResponseTemplate) {
    Mock::given(matching).respond_with(with).mount(server).await;
}

pub async fn requests(server: &MockServer) -> Vec<Request> {
    server.received_requests().await.unwrap()
}

/// An answer with an object of the provider's.
pub fn data(status: u16, data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status)
        .insert_header("x-request-id", "req_1")
        .set_body_json(json!({ "data": data, "meta": null }))
}

/// A refusal.
pub fn refusal(status: u16, codes: &[&str]) -> ResponseTemplate {
    let errors: Vec<_> = codes
        .iter()
        .map(
            |code| json!({ "type": "api_error", "code": code, "title": "No", "message": "Amelia can't fly" }),
        )
        .collect();
    ResponseTemplate::new(status)
        .insert_header("x-request-id", "req_1")
        .set_body_json(json!({ "errors": errors, "meta": { "status": status, "request_id": "req_1" } }))
}

/// What a load balancer says.
pub fn html(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw("<html><h1>Bad gateway</h1></html>", "text/html")
}

pub fn place(code: &str) -> Value {
    json!({
        "type": "airport", "id": format!("arp_{code}"), "name": format!("{code} Airport"), "iata_code": code,
        "iata_country_code": "GB", "city_name": "London", "time_zone": "Europe/London",
        "latitude": 51.47, "longitude": -0.45, "city": null,
    })
}

pub fn airline(code: &str) -> Value {
    json!({ "id": format!("arl_{code}"), "name": format!("{code} Airways"), "iata_code": code,
        "logo_symbol_url": null })
}

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
        "slices": [{
            "id": "sli_1", "origin": place("LHR"), "destination": place("JFK"), "duration": "PT8H5M",
            "fare_brand_name": "Basic", "segments": [segment()],
        }],
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

pub fn order() -> Value {
    json!({
        "id": "ord_1", "offer_id": "off_1", "type": "instant", "live_mode": false,
        "created_at": "2026-03-01T12:00:00Z", "cancelled_at": null, "booking_reference": "RZPNX8",
        "owner": airline("ZZ"), "total_amount": "544.30", "total_currency": "GBP",
        "payment_status": { "awaiting_payment": false, "paid_at": "2026-03-01T12:00:00Z" },
        "available_actions": ["cancel", "update"],
        "conditions": {}, "documents": [], "slices": offer()["slices"], "cancellation": null,
        "passengers": [
            { "id": "pas_a", "given_name": "Amelia", "family_name": "Earhart", "born_on": "1987-07-24" },
        ],
        "metadata": { "booking_id": "bk_1" },
    })
}
