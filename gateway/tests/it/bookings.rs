//! Bookings as they are made: paid for once, told as they end.

use proto::booking::v1::{
    AbandonBookingRequest, AbandonBookingResponse, Booking, BookingFailure, BookingStatus,
    CreateBookingRequest, CreateBookingResponse, GetBookingRequest, GetBookingResponse,
    GetKeptPassengersRequest, GetKeptPassengersResponse, GetTypedPassengersRequest,
    GetTypedPassengersResponse, KeepPassengersRequest, KeepPassengersResponse, KeptPassenger, NewAccount,
    PassengerDetails,
};
use proto::payments::v1::{
    AuthorisePaymentRequest, AuthorisePaymentResponse, Payment, PaymentStatus, Refusal,
};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN, Visitor};
use crate::samples::{self, BOOKING, OFFER, designed, usd};

const PATH: &str = "/api/bookings";

pub fn order() -> Value {
    json!({
        "offerId": OFFER, "paymentId": "pay_1", "expectedMode": "test",
        "passengers": [{
            "type": "adult", "firstName": "Ada", "lastName": "Byron", "dateOfBirth": "1985-12-10",
            "email": "ada@traveller.example", "title": "",
        }],
        "seats": [{ "passengerId": "pas_1", "seatId": "ase_1" }],
        "paymentDetails": { "amount": 645, "currency": "USD" },
    })
}

