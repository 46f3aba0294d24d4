//! Writes: what each answer means, and that none is ever sent twice.

use std::collections::BTreeMap;

use duffel::testing::order;
use duffel::wire::{Gender, IdentityDocument, NewOrderPassenger, NewOrderService, Title};
use duffel::{CancellationOutcome, Client, ErrorKind, LimitArgs, NewOrder, OrderOutcome};
use money::Money;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use wiremock::ResponseTemplate;
use wiremock::matchers::{body_json, method, path};

use crate::harness::{answer, client_at, data, html, provider, refusal, requests};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Done,
    DefinitelyNot,
    NotBegun,
    Unknown,
}

impl Class {
    fn of_order(outcome: &OrderOutcome) -> Self {
        match outcome {
            OrderOutcome::Created(_) => Self::Done,
            OrderOutcome::DefinitelyNot(_) => Self::DefinitelyNot,
            OrderOutcome::NotBegun(_) => Self::NotBegun,
            OrderOutcome::Unknown(_) => Self::Unknown,
        }
    }

    fn of_cancellation(outcome: &CancellationOutcome) -> Self {
        match outcome {
            CancellationOutcome::Confirmed(_) => Self::Done,
            CancellationOutcome::DefinitelyNot(_) => Self::DefinitelyNot,
            CancellationOutcome::NotBegun(_) => Self::NotBegun,
            CancellationOutcome::Unknown(_) => Self::Unknown,
        }
    }
}

pub fn new_order() -> NewOrder {
    NewOrder {
        offer_id: "off_1".into(),
        total: Money::parse("544.3", "GBP").unwrap(),
        services: vec![NewOrderService { id: "ase_1".into(), quantity: 1 }],
        passengers: vec![NewOrderPassenger {
            id: "pas_a".into(),
            title: Title::Mrs,
            gender: Gender::Female,
            given_name: "Amelia".into(),
            family_name: "Earhart".into(),
            born_on: "1987-07-24".into(),
            email: "a@example.com".into(),
            phone_number: "+442080160509".into(),
            infant_passenger_id: Some("pas_c".into()),
            identity_documents: vec![IdentityDocument {
                kind: "passport".into(),
                unique_identifier: "19KL56147".into(),
                issuing_country_code: "GB".into(),
                expires_on: "2031-04-25".into(),
            }],
        }],
        metadata: BTreeMap::from([("booking_id".into(), "bk_1".into())]),
    }
}

/// Creates an order against a fixed answer, and proves that it was sent once.
async fn outcome_of(with: ResponseTemplate) -> OrderOutcome {
    let (server, client) = provider().await;
    answer(&server, method("POST"), with).await;

    let outcome = client.create_order(&new_order()).await;

    assert_eq!(requests(&server).await.len(), 1);
    outcome
}

#[tokio::test]
async fn an_order_is_paid_from_the_balance_to_the_cent() {
    let (server, client) = provider().await;
    let body = json!({ "data": {
        "type": "instant", "selected_offers": ["off_1"],
        "payments": [{ "type": "balance", "amount": "544.30", "currency": "GBP" }],
        "services": [{ "id": "ase_1", "quantity": 1 }],
        "metadata": { "booking_id": "bk_1" },
        "passengers": [{
            "id": "pas_a", "title": "mrs", "gender": "f", "given_name": "Amelia", "family_name": "Earhart",
            "born_on": "1987-07-24", "email": "a@example.com", "phone_number": "+442080160509",
            "infant_passenger_id": "pas_c",
            "identity_documents": [{ "type": "passport", "unique_identifier": "19KL56147",
                "issuing_country_code": "GB", "expires_on": "2031-04-25" }],
        }],
    }});
    answer(&server, body_json(body), data(201, &order())).await;

    let OrderOutcome::Created(order) = client.create_order(&new_order()).await else { panic!("not created") };

    assert_eq!(order.booking_reference, "RZPNX8");
    assert_eq!(order.total().unwrap(), new_order().total);
}

