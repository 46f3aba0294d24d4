//! Bookings as they are made: paid for once, told as they end.

use proto::booking::v1::{
    AbandonBookingRequest, AbandonBookingResponse, Booking, BookingFailure, BookingStatus,
    CreateBookingRequest, CreateBookingResponse, GetBookingRequest, GetBookingResponse, NewAccount,
};
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{self, BOOKING, OFFER, designed, usd};

pub const PATH: &str = "/api/bookings";

pub fn order() -> Value {
    json!({
        "offerId": OFFER, "paymentId": "pay_1", "expectedMode": "test",
        "passengers": [{
            "type": "adult", "firstName": "Ada", "lastName": "Byron", "dateOfBirth": "1985-12-10",
            "email": "ada@traveller.example", "title": "",
        }],
        "seats": [{ "passengerId": "pas_1", "seatId": "ase_1" }],
        "bags": [{ "passengerId": "pas_1", "serviceId": "ase_2", "quantity": 2 }],
        "paymentDetails": { "amount": 645, "currency": "USD" },
    })
}

#[tokio::test]
async fn a_card_number_in_the_place_of_an_id_goes_no_further_and_is_not_repeated() {
    let gateway = ready().await;
    let number = "4242424242424242";
    let places = [
        "/offerId",
        "/paymentId",
        "/seats/0/passengerId",
        "/seats/0/seatId",
        "/bags/0/passengerId",
        "/bags/0/serviceId",
        "/passengers/0/id",
    ];
    for place in places {
        let mut body = order();
        body["passengers"][0]["id"] = json!("pas_1");
        *body.pointer_mut(place).unwrap() = json!(number);

        let refused = gateway.visitor().post(PATH, body).await;

        let field = refused.body["errors"][0]["field"].as_str().unwrap().replace(['[', ']', '.'], "/");
        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{place}");
        assert_eq!(format!("/{}", field.replace("//", "/")), place);
        assert!(!refused.body.to_string().contains(number), "{place}");
    }
    assert!(gateway.fakes.calls::<CreateBookingRequest>().is_empty());
}

pub fn ending(fakes: &Fakes, booking: Booking) {
    fakes.on(move |_, _: CreateBookingRequest| {
        let booking = Some(booking.clone());
        let email_content = "Your trip".to_owned();
        Ok(CreateBookingResponse { booking, email_content, ..CreateBookingResponse::default() })
    });
}

pub async fn ready() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway
}

#[tokio::test]
async fn r028_a_confirmed_booking_is_201_with_its_reference() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));

    let mut visitor = gateway.visitor_with(GUEST_TOKEN).with("idempotency-key", "k1");
    let answer = visitor.post(PATH, order()).await;

    assert_eq!(answer.status, 201);
    assert_eq!(
        answer.body,
        json!({
            "id": BOOKING, "status": "confirmed", "duffelBookingId": "RZPNX8", "accountCreated": false,
            "accountInfo": null, "emailContent": "Your trip",
        })
    );
    let (context, asked) = gateway.fakes.calls::<CreateBookingRequest>().remove(0);
    assert_eq!((asked.payment_id.as_str(), asked.amount.as_str()), ("pay_1", "645"));
    assert_eq!((asked.idempotency_key.as_str(), asked.wait_ms), ("k1", 25_000));
    assert_eq!(asked.passengers[0].title, None, "an empty text is no title");
    assert_eq!(asked.seats[0].service_id, "ase_1");
    assert_eq!(asked.bags, [samples::bag_selection()]);
    assert_eq!(asked.letterhead.unwrap().name, "Fareway", "the mail is the brand's");
    assert_eq!(context.principals(), [format!("session:{}", Uuid::from_u128(1))]);
}

#[tokio::test]
async fn r004_the_new_account_is_told_once_and_signed_in() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: CreateBookingRequest| {
        let account = NewAccount {
            username: "ada".to_owned(),
            password: "generated".to_owned(),
            email: "ada@traveller.example".to_owned(),
            session_token: USER_TOKEN.to_owned(),
        };
        let booking = Some(samples::booking(BookingStatus::Confirmed));
        Ok(CreateBookingResponse { booking, account: Some(account), ..CreateBookingResponse::default() })
    });

    let mut visitor = gateway.visitor_with(GUEST_TOKEN);
    let answer = visitor.post(PATH, order()).await;

    let account = json!({ "username": "ada", "password": "generated", "email": "ada@traveller.example" });
    assert_eq!((&answer.body["accountCreated"], &answer.body["accountInfo"]), (&json!(true), &account));
    assert_eq!(visitor.cookies["fareway_session"], USER_TOKEN);
}

