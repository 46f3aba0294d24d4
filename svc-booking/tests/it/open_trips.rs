//! What would be lost to a brand's travellers without it.

use proto::booking::v1::CountOpenTripsRequest;
use service::{Mode, RequestContext};
use time::Duration;
use tonic::{Code, Status};

use crate::attention::lost;
use crate::cancelling::{booked, cancel};
use crate::fakes::airline::Placing;
use crate::harness::{Replica, World, administrator, signed_in};

/// How many trips of a brand are ahead, and how many are unsettled.
async fn count(replica: &Replica, context: &RequestContext, brand: &str) -> Result<(u32, u32), Status> {
    let request = context.request(CountOpenTripsRequest { brand: brand.into() });
    let answer = replica.attention.clone().count_open_trips(request).await?.into_inner();
    Ok((answer.ahead, answer.unsettled))
}

#[tokio::test]
async fn r021_a_trip_is_ahead_of_its_brands_travellers_until_they_have_landed() {
    let world = World::new().await;
    let (replica, _) = booked(&world).await;

    let booked = count(&replica, &administrator(), "default").await.unwrap();
    let elsewhere = count(&replica, &administrator(), "northwind").await.unwrap();
    // The trip ends on 2026-04-24.
    world.clock.advance(Duration::days(53));
    let travelling = count(&replica, &administrator(), "default").await.unwrap();
    world.clock.advance(Duration::days(2));
    let landed = count(&replica, &administrator(), "default").await.unwrap();

    assert_eq!((booked, travelling), ((1, 0), (1, 0)));
    assert_eq!((elsewhere, landed), ((0, 0), (0, 0)));
}

#[tokio::test]
async fn r021_a_cancelled_trip_that_was_paid_back_holds_no_brand() {
    let world = World::new().await;
    let (replica, booking) = booked(&world).await;

    cancel(&replica.client, &booking.id).await.unwrap();
    let cancelled = count(&replica, &administrator(), "default").await.unwrap();
    sqlx::query("update cancellation set stage = 'REFUND_SENT'").execute(&world.db.pool).await.unwrap();
    let refund_under_way = count(&replica, &administrator(), "default").await.unwrap();
    sqlx::query("update cancellation set stage = 'CONFIRM_UNKNOWN'").execute(&world.db.pool).await.unwrap();
    let in_doubt = count(&replica, &administrator(), "default").await.unwrap();

    assert_eq!((cancelled, refund_under_way, in_doubt), ((0, 0), (0, 1), (0, 1)));
}

#[tokio::test]
async fn r021_a_booking_whose_outcome_nobody_knows_is_unsettled() {
    let world = World::new().await;
    let replica = world.start().await;
    lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;

    assert_eq!(count(&replica, &administrator(), "default").await.unwrap(), (0, 1));
}

#[tokio::test]
async fn trips_of_test_mode_hold_nothing_while_the_system_is_live_and_live_ones_always_do() {
    let world = World::new().await;
    let (replica, _) = booked(&world).await;
    let mut live = administrator();
    live.mode = Mode::Live;

    let of_test_in_live = count(&replica, &live, "default").await.unwrap();
    sqlx::query("update booking set mode = 'live'").execute(&world.db.pool).await.unwrap();
    let of_live_in_live = count(&replica, &live, "default").await.unwrap();
    let of_live_in_test = count(&replica, &administrator(), "default").await.unwrap();

    assert_eq!((of_test_in_live, of_live_in_live, of_live_in_test), ((0, 0), (1, 0), (1, 0)));
}

#[tokio::test]
async fn r031_nobody_but_an_administrator_learns_the_number() {
    let world = World::new().await;
    let replica = world.start().await;
    let traveller = signed_in(1, uuid::Uuid::from_u128(7));

    let refused = count(&replica, &traveller, "default").await.unwrap_err();

    assert_eq!(refused.code(), Code::PermissionDenied);
}
