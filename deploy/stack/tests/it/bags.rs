//! Bags that are bought with a booking: in every sum, on the airline's order, and refused where they are gone.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::system::on_the_system;
use crate::traveller::{Answer, GOOD_CARD, Traveller, booking, round_trip_path};

const ASK_AGAIN: Duration = Duration::from_millis(500);

/// A round trip, and two of its bags for the first adult: one out, and two of one back.
pub struct Choice {
    offer: Value,
    bags: Value,
    /// As svc-offers names them.
    services: [Value; 2],
    bags_minor: i64,
    total_minor: i64,
    total: Value,
}

impl Choice {
    /// Of an airline that sells two pieces of a bag, which the provider's test airline does not.
    pub async fn make(traveller: &mut Traveller) -> Self {
        let path = format!("{}&adultsCount=2&childrenCount=1", round_trip_path("JFK", "LHR"));
        let found = traveller.get(&path).await.body;
        let mut offers = found["offers"].as_array().unwrap().iter();
        let found = offers.find(|offer| offer["owner"]["iata_code"] != "ZZ").expect("an offer of an airline");
        let offer = traveller.view(found).await.body;
        let services = [bag(&offer, 0), bag(&offer, 1)];
        let chosen = |service: &Value, quantity: u32| json!({ "passengerId": offer["passengers"][0]["id"], "serviceId": service["id"], "quantity": quantity });
        let bags = json!([chosen(&services[0], 1), chosen(&services[1], 2)]);
        let bags_minor = cents(&services[0]["total_amount"]) + 2 * cents(&services[1]["total_amount"]);
        let total_minor = cents(&offer["price"]["amount"]) + bags_minor;
        let total = json!(format!("{}.{:02}", total_minor / 100, total_minor % 100));
        Self { offer, bags, services, bags_minor, total_minor, total }
    }

    pub async fn pay(&self, traveller: &mut Traveller) -> Value {
        let body = json!({
            "amount": self.total, "currency": self.offer["price"]["currency"], "offerId": self.offer["id"],
            "bags": self.bags, "expectedMode": "test",
            "cardDetails": {
                "number": GOOD_CARD, "expiryMonth": "12", "expiryYear": "34", "cvv": "123", "holderName": "Ada Byron",
            },
        });
        let paid = traveller.post("/api/payments/process-card", body).await;
        assert_eq!(paid.body["success"], true, "{paid:?}");
        paid.body["paymentId"].clone()
    }

    pub async fn book(&self, traveller: &mut Traveller, payment: &Value) -> Answer {
        let mut body = booking(&self.offer, payment, &self.total, &json!([]));
        body["bags"] = self.bags.clone();
        traveller.post("/api/bookings", body).await
    }

    /// The way to one of the bags at the provider.
    fn control(&self, bag: usize) -> String {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        format!("/_control/offers/{}/services/{}", text(&self.offer["id"]), text(&self.services[bag]["id"]))
    }
}

/// The first adult's bag for a direction.
fn bag(offer: &Value, slice: usize) -> Value {
    let segments = offer["slices"][slice]["segments"].as_array().unwrap().iter();
    let segments: Value = segments.map(|segment| segment["id"].clone()).collect();
    let services = offer["available_services"].as_array().unwrap();
    let is_it = |service: &&Value| {
        service["passenger_ids"] == json!([offer["passengers"][0]["id"]])
            && service["segment_ids"] == segments
            && service["bag_kind"] == "checked"
            && service["maximum_weight_kg"] == 23
    };
    services.iter().find(is_it).unwrap_or_else(|| panic!("a bag for slice {slice}: {services:?}")).clone()
}

