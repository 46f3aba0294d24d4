//! The main job, from search to cancellation.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::system::on_the_system;
use crate::traveller::{GOOD_CARD, Traveller, booking, round_trip_path};

/// One free seat a segment for every passenger who needs one, no seat twice, none at an exit: a child travels too.
async fn choose_seats(traveller: &mut Traveller, offer: &Value) -> (Value, i64) {
    let maps = traveller.get(&format!("/api/flights/seatmaps/{}", offer["id"].as_str().unwrap())).await.body;
    let passengers = offer["passengers"].as_array().unwrap();
    let mut chosen = Vec::new();
    let mut minor = 0;
    for map in maps.as_array().unwrap() {
        let mut taken: Vec<&str> = Vec::new();
        for passenger in passengers {
            let seat = free_seats(map)
                .find(|(designator, service)| {
                    service["passenger_id"] == passenger["id"] && !taken.contains(designator)
                })
                .expect("a free seat");
            taken.push(seat.0);
            minor += cents(&seat.1["total_amount"]);
            chosen.push(json!({ "passengerId": passenger["id"], "seatId": seat.1["id"] }));
        }
    }
    (Value::Array(chosen), minor)
}

fn free_seats(map: &Value) -> impl Iterator<Item = (&str, &Value)> {
    map["cabins"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|cabin| cabin["rows"].as_array().into_iter().flatten())
        .flat_map(|row| row["sections"].as_array().into_iter().flatten())
        .flat_map(|section| section["elements"].as_array().into_iter().flatten())
        .filter(|element| {
            element["available"] == true && !element["disclosures"].to_string().contains("Exit row")
        })
        .flat_map(|element| {
            let services = element["available_services"].as_array().into_iter().flatten();
            services.map(|service| (element["designator"].as_str().unwrap_or_default(), service))
        })
}

fn cents(amount: &Value) -> i64 {
    let (units, cents) = amount.as_str().unwrap().split_once('.').unwrap_or((amount.as_str().unwrap(), "0"));
    units.parse::<i64>().unwrap() * 100 + format!("{cents:0<2}").parse::<i64>().unwrap()
}

#[test]
fn two_adults_and_a_child_book_a_round_trip_with_seats_and_cancel_it_and_all_books_agree() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let path = format!("{}&adultsCount=2&childrenCount=1", round_trip_path("JFK", "LHR"));
        let offers = traveller.get(&path).await.body["offers"].clone();
        let offer =
            traveller.get(&format!("/api/flights/offer/{}", offers[0]["id"].as_str().unwrap())).await.body;
        assert_eq!(offer["slices"].as_array().unwrap().len(), 2);
        let (seats, seats_minor) = choose_seats(&mut traveller, &offer).await;
        let total_minor = cents(&offer["price"]["amount"]) + seats_minor;
        let total = json!(format!("{}.{:02}", total_minor / 100, total_minor % 100));

        let paid = traveller.pay_for(&offer, &seats, &total, GOOD_CARD).await;
        assert_eq!(paid.body["success"], true, "{paid:?}");
        let booked =
            traveller.post("/api/bookings", booking(&offer, &paid.body["paymentId"], &total, &seats)).await;

        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
        assert_eq!(booked.body["accountCreated"], true);
        assert!(booked.body["duffelBookingId"].as_str().is_some_and(|reference| reference.len() >= 6));
        let id = booked.body["id"].as_str().unwrap();
        let row = traveller.booking_row(id).await;
        let orders = traveller.orders_of(&offer).await;
        assert_eq!((row.state.as_str(), row.price_minor, orders.len()), ("TICKETED", total_minor, 1));
        assert_eq!(row.order_id.as_deref(), orders[0]["id"].as_str());
        assert_eq!(orders[0]["metadata"]["booking_id"], id);
        let payment = row.payment_id.unwrap();
        assert_eq!(traveller.payment_status(&payment).await.to_uppercase(), "CAPTURED");
        let charged = traveller.money_held_or_taken(&offer, total_minor).await;
        assert_eq!((charged.len(), charged[0]["amount_received"].as_i64()), (1, Some(total_minor)));
        traveller.published("booking.confirmed", id).await;

        let trips = traveller.get("/api/bookings").await;
        assert_eq!(trips.status, StatusCode::OK, "the account that was made is signed in: {trips:?}");
        assert_eq!(trips.body[0]["id"], id);

        let quote = traveller.get(&format!("/api/bookings/{id}/cancellation")).await.body;
        let cancelled = traveller.post(&format!("/api/bookings/{id}/cancel"), Value::Null).await;
        assert_eq!(cancelled.body["success"], true, "{cancelled:?}");
        assert_eq!(cancelled.body["refund"], quote["refund"]);
        traveller.published("booking.cancelled", id).await;
        assert!(traveller.orders_of(&offer).await[0]["cancelled_at"].is_string());
        assert_eq!(traveller.get(&format!("/api/bookings/{id}")).await.body["status"], "cancelled");
        let again = traveller.post(&format!("/api/bookings/{id}/cancel"), Value::Null).await;
        assert_eq!(again.body["refund"], quote["refund"], "a repeated cancellation answers alike");
        let log = std::fs::read_to_string(&shared.at.nats_log).unwrap();
        assert!(!log.contains("Violation"), "the broker keeps something from its users: {log}");
    });
}

#[test]
fn the_same_booking_sent_twice_is_one_booking() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offers = traveller.search("LAX", "JFK").await;
        let paid = traveller.pay(&offers[0], GOOD_CARD).await;
        let body = booking(&offers[0], &paid.body["paymentId"], &offers[0]["price"]["amount"], &json!([]));

        let first = traveller.post("/api/bookings", body.clone()).await;
        let second = traveller.post("/api/bookings", body).await;

        assert_eq!(first.status, StatusCode::CREATED, "{first:?}");
        assert_eq!(second.body["id"], first.body["id"]);
        assert_eq!(second.body["accountInfo"], Value::Null, "a password is told once");
        assert_eq!(traveller.orders_of(&offers[0]).await.len(), 1);
    });
}

#[test]
fn r010_somebody_elses_booking_is_not_found() {
    on_the_system(async |shared| {
        let mut owner = shared.traveller();
        let (_, booked) = owner.buy("BOS", "LAX").await;
        let id = booked.body["id"].as_str().unwrap();
        let mut stranger = shared.traveller();
        stranger.search("BOS", "LAX").await;

        for path in [format!("/api/bookings/{id}"), format!("/api/bookings/{id}/cancellation")] {
            assert_eq!(stranger.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        let cancel = stranger.post(&format!("/api/bookings/{id}/cancel"), Value::Null).await;

        assert_eq!(cancel.status, StatusCode::NOT_FOUND);
        assert_eq!(owner.get(&format!("/api/bookings/{id}")).await.body["status"], "confirmed");
    });
}
