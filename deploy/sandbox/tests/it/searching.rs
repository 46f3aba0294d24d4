use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, sandbox, sandbox_with, search_body, text};

#[tokio::test]
async fn the_same_query_gives_the_same_flights_under_new_ids() {
    let sandbox = sandbox().await;
    let known = |found: &Value| -> Vec<(Value, Value)> {
        let offers = found["offers"].as_array().unwrap().iter();
        offers
            .map(|offer| (offer["total_amount"].clone(), offer["slices"][0]["comparison_key"].clone()))
            .collect()
    };

    let (first, second) = (sandbox.search("JFK-LHR").await, sandbox.search("JFK-LHR").await);

    assert_eq!(known(&first), known(&second));
    assert_ne!(first["offers"][0]["id"], second["offers"][0]["id"]);
    assert_ne!(first["passengers"][0]["id"], second["passengers"][0]["id"]);
}

#[tokio::test]
async fn moved_fares_are_those_of_searches_from_then_on_until_they_are_restored() {
    let sandbox = sandbox().await;
    let cents = |offer: &Value, name: &str| text(&offer[name]).replace('.', "").parse::<i64>().unwrap();
    let lowest = async |route: &str| cents(&sandbox.search(route).await["offers"][0], "total_amount");
    let before = sandbox.offer("JFK-LHR").await;
    let (full, other) = (lowest("JFK-LHR").await, lowest("LHR-JFK").await);

    let moved = sandbox.control("/fares", json!({ "route": "JFK-LHR", "percent": -12 })).await;
    let fallen = sandbox.search("JFK-LHR").await["offers"][0].clone();
    let read = sandbox.get(&format!("/air/offers/{}", text(&fallen["id"]))).await.body["data"].clone();
    let stood = sandbox.get(&format!("/air/offers/{}", text(&before["id"]))).await.body["data"].clone();
    let booked = sandbox.book(&sandbox.offer("JFK-LHR").await).await;

    assert_eq!((moved.status, booked.status), (204, 201), "{booked:?}");
    assert_eq!(cents(&fallen, "total_amount"), full - full * 12 / 100);
    assert_eq!(cents(&fallen, "total_amount"), cents(&fallen, "base_amount") + cents(&fallen, "tax_amount"));
    assert_eq!(
        (&read["total_amount"], &stood["total_amount"]),
        (&fallen["total_amount"], &before["total_amount"])
    );
    assert_eq!(lowest("LHR-JFK").await, other, "another route");
    sandbox
        .control("/fares", json!({ "route": "JFK-LHR", "departure_date": "2020-01-01", "percent": 50 }))
        .await;
    assert_eq!(lowest("JFK-LHR").await, cents(&fallen, "total_amount"), "another day");
    sandbox.http.delete(format!("{}/_control/fares", sandbox.base)).send().await.unwrap();
    assert_eq!(lowest("JFK-LHR").await, full);
}

#[tokio::test]
async fn fares_that_would_be_less_than_nothing_are_refused() {
    let sandbox = sandbox().await;

    for percent in [-31, 101] {
        let refused = sandbox.control("/fares", json!({ "route": "JFK-LHR", "percent": percent })).await;
        assert_eq!(refused.status, 422, "{percent}");
    }
}

#[tokio::test]
async fn journeys_of_two_connections_are_found_where_they_are_asked_for() {
    let sandbox = sandbox().await;
    let most = async |connections: Value| {
        let mut body = search_body("PVD-KTM");
        body["max_connections"] = connections;
        let found = sandbox.post("/air/offer_requests", body).await;
        let offers = found.body["data"]["offers"].as_array().unwrap().clone();
        offers.iter().map(|offer| offer["slices"][0]["segments"].as_array().unwrap().len()).max()
    };

    assert_eq!((most(Value::Null).await, most(json!(2)).await), (Some(2), Some(3)));
}

#[tokio::test]
async fn an_offer_adds_up_and_is_in_the_currency_sold() {
    let sandbox = sandbox_with(&["--currency", "EUR"]).await;

    let offer = sandbox.offer("JFK-LHR").await;

    let cents = |name: &str| text(&offer[name]).replace('.', "").parse::<i64>().unwrap();
    assert_eq!(cents("total_amount"), cents("base_amount") + cents("tax_amount"));
    assert_eq!(offer["total_currency"], "EUR");
}

#[tokio::test]
async fn emissions_are_those_of_all_passengers_with_a_seat() {
    let sandbox = sandbox().await;
    let least = async |passengers: Value| {
        let mut body = search_body("JFK-LHR");
        body["passengers"] = passengers;
        let found = sandbox.post("/air/offer_requests", body).await;
        let offers = found.body["data"]["offers"].as_array().unwrap().clone();
        let stated = offers.iter().map(|offer| text(&offer["total_emissions_kg"]).parse::<u32>().unwrap());
        stated.filter(|kg| *kg > 0).min().unwrap()
    };

    let alone = least(json!([{ "type": "adult" }])).await;
    let family = json!([{ "type": "adult" }, { "age": 8 }, { "type": "infant_without_seat" }]);
    assert_eq!(least(family).await, 2 * alone);
}

