//! Cards: what becomes of them, what is refused, and that they are seen by svc-payments alone.

use proto::common::v1::{FieldViolation, ProviderStatus};
use proto::identity::v1::{ResolveSessionRequest, ResolveSessionResponse, Session, Standing};
use proto::offers::v1::{GetOfferRequest, GetOfferResponse};
use proto::payments::v1::{
    AuthorisePaymentRequest, AuthorisePaymentResponse, GetProviderStatusRequest, GetProviderStatusResponse,
    Payment, PaymentStatus, ProveOfferViewRequest, ProveOfferViewResponse, Refusal,
};
use serde_json::{Value, json};
use service::Mode;
use tonic::Code;
use uuid::Uuid;

use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN, with_mode};
use crate::samples::{self, OFFER, designed};

const PATH: &str = "/api/payments/process-card";

fn card() -> Value {
    json!({
        "number": "4242 4242 4242 4242", "expiryMonth": "12", "expiryYear": "34", "cvv": "123",
        "holderName": "Ada Byron",
    })
}

fn payment() -> Value {
    json!({ "amount": "645.00", "currency": "USD", "offerId": OFFER, "cardDetails": card(), "expectedMode": "test" })
}

fn authorising(fakes: &Fakes, status: PaymentStatus) {
    fakes.on(move |_, _: AuthorisePaymentRequest| {
        let payment = Payment { id: "pay_1".to_owned(), status: status.into(), ..Payment::default() };
        Ok(AuthorisePaymentResponse { payment: Some(payment), refusal: None })
    });
}

async fn ready() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway
}

#[tokio::test]
async fn r006_a_card_is_authorised_for_the_offer_its_seats_and_its_bags() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    let mut body = payment();
    body["seats"] =
        json!([{ "passengerId": "pas_1", "seatId": "ase_1", "cabinClass": "economy", "price": {} }]);
    body["bags"] = json!([{ "passengerId": "pas_1", "serviceId": "ase_2", "quantity": 2, "price": {} }]);

    let mut visitor = gateway.visitor_with(GUEST_TOKEN).with("idempotency-key", "k1");
    let answer = visitor.post(PATH, body).await;

    assert_eq!(answer.body, json!({ "success": true, "paymentId": "pay_1", "status": "authorised" }));
    let (context, asked) = gateway.fakes.calls::<AuthorisePaymentRequest>().remove(0);
    let card = asked.card.unwrap();
    assert_eq!(card.number, "4242 4242 4242 4242");
    assert_eq!((card.expiry_month, card.expiry_year, card.cvv.as_str()), (12, 2034, "123"));
    assert_eq!((asked.offer_id.as_str(), asked.amount.as_str()), (OFFER, "645.00"));
    assert_eq!(asked.seats[0].service_id, "ase_1");
    assert_eq!(asked.bags, [samples::bag_selection()]);
    assert_eq!(asked.idempotency_key, "k1");
    assert_eq!(asked.expected_mode, i32::from(Mode::Test));
    assert_eq!(context.principals(), [format!("session:{}", Uuid::from_u128(1))]);
}

#[tokio::test]
async fn a_key_with_a_card_number_goes_no_further_and_is_not_repeated() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);

    for key in [
        "4242424242424242",
        "4242 4242 4242 4242",
        "order-4242424242424242",
        "3782-822463-10005",
        "378282246310005",
        "k-4242-4242-4242-4242",
        "4242.4242.4242.4242",
        "k_4242 4242/4242  4242 123",
        "k:3782 822463 10005",
        "4242, 4242, 4242, 4242",
        "k4242-4242-4242-4242",
    ] {
        let refused = gateway.visitor().with("idempotency-key", key).post(PATH, payment()).await;

        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{key}");
        assert_eq!(refused.body["errors"][0]["field"], "Idempotency-Key");
        assert!(!refused.text.contains(key), "{key}");
    }
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn a_key_with_other_digits_is_taken_and_so_is_every_uuid() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);

    // The last has the digits of a card number by chance.
    let clocks = ["1764244800000", "1764244800000000", "1764244800000000000", "1764244800123-42"];
    let others = ["4242424242424241", "trip-2026-06-01", "42424242-4242-4242-8d3a-5f0c6f1b2a3d"];
    // Put side by side, the digits of one of these ten pass the check of card numbers.
    let counted = (0..10).map(|nth| format!("k6-5-{nth}-1764244800000"));
    for key in clocks.into_iter().chain(others).map(str::to_owned).chain(counted) {
        let key = key.as_str();
        let answer = gateway.visitor().with("idempotency-key", key).post(PATH, payment()).await;

        assert_eq!(answer.status, 200, "{key}: {}", answer.text);
    }
    let keys = gateway.fakes.calls::<AuthorisePaymentRequest>();
    assert_eq!(keys.len(), 17);
}

