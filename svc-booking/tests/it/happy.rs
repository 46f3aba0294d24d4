//! A booking that goes well.

use proto::booking::v1::BookingStatus;
use proto::offers::v1::SeatSelection;
use proto::payments::v1::PaymentStatus;
use serde_json::json;

use crate::fakes::services::{ACCOUNT, pounds};
use crate::harness::{World, booking, booking_with_bags, create, guest, signed_in};

#[tokio::test]
async fn a_guest_books_pays_and_gets_an_account() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let booked = response.booking.unwrap();
    assert_eq!((booked.status(), booked.booking_reference.as_str()), (BookingStatus::Confirmed, "RZPNX8"));
    assert_eq!(booked.total.unwrap().minor, 64_500);
    assert!(booked.cancellable);
    let card = booked.card.unwrap();
    assert_eq!((card.brand.as_str(), card.last4.as_str()), ("visa", "4242"));
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.told().await, ["booking.reserved", "booking.confirmed"]);
    assert_eq!(world.state(&booked.id).await, "TICKETED");
    let account = response.account.unwrap();
    assert_eq!((account.username.as_str(), account.email.as_str()), ("ada", "ada@traveller.example"));
    assert_eq!((account.password.as_str(), account.session_token.as_str()), ("a long password", "a token"));
    for words in ["RZPNX8", "London", "ZZ 1234", "1 checked bag", "£645", "Ada Byron"] {
        assert!(response.email_content.contains(words), "{words} in {}", response.email_content);
    }
}

#[tokio::test]
async fn r020_the_airline_gets_what_it_needs_and_its_own_price() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.seats = vec![SeatSelection { passenger_id: "pas_b".into(), service_id: "ase_14a".into() }];

    let response = create(&replica.client, &guest(1), request).await.unwrap();

    let sent = &world.airline.sent()[0];
    assert_eq!(sent["payments"], json!([{ "type": "balance", "amount": "524.30", "currency": "GBP" }]));
    assert_eq!(sent["services"], json!([{ "id": "ase_14a", "quantity": 1 }]));
    assert_eq!(sent["metadata"]["booking_id"], response.booking.unwrap().id);
    assert_eq!(
        sent["passengers"][0],
        json!({
            "id": "pas_b", "title": "ms", "gender": "f", "given_name": "Ada", "family_name": "Byron",
            "born_on": "1985-12-10", "email": "ada@traveller.example", "phone_number": "+12025550143",
            "infant_passenger_id": "pas_c",
        })
    );
    assert_eq!(
        (&sent["passengers"][1]["id"], &sent["passengers"][2]["id"]),
        (&json!("pas_a"), &json!("pas_c"))
    );
}

#[tokio::test]
async fn a_booked_infant_is_with_the_adult_whom_the_airline_has_for_them() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();

    let adults: Vec<_> = booked.passengers.iter().map(|it| it.associated_adult_id.as_deref()).collect();
    assert_eq!(adults, [None, None, Some("pas_b")]);
}

#[tokio::test]
async fn bag05_the_airline_gets_the_bags_after_the_seats_and_is_paid_their_price_alone() {
    let world = World::new().await;
    let replica = world.start().await;
    let mut request = booking_with_bags(&world.services.authorise(), 2);
    request.seats = vec![SeatSelection { passenger_id: "pas_b".into(), service_id: "ase_14a".into() }];

    let booked = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();

    let sent = &world.airline.sent()[0];
    let services = json!([{ "id": "ase_14a", "quantity": 1 }, { "id": "ase_bag", "quantity": 2 }]);
    assert_eq!(sent["services"], services);
    assert_eq!(sent["payments"][0]["amount"], "584.30");
    assert_eq!((booked.status(), booked.total), (BookingStatus::Confirmed, Some(pounds("705"))));
    let [bag] = &booked.bags[..] else { panic!("one bag") };
    assert_eq!((bag.kind.as_str(), bag.weight_kg), ("checked", Some(23)));
    assert_eq!((&bag.segment_ids[..], bag.price.clone()), (&["seg_1".to_owned()][..], Some(pounds("60"))));
    let selection = bag.selection.as_ref().unwrap();
    assert_eq!((selection.passenger_id.as_str(), selection.quantity), ("pas_b", 2));
}

#[tokio::test]
async fn passports_go_to_the_airline_that_asks_for_them() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| {
        books.quote.offer.as_mut().unwrap().passenger_identity_documents_required = true;
    });
    let payment = world.services.authorise();

    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    assert_eq!(
        world.airline.sent()[0]["passengers"][0]["identity_documents"],
        json!([{
            "type": "passport", "unique_identifier": "CANARYADA", "issuing_country_code": "GB",
            "expires_on": "2035-01-01",
        }])
    );
}

#[tokio::test]
async fn a_signed_in_traveller_gets_no_second_account() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let response = create(&replica.client, &signed_in(1, ACCOUNT), booking(&payment)).await.unwrap();

    assert!(response.account.is_none());
    assert!(world.services.with(|books| books.accounts.is_empty()));
}

#[tokio::test]
async fn r006_without_a_payment_id_the_callers_own_authorisation_is_used() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking("")).await.unwrap();

    assert_eq!(response.booking.unwrap().status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn r023_no_personal_data_can_be_read_in_the_database() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let canaries = "(CANARY|Byron|1985-12-10|traveller.example|2025550143)";
    let rows = "select
        (select count(*) from booking where encode(travellers, 'escape') || encode(quote, 'escape') ~ $1)
        + (select count(*) from booking where booking::text ~ $1)
        + (select count(*) from outbox where encode(payload, 'escape') ~ $1)
        + (select count(*) from provider_attempt where provider_attempt::text ~ $1)
        + (select count(*) from mail_outbox as mail where encode(sealed, 'escape') ~ $1 or mail::text ~ $1)
        + (select count(*) from mail_attachment where encode(content, 'escape') ~ $1)";
    let found = async |words: &'static str| -> i64 {
        sqlx::query_scalar(rows).bind(words).fetch_one(&world.db.pool).await.unwrap()
    };
    assert!(found("pas_b").await > 0, "what is written in clear is found");
    assert_eq!(found(canaries).await, 0);
}