/// Every code the provider is known to give, with the status it comes with and what it says about the order.
#[tokio::test]
async fn every_code_of_the_provider_tells_what_became_of_the_order() {
    use Class::{DefinitelyNot, NotBegun, Unknown};
    let table = [
        (401, "missing_authorization_header", NotBegun),
        (401, "invalid_authorization_header", NotBegun),
        (401, "access_token_not_found", NotBegun),
        (401, "expired_access_token", NotBegun),
        (403, "insufficient_permissions", DefinitelyNot),
        (403, "unavailable_feature", DefinitelyNot),
        (400, "missing_version_header", DefinitelyNot),
        (400, "invalid_version_header", DefinitelyNot),
        (400, "unsupported_version", DefinitelyNot),
        (400, "missing_content_type_header", DefinitelyNot),
        (400, "invalid_content_type_header", DefinitelyNot),
        (406, "unsupported_format", DefinitelyNot),
        (400, "missing_data_param", DefinitelyNot),
        (400, "invalid_data_param", DefinitelyNot),
        (400, "malformed_data_param", DefinitelyNot),
        (400, "bad_request", DefinitelyNot),
        (404, "not_found", DefinitelyNot),
        (422, "not_found", DefinitelyNot),
        (422, "no_match", DefinitelyNot),
        (429, "rate_limit_exceeded", NotBegun),
        (429, "a_limit_of_tomorrow", NotBegun),
        (422, "validation_required", DefinitelyNot),
        (422, "validation_format", DefinitelyNot),
        (422, "validation_length", DefinitelyNot),
        (422, "validation_inclusion", DefinitelyNot),
        (422, "validation_type", DefinitelyNot),
        (422, "validation_unique", DefinitelyNot),
        (422, "validation_checksum", DefinitelyNot),
        (422, "invalid_field_sets", DefinitelyNot),
        (422, "payment_amount_does_not_match_order_amount", DefinitelyNot),
        (422, "payment_currency_does_not_match_order_currency", DefinitelyNot),
        (422, "offer_no_longer_available", DefinitelyNot),
        (422, "offer_expired", DefinitelyNot),
        (422, "price_changed", DefinitelyNot),
        (422, "insufficient_balance", DefinitelyNot),
        (422, "payment_declined", DefinitelyNot),
        (422, "high_fraud_risk", DefinitelyNot),
        (422, "invalid_card_expiration_date", DefinitelyNot),
        (422, "three_d_secure_session_not_found", DefinitelyNot),
        (422, "three_d_secure_session_expired", DefinitelyNot),
        (422, "three_d_secure_session_not_ready_for_payment", DefinitelyNot),
        (422, "ancillary_service_not_available", DefinitelyNot),
        (422, "duplicate_passenger_name", DefinitelyNot),
        (422, "duplicate_passenger_names", DefinitelyNot),
        (422, "invalid_passenger_name", DefinitelyNot),
        (422, "invalid_passenger_title", DefinitelyNot),
        (422, "invalid_phone_number", DefinitelyNot),
        (422, "invalid_email_address", DefinitelyNot),
        (422, "invalid_loyalty_card", DefinitelyNot),
        (422, "order_passengers_incompatible_with_offer", DefinitelyNot),
        (422, "invalid_order_create_type", DefinitelyNot),
        (422, "not_valid_with_selected_offer", DefinitelyNot),
        (422, "payments_not_allowed_for_order_type", DefinitelyNot),
        (422, "services_not_allowed_for_order_type", DefinitelyNot),
        (502, "order_not_created", DefinitelyNot),
        (422, "offer_request_already_booked", Unknown),
        (422, "order_creation_already_attempted", Unknown),
        (422, "duplicate_booking", Unknown),
        (502, "airline_unknown", Unknown),
        (500, "airline_internal", Unknown),
        // An airline's failure comes with the status of a bad token.
        (401, "airline_unknown", Unknown),
        (401, "internal_server_error", Unknown),
        (401, "a_code_of_tomorrow", Unknown),
        (500, "internal_server_error", Unknown),
        (503, "internal_server_error", Unknown),
        (504, "gateway_timeout_error", Unknown),
        (422, "already_paid", Unknown),
        (422, "past_payment_required_by_date", Unknown),
        (422, "schedule_changed", Unknown),
        (422, "order_type_not_eligible_for_payment", Unknown),
        (422, "pay_later_order_no_payment_for_ancillaries", Unknown),
        (422, "already_cancelled", Unknown),
        (422, "order_not_cancellable", Unknown),
        (422, "order_cancellation_stale", Unknown),
        (422, "order_not_changeable", Unknown),
        (422, "order_not_changeable_yet", Unknown),
        (422, "order_change_already_actioned", Unknown),
        (422, "stale_airline_initiated_change_accept", Unknown),
        (422, "stale_airline_initiated_change_update", Unknown),
        (422, "unsupported_action", Unknown),
        (422, "modified_externally", Unknown),
        (422, "invalid_order", Unknown),
        (422, "unavailable_in_version", Unknown),
        (422, "ineligible_airline_credit", Unknown),
        (422, "unsafe_unique", Unknown),
        (422, "webhook_client_error", Unknown),
        (422, "a_code_of_tomorrow", Unknown),
        // A definite code does not make up for an ambiguous status.
        (500, "offer_expired", Unknown),
        (502, "offer_no_longer_available", Unknown),
        (200, "offer_expired", Unknown),
    ];
    for (status, code, expected) in table {
        let outcome = outcome_of(refusal(status, &[code])).await;
        assert_eq!(Class::of_order(&outcome), expected, "{status} {code}");
    }
}

