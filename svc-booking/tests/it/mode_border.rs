//! What was bought in one mode is not there in the other, for its own buyer either.

use proto::booking::v1::{
    AbandonBookingRequest, CancelBookingRequest, ClaimBookingRequest, GetBookingRequest, GetCalendarRequest,
    GetItineraryRequest, GetTypedPassengersRequest, ListBookingsRequest, QuoteCancellationRequest,
};
use service::{Mode, RequestContext};
use tonic::Code;

use crate::cancelling::booked;
use crate::fakes::services::ACCOUNT;
use crate::harness::{Client, World, get, signed_in};

/// What every call that names a booking is refused with.
async fn refusals(client: &Client, context: &RequestContext, id: &str) -> [Code; 8] {
    let booking_id = || id.to_owned();
    let read =
        context.request(GetBookingRequest { booking_id: booking_id(), ..GetBookingRequest::default() });
    let cancel = CancelBookingRequest { booking_id: booking_id(), ..CancelBookingRequest::default() };
    let cancel = context.request(cancel);
    let abandon = context.request(AbandonBookingRequest { booking_id: booking_id() });
    let typed = context.request(GetTypedPassengersRequest { booking_id: booking_id() });
    let quote = context.request(QuoteCancellationRequest { booking_id: booking_id() });
    let claim = context.request(ClaimBookingRequest { booking_id: booking_id() });
    let calendar = context.request(GetCalendarRequest { booking_id: booking_id() });
    let itinerary = context.request(GetItineraryRequest { booking_id: booking_id() });
    let mut client = client.clone();
    [
        client.get_booking(read).await.unwrap_err().code(),
        client.cancel_booking(cancel).await.unwrap_err().code(),
        client.abandon_booking(abandon).await.unwrap_err().code(),
        client.get_typed_passengers(typed).await.unwrap_err().code(),
        client.quote_cancellation(quote).await.unwrap_err().code(),
        client.claim_booking(claim).await.unwrap_err().code(),
        client.get_calendar(calendar).await.unwrap_err().code(),
        client.get_itinerary(itinerary).await.unwrap_err().code(),
    ]
}

async fn listed(client: &Client, context: &RequestContext) -> usize {
    let answer = client.clone().list_bookings(context.request(ListBookingsRequest {})).await.unwrap();
    answer.into_inner().bookings.len()
}

#[tokio::test]
async fn r001_mode_border_no_call_finds_a_booking_of_the_other_mode() {
    let world = World::new().await;
    let (replica, trip) = booked(&world).await;
    let buyer = signed_in(1, ACCOUNT);
    let mut live = buyer.clone();
    live.mode = Mode::Live;
    assert_eq!(get(&replica.client, &buyer, &trip.id).await.unwrap().id, trip.id);

    let of_test_in_live = refusals(&replica.client, &live, &trip.id).await;
    assert_eq!((of_test_in_live, listed(&replica.client, &live).await), ([Code::NotFound; 8], 0));

    sqlx::query("update booking set mode = 'live'").execute(&world.db.pool).await.unwrap();
    let of_live_in_test = refusals(&replica.client, &buyer, &trip.id).await;
    assert_eq!((of_live_in_test, listed(&replica.client, &buyer).await), ([Code::NotFound; 8], 0));
}