#[tokio::test]
async fn bag04_a_card_for_more_bags_than_nine_travellers_take_along_goes_no_further() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    let mut body = payment();
    let bag = json!({ "passengerId": "pas_1", "serviceId": "ase_2", "quantity": 1 });
    body["bags"] = vec![bag; 91].into();

    let refused = gateway.visitor().post(PATH, body).await;

    assert_eq!(refused.told(), (422, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["field"], "bags");
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn r008_what_the_card_providers_fields_took_is_passed_on_and_a_card_beside_it_is_not_read() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    let mut body = payment();
    body["paymentMethodId"] = json!("pm_1");
    let mut without_card = body.clone();
    without_card.as_object_mut().unwrap().remove("cardDetails");

    for body in [body, without_card] {
        let answer = gateway.visitor().post(PATH, body).await;
        assert_eq!(answer.body["success"], true, "{}", answer.text);
    }

    for (_, asked) in gateway.fakes.calls::<AuthorisePaymentRequest>() {
        assert_eq!((asked.payment_method_id.as_str(), asked.card.is_none()), ("pm_1", true));
    }
}

#[tokio::test]
async fn r008_the_mode_tells_which_card_fields_a_page_puts_up() {
    let fields = ["--stripe-live-publishable-key", "pk_live_1"];
    let fields_of =
        |key: &str| json!({ "scriptUrl": "https://js.stripe.com/endive/stripe.js", "publishableKey": key });
    let check = async |mode: Mode, settings: &[&str], raw: bool, live_cards: bool, expected: Value| {
        let fakes = Fakes::default();
        with_mode(&fakes, mode);
        fakes.on(samples::find_brand);
        fakes.on(move |_, _: GetProviderStatusRequest| {
            let status = Some(ProviderStatus { test_configured: true, live_configured: true });
            Ok(GetProviderStatusResponse { status, raw_live_cards: raw })
        });
        let gateway = Gateway::in_front_of(fakes, settings).await;
        gateway.until_ready().await;
        let answer = gateway.visitor().get("/api/system/mode").await;
        let told = (&answer.body["liveCards"], &answer.body["cardFields"]);
        assert_eq!(told, (&json!(live_cards), &expected), "{mode:?} {settings:?} {raw}");
    };

    check(Mode::Live, &fields, false, true, fields_of("pk_live_1")).await;
    check(Mode::Live, &[], false, false, Value::Null).await;
    check(Mode::Live, &[], true, true, Value::Null).await;
    check(Mode::Test, &fields, false, false, Value::Null).await;
    check(Mode::Test, &["--stripe-test-publishable-key", "pk_test_1"], false, false, fields_of("pk_test_1"))
        .await;
}

#[tokio::test]
async fn amounts_and_expiry_dates_may_be_numbers() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    let mut body = payment();
    body["amount"] = json!(645.5);
    body["cardDetails"]["expiryMonth"] = json!(7);
    body["cardDetails"]["expiryYear"] = json!(2031);

    gateway.visitor().post(PATH, body).await;

    let (_, asked) = gateway.fakes.calls::<AuthorisePaymentRequest>().remove(0);
    let card = asked.card.unwrap();
    assert_eq!((asked.amount.as_str(), card.expiry_month, card.expiry_year), ("645.5", 7, 2031));
}

#[tokio::test]
async fn a_card_number_in_the_place_of_an_id_goes_no_further_and_is_not_repeated() {
    let gateway = ready().await;
    let number = "4242-4242-4242-4242";
    for field in ["offerId", "paymentMethodId"] {
        let mut body = payment();
        body[field] = json!(number);

        let refused = gateway.visitor().post(PATH, body).await;

        assert_eq!(refused.told(), (422, "VALIDATION_ERROR"), "{field}");
        assert_eq!(refused.body["errors"][0]["field"], field);
        assert!(!refused.body.to_string().contains(number), "{field}");
    }
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
}

#[tokio::test]
async fn r006_without_an_offer_the_one_opened_last_is_meant() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    gateway.fakes.on(|_, _: GetOfferRequest| Ok(GetOfferResponse { offer: Some(samples::offer()) }));
    let mut body = payment();
    body.as_object_mut().unwrap().remove("offerId");
    let mut visitor = gateway.visitor();

    let before = visitor.post(PATH, body.clone()).await;
    visitor.get(&format!("/api/flights/offer/{OFFER}")).await;
    let after = visitor.post(PATH, body).await;

    assert_eq!(
        (before.told(), &before.body["errors"][0]["field"]),
        ((422, "VALIDATION_ERROR"), &json!("offerId"))
    );
    assert_eq!(after.body["success"], true);
    assert_eq!(gateway.fakes.calls::<AuthorisePaymentRequest>()[0].1.offer_id, OFFER);
}

