//! Bookings that were made: read, cancelled, put on paper, and never somebody else's.

use proto::booking::v1::{
    AirlineCredit, BookedPassenger, Booking, BookingStatus, CancelBookingRequest, CancelBookingResponse,
    Cancellation, CancellationBreakdown, CancellationLine, CancellationPart, GetBookingRequest,
    GetBookingResponse, GetCalendarRequest, GetCalendarResponse, GetItineraryRequest, GetItineraryResponse,
    ListBookingsRequest, ListBookingsResponse, QuoteCancellationRequest, QuoteCancellationResponse,
};
use proto::flights::v1::Condition;
use serde_json::{Value, json};
use tonic::Code;
use uuid::Uuid;

use crate::bookings::ready;
use crate::harness::{GUEST_TOKEN, USER_TOKEN};
use crate::samples::{self, BOOKING, designed, usd};

const PATH: &str = "/api/bookings";

#[tokio::test]
async fn c004_the_list_is_for_signed_in_users_alone() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: ListBookingsRequest| {
        Ok(ListBookingsResponse { bookings: vec![samples::booking(BookingStatus::Confirmed)] })
    });

    let nobody = gateway.visitor().get(PATH).await;
    let guest = gateway.visitor_with(GUEST_TOKEN).get(PATH).await;
    let user = gateway.visitor_with(USER_TOKEN).get(PATH).await;

    for refused in [nobody, guest] {
        assert_eq!(refused.told(), (401, "NOT_AUTHENTICATED"));
        assert_eq!(refused.body["message"], "Not authenticated");
    }
    assert_eq!(user.body[0]["id"], BOOKING);
    assert_eq!(gateway.fakes.calls::<ListBookingsRequest>().len(), 1);
}

#[tokio::test]
async fn s166_a_bookings_data_are_json_in_a_string() {
    let gateway = ready().await;
    let cancellation = Cancellation {
        cancelled_at: "2026-03-02T09:00:00Z".to_owned(),
        refund: Some(usd(60_000)),
        refund_status: "pending".to_owned(),
        refund_to: "airline_credits".to_owned(),
        credit: Some(usd(4_500)),
        credits: vec![
            AirlineCredit {
                holder: "Amelia Earhart".to_owned(),
                name: "Future Flight Credit".to_owned(),
                code: "1252106312810".to_owned(),
                amount: Some(usd(4_500)),
                issued_on: "2026-03-02".to_owned(),
            },
            AirlineCredit::default(),
        ],
        awaits_credits: true,
        // Of a part that this gateway does not know.
        breakdown: Some(breakdown(CancellationPart::Unspecified)),
    };
    let mut booking =
        Booking { cancellation: Some(cancellation), ..samples::booking(BookingStatus::Cancelled) };
    let offer = booking.offer.as_mut().unwrap();
    offer.slices[0].fare_brand_name = Some("Basic".to_owned());
    offer.conditions.as_mut().unwrap().refund_before_departure =
        Some(Condition { allowed: false, ..Condition::default() });
    gateway.fakes.on(move |_, _: GetBookingRequest| {
        Ok(GetBookingResponse { booking: Some(booking.clone()), ..GetBookingResponse::default() })
    });

    let mut answer = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/{BOOKING}")).await;

    let mut data: Value = serde_json::from_str(answer.body["bookingData"].as_str().unwrap()).unwrap();
    answer.body["bookingData"] = json!("[data]");
    for slice in data["slices"].as_array_mut().unwrap() {
        slice["segments"] = json!("[segments]");
    }
    insta::assert_json_snapshot!("booking_record", answer.body);
    insta::assert_json_snapshot!("booking_data", data);
}

