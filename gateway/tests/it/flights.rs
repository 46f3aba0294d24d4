//! Search, offers and seats.

use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use proto::common::v1::Money;
use proto::flights::v1::{Baggage, Fare, Price, Replacement, SeatMap};
use proto::offers::v1::{
    BagPrice, BagPriceState, FindReplacementRequest, FindReplacementResponse, GetOfferRequest,
    GetOfferResponse, GetSeatMapsRequest, GetSeatMapsResponse, ListBagPricesRequest, ListBagPricesResponse,
    VerifyOfferRequest, VerifyOfferResponse,
};
use proto::search::v1::{
    GetBestOrderRequest, GetBestOrderResponse, ListFaresRequest, ListFaresResponse, SearchFlightsRequest,
    SearchFlightsResponse,
};
use serde_json::json;
use service::{FieldErrors, Mode};
use tonic::Code;

use crate::fakes::Fakes;
use crate::harness::{Gateway, PATIENCE, serve, with_mode, with_sessions};
use crate::samples::{self, OFFER, designed};

/// Deliberately not as serde would write it: the page must come through untouched.
const PAGE: &[u8] = br#"{ "offers":[],"total_count":  0,"notice":null}"#;

const QUERY: &str = "/api/flights/search?origin=JFK&destination=LHR&departureDate=2026-06-01&returnDate=\
                     &cabinClass=business&adultsCount=2&childrenCount=1&ages=14&page=2&limit=100&refresh=true";

fn with_page(fakes: &Fakes) {
    fakes.on(|_, _: SearchFlightsRequest| {
        Ok(SearchFlightsResponse { page_json: PAGE.into(), ..Default::default() })
    });
}

#[tokio::test]
async fn c002_post_and_get_search_alike_to_the_byte() {
    let gateway = Gateway::start().await;
    with_page(&gateway.fakes);
    let body = json!({
        "origin": "JFK", "destination": "LHR", "departureDate": "2026-06-01", "returnDate": null,
        "cabinClass": "business", "adultsCount": 2, "childrenCount": "1", "ages": "14", "page": 2, "limit": 100, "refresh": true,
    });

    let by_query = gateway.visitor().get(QUERY).await;
    let by_body = gateway.visitor().post("/api/flights/search", body).await;

    assert_eq!(by_query.text.as_bytes(), PAGE);
    assert_eq!(by_body.text, by_query.text);
    assert_eq!(by_query.header("content-type"), "application/json");
    let asked: Vec<_> =
        gateway.fakes.calls::<SearchFlightsRequest>().into_iter().map(|(_, asked)| asked).collect();
    assert_eq!(asked[0], asked[1]);
    assert_eq!((asked[0].adults, asked[0].children, asked[0].infants), (2, 1, 0));
    assert_eq!(asked[0].ages, [14]);
    assert_eq!((asked[0].page, asked[0].limit, asked[0].refresh), (2, 100, true));
    assert_eq!(asked[0].return_date, None);
}

#[tokio::test]
async fn a_search_has_defaults_and_carries_mode_brand_and_markup() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_page(&gateway.fakes);

    gateway
        .visitor()
        .with("x-brand", "blue")
        .get("/api/flights/search?origin=JFK&destination=LHR&departureDate=2026-06-01")
        .await;

    let (context, asked) = gateway.fakes.calls::<SearchFlightsRequest>().remove(0);
    assert_eq!((context.brand.as_str(), context.mode), ("blue", Mode::Test));
    assert_eq!(context.markup_rate.to_string(), "0.1");
    assert_eq!((asked.adults, asked.page, asked.limit), (1, 1, 30));
    assert_eq!((asked.cabin_class.as_str(), asked.sort.as_str()), ("economy", "price-asc"));
}