#[tokio::test]
async fn r036_a_booking_that_waits_for_the_cardholder_says_where_their_bank_asks() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: CreateBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Pending));
        let action_url = "https://bank.example/3ds".to_owned();
        Ok(CreateBookingResponse { booking, action_url, ..CreateBookingResponse::default() })
    });

    let answer = gateway.visitor().post(PATH, order()).await;

    assert_eq!(answer.status, 202);
    let expected =
        json!({ "id": BOOKING, "status": "requires_action", "action_url": "https://bank.example/3ds" });
    assert_eq!(answer.body, expected);
}

#[tokio::test]
async fn r036_a_booking_read_again_still_says_where_the_bank_asks() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Pending));
        let action_url = "https://bank.example/3ds".to_owned();
        Ok(GetBookingResponse { booking, action_url, ..GetBookingResponse::default() })
    });

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/{BOOKING}")).await;

    assert_eq!(
        (&answer.body["status"], &answer.body["actionUrl"]),
        (&json!("pending"), &json!("https://bank.example/3ds"))
    );
}

#[tokio::test]
async fn r036_a_booking_read_again_says_where_its_papers_went() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Confirmed));
        let mailed_to = "ada@traveller.example".to_owned();
        Ok(GetBookingResponse { booking, mailed_to, ..GetBookingResponse::default() })
    });

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/{BOOKING}")).await;

    assert_eq!(answer.body["mailedTo"], "ada@traveller.example");
}

#[tokio::test]
async fn r028_a_booking_whose_answer_was_lost_is_found_by_its_key() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| {
        let booking = Some(samples::booking(BookingStatus::Pending));
        Ok(GetBookingResponse { booking, ..GetBookingResponse::default() })
    });
    let path = format!("{PATH}/by-key/key-1");

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&path).await;
    let nobody = gateway.visitor().get(&path).await;
    let impossible = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/by-key/%00")).await;

    assert_eq!(answer.body["status"], "pending");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(nobody.told(), (401, "NOT_AUTHENTICATED"));
    assert_eq!(impossible.told(), (404, "BOOKING_NOT_FOUND"));
    let asked = gateway.fakes.calls::<GetBookingRequest>();
    assert_eq!(asked.len(), 1, "a visitor without a session has nothing to ask about");
    assert_eq!((asked[0].1.booking_id.as_str(), asked[0].1.idempotency_key.as_str()), ("", "key-1"));
}

#[tokio::test]
async fn r036_those_who_go_no_further_at_their_bank_are_told_what_became_of_the_booking() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: AbandonBookingRequest| {
        Ok(AbandonBookingResponse { booking: Some(samples::booking(BookingStatus::Failed)) })
    });
    let path = format!("{PATH}/{BOOKING}/abandon");

    let answer = gateway.visitor_with(GUEST_TOKEN).post(&path, json!({})).await;
    let nobody = gateway.visitor().post(&path, json!({})).await;

    assert_eq!((answer.status.as_u16(), &answer.body["status"]), (200, &json!("failed")));
    assert_eq!(nobody.told(), (404, "BOOKING_NOT_FOUND"));
    assert_eq!(gateway.fakes.calls::<AbandonBookingRequest>()[0].1.booking_id, BOOKING);
}

#[tokio::test]
async fn r028_a_booking_without_an_end_yet_is_202() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Pending));

    let answer = gateway.visitor().post(PATH, order()).await;

    assert_eq!(answer.status, 202);
    assert_eq!(answer.body, json!({ "id": BOOKING, "status": "pending" }));
}