#[tokio::test]
async fn payments_learn_how_the_visitor_stands_and_that_they_looked_at_an_offer() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    gateway.fakes.on(|_, _: GetOfferRequest| Ok(GetOfferResponse { offer: Some(samples::offer()) }));
    gateway.fakes.on(|context, _: ProveOfferViewRequest| {
        Ok(ProveOfferViewResponse { proof: format!("1-{}", context.session_id.unwrap()) })
    });
    gateway.fakes.on(|_, request: ResolveSessionRequest| {
        let standing = Standing { is_established: true, session_age_s: 86_400 };
        Ok(ResolveSessionResponse {
            session: Some(Session { user: Some(samples::user()), ..samples::guest_session(3) }),
            renewed: false,
            standing: request.with_standing.then_some(standing),
        })
    });
    let offer = format!("/api/flights/offer/{OFFER}");
    let (mut user, mut stranger) = (gateway.visitor_with(USER_TOKEN), gateway.visitor());

    user.post(PATH, payment()).await;
    user.get(&offer).await;
    user.post(PATH, payment()).await;
    stranger.post(PATH, payment()).await;

    let told = gateway.fakes.calls::<AuthorisePaymentRequest>().into_iter().map(|(_, asked)| {
        let visitor = asked.visitor.unwrap();
        (visitor.is_established, visitor.session_age_s, visitor.offer_view)
    });
    let proof = format!("1-{}", Uuid::from_u128(3));
    let expected =
        [(true, Some(86_400), String::new()), (true, Some(86_400), proof), (false, Some(0), String::new())];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn r001_refusals_are_answers_however_they_are_told() {
    let gateway = ready().await;
    for code in [
        "PAYMENT_FAILED",
        "CURRENCY_UNAVAILABLE",
        "PAYMENT_NOT_FOR_BOOKING",
        "NOT_A_TEST_CARD",
        "CARD_EXPIRED",
        "INVALID_CARD",
        "TOO_MANY_ATTEMPTS",
        "OFFER_NOT_VIEWED",
    ] {
        gateway.fakes.on(move |_, _: AuthorisePaymentRequest| {
            let refusal = Refusal {
                code: code.to_owned(),
                message: "No.".to_owned(),
                retry_after_s: Some(720),
                ..Refusal::default()
            };
            Ok(AuthorisePaymentResponse { payment: None, refusal: Some(refusal) })
        });
        let answer = gateway.visitor().post(PATH, payment()).await;
        assert_eq!(answer.status, 200, "{code}");
        let told = json!({
            "success": false, "error": code, "message": "No.", "price": null, "retryAfterSeconds": 720,
        });
        assert_eq!(answer.body, told);
    }
    let price = money::Money::parse("700.00", "USD").unwrap();
    gateway.fakes.on(move |_, _: AuthorisePaymentRequest| {
        Err::<AuthorisePaymentResponse, _>(service::Problem::price_changed(price).into())
    });

    let changed = gateway.visitor().post(PATH, payment()).await;

    assert_eq!((changed.status.as_u16(), &changed.body["error"]), (200, &json!("PRICE_CHANGED")));
    assert_eq!(changed.body["price"], json!({ "amount": "700.00", "currency": "USD" }));
}

#[tokio::test]
async fn bag04_a_bag_that_cannot_be_had_is_a_409_that_names_it_and_no_refused_card() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: AuthorisePaymentRequest| {
        let problem = service::Problem::new(Code::FailedPrecondition, "BAG_UNAVAILABLE", "A bag is gone.");
        let message = "This bag is not sold any more.".to_owned();
        let field = FieldViolation { field: "bags[1]".to_owned(), message, code: "taken".to_owned() };
        Err::<AuthorisePaymentResponse, _>(service::Problem { fields: vec![field], ..problem }.into())
    });

    let refused = gateway.visitor().post(PATH, payment()).await;

    assert_eq!(refused.told(), (409, "BAG_UNAVAILABLE"));
    let told = json!([{ "field": "bags[1]", "code": "taken", "message": "This bag is not sold any more." }]);
    assert_eq!(refused.body["errors"], told);
}