#[tokio::test]
async fn one_airline_states_no_emissions() {
    let found = sandbox().await.search("MAD-BOG").await;
    let offers = found["offers"].as_array().unwrap();
    let silent = |code: &str| {
        let mut of = offers.iter().filter(|offer| offer["owner"]["iata_code"] == code).peekable();
        assert!(of.peek().is_some(), "{code} flies");
        of.all(|offer| offer["total_emissions_kg"] == "0")
    };

    assert!(silent("IB"));
    assert!(!silent("ZZ"));
}

#[tokio::test]
async fn a_search_without_offers_is_read_page_by_page_in_the_order_asked_for() {
    let sandbox = sandbox().await;
    let found = sandbox.post("/air/offer_requests/?return_offers=false", search_body("JFK-LHR")).await;
    let id = text(&found.body["data"]["id"]);
    assert!(found.body["data"].get("offers").is_none());

    let mut amounts = Vec::new();
    let mut after = String::new();
    loop {
        let path = format!("/air/offers?offer_request_id={id}&sort=total_amount&limit=40{after}");
        let page = sandbox.get(&path).await.body;
        let offers = page["data"].as_array().unwrap();
        amounts.extend(
            offers.iter().map(|offer| text(&offer["total_amount"]).replace('.', "").parse::<i64>().unwrap()),
        );
        let Some(cursor) = page["meta"]["after"].as_str() else { break };
        after = format!("&after={cursor}");
    }

    assert!(amounts.len() > 40, "{} offers", amounts.len());
    assert!(amounts.is_sorted());
}

#[tokio::test]
async fn the_test_routes_of_searching_do_what_they_say() {
    let sandbox = sandbox().await;

    let none = sandbox.search("PVD-RAI").await;
    let holdable = sandbox.search("JFK-EWR").await;
    let connecting = sandbox.search("LHR-DXB").await;
    let stopping = sandbox.search("DXB-AMS").await;
    let bagless = sandbox.search("BTS-MRU").await;
    let bare = sandbox.offer("BTS-ABV").await;
    let late = sandbox.post("/air/offer_requests", search_body("STN-LHR")).await;

    assert_eq!(none["offers"], json!([]));
    for offer in holdable["offers"].as_array().unwrap() {
        assert_eq!(offer["payment_requirements"]["requires_instant_payment"], false);
    }
    for offer in connecting["offers"].as_array().unwrap() {
        assert!(offer["slices"][0]["segments"].as_array().unwrap().len() > 1);
    }
    for offer in stopping["offers"].as_array().unwrap() {
        assert_eq!(offer["slices"][0]["segments"][0]["stops"].as_array().unwrap().len(), 1);
    }
    for offer in bagless["offers"].as_array().unwrap() {
        assert_eq!(offer["slices"][0]["segments"][0]["passengers"][0]["baggages"], json!([]));
    }
    let bare =
        sandbox.get(&format!("/air/offers/{}?return_available_services=true", text(&bare["id"]))).await;
    assert_eq!(bare.body["data"]["available_services"], json!([]));
    assert_eq!((late.status, late.code()), (504, "gateway_timeout_error"));
}

#[tokio::test]
async fn a_search_that_makes_no_sense_names_the_field() {
    let sandbox = sandbox().await;
    for (pointer, value, code) in refusals() {
        let mut body = search_body("JFK-LHR");
        body["cabin_class"] = json!("economy");
        *body.pointer_mut(pointer).unwrap() = value;

        let refused = sandbox.post("/air/offer_requests", body).await;

        assert_eq!((refused.status, refused.code()), (422, code), "{pointer}");
        assert!(text(&refused.body["errors"][0]["source"]["pointer"]).starts_with(pointer));
        assert_eq!(refused.body["meta"]["request_id"], refused.header("x-request-id"));
    }
}

/// A field, what is wrong with it, and the code for that.
fn refusals() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("/slices", json!([]), "validation_required"),
        ("/passengers", json!([]), "validation_required"),
        ("/slices/0/origin", Value::Null, "validation_required"),
        ("/slices/0/origin", json!("QQQ"), "validation_format"),
        ("/slices/0/destination", json!("JFK"), "validation_unique"),
        ("/slices/0/departure_date", json!("2020-01-01"), "validation_format"),
        ("/slices/0/departure_date", json!("soon"), "validation_format"),
        ("/passengers/0/type", json!("dog"), "validation_inclusion"),
        ("/passengers", json!([{ "type": "infant_without_seat" }]), "validation_length"),
        ("/cabin_class", json!("cargo"), "validation_inclusion"),
    ]
}