fn cents(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

#[test]
fn bag05_a_family_buys_one_bag_out_and_two_back_and_all_sums_agree() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let choice = Choice::make(&mut traveller).await;

        let payment = choice.pay(&mut traveller).await;
        let booked = choice.book(&mut traveller, &payment).await;

        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
        assert!(booked.body["emailContent"].as_str().unwrap().contains("2 checked bags"), "{booked:?}");
        let id = booked.body["id"].as_str().unwrap();
        assert_eq!(traveller.booking_row(id).await.price_minor, choice.total_minor);
        let charged = traveller.money_held_or_taken(&choice.offer, choice.total_minor).await;
        assert_eq!((charged.len(), charged[0]["amount_received"].as_i64()), (1, Some(choice.total_minor)));
        let orders = traveller.orders_of(&choice.offer).await;
        let airlines = cents(&choice.offer["total_amount"]) + choice.bags_minor;
        assert_eq!((orders.len(), cents(&orders[0]["total_amount"])), (1, airlines), "without markup");
        let ordered = orders[0]["services"].as_array().unwrap().iter();
        let ordered: Vec<_> = ordered.map(|service| service["quantity"].as_u64().unwrap()).collect();
        assert_eq!(ordered, [1, 2]);

        let record = traveller.get(&format!("/api/bookings/{id}")).await.body;
        let data: Value = serde_json::from_str(record["bookingData"].as_str().unwrap()).unwrap();
        assert_eq!(data["total_amount"], choice.total);
        let told = data["bags"].as_array().unwrap().iter();
        let told: Vec<_> = told.map(|bag| (bag["quantity"].clone(), bag["segment_ids"].clone())).collect();
        let segments = |bag: usize| choice.services[bag]["segment_ids"].clone();
        assert_eq!(told, [(json!(1), segments(0)), (json!(2), segments(1))]);
        let prices = data["bags"].as_array().unwrap().iter().map(|bag| cents(&bag["price"]["amount"]));
        assert_eq!(prices.sum::<i64>(), choice.bags_minor);
    });
}

#[test]
fn bag04_a_bag_that_is_gone_when_the_traveller_books_is_named_and_nothing_is_booked() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let choice = Choice::make(&mut traveller).await;
        let payment = choice.pay(&mut traveller).await;
        traveller.control(&choice.control(1), json!({ "withdraw": true })).await;

        let refused = choice.book(&mut traveller, &payment).await;

        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::CONFLICT, "BAG_UNAVAILABLE"),
            "{refused:?}"
        );
        let errors = refused.body["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1);
        assert_eq!((&errors[0]["field"], &errors[0]["code"]), (&json!("bags[1]"), &json!("taken")));
        assert_eq!(traveller.bookings_of_offer(&choice.offer).await, 0);
        assert!(traveller.orders_of(&choice.offer).await.is_empty());
        let held = traveller.money_held_or_taken(&choice.offer, choice.total_minor).await;
        assert!(held.is_empty(), "money is held: {held:?}");
    });
}

#[test]
fn bag05_a_bag_that_became_dearer_is_a_new_price_and_no_card_is_charged_for_the_old_one() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let choice = Choice::make(&mut traveller).await;
        let payment = choice.pay(&mut traveller).await;
        traveller.control(&choice.control(1), json!({ "delta_minor": 500 })).await;

        let refused = choice.book(&mut traveller, &payment).await;

        assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "PRICE_CHANGED"), "{refused:?}");
        assert_eq!(cents(&refused.body["price"]["amount"]), choice.total_minor + 2 * 500);
        assert_eq!(traveller.bookings_of_offer(&choice.offer).await, 0);
    });
}

#[test]
fn bag04_a_bag_that_the_airline_refuses_with_the_order_ends_the_booking_and_releases_the_card() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let choice = Choice::make(&mut traveller).await;
        let payment = choice.pay(&mut traveller).await;
        let effect = json!({ "kind": "error", "code": "ancillary_service_not_available" });
        let fault = json!({ "on": "duffel.orders.create", "times": 1, "effect": effect });
        traveller.control("/_control/faults", fault).await;

        let refused = choice.book(&mut traveller, &payment).await;

        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::CONFLICT, "BAG_UNAVAILABLE"),
            "{refused:?}"
        );
        assert_eq!(refused.body["reason"], "bag_unavailable");
        assert!(traveller.orders_of(&choice.offer).await.is_empty());
        let held = traveller.money_held_or_taken(&choice.offer, choice.total_minor).await;
        assert!(held.is_empty(), "money is held: {held:?}");
    });
}

