//! What happens between a search and a booking: offers that come one by one, fares, and offers that go.

use reqwest::StatusCode;
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::system::on_the_system;
use crate::traveller::{GOOD_CARD, Traveller, search_path};

/// Of one offer, each by somebody else, from one address: well below what an address may ask in a minute.
const READS: i64 = 100;
/// All sessions opened since, and those among them that svc-identity ends an hour after they were opened
/// (`of_visitors_who_never_come_back_nothing_is_left_after_an_hour`): the condition is its own, of
/// `db.session.sweep_short_lived`.
const SESSIONS_SINCE: &str = "select
        count(*),
        count(*) filter (where is_short_lived and account_id is null and seen_at = started_at)
    from identity.session
    where id > $1";

fn offer_path(id: &Value) -> String {
    format!("/api/flights/offer/{}", id.as_str().unwrap())
}

/// Carrier, number and departure of each flight.
fn flights(offer: &Value) -> Vec<[&Value; 3]> {
    let slices = offer["slices"].as_array().unwrap().iter();
    let segments = slices.flat_map(|slice| slice["segments"].as_array().unwrap());
    segments
        .map(|of| [&of["marketing_carrier"]["iata_code"], &of["flight_number"], &of["departing_at"]])
        .collect()
}

/// Asks for the offer until it is gone: the news of a booking takes a moment.
async fn until_gone(traveller: &mut Traveller, id: &Value) -> Value {
    let gone = async {
        loop {
            let answer = traveller.get(&offer_path(id)).await;
            if answer.status == StatusCode::GONE {
                return answer.body;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), gone).await.expect("the offer of a sold request goes")
}

#[test]
fn r038_an_offer_sold_to_somebody_else_is_replaced_by_one_that_can_be_booked() {
    on_the_system(async |shared| {
        let (mut first, mut second) = (shared.traveller(), shared.traveller());
        let path = format!("{}&adultsCount=1", search_path("LAX", "JFK"));
        let offers = first.get(&path).await.body["offers"].clone();
        let wanted = second.get(&offer_path(&offers[1]["id"])).await.body;
        let paid = first.pay(&offers[0], GOOD_CARD).await;
        let booked = first.book(&offers[0], &paid.body["paymentId"]).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");

        let gone = until_gone(&mut second, &wanted["id"]).await;
        let verified =
            second.get(&format!("/api/flights/verify-offer/{}", wanted["id"].as_str().unwrap())).await;
        let replacement = second.get(&offer_path(&gone["replacement"]["offer_id"])).await.body;
        let paid = second.pay(&replacement, GOOD_CARD).await;
        let booked = second.book(&replacement, &paid.body["paymentId"]).await;

        assert_eq!(gone["code"], "OFFER_EXPIRED");
        assert_eq!(gone["replacement"]["price"], replacement["price"]);
        assert_eq!(verified.body["replacement"], gone["replacement"]);
        assert_ne!(replacement["id"], wanted["id"]);
        assert_eq!(flights(&replacement), flights(&wanted));
        assert_eq!(replacement["slices"][0]["fare_brand_name"], wanted["slices"][0]["fare_brand_name"]);
        assert_eq!(booked.status, StatusCode::CREATED, "{booked:?}");
    });
}

#[test]
fn sessions_of_readers_without_a_cookie_are_all_of_the_kind_that_ends_within_an_hour() {
    on_the_system(async |shared| {
        let offers = shared.traveller().search("JFK", "LHR").await;
        let path = offer_path(&offers[0]["id"]);
        let before = Uuid::now_v7();

        for _ in 0..READS {
            assert_eq!(shared.traveller().get(&path).await.status, StatusCode::OK);
        }

        let mut database = PgConnection::connect(&shared.at.database).await.unwrap();
        let (opened, ending): (i64, i64) =
            sqlx::query_as(SESSIONS_SINCE).bind(before).fetch_one(&mut database).await.unwrap();
        assert!((1..=READS).contains(&opened), "{opened} sessions of {READS} reads");
        assert_eq!(opened, ending, "what lasts grows with the reads");
    });
}

#[test]
fn a_streamed_search_brings_the_offers_of_a_plain_one_and_their_fares() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let query = format!("{}&adultsCount=1", search_path("JFK", "LHR"));
        let query = query.replace("limit=30", "limit=100");

        let events = traveller.events(&query.replace("/search?", "/search/stream?")).await;
        let pages = [traveller.get(&query).await.body, traveller.get(&format!("{query}&page=2")).await.body];
        let plain: Vec<_> = pages.iter().flat_map(|page| page["offers"].as_array().unwrap()).collect();
        let offer = plain[0];
        let fares = traveller.get(&format!("{}/fares", offer_path(&offer["id"]))).await.body;

        let (end, offers) = events.split_last().unwrap();
        assert_eq!((end.0.as_str(), &end.1["total_count"]), ("done", &pages[0]["total_count"]));
        let streamed: Vec<_> =
            offers.iter().flat_map(|(_, data)| data["offers"].as_array().unwrap()).collect();
        assert_eq!(streamed.len(), plain.len().min(100), "no more than one page is told");
        let of_fare = |fare: &Value| plain.iter().find(|other| other["id"] == fare["offer_id"]);
        let named = plain.iter().map(|offer| &offer["bag_included"]);
        let named: Vec<_> = named.filter(|fare| !fare.is_null()).collect();
        assert!(!named.is_empty(), "fares without a bag name those with one");
        assert_eq!(pages[0]["total_count"], plain.len(), "the whole answer is here");
        assert!(named.iter().all(|fare| of_fare(fare).is_some_and(|other| fare["price"] == other["price"])));
        let plain: Vec<_> = plain.iter().map(|offer| by_itself(offer)).collect();
        assert!(streamed.iter().all(|offer| plain.contains(&by_itself(offer))));
        let own = fares.as_array().unwrap().iter().find(|fare| fare["offer_id"] == offer["id"]).unwrap();
        assert_eq!(own["price"], offer["price"]);
        assert!(fares.as_array().unwrap().len() > 1, "the airline sells more than one fare: {fares}");
    });
}

/// Without what it tells of other offers: the cheapest, and the cheapest with a bag, are known only when the last
/// airline has answered.
fn by_itself(offer: &Value) -> Value {
    let mut offer = offer.clone();
    for told in ["against_cheapest", "bag_included"] {
        offer.as_object_mut().unwrap().remove(told);
    }
    offer
}

#[test]
fn journeys_of_two_connections_are_found_and_who_is_14_is_searched_by_age() {
    on_the_system(async |shared| {
        let path = format!("{}&adultsCount=1&childrenCount=1&ages=14", search_path("PVD", "KTM"));

        let found = shared.traveller().get(&path).await.body;

        let offers = found["offers"].as_array().unwrap();
        let flights: Vec<_> = offers.iter().map(|offer| flights(offer).len()).collect();
        assert!(flights.contains(&3), "{flights:?}");
        assert_eq!(offers[0]["passengers"][1]["age"], 14, "{}", offers[0]["passengers"]);
    });
}