#[tokio::test]
async fn one_mode_knows_nothing_of_the_other() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let live = async |path: &str| Answer::of(sandbox.duffel_as("duffel_live_x", Method::GET, path)).await;

    let unseen = live(&format!("/air/offers/{}", text(&offer["id"]))).await;
    let search = sandbox.duffel_as("duffel_live_x", Method::POST, "/air/offer_requests");
    let of_live = Answer::of(search.json(&json!({ "data": search_body("JFK-LHR") }))).await;

    assert_eq!((unseen.status, unseen.code()), (404, "not_found"));
    assert_eq!(offer["live_mode"], false);
    assert_eq!(of_live.body["data"]["live_mode"], true);
    assert_eq!(of_live.body["data"]["offers"][0]["live_mode"], true);
}

#[tokio::test]
async fn every_answer_tells_the_limit_and_too_many_calls_are_refused() {
    let sandbox = sandbox_with(&["--duffel-rate-limit", "1", "--duffel-rate-window-s", "5"]).await;

    let first = sandbox.get("/air/airlines").await;
    let second = sandbox.get("/air/airlines").await;
    let of_another = Answer::of(sandbox.duffel_as("duffel_test_another", Method::GET, "/air/airlines")).await;
    sandbox.pass(6).await;
    let third = sandbox.get("/air/airlines").await;

    assert_eq!((first.status, first.header("ratelimit-remaining")), (200, "0"));
    assert_eq!((second.status, second.code()), (429, "rate_limit_exceeded"));
    assert!(second.header("ratelimit-reset").ends_with(" GMT"));
    assert_eq!(of_another.status, 200, "each token has a limit of its own");
    assert_eq!(third.status, 200);
}

#[tokio::test]
async fn an_offer_expires_after_half_an_hour() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;
    let path = format!("/air/offers/{}", text(&offer["id"]));
    assert_eq!(sandbox.get(&path).await.status, 200);

    sandbox.pass(30 * 60).await;

    let gone = sandbox.get(&path).await;
    let refused = sandbox.book(&offer).await;
    assert_eq!((gone.status, gone.code()), (422, "offer_no_longer_available"));
    assert_eq!((refused.status, refused.code()), (422, "offer_expired"));
}

#[tokio::test]
async fn a_seat_map_has_a_section_more_than_aisles_and_seats_for_sale() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;

    let maps = sandbox.get(&format!("/air/seat_maps?offer_id={}", text(&offer["id"]))).await;

    let segments = offer["slices"][0]["segments"].as_array().unwrap();
    let maps = maps.body["data"].as_array().unwrap();
    assert_eq!(maps.len(), segments.len());
    assert_eq!(maps[0]["segment_id"], segments[0]["id"]);
    let cabin = &maps[0]["cabins"][0];
    let rows = cabin["rows"].as_array().unwrap();
    let seated = rows.iter().filter(|row| row["sections"].as_array().unwrap().len() > 1);
    for row in seated {
        assert_eq!(row["sections"].as_array().unwrap().len() as u64, cabin["aisles"].as_u64().unwrap() + 1);
    }
    assert!(cabin.to_string().contains("ase_"));
}

#[tokio::test]
async fn places_are_found_by_name_code_and_position() {
    let sandbox = sandbox().await;

    let by_name = sandbox.get("/places/suggestions?query=lon").await.body;
    let by_place = sandbox.get("/places/suggestions?lat=51.47&lng=-0.45&rad=5000").await.body;
    let nothing = sandbox.get("/places/suggestions?query=qqqq").await.body;

    assert_eq!(
        (&by_name["data"][0]["type"], &by_name["data"][0]["iata_code"]),
        (&json!("city"), &json!("LON"))
    );
    assert_eq!(by_place["data"][0]["iata_code"], "LHR");
    for suggested in [&by_name["data"][0], &by_place["data"][0]] {
        assert_eq!(suggested["country_name"], "United Kingdom");
    }
    assert_eq!(nothing["data"], json!([]));
}

#[tokio::test]
async fn answers_are_packed_for_who_can_unpack_them() {
    let sandbox = sandbox().await;
    let request = sandbox.duffel_as("duffel_test_x", Method::GET, "/air/airports?limit=200");
    let plain = reqwest::Client::builder().tls_certs_only([]).no_gzip().build().unwrap();
    let request = request.header("accept-encoding", "gzip").build().unwrap();

    let packed = plain.execute(request).await.unwrap();

    assert_eq!(packed.headers()["content-encoding"], "gzip");
}

#[tokio::test]
async fn no_offer_has_another_brand_to_sell() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("JFK-LHR").await;

    let refused = sandbox.post(&format!("/air/offers/{}/upsell", text(&offer["id"])), json!({})).await;

    assert_eq!((refused.status, refused.code()), (422, "unsupported_action"));
}
