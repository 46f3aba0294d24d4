//! Who sees which booking.

use proto::booking::v1::{CancelBookingRequest, ListBookingsRequest, QuoteCancellationRequest};
use service::{Mode, RequestContext};
use tonic::Code;
use uuid::Uuid;

use crate::fakes::airline::Placing;
use crate::fakes::services::ACCOUNT;
use crate::harness::{Client, World, booking, create, get, guest, signed_in};

async fn list(client: &Client, context: &RequestContext) -> Vec<String> {
    let listed = client.clone().list_bookings(context.request(ListBookingsRequest {})).await.unwrap();
    listed.into_inner().bookings.into_iter().map(|booking| booking.id).collect()
}

#[tokio::test]
async fn r010_anybody_elses_booking_is_not_found() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    let elsewhere = |change: fn(&mut RequestContext)| {
        let mut context = guest(1);
        change(&mut context);
        context
    };

    let strangers = [
        guest(2),
        signed_in(2, Uuid::from_u128(9)),
        elsewhere(|context| context.brand = "northwind".into()),
        elsewhere(|context| context.mode = Mode::Live),
        elsewhere(|context| context.session_id = None),
    ];
    for stranger in strangers {
        let quote = stranger.request(QuoteCancellationRequest { booking_id: id.clone() });
        let cancel = stranger.request(CancelBookingRequest { booking_id: id.clone(), shown_refund: None });
        let codes = [
            get(&replica.client, &stranger, &id).await.unwrap_err().code(),
            replica.client.clone().quote_cancellation(quote).await.unwrap_err().code(),
            replica.client.clone().cancel_booking(cancel).await.unwrap_err().code(),
        ];
        assert_eq!(codes, [Code::NotFound; 3], "{stranger:?}");
    }
    assert_eq!(get(&replica.client, &guest(1), "not an id").await.unwrap_err().code(), Code::NotFound);
    assert!(get(&replica.client, &guest(1), &id).await.is_ok());
}

#[tokio::test]
async fn the_account_that_was_made_sees_the_booking_and_so_does_the_session() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let elsewhere = signed_in(7, ACCOUNT);

    assert!(get(&replica.client, &elsewhere, &id).await.is_ok());
    assert!(get(&replica.client, &guest(1), &id).await.is_ok());
    assert_eq!(list(&replica.client, &elsewhere).await, [id]);
    assert!(list(&replica.client, &signed_in(1, Uuid::from_u128(9))).await.is_empty());
}

#[tokio::test]
async fn r030_a_booking_that_failed_leaves_the_list_and_can_still_be_read() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();
    let traveller = signed_in(1, ACCOUNT);

    let failed = create(&replica.client, &traveller, booking(&payment)).await.unwrap().booking.unwrap();

    assert!(list(&replica.client, &traveller).await.is_empty());
    let read = get(&replica.client, &traveller, &failed.id).await.unwrap();
    assert_eq!(read.failure.unwrap().code, "BOOKING_FAILED");
}

#[tokio::test]
async fn a_guest_has_no_list() {
    let world = World::new().await;
    let replica = world.start().await;

    let refused = replica.client.clone().list_bookings(guest(1).request(ListBookingsRequest {})).await;

    assert_eq!(refused.unwrap_err().code(), Code::Unauthenticated);
}