#[tokio::test]
async fn a_booked_infant_names_the_adult_of_the_lap() {
    let gateway = ready().await;
    let mut booking = samples::booking(BookingStatus::Confirmed);
    booking.passengers.push(BookedPassenger {
        id: "pas_2".to_owned(),
        r#type: "infant".to_owned(),
        associated_adult_id: Some("pas_1".to_owned()),
        ..BookedPassenger::default()
    });
    gateway.fakes.on(move |_, _: GetBookingRequest| {
        Ok(GetBookingResponse { booking: Some(booking.clone()), ..GetBookingResponse::default() })
    });

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/{BOOKING}")).await;

    let data: Value = serde_json::from_str(answer.body["bookingData"].as_str().unwrap()).unwrap();
    let passengers = data["passengers"].as_array().unwrap();
    let adults: Vec<_> = passengers.iter().map(|it| it["associated_adult_id"].as_str()).collect();
    assert_eq!(adults, [None, Some("pas_1")]);
}

/// Keeps 45.00 of one part.
fn breakdown(part: CancellationPart) -> CancellationBreakdown {
    CancellationBreakdown {
        lines: vec![CancellationLine { part: part.into(), amount: Some(usd(4_500)), kept: true }],
        kept: Some(usd(4_500)),
        kept_by_airline: Some(usd(0)),
        refunded: Some(usd(60_000)),
        credit: None,
    }
}

#[tokio::test]
async fn r010_somebody_elses_booking_is_not_found() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| {
        Err::<GetBookingResponse, _>(designed(Code::NotFound, "BOOKING_NOT_FOUND"))
    });
    gateway.fakes.on(|_, _: QuoteCancellationRequest| {
        Err::<QuoteCancellationResponse, _>(designed(Code::NotFound, "BOOKING_NOT_FOUND"))
    });
    gateway.fakes.on(|_, _: CancelBookingRequest| {
        Err::<CancelBookingResponse, _>(designed(Code::NotFound, "BOOKING_NOT_FOUND"))
    });
    let path = format!("{PATH}/{BOOKING}");

    for mut stranger in
        [gateway.visitor(), gateway.visitor_with(GUEST_TOKEN), gateway.visitor_with(USER_TOKEN)]
    {
        assert_eq!(stranger.get(&path).await.told(), (404, "BOOKING_NOT_FOUND"));
        assert_eq!(stranger.get(&format!("{path}/cancellation")).await.told(), (404, "BOOKING_NOT_FOUND"));
        assert_eq!(stranger.post_nothing(&format!("{path}/cancel")).await.told(), (404, "BOOKING_NOT_FOUND"));
        assert_eq!(stranger.get(&format!("{PATH}/ord_1")).await.told(), (404, "BOOKING_NOT_FOUND"));
    }

    let asked = gateway.fakes.calls::<GetBookingRequest>();
    assert_eq!(asked.len(), 2, "a visitor without a session has nothing to ask about");
    let user = [format!("user:{}", Uuid::from_u128(100)), format!("session:{}", Uuid::from_u128(3))];
    assert_eq!(asked[1].0.principals(), user, "what they made as a guest stays theirs");
}

#[tokio::test]
async fn r010_a_cancellation_has_no_body_and_tells_the_refund() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: QuoteCancellationRequest| {
        Ok(QuoteCancellationResponse {
            available: true,
            paid: Some(usd(64_500)),
            refund: Some(usd(60_000)),
            fare_refund: Some(usd(60_000)),
            markup_refund: None,
            fee: Some(usd(4_500)),
            refund_to: "card".to_owned(),
            expires_at: "2026-03-01T13:00:00Z".to_owned(),
            breakdown: Some(breakdown(CancellationPart::ServiceFee)),
            extras: Some(usd(7_500)),
        })
    });
    gateway.fakes.on(|_, _: CancelBookingRequest| {
        let cancellation = Cancellation {
            refund: Some(usd(60_000)),
            refund_to: "voucher".to_owned(),
            credit: Some(usd(4_500)),
            ..Cancellation::default()
        };
        let booking = samples::booking(BookingStatus::Cancelled);
        let booking = Some(Booking { cancellation: Some(cancellation), ..booking });
        Ok(CancelBookingResponse { booking, message: "Your booking has been cancelled.".to_owned() })
    });
    let mut visitor = gateway.visitor_with(GUEST_TOKEN);

    let quote = visitor.get(&format!("{PATH}/{BOOKING}/cancellation")).await;
    let cancelled = visitor.post_nothing(&format!("{PATH}/{BOOKING}/cancel")).await;

    insta::assert_json_snapshot!("cancellation_quote", quote.body);
    assert_eq!(
        cancelled.body,
        json!({
            "success": true, "message": "Your booking has been cancelled.",
            "refund": { "amount": "600.00", "currency": "USD" }, "refundTo": "voucher",
            "credit": { "amount": "45.00", "currency": "USD" }, "breakdown": null,
        })
    );
}

