//! A service that is away takes with it what it does, and nothing else.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;

use crate::system::on_the_system;
use crate::traveller::{GOOD_CARD, search_path};

#[test]
fn a_booking_goes_on_while_search_is_away_and_search_recovers_by_itself() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offer = traveller.search("JFK", "LHR").await[0].clone();
        let paid = traveller.pay(&offer, GOOD_CARD).await;

        shared.system.stop_service("svc-search").await;
        let booked = traveller.book(&offer, &paid.body["paymentId"]).await;
        let search = traveller.get(&format!("{}&adultsCount=1", search_path("JFK", "LHR"))).await;

        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
        assert_eq!(search.status, StatusCode::SERVICE_UNAVAILABLE, "{search:?}");
        assert_eq!(search.code(), "SEARCH_UNAVAILABLE");

        shared.system.start_service("svc-search").await.unwrap();
        let path = format!("{}&adultsCount=1", search_path("JFK", "LHR"));
        let back = async {
            while traveller.get(&path).await.status != StatusCode::OK {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::time::timeout(testkit::patience(20), back).await.expect("search answers again");
    });
}

#[test]
fn r018_an_airline_that_hangs_is_named_before_the_page_gives_up() {
    on_the_system(async |shared| {
        let (mut owner, mut payer) = (shared.traveller(), shared.traveller());
        let booked = owner.buy("JFK", "LHR").await.1;
        let quote = format!("/api/bookings/{}/cancellation", booked.body["id"].as_str().unwrap());
        let offer = payer.search("LAX", "JFK").await[0].clone();
        payer.view(&offer).await;
        for operation in ["duffel.offers.get", "duffel.order_cancellations.create"] {
            let hang = json!({ "on": operation, "effect": { "kind": "delay", "ms": 60_000 } });
            payer.control("/_control/faults", hang).await;
        }

        let (paid, quoted) = tokio::join!(payer.pay(&offer, GOOD_CARD), owner.get(&quote));

        for answer in [paid, quoted] {
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{answer:?}");
            assert_eq!(answer.code(), "PROVIDER_UNAVAILABLE", "{answer:?}");
        }
    });
}