#[tokio::test]
async fn r028_a_booking_that_failed_has_the_status_of_its_reason() {
    let gateway = ready().await;
    for (code, status) in [
        ("PAYMENT_FAILED", 402),
        ("PRICE_CHANGED", 409),
        ("BAG_UNAVAILABLE", 409),
        ("OFFER_EXPIRED", 410),
        ("BOOKING_FAILED", 422),
    ] {
        let price = (code == "PRICE_CHANGED").then(|| usd(70_000));
        let failure = Some(BookingFailure {
            code: code.to_owned(),
            message: "Not booked.".to_owned(),
            price,
            reason: "seat_taken".to_owned(),
            money: "paid_back".to_owned(),
        });
        ending(&gateway.fakes, Booking { failure, ..samples::booking(BookingStatus::Failed) });
        let answer = gateway.visitor().post(PATH, order()).await;
        assert_eq!(answer.told(), (status, code));
        assert_eq!(answer.body["message"], "Not booked.");
        let more = (answer.body["reason"].as_str(), answer.body["money"].as_str());
        assert_eq!(more, (Some("seat_taken"), Some("paid_back")));
        let names_a_price = answer.body["price"] == json!({ "amount": "700.00", "currency": "USD" });
        assert_eq!(names_a_price, code == "PRICE_CHANGED", "{code}");
    }
}

#[tokio::test]
async fn a_booking_that_was_refused_at_the_door_says_why() {
    let gateway = ready().await;
    for (grpc, code, status) in [
        (Code::InvalidArgument, "VALIDATION_ERROR", 422),
        (Code::FailedPrecondition, "MODE_MISMATCH", 409),
        (Code::FailedPrecondition, "BAG_UNAVAILABLE", 409),
        (Code::FailedPrecondition, "OFFER_EXPIRED", 410),
        (Code::Aborted, "IDEMPOTENCY_KEY_REUSED", 422),
        (Code::Unavailable, "SERVICE_UNAVAILABLE", 503),
    ] {
        gateway
            .fakes
            .on(move |_, _: CreateBookingRequest| Err::<CreateBookingResponse, _>(designed(grpc, code)));
        assert_eq!(gateway.visitor().post(PATH, order()).await.told(), (status, code));
    }
    let price = money::Money::parse("700.00", "USD").unwrap();
    gateway.fakes.on(move |_, _: CreateBookingRequest| {
        Err::<CreateBookingResponse, _>(service::Problem::price_changed(price).into())
    });

    let changed = gateway.visitor().post(PATH, order()).await;

    assert_eq!(changed.told(), (409, "PRICE_CHANGED"));
    assert_eq!(changed.body["price"], json!({ "amount": "700.00", "currency": "USD" }));
}

#[tokio::test]
async fn bag04_pieces_that_nobody_buys_are_refused_at_the_door() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));
    let answer_for = async |quantity: i64| {
        let mut body = order();
        body["bags"][0]["quantity"] = quantity.into();
        gateway.visitor().post(PATH, body).await
    };

    for quantity in [0, 10] {
        let refused = answer_for(quantity).await;
        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{quantity}");
        assert_eq!(refused.body["errors"][0]["field"], "bags[0].quantity");
    }
    for quantity in [1, 9] {
        assert_eq!(answer_for(quantity).await.status, 201, "{quantity}");
    }
    assert_eq!(gateway.fakes.calls::<CreateBookingRequest>().len(), 2);
}

#[tokio::test]
async fn bag04_more_bags_than_nine_travellers_take_along_are_refused_at_the_door() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));
    let answer_for = async |entries: usize| {
        let mut body = order();
        body["bags"] = vec![body["bags"][0].clone(); entries].into();
        gateway.visitor().post(PATH, body).await
    };

    let refused = answer_for(91).await;
    let taken = answer_for(90).await;

    assert_eq!(refused.told(), (422, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["field"], "bags");
    assert_eq!(taken.status, 201);
    assert_eq!(gateway.fakes.calls::<CreateBookingRequest>().len(), 1);
}

#[tokio::test]
async fn bag04_a_booking_without_bags_asks_for_none() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));
    let mut body = order();
    body.as_object_mut().unwrap().remove("bags");

    let answer = gateway.visitor().post(PATH, body).await;

    assert_eq!(answer.status, 201);
    assert!(gateway.fakes.calls::<CreateBookingRequest>()[0].1.bags.is_empty());
}
