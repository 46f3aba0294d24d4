//! What the airline does to orders by itself: most gladly to one that is just being cancelled from here.

use sandbox::Whim;
use svc_booking::domain::Booking;
use svc_booking::domain::saga::State;

use crate::world::World;

const MOST: u32 = 3;

/// Changes or cancels a few orders of trips that are paid for. Ends once it has.
pub async fn follow(world: World) -> anyhow::Result<()> {
    for _ in 0..world.dice.below(MOST) {
        let order = loop {
            tokio::time::sleep(world.dice.millis(200..=1_500)).await;
            if let Some(order) = chosen(&world) {
                break order;
            }
        };
        let whim = *world.dice.pick(&[Whim::Changes, Whim::Cancels]);
        world.providers.follow(whim, &order).await?;
    }
    Ok(())
}

fn chosen(world: &World) -> Option<String> {
    let trips = world.memory.bookings().into_iter().filter(|it| it.saga.state == State::Ticketed);
    let mut struck = trips.filter(|trip| world.dice.percent(if is_being_cancelled(trip) { 25 } else { 1 }));
    struck.find_map(|trip| trip.order).map(|order| order.id)
}

fn is_being_cancelled(trip: &Booking) -> bool {
    trip.cancellation.as_ref().is_some_and(|cancellation| !cancellation.stage.is_cancelled())
}