#[tokio::test]
async fn a_search_that_cannot_be_asked_says_which_fields_are_wrong() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: SearchFlightsRequest| -> Result<SearchFlightsResponse, _> {
        let mut fields = FieldErrors::default();
        fields.add("origin", ("required", "Please select an origin airport"));
        Err(fields.into_result().unwrap_err().into())
    });

    let of_the_service = gateway.visitor().get("/api/flights/search").await;
    let of_ours = gateway.visitor().get("/api/flights/search?adultsCount=two&ages=14,&limit=x").await;

    assert_eq!(of_the_service.told(), (422, "VALIDATION_ERROR"));
    assert_eq!(
        of_the_service.body["errors"],
        json!([{ "code": "required", "field": "origin", "message": "Please select an origin airport" }])
    );
    assert_eq!(of_ours.told(), (422, "VALIDATION_ERROR"));
    assert_eq!(of_ours.body["errors"][0]["field"], "adultsCount");
    assert_eq!(of_ours.body["errors"][0]["code"], "invalid");
    assert_eq!(of_ours.body["errors"][1]["field"], "limit");
    assert_eq!(of_ours.body["errors"][2]["field"], "ages");
}

#[tokio::test]
async fn pages_are_counted_from_one_and_no_page_is_empty_by_its_size() {
    let gateway = Gateway::start().await;

    for field in ["page", "limit"] {
        let refused = gateway.visitor().get(&format!("/api/flights/search?{field}=0")).await;

        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{field}");
        let errors =
            json!([{ "code": "invalid", "field": field, "message": "Please send a number of 1 or more" }]);
        assert_eq!(refused.body["errors"], errors);
    }
}

#[tokio::test]
async fn searches_make_room_while_the_provider_has_no_time_for_who_is_buying() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_page(&gateway.fakes);
    let wait = gateway.fakes.searches.clone().write_owned().await;

    // More than there is room for seconds later: it grows again at once.
    let mut visitors: Vec<_> = (0..40).map(|_| gateway.visitor()).collect();

    gateway.fakes.on(|_, _: GetOfferRequest| -> Result<GetOfferResponse, _> {
        Err(designed(Code::Unavailable, "PROVIDER_UNAVAILABLE"))
    });
    assert_eq!(gateway.visitor().get("/api/flights/offer/off_1").await.status, 503);
    let mut searches: FuturesUnordered<_> = visitors.iter_mut().map(|visitor| visitor.get(QUERY)).collect();

    for _ in 0..2 {
        let refused = searches.next().await.unwrap();
        assert_eq!(refused.told(), (503, "SEARCH_UNAVAILABLE"));
        assert!(refused.header("retry-after").parse::<u64>().is_ok());
    }
    drop(wait);
    let answered: Vec<_> = searches.map(|answer| answer.status.as_u16()).collect().await;
    assert!(answered.iter().filter(|status| **status == 200).count() >= 16, "{answered:?}");
    assert!(answered.iter().all(|status| [200, 503].contains(status)), "{answered:?}");
}

#[tokio::test]
async fn a_search_service_that_is_away_makes_search_unavailable() {
    let gateway = Gateway::start().await;

    let answer = gateway.visitor().get(QUERY).await;

    assert_eq!(answer.told(), (503, "SEARCH_UNAVAILABLE"));
}

#[tokio::test]
async fn an_offer_is_told_with_null_for_what_the_airline_left_out() {
    let gateway = Gateway::start().await;
    let mut offer = samples::offer();
    let bag = |kind: &str, quantity| Baggage { r#type: kind.into(), quantity };
    offer.slices[0].segments[0].baggages = vec![bag("checked", Some(0)), bag("carry_on", None)];
    gateway.fakes.on(move |_, _: GetOfferRequest| Ok(GetOfferResponse { offer: Some(offer.clone()) }));

    let answer = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}")).await;

    assert_eq!(answer.status, 200);
    assert_eq!(answer.body["price"]["amount"], "645.00");
    assert_eq!(answer.body["tax_amount"], json!(null));
    assert!(answer.body.as_object().unwrap().contains_key("tax_amount"));
    insta::assert_json_snapshot!(answer.body);
}

