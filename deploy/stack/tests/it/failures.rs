//! What ends badly ends with the right answer, no booking and no money held; what is unknown holds and asks.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::system::on_the_system;
use crate::traveller::{DECLINED_CARD, GOOD_CARD, Traveller};

fn cents(price: &Value) -> i64 {
    price["amount"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap()
}

async fn assert_nothing_remains(traveller: &Traveller, offer: &Value) {
    assert_eq!(traveller.bookings_of_offer(offer).await, 0, "a booking remains");
    assert!(traveller.orders_of(offer).await.is_empty(), "an order remains");
    let held = traveller.money_held_or_taken(offer, cents(&offer["price"])).await;
    assert!(held.is_empty(), "money is held: {held:?}");
}

#[test]
fn a_declined_card_ends_before_anything_is_booked() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offer = traveller.search("SFO", "NRT").await[0].clone();

        let refused = traveller.pay(&offer, DECLINED_CARD).await;

        assert_eq!(refused.status, StatusCode::OK, "R1: a decline is an answer");
        assert_eq!(
            (&refused.body["success"], &refused.body["error"]),
            (&json!(false), &json!("PAYMENT_FAILED"))
        );
        assert_nothing_remains(&traveller, &offer).await;
    });
}

#[test]
fn an_expired_offer_is_gone_and_the_card_is_released() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offer = traveller.search("LHR", "CDG").await[0].clone();
        let paid = traveller.pay(&offer, GOOD_CARD).await;
        traveller
            .control(&format!("/_control/offers/{}/expire", offer["id"].as_str().unwrap()), json!({}))
            .await;

        let refused = traveller.book(&offer, &paid.body["paymentId"]).await;

        assert_eq!((refused.status, refused.code()), (StatusCode::GONE, "OFFER_EXPIRED"), "{refused:?}");
        assert_nothing_remains(&traveller, &offer).await;
    });
}

#[test]
fn an_offer_whose_price_rose_is_told_with_the_new_price_and_nothing_is_charged() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offer = traveller.search("SYD", "LHR").await[0].clone();
        let paid = traveller.pay(&offer, GOOD_CARD).await;
        let path = format!("/_control/offers/{}/price", offer["id"].as_str().unwrap());
        traveller.control(&path, json!({ "delta_minor": 5_000 })).await;

        let refused = traveller.book(&offer, &paid.body["paymentId"]).await;

        assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "PRICE_CHANGED"), "{refused:?}");
        assert!(cents(&refused.body["price"]) > cents(&offer["price"]));
        assert_nothing_remains(&traveller, &offer).await;
    });
}

#[test]
fn an_order_the_airline_definitely_refuses_releases_the_card() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        // The provider's magic route for an order that its balance can't pay.
        let (offer, refused) = traveller.buy("LGW", "STN").await;
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::UNPROCESSABLE_ENTITY, "BOOKING_FAILED"),
            "{refused:?}"
        );
        assert_nothing_remains(&traveller, &offer).await;

        let fault = json!({
            "on": "duffel.orders.create", "times": 1, "effect": { "kind": "error", "code": "order_not_created" },
        });
        traveller.control("/_control/faults", fault).await;
        let (offer, refused) = traveller.buy("JFK", "LHR").await;
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::UNPROCESSABLE_ENTITY, "BOOKING_FAILED"),
            "{refused:?}"
        );
        assert_nothing_remains(&traveller, &offer).await;
    });
}

#[test]
fn an_order_whose_outcome_is_unknown_holds_the_money_and_is_never_sent_twice() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        traveller.control_delete("/_control/requests").await;

        // The provider's magic route for 502 airline_unknown. The answer comes after the 25 s that a page waits.
        let (offer, pending) = traveller.buy("LHR", "LGW").await;

        assert_eq!(pending.status, StatusCode::ACCEPTED, "{pending:?}");
        assert_eq!(pending.body["status"], "pending");
        let id = pending.body["id"].as_str().unwrap();
        assert_eq!(traveller.booking_row(id).await.state, "ORDER_UNKNOWN");
        assert_eq!(traveller.get(&format!("/api/bookings/{id}")).await.body["status"], "pending");
        assert_eq!(
            traveller.money_held_or_taken(&offer, cents(&offer["price"])).await.len(),
            1,
            "the money is held"
        );
        let again = traveller.sandbox("/_control/requests?op=duffel.orders.create").await;
        assert_eq!(again["duffel.orders.create"], 1, "one dispatch, ever");
    });
}

#[test]
fn an_order_that_is_answered_late_ends_by_itself_as_booked() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();

        // The provider's magic route for 200 and the order some time later.
        let (offer, answer) = traveller.buy("LTN", "STN").await;

        assert!(answer.status == StatusCode::CREATED || answer.status == StatusCode::ACCEPTED, "{answer:?}");
        let booking = traveller.until_finished(answer.body["id"].as_str().unwrap()).await;
        assert_eq!(booking["status"], "confirmed", "{booking}");
        assert_eq!(traveller.orders_of(&offer).await.len(), 1);
    });
}

#[test]
fn of_two_travellers_with_the_same_result_one_books_and_the_other_is_told_before_money_moves() {
    on_the_system(async |shared| {
        let (mut first, mut second) = (shared.traveller(), shared.traveller());
        let path = format!("{}&adultsCount=1", crate::traveller::search_path("LAX", "JFK"));
        let offers = first.get(&path).await.body["offers"].clone();
        let shared_result = second.get(&path).await.body["offers"].clone();
        assert_eq!(offers[0]["id"], shared_result[0]["id"], "both see one cached result");
        let paid = first.pay(&offers[0], GOOD_CARD).await;
        let booked = first.book(&offers[0], &paid.body["paymentId"]).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");

        // Another offer of the same request: the provider sells one.
        let told = second.pay(&shared_result[1], GOOD_CARD).await;

        assert_eq!((told.status, told.code()), (StatusCode::GONE, "OFFER_EXPIRED"), "{told:?}");
        assert_nothing_remains(&second, &shared_result[1]).await;
    });
}
