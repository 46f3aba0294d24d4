//! What was typed about passengers: of a booking that failed, and of one that is not made yet.

use proto::booking::v1::{
    GetKeptPassengersRequest, GetKeptPassengersResponse, GetTypedPassengersRequest,
    GetTypedPassengersResponse, KeepPassengersRequest, KeepPassengersResponse, KeptPassenger,
    PassengerDetails,
};
use reqwest::Method;
use serde_json::json;

use crate::bookings::{PATH, ready};
use crate::harness::{GUEST_TOKEN, Visitor};
use crate::samples::{BOOKING, OFFER};

#[tokio::test]
async fn r036_what_was_typed_comes_back_for_the_next_try_and_no_cache_keeps_it() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetTypedPassengersRequest| {
        let ada = PassengerDetails {
            r#type: "adult".to_owned(),
            first_name: "Ada".to_owned(),
            last_name: "Byron".to_owned(),
            date_of_birth: "1985-12-10".to_owned(),
            email: Some("ada@traveller.example".to_owned()),
            ..PassengerDetails::default()
        };
        Ok(GetTypedPassengersResponse { passengers: vec![ada] })
    });
    let path = format!("{PATH}/{BOOKING}/passengers");

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&path).await;
    let nobody = gateway.visitor().get(&path).await;

    let expected = json!([{
        "type": "adult", "title": "", "firstName": "Ada", "lastName": "Byron", "gender": "",
        "dateOfBirth": "1985-12-10", "email": "ada@traveller.example", "phone": "",
    }]);
    assert_eq!(answer.body, expected);
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(nobody.told(), (404, "BOOKING_NOT_FOUND"));
}

#[tokio::test]
async fn r017_what_was_typed_is_kept_for_its_session_and_no_cache_keeps_it() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: KeepPassengersRequest| Ok(KeepPassengersResponse {}));
    gateway.fakes.on(|_, _: GetKeptPassengersRequest| {
        let ada = KeptPassenger { first_name: "Ada".to_owned(), ..KeptPassenger::default() };
        Ok(GetKeptPassengersResponse { passengers: vec![ada] })
    });
    let path = format!("/api/offers/{OFFER}/passengers");
    let typed = json!({ "passengers": [{
        "type": "adult", "title": "", "firstName": "Ada", "lastName": "", "gender": "",
        "dateOfBirth": "", "email": "", "phone": "", "passportNumber": "X1234567",
    }] });
    let put = |visitor: Visitor| {
        let request = visitor.request(Method::PUT, &path).json(&typed);
        async move {
            let mut visitor = visitor;
            visitor.send(request).await
        }
    };

    let kept = put(gateway.visitor_with(GUEST_TOKEN)).await;
    let nobodys = put(gateway.visitor()).await;
    let answer = gateway.visitor_with(GUEST_TOKEN).get(&path).await;
    let nobody = gateway.visitor().get(&path).await;
    let impossible = gateway.visitor_with(GUEST_TOKEN).get("/api/offers/%00/passengers").await;

    assert_eq!(kept.status.as_u16(), 200);
    assert_eq!(nobodys.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!((&answer.body[0]["firstName"], answer.header("cache-control")), (&json!("Ada"), "no-store"));
    assert_eq!(nobody.body, json!([]));
    assert_eq!(impossible.told(), (404, "OFFER_NOT_FOUND"));
    let calls = gateway.fakes.calls::<KeepPassengersRequest>();
    assert_eq!(calls.len(), 1, "a visitor without a session has nobody to keep it for");
    let ada = KeptPassenger {
        r#type: "adult".to_owned(),
        first_name: "Ada".to_owned(),
        ..KeptPassenger::default()
    };
    assert_eq!((calls[0].1.offer_id.as_str(), &calls[0].1.passengers), (OFFER, &vec![ada]));
}

#[tokio::test]
async fn r017_a_card_that_the_browser_fills_into_the_wrong_fields_is_masked_and_its_address_is_left_out() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: KeepPassengersRequest| Ok(KeepPassengersResponse {}));
    let typed = |first_name: &str, email: &str| {
        json!({
            "type": "adult", "title": "", "firstName": first_name, "lastName": "", "gender": "",
            "dateOfBirth": "", "email": email, "phone": "",
        })
    };
    let passengers = [typed("4242 4242 4242 4242", "4242424242424242@card"), typed("Ada", "ada4@traveller")];
    let mut visitor = gateway.visitor_with(GUEST_TOKEN);
    let path = format!("/api/offers/{OFFER}/passengers");
    let request = visitor.request(Method::PUT, &path).json(&json!({ "passengers": passengers }));

    assert_eq!(visitor.send(request).await.status, 200);

    let calls = gateway.fakes.calls::<KeepPassengersRequest>();
    let kept: Vec<_> =
        calls[0].1.passengers.iter().map(|one| (one.first_name.as_str(), one.email.as_str())).collect();
    assert_eq!(kept, [("**** **** **** 4242", ""), ("Ada", "ada4@traveller")]);
}