#[tokio::test]
async fn a_card_number_in_the_place_of_an_id_goes_no_further_and_is_not_repeated() {
    let gateway = ready().await;
    let number = "4242424242424242";
    let places = ["/offerId", "/paymentId", "/seats/0/passengerId", "/seats/0/seatId", "/passengers/0/id"];
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

fn card() -> Value {
    json!({ "number": "4242424242424242", "expiryMonth": 12, "expiryYear": 34, "cvv": "123", "holderName": "A B" })
}

fn ending(fakes: &Fakes, booking: Booking) {
    fakes.on(move |_, _: CreateBookingRequest| {
        let booking = Some(booking.clone());
        let email_content = "Your trip".to_owned();
        Ok(CreateBookingResponse { booking, email_content, ..CreateBookingResponse::default() })
    });
}

fn authorising(fakes: &Fakes) {
    fakes.on(|_, _: AuthorisePaymentRequest| {
        let payment = Payment { id: "pay_2".to_owned(), ..Payment::default() };
        let payment = Payment { status: PaymentStatus::Authorised.into(), ..payment };
        Ok(AuthorisePaymentResponse { payment: Some(payment), refusal: None })
    });
}

/// svc-booking has no payment for the offer but the one that is named.
fn unpaid(fakes: &Fakes) {
    fakes.on(|_, request: CreateBookingRequest| match request.payment_id.as_str() {
        "" => Err(designed(Code::FailedPrecondition, "PAYMENT_FAILED")),
        _ => Ok(CreateBookingResponse {
            booking: Some(samples::booking(BookingStatus::Confirmed)),
            account: None,
            email_content: String::new(),
            action_url: String::new(),
        }),
    });
}

fn order_with_card() -> Value {
    let mut body = order();
    body.as_object_mut().unwrap().remove("paymentId");
    body["paymentDetails"]["cardDetails"] = card();
    body
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
    for (code, status) in
        [("PAYMENT_FAILED", 402), ("PRICE_CHANGED", 409), ("OFFER_EXPIRED", 410), ("BOOKING_FAILED", 422)]
    {
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
async fn r006_a_card_in_the_booking_becomes_a_payment_first() {
    let gateway = ready().await;
    authorising(&gateway.fakes);
    unpaid(&gateway.fakes);

    let answer = gateway.visitor().with("idempotency-key", "k1").post(PATH, order_with_card()).await;

    let (_, authorised) = gateway.fakes.calls::<AuthorisePaymentRequest>().remove(0);
    assert_eq!((authorised.idempotency_key.as_str(), authorised.amount.as_str()), ("k1", "645"));
    assert_eq!(authorised.seats[0].service_id, "ase_1");
    let asked = gateway.fakes.calls::<CreateBookingRequest>();
    assert_eq!((asked[0].1.payment_id.as_str(), asked[1].1.payment_id.as_str()), ("", "pay_2"));
    assert_eq!(answer.status, 201);
}

#[tokio::test]
async fn r006_a_card_beside_a_payment_is_not_used() {
    let gateway = ready().await;
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));
    let mut body = order();
    body["paymentDetails"]["cardDetails"] = card();

    let answer = gateway.visitor().post(PATH, body).await;

    assert_eq!(answer.status, 201);
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn r006_the_card_of_what_is_booked_or_paid_for_already_is_not_charged_again() {
    let gateway = ready().await;
    authorising(&gateway.fakes);
    ending(&gateway.fakes, samples::booking(BookingStatus::Confirmed));

    let answer = gateway.visitor().post(PATH, order_with_card()).await;

    assert_eq!(answer.status, 201);
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn r006_a_card_sent_again_after_its_authorisation_was_released_is_authorised_anew() {
    let gateway = ready().await;
    authorising(&gateway.fakes);
    let payment = json!({ "amount": 645, "currency": "USD", "offerId": OFFER, "cardDetails": card() });
    let price = money::Money::parse("700.00", "USD").unwrap();
    gateway.fakes.on(move |_, _: CreateBookingRequest| {
        Err::<CreateBookingResponse, _>(service::Problem::price_changed(price).into())
    });
    let mut visitor = gateway.visitor();
    visitor.post("/api/payments/process-card", payment).await;
    let refused = visitor.post(PATH, order()).await;
    unpaid(&gateway.fakes);
    let mut again = order_with_card();
    again["paymentDetails"]["amount"] = json!(700);

    let booked = visitor.post(PATH, again).await;

    assert_eq!((refused.told(), booked.status.as_u16()), ((409, "PRICE_CHANGED"), 201));
    let authorised = gateway.fakes.calls::<AuthorisePaymentRequest>();
    assert_eq!((authorised.len(), authorised[1].1.amount.as_str()), (2, "700"));
    assert_eq!(gateway.fakes.calls::<CreateBookingRequest>()[2].1.payment_id, "pay_2");
}

#[tokio::test]
async fn no_card_is_taken_for_what_cannot_be_booked() {
    let gateway = ready().await;
    authorising(&gateway.fakes);
    for (grpc, code, status) in
        [(Code::Unavailable, "SERVICE_UNAVAILABLE", 503), (Code::FailedPrecondition, "OFFER_EXPIRED", 410)]
    {
        gateway
            .fakes
            .on(move |_, _: CreateBookingRequest| Err::<CreateBookingResponse, _>(designed(grpc, code)));

        let answer = gateway.visitor().post(PATH, order_with_card()).await;

        assert_eq!(answer.told(), (status, code));
    }
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn a_card_in_a_booking_that_needs_work_is_428_and_its_solution_is_passed_on() {
    let gateway = ready().await;
    unpaid(&gateway.fakes);
    gateway.fakes.on(|_, _: AuthorisePaymentRequest| {
        let refusal = Refusal {
            code: "WORK_REQUIRED".to_owned(),
            message: "Please wait.".to_owned(),
            challenge: Some("{}".to_owned()),
            ..Refusal::default()
        };
        Ok(AuthorisePaymentResponse { payment: None, refusal: Some(refusal) })
    });
    let mut with_work = order_with_card();
    with_work["paymentDetails"]["work"] = json!("solution");
    let mut visitor = gateway.visitor();

    let asked = visitor.post(PATH, order_with_card()).await;
    visitor.post(PATH, with_work).await;

    assert_eq!((asked.told(), &asked.body["challenge"]), ((428, "WORK_REQUIRED"), &json!("{}")));
    let sent = gateway.fakes.calls::<AuthorisePaymentRequest>().into_iter().map(|(_, asked)| asked.work);
    assert_eq!(sent.collect::<Vec<_>>(), ["", "solution"]);
}

#[tokio::test]
async fn a_refused_card_in_a_booking_is_402_and_nothing_is_booked() {
    let gateway = ready().await;
    unpaid(&gateway.fakes);
    gateway.fakes.on(|_, _: AuthorisePaymentRequest| {
        let refusal = Refusal {
            code: "PAYMENT_FAILED".to_owned(),
            message: "Declined.".to_owned(),
            ..Refusal::default()
        };
        Ok(AuthorisePaymentResponse { payment: None, refusal: Some(refusal) })
    });

    let answer = gateway.visitor().post(PATH, order_with_card()).await;

    assert_eq!(answer.told(), (402, "PAYMENT_FAILED"));
    assert_eq!(gateway.fakes.calls::<CreateBookingRequest>().len(), 1);
}
