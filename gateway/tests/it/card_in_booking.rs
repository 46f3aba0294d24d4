//! A card that comes with the booking, in place of a payment.

use proto::booking::v1::{BookingStatus, CreateBookingRequest, CreateBookingResponse};
use proto::payments::v1::{
    AuthorisePaymentRequest, AuthorisePaymentResponse, Payment, PaymentStatus, Refusal,
};
use serde_json::{Value, json};
use tonic::Code;

use crate::bookings::{PATH, ending, order, ready};
use crate::fakes::Fakes;
use crate::samples::{self, OFFER, designed};

fn card() -> Value {
    json!({ "number": "4242424242424242", "expiryMonth": 12, "expiryYear": 34, "cvv": "123", "holderName": "A B" })
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

#[tokio::test]
async fn r006_a_card_in_the_booking_becomes_a_payment_first() {
    let gateway = ready().await;
    authorising(&gateway.fakes);
    unpaid(&gateway.fakes);

    let answer = gateway.visitor().with("idempotency-key", "k1").post(PATH, order_with_card()).await;

    let (_, authorised) = gateway.fakes.calls::<AuthorisePaymentRequest>().remove(0);
    assert_eq!((authorised.idempotency_key.as_str(), authorised.amount.as_str()), ("k1", "645"));
    assert_eq!(authorised.seats[0].service_id, "ase_1");
    assert_eq!(authorised.bags, [samples::bag_selection()]);
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