#[tokio::test]
async fn r034_offer_statuses_follow_from_the_services_codes() {
    let gateway = Gateway::start().await;
    for (grpc, code, status) in [
        (Code::FailedPrecondition, "OFFER_EXPIRED", 410),
        (Code::NotFound, "OFFER_NOT_FOUND", 404),
        (Code::Unavailable, "PROVIDER_UNAVAILABLE", 503),
    ] {
        gateway.fakes.on(move |_, _: GetOfferRequest| Err::<GetOfferResponse, _>(designed(grpc, code)));
        gateway.fakes.on(move |_, _: VerifyOfferRequest| Err::<VerifyOfferResponse, _>(designed(grpc, code)));
        gateway.fakes.on(move |_, _: GetSeatMapsRequest| Err::<GetSeatMapsResponse, _>(designed(grpc, code)));
        for call in ["offer", "verify-offer", "seatmaps"] {
            let answer = gateway.visitor().get(&format!("/api/flights/{call}/{OFFER}")).await;
            assert_eq!(answer.told(), (status, code), "{call}");
        }
    }
}

#[tokio::test]
async fn r034_verification_tells_both_outcomes_in_the_specifications_words() {
    let gateway = Gateway::start().await;
    let path = format!("/api/flights/verify-offer/{OFFER}");
    let verified = |valid: bool, code: &'static str| {
        move |_: &_, _: VerifyOfferRequest| {
            Ok(VerifyOfferResponse {
                valid,
                code: code.to_owned(),
                message: "About this offer.".to_owned(),
                expires_at: "2026-03-01T12:20:00Z".to_owned(),
            })
        }
    };

    gateway.fakes.on(verified(true, ""));
    let valid = gateway.visitor().get(&path).await;
    gateway.fakes.on(verified(false, "OFFER_EXPIRED"));
    let gone = gateway.visitor().get(&path).await;

    assert_eq!(valid.status, 200);
    assert_eq!(
        valid.body,
        json!({ "valid": true, "expires_at": "2026-03-01T12:20:00Z", "message": "About this offer." })
    );
    assert_eq!(gone.told(), (410, "OFFER_EXPIRED"));
    assert_eq!((&gone.body["valid"], &gone.body["error"]), (&json!(false), &json!("OFFER_EXPIRED")));
    assert_eq!(gone.body["request_id"], gone.header("x-request-id"));
    assert_eq!(gone.header("content-type"), "application/problem+json");
}