/// The least for which each traveller has a checked bag on all flights, in cents: one a slice, or one for the trip.
fn cheapest_bags(offer: &Value) -> Option<i64> {
    let segments = |slice: &Value| -> Vec<Value> {
        slice["segments"].as_array().unwrap().iter().map(|segment| segment["id"].clone()).collect()
    };
    let slices: Vec<_> = offer["slices"].as_array().unwrap().iter().map(segments).collect();
    let services = offer["available_services"].as_array().unwrap();
    let least = |passenger: &Value, segments: &[Value]| {
        let is_it = |service: &&Value| {
            service["passenger_ids"] == json!([passenger["id"]])
                && service["segment_ids"] == json!(segments)
                && service["bag_kind"] == "checked"
        };
        services.iter().filter(is_it).map(|service| cents(&service["total_amount"])).min()
    };
    let of_one = |passenger: &Value| {
        let for_each_slice: Option<i64> = slices.iter().map(|segments| least(passenger, segments)).sum();
        [for_each_slice, least(passenger, &slices.concat())].into_iter().flatten().min()
    };
    offer["passengers"].as_array().unwrap().iter().map(of_one).sum()
}

/// What the offers cost with a bag, and how many reads came to nothing before all were known: on a busy machine an
/// airline's answer may come too late.
async fn bag_prices(traveller: &mut Traveller, ids: &[&str]) -> (Answer, usize) {
    let path = format!("/api/flights/bags?offers={}", ids.join(","));
    let mut unknown = 0;
    let known = async {
        loop {
            let told = traveller.get(&path).await;
            assert_eq!(told.status, StatusCode::OK, "{told:?}");
            let prices = told.body.as_array().unwrap().iter();
            match prices.filter(|price| price["state"] == "unknown").count() {
                0 => return told,
                late => unknown += late,
            }
            tokio::time::sleep(ASK_AGAIN).await;
        }
    };
    let told = tokio::time::timeout(testkit::patience(30), known).await.expect("what each offer costs");
    (told, unknown)
}

#[test]
fn bag07_a_family_is_told_what_fares_cost_with_a_bag_and_no_airline_is_searched_again() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let path = format!("{}&adultsCount=2&childrenCount=1", round_trip_path("JFK", "LHR"));
        let found = traveller.get(&path).await.body;
        let offers = found["offers"].as_array().unwrap().iter().take(10);
        let ids: Vec<_> = offers.map(|offer| offer["id"].as_str().unwrap()).collect();
        traveller.control_delete("/_control/requests").await;

        let (told, unknown) = bag_prices(&mut traveller, &ids).await;

        let asked = traveller.sandbox("/_control/requests").await;
        let mut reads = ids.len()..=ids.len() + unknown;
        let is_once_each = reads.any(|reads| asked["duffel.offers.get"] == reads);
        assert!(is_once_each, "each is read until it is known, which {unknown} were not at once: {asked}");
        assert!(asked.as_object().unwrap().keys().all(|call| !call.contains("offer_requests")), "{asked}");
        let mut known = 0;
        for (price, id) in told.body.as_array().unwrap().iter().zip(&ids) {
            let offer = traveller.get(&format!("/api/flights/offer/{id}")).await.body;
            let (fare, bags) = (cents(&offer["price"]["amount"]), cheapest_bags(&offer));
            assert_eq!((&price["offerId"], cents(&price["fare"]["amount"])), (&json!(id), fare));
            match price["state"].as_str() {
                Some("known") if price["included"] == true => {
                    assert_eq!(cents(&price["total"]["amount"]), fare);
                }
                Some("known") => {
                    known += 1;
                    assert_eq!(Some(cents(&price["cheapest"]["amount"])), bags, "{id}");
                    assert_eq!(cents(&price["total"]["amount"]), fare + bags.unwrap(), "{id}");
                }
                state => assert_eq!((state, bags), (Some("none"), None), "{price}"),
            }
        }
        assert!(known > 0, "{told:?}");
    });
}
