//! A service that is away takes with it what it does, and nothing else.

use std::time::Duration;

use reqwest::StatusCode;

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
        tokio::time::timeout(Duration::from_secs(20), back).await.expect("search answers again");
    });
}