#[tokio::test]
async fn a_card_that_needs_work_gets_a_challenge_and_its_solution_is_passed_on() {
    let gateway = ready().await;
    gateway.fakes.on(|_, asked: AuthorisePaymentRequest| {
        let refusal = Refusal {
            code: "WORK_REQUIRED".to_owned(),
            message: "Please wait.".to_owned(),
            challenge: Some("{}".to_owned()),
            ..Refusal::default()
        };
        let payment = Payment { status: PaymentStatus::Authorised.into(), ..Payment::default() };
        let is_solved = asked.work == "solution";
        Ok(AuthorisePaymentResponse {
            payment: is_solved.then_some(payment),
            refusal: (!is_solved).then_some(refusal),
        })
    });
    let mut visitor = gateway.visitor();

    let asked = visitor.post(PATH, payment()).await;
    let mut body = payment();
    body["work"] = json!("solution");
    let paid = visitor.post(PATH, body).await;

    let told = json!({
        "success": false, "error": "WORK_REQUIRED", "message": "Please wait.", "price": null,
        "retryAfterSeconds": null, "challenge": "{}",
    });
    assert_eq!((asked.status.as_u16(), asked.body), (200, told));
    assert_eq!(paid.body["success"], true, "{}", paid.text);
}

#[tokio::test]
async fn what_is_no_refusal_is_an_error() {
    let gateway = ready().await;
    for (grpc, code, status) in [
        (Code::FailedPrecondition, "MODE_MISMATCH", 409),
        (Code::FailedPrecondition, "OFFER_EXPIRED", 410),
        (Code::InvalidArgument, "VALIDATION_ERROR", 422),
        (Code::Unavailable, "PAYMENT_PROVIDER_UNAVAILABLE", 503),
    ] {
        gateway.fakes.on(move |_, _: AuthorisePaymentRequest| {
            Err::<AuthorisePaymentResponse, _>(designed(grpc, code))
        });
        let answer = gateway.visitor().post(PATH, payment()).await;
        assert_eq!(answer.told(), (status, code));
    }
}

#[tokio::test]
async fn no_card_is_held_while_bookings_cannot_be_made() {
    let gateway = ready().await;
    authorising(&gateway.fakes, PaymentStatus::Authorised);
    gateway.fakes.are_ready(false);

    let refused = gateway.visitor().post(PATH, payment()).await;

    assert_eq!(refused.told(), (503, "SERVICE_UNAVAILABLE"));
    assert!(refused.text.contains("your card was not used"), "{}", refused.text);
    assert!(gateway.fakes.calls::<AuthorisePaymentRequest>().is_empty());
    gateway.fakes.are_ready(true);
    assert_eq!(gateway.visitor().post(PATH, payment()).await.status, 200);
}

#[tokio::test]
async fn an_authorisation_in_doubt_is_left_to_the_booking() {
    let gateway = ready().await;
    for (status, told) in [
        (PaymentStatus::Pending, json!("pending")),
        (PaymentStatus::RequiresAction, json!("requires_action")),
        (PaymentStatus::Captured, json!("authorised")),
    ] {
        authorising(&gateway.fakes, status);
        let answer = gateway.visitor().post(PATH, payment()).await;
        assert_eq!((&answer.body["success"], &answer.body["status"]), (&json!(true), &told));
    }
    for (status, code) in
        [(PaymentStatus::Voided, json!("PAYMENT_FAILED")), (PaymentStatus::Declined, json!("PAYMENT_FAILED"))]
    {
        authorising(&gateway.fakes, status);
        let answer = gateway.visitor().post(PATH, payment()).await;
        assert_eq!((&answer.body["success"], &answer.body["error"]), (&json!(false), &code));
    }
}

#[tokio::test]
async fn a_card_that_cannot_be_read_is_told_by_its_fields_alone() {
    let gateway = ready().await;
    let check = async |path: &[&str], value: Value, field: &str| {
        let mut body = payment();
        let target = path.iter().fold(&mut body, |value, name| &mut value[*name]);
        *target = value;
        let answer = gateway.visitor().post(PATH, body).await;
        assert_eq!(
            (answer.told(), &answer.body["errors"][0]["field"]),
            ((422, "VALIDATION_ERROR"), &json!(field))
        );
        assert!(!answer.text.contains("4242"), "{}", answer.text);
    };

    check(&["amount"], json!("a lot"), "amount").await;
    check(&["amount"], json!(null), "amount").await;
    check(&["cardDetails", "expiryYear"], json!("4242x"), "cardDetails.expiryYear").await;
    check(&["cardDetails", "number"], json!(4_242_424_242_424_242_u64), "cardDetails.number").await;
    check(&["cardDetails", "cvv"], json!({ "4242": 1 }), "cardDetails.cvv").await;
}