#[tokio::test]
async fn one_doubtful_code_among_definite_ones_leaves_doubt() {
    for (status, codes) in [
        (422, ["validation_format", "duplicate_booking"]),
        (401, ["expired_access_token", "airline_unknown"]),
    ] {
        let outcome = outcome_of(refusal(status, &codes)).await;

        assert_eq!(Class::of_order(&outcome), Class::Unknown, "{codes:?}");
    }
}

#[tokio::test]
async fn answers_that_are_no_refusal_leave_doubt() {
    let truncated = ResponseTemplate::new(201).set_body_raw(r#"{"data":{"id":"ord_1""#, "application/json");
    let redirect = ResponseTemplate::new(307).insert_header("location", "/air/orders");
    let table = [
        (data(200, &order()), ErrorKind::Accepted),
        (data(202, &Value::Null), ErrorKind::Accepted),
        (html(502), ErrorKind::Foreign),
        (html(503), ErrorKind::Foreign),
        (html(504), ErrorKind::Foreign),
        (html(429), ErrorKind::Foreign),
        (html(422), ErrorKind::Foreign),
        (redirect, ErrorKind::Foreign),
        (ResponseTemplate::new(422).set_body_json(json!({ "errors": [] })), ErrorKind::Foreign),
        (truncated, ErrorKind::Undecodable),
        (html(201), ErrorKind::Undecodable),
    ];
    for (with, expected) in table {
        let OrderOutcome::Unknown(error) = outcome_of(with).await else { panic!("known: {expected:?}") };
        assert_eq!(error.kind, expected);
    }
}

#[tokio::test]
async fn an_order_that_met_no_listener_was_definitely_not_placed() {
    let client = client_at("http://127.0.0.1:1", LimitArgs::default());

    let outcome = client.create_order(&new_order()).await;

    assert!(matches!(outcome, OrderOutcome::NotBegun(error) if error.kind == ErrorKind::NotSent));
}

/// Reads a request to its end, answers `bytes`, and hangs up. Counts the connections.
async fn answer_raw(bytes: &'static [u8]) -> (Client, tokio::task::JoinHandle<usize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 16 << 10];
        let _read = socket.read(&mut request).await.unwrap();
        socket.write_all(bytes).await.unwrap();
        drop(socket);
        let again = tokio::time::timeout(std::time::Duration::from_millis(300), listener.accept()).await;
        if again.is_ok() { 2 } else { 1 }
    });
    (client_at(&url, LimitArgs::default()), server)
}