#[tokio::test]
async fn r034_an_offer_that_does_not_verify_is_told_in_one_shape_however_it_is_known() {
    let gateway = Gateway::start().await;
    let offer = format!("/api/flights/verify-offer/{OFFER}");
    gateway.fakes.on(|_, _: VerifyOfferRequest| {
        Err::<VerifyOfferResponse, _>(designed(Code::NotFound, "OFFER_NOT_FOUND"))
    });
    let unknown = gateway.visitor().get(&offer).await;
    gateway.fakes.on(|_, _: VerifyOfferRequest| {
        Ok(VerifyOfferResponse { code: "OFFER_NOT_FOUND".to_owned(), ..VerifyOfferResponse::default() })
    });
    let told = gateway.visitor().get(&offer).await;
    gateway.fakes.on(|_, _: VerifyOfferRequest| {
        Err::<VerifyOfferResponse, _>(designed(Code::FailedPrecondition, "OFFER_EXPIRED"))
    });
    let gone = gateway.visitor().get(&offer).await;
    let no_id = gateway.visitor().get("/api/flights/verify-offer/off.1").await;

    for (answer, status, code) in [
        (unknown, 404, "OFFER_NOT_FOUND"),
        (told, 404, "OFFER_NOT_FOUND"),
        (no_id, 404, "OFFER_NOT_FOUND"),
        (gone, 410, "OFFER_EXPIRED"),
    ] {
        assert_eq!(answer.told(), (status, code));
        assert_eq!((&answer.body["valid"], &answer.body["error"]), (&json!(false), &json!(code)));
        assert_eq!(answer.body["request_id"], answer.header("x-request-id"));
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

fn with_a_gone_offer(fakes: &Fakes) {
    fakes.on(|_, _: GetOfferRequest| {
        Err::<GetOfferResponse, _>(designed(Code::FailedPrecondition, "OFFER_EXPIRED"))
    });
    fakes.on(|_, _: VerifyOfferRequest| {
        Ok(VerifyOfferResponse { code: "OFFER_EXPIRED".to_owned(), ..VerifyOfferResponse::default() })
    });
}

#[tokio::test]
async fn r038_detail_and_verification_of_a_gone_offer_name_its_replacement() {
    let gateway = Gateway::start().await;
    with_a_gone_offer(&gateway.fakes);
    gateway.fakes.on(|_, asked: FindReplacementRequest| {
        assert_eq!(asked.offer_id, OFFER);
        let price = Price { amount: "652.00".to_owned(), currency: "GBP".to_owned(), ..Price::default() };
        let replacement = Replacement { offer_id: "off_2".to_owned(), price: Some(price) };
        Ok(FindReplacementResponse { replacement: Some(replacement) })
    });

    for call in ["offer", "verify-offer"] {
        let gone = gateway.visitor().get(&format!("/api/flights/{call}/{OFFER}")).await;

        assert_eq!(gone.told(), (410, "OFFER_EXPIRED"), "{call}");
        assert_eq!(gone.header("content-type"), "application/problem+json");
        assert_eq!(gone.body["replacement"]["offer_id"], "off_2");
        assert_eq!(gone.body["replacement"]["price"]["amount"], "652.00");
    }
}

#[tokio::test]
async fn r038_without_a_replacement_a_gone_offer_is_just_gone() {
    let gateway = Gateway::start().await;
    with_a_gone_offer(&gateway.fakes);

    let away = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}")).await;
    gateway.fakes.on(|_, _: FindReplacementRequest| Ok(FindReplacementResponse::default()));
    let none = gateway.visitor().get(&format!("/api/flights/verify-offer/{OFFER}")).await;

    for gone in [away, none] {
        assert_eq!(gone.told(), (410, "OFFER_EXPIRED"));
        assert!(!gone.body.as_object().unwrap().contains_key("replacement"));
    }
}

#[tokio::test]
async fn the_fares_of_an_offers_flights_are_a_list() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, asked: ListFaresRequest| {
        let fare = Fare { offer_id: asked.offer_id, ..Fare::default() };
        Ok(ListFaresResponse { fares: vec![fare] })
    });

    let fares = gateway.visitor().get(&format!("/api/flights/offer/{OFFER}/fares")).await;
    let no_offer = gateway.visitor().get("/api/flights/offer/off.1/fares").await;

    assert_eq!(fares.body[0]["offer_id"], OFFER);
    assert_eq!(no_offer.told(), (404, "OFFER_NOT_FOUND"));
}

#[tokio::test]
async fn bag07_what_the_offers_of_a_list_cost_with_a_bag_is_told_in_the_order_asked() {
    let gateway = Gateway::start().await;
    let pounds = |minor| Some(Money { minor, currency: "GBP".into() });
    gateway.fakes.on(move |_, asked: ListBagPricesRequest| {
        let state = |id: &str| if id == "off_1" { BagPriceState::Known } else { BagPriceState::Unknown };
        let price =
            |offer_id: String| BagPrice { state: state(&offer_id).into(), offer_id, ..BagPrice::default() };
        let mut prices: Vec<_> = asked.offer_ids.into_iter().map(price).collect();
        let known = prices[0].clone();
        prices[0] = BagPrice { fare: pounds(64_500), bags: pounds(2_550), total: pounds(67_050), ..known };
        Ok(ListBagPricesResponse { prices })
    });

    let told = gateway.visitor().get("/api/flights/bags?offers=off_1,off_2").await;

    let amount = |amount: &str| json!({ "amount": amount, "currency": "GBP" });
    assert_eq!(
        told.body,
        json!([
            { "offerId": "off_1", "included": false, "state": "known",
              "fare": amount("645.00"), "cheapest": amount("25.50"), "total": amount("670.50") },
            { "offerId": "off_2", "included": false, "state": "unknown", "fare": null, "cheapest": null, "total": null },
        ])
    );
    assert!(gateway.fakes.calls::<SearchFlightsRequest>().is_empty());
}