#[tokio::test]
async fn bag06_a_cancellation_says_what_of_it_is_for_bags() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: QuoteCancellationRequest| {
        let breakdown = Some(breakdown(CancellationPart::Bags));
        Ok(QuoteCancellationResponse { available: true, breakdown, ..QuoteCancellationResponse::default() })
    });

    let quote = gateway.visitor_with(GUEST_TOKEN).get(&format!("{PATH}/{BOOKING}/cancellation")).await;

    let line = json!({ "part": "bags", "amount": { "amount": "45.00", "currency": "USD" }, "kept": true });
    assert_eq!(quote.body["breakdown"]["lines"], json!([line]));
}

#[tokio::test]
async fn r037_what_the_traveller_was_shown_goes_with_their_cancellation() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: CancelBookingRequest| {
        Ok(CancelBookingResponse {
            booking: Some(samples::booking(BookingStatus::Cancelled)),
            ..CancelBookingResponse::default()
        })
    });
    let path = format!("{PATH}/{BOOKING}/cancel");
    let mut visitor = gateway.visitor_with(GUEST_TOKEN);

    let dollars = |amount: &str| json!({ "amount": amount, "currency": "USD" });
    let shown = json!({ "refund": dollars("600.00"), "credit": dollars("40.00") });
    let cancelled = visitor.post(&path, shown).await;
    let silent = visitor.post(&path, Value::Null).await;
    let strange = visitor.post(&path, json!({ "credit": { "amount": "600.00", "currency": "??" } })).await;

    assert_eq!((cancelled.status.as_u16(), silent.status.as_u16()), (200, 200));
    let asked = gateway.fakes.calls::<CancelBookingRequest>();
    let shown: Vec<_> =
        asked.into_iter().map(|(_, asked)| (asked.shown_refund, asked.shown_credit)).collect();
    assert_eq!(shown, [(Some(usd(60_000)), Some(usd(4_000))), (None, None)]);
    assert_eq!(strange.told(), (422, "VALIDATION_ERROR"));
}

#[tokio::test]
async fn r010_the_calendar_is_a_file_for_those_who_may_read_the_booking() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetCalendarRequest| {
        let content = "BEGIN:VCALENDAR\r\n".to_owned();
        Ok(GetCalendarResponse { content, name: "trip-RZPNX8".to_owned() })
    });
    let path = format!("{PATH}/{BOOKING}/calendar.ics");

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&path).await;
    let nobody = gateway.visitor().get(&path).await;

    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "BEGIN:VCALENDAR\r\n"));
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8; method=PUBLISH");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"trip-RZPNX8.ics\"");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(nobody.told(), (404, "BOOKING_NOT_FOUND"));
}

#[tokio::test]
async fn r010_the_itinerary_is_a_file_for_those_who_may_read_the_booking() {
    let gateway = ready().await;
    gateway.fakes.on(|_, _: GetItineraryRequest| {
        Ok(GetItineraryResponse { content: b"%PDF-1.7".to_vec(), name: "trip-RZPNX8".to_owned() })
    });
    let path = format!("{PATH}/{BOOKING}/itinerary.pdf");

    let answer = gateway.visitor_with(GUEST_TOKEN).get(&path).await;
    let nobody = gateway.visitor().get(&path).await;

    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, "%PDF-1.7"));
    assert_eq!(answer.header("content-type"), "application/pdf");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"trip-RZPNX8.pdf\"");
    assert_eq!(nobody.told(), (404, "BOOKING_NOT_FOUND"));
}