#[tokio::test]
async fn a_connection_cut_after_the_request_leaves_doubt_and_is_not_tried_again() {
    let cuts: [&[u8]; 3] = [
        b"",
        b"HTTP/1.1 201 Cre",
        b"HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"data\":{",
    ];
    for cut in cuts {
        let (client, server) = answer_raw(cut).await;

        let outcome = client.create_order(&new_order()).await;

        assert!(
            matches!(&outcome, OrderOutcome::Unknown(error) if error.kind == ErrorKind::Broken),
            "{outcome:?}"
        );
        assert_eq!(server.await.unwrap(), 1);
    }
}

fn cancellation(confirmed_at: Option<&str>) -> Value {
    json!({
        "id": "ore_1", "order_id": "ord_1", "live_mode": false, "created_at": "2026-03-01T12:00:00Z",
        "expires_at": "2026-03-01T13:00:00Z", "confirmed_at": confirmed_at,
        "refund_amount": "500.00", "refund_currency": "GBP", "refund_to": "balance", "airline_credits": [],
    })
}

/// As one airline's real answer had it: nothing of ours in the metadata, receipts beside tickets, and the ticket of a
/// passenger twice.
#[tokio::test]
async fn an_order_without_metadata_and_with_receipts_among_its_documents_is_created() {
    let document = |kind: &str, number: &str| json!({ "type": kind, "unique_identifier": number, "passenger_ids": ["pas_a"] });
    let mut placed = order();
    placed["metadata"] = Value::Null;
    placed["documents"] = json!([
        document("electronic_ticket", "1252106312810"),
        document("electronic_miscellaneous_document_associated", "1252106312890"),
        document("electronic_ticket", "1252106312810"),
        document("electronic_miscellaneous_document_standalone", "1252106312891"),
    ]);

    let OrderOutcome::Created(order) = outcome_of(data(201, &placed)).await else { panic!("not created") };

    assert!(order.metadata.is_empty());
    assert_eq!(order.documents.len(), 4);
    assert_eq!(order.documents[1].unique_identifier, "1252106312890");
}

#[tokio::test]
async fn a_quote_tells_what_a_cancellation_pays_back() {
    let (server, client) = provider().await;
    let body = body_json(json!({ "data": { "order_id": "ord_1" } }));
    answer(&server, body, data(201, &cancellation(None))).await;

    let quote = client.create_cancellation("ord_1").await.unwrap();

    assert_eq!(quote.refund().unwrap(), Some(Money::parse("500", "GBP").unwrap()));
    assert!(quote.confirmed_at.is_none());
}

#[tokio::test]
async fn every_answer_to_a_confirmation_tells_what_became_of_it() {
    use Class::{DefinitelyNot, Done, NotBegun, Unknown};
    let table = [
        (data(200, &cancellation(Some("2026-03-01T12:01:00Z"))), Done),
        (data(200, &cancellation(None)), Unknown),
        (data(202, &cancellation(None)), Unknown),
        (refusal(422, &["order_cancellation_stale"]), DefinitelyNot),
        (refusal(422, &["order_not_cancellable"]), DefinitelyNot),
        (refusal(404, &["not_found"]), DefinitelyNot),
        (refusal(401, &["expired_access_token"]), NotBegun),
        (refusal(401, &["airline_unknown"]), Unknown),
        (refusal(429, &["rate_limit_exceeded"]), NotBegun),
        (refusal(422, &["already_cancelled"]), Unknown),
        (refusal(422, &["a_code_of_tomorrow"]), Unknown),
        (refusal(500, &["airline_internal"]), Unknown),
        (refusal(502, &["airline_unknown"]), Unknown),
        (refusal(503, &["internal_server_error"]), Unknown),
        (html(504), Unknown),
    ];
    for (with, expected) in table {
        let (server, client) = provider().await;
        answer(&server, path("/air/order_cancellations/ore_1/actions/confirm"), with).await;

        let outcome = client.confirm_cancellation("ore_1").await;

        assert_eq!(Class::of_cancellation(&outcome), expected, "{outcome:?}");
        assert_eq!(requests(&server).await.len(), 1);
    }
}