#[tokio::test]
async fn bag07_a_list_that_names_no_offer_or_too_many_is_refused() {
    let gateway = Gateway::start().await;
    let eleven = (0..11).map(|n| format!("off_{n}")).collect::<Vec<_>>().join(",");

    for query in [String::new(), "?offers=".to_owned(), format!("?offers={eleven}")] {
        let refused = gateway.visitor().get(&format!("/api/flights/bags{query}")).await;

        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["field"], "offers");
    }
}

#[tokio::test]
async fn see10_what_best_weighs_is_told_to_whoever_asks() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: GetBestOrderRequest| {
        Ok(GetBestOrderResponse { hour_percent: 4, connection_minutes: 60, hard_connection_minutes: 180 })
    });

    let order = gateway.visitor().get("/api/flights/best-order").await;

    assert_eq!(
        order.body,
        json!({ "hourPercent": 4, "connectionMinutes": 60, "hardConnectionMinutes": 180 })
    );
}

#[tokio::test]
async fn the_fares_of_an_offer_are_found_whichever_replica_knows_it() {
    let (knows_none, knows) = (Fakes::default(), Fakes::default());
    knows_none.on(|_, _: ListFaresRequest| Ok(ListFaresResponse::default()));
    knows.on(|_, asked: ListFaresRequest| {
        let fare = Fare { offer_id: asked.offer_id, ..Fare::default() };
        Ok(ListFaresResponse { fares: vec![fare] })
    });
    let gateway = Gateway::in_front_of_searches([serve(&knows_none).await, serve(&knows).await]).await;
    let path = format!("/api/flights/offer/{OFFER}/fares");
    let both_are_connected = async {
        while [&knows_none, &knows].iter().any(|replica| replica.calls::<ListFaresRequest>().is_empty()) {
            gateway.visitor().get(&path).await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(*PATIENCE, both_are_connected).await.expect("both replicas are asked");

    for _ in 0..4 {
        assert_eq!(gateway.visitor().get(&path).await.body[0]["offer_id"], OFFER);
    }
}

#[tokio::test]
async fn seat_maps_are_a_list_and_an_empty_one_where_the_airline_has_none() {
    let gateway = Gateway::start().await;
    let path = format!("/api/flights/seatmaps/{OFFER}");
    let maps = |maps: Vec<SeatMap>| {
        move |_: &_, _: GetSeatMapsRequest| Ok(GetSeatMapsResponse { seat_maps: maps.clone() })
    };

    gateway.fakes.on(maps(vec![SeatMap { segment_id: "seg_1".to_owned(), ..SeatMap::default() }]));
    let one = gateway.visitor().get(&path).await;
    gateway.fakes.on(maps(Vec::new()));
    let none = gateway.visitor().get(&path).await;

    assert_eq!(one.body[0]["segment_id"], "seg_1");
    assert_eq!(none.body, json!([]));
}

#[tokio::test]
async fn what_no_provider_could_have_named_is_not_asked_about() {
    let gateway = Gateway::start().await;

    for id in ["off.1", "%3Cscript%3E", "a%2Fb", &"x".repeat(101)] {
        let answer = gateway.visitor().get(&format!("/api/flights/offer/{id}")).await;
        assert_eq!(answer.told(), (404, "OFFER_NOT_FOUND"), "{id}");
    }

    assert!(gateway.fakes.calls::<GetOfferRequest>().is_empty());
}

#[tokio::test]
async fn the_system_mode_is_an_assumption_until_it_is_learnt() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &[]).await;

    let before = gateway.visitor().get("/api/system/mode").await;
    let ready_before = gateway.visitor().get("/readyz").await;
    with_mode(&gateway.fakes, Mode::Live);
    gateway.until_ready().await;
    let after = gateway.visitor().get("/api/system/mode").await;

    assert_eq!(
        before.body,
        json!({ "isLiveMode": false, "mode": "test", "known": false, "liveCards": false, "cardFields": null })
    );
    assert_eq!(ready_before.status, 503);
    assert_eq!(
        after.body,
        json!({ "isLiveMode": true, "mode": "live", "known": true, "liveCards": false, "cardFields": null })
    );
}
