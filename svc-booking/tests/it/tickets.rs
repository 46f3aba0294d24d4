//! The airline's electronic tickets: known with the order, or found afterwards.

use proto::booking::v1::{Booking, CancelBookingRequest};
use time::Duration;

use crate::harness::{World, booking, create, get, guest};
use crate::mailbox::mails;

const LOOKED_FOR: &str = "select count(*) from booking where tickets_due_at is not null";
const DONE: &str = "select count(*) from booking where tickets_due_at is null and $1 = ''";

fn numbers(booking: &Booking) -> Vec<&str> {
    booking.passengers.iter().flat_map(|it| &it.ticket_numbers).map(String::as_str).collect()
}

#[tokio::test]
async fn everybodys_ticket_is_on_the_booking_and_in_the_mail() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let booked = response.booking.unwrap();
    assert_eq!(numbers(&booked), ["1250000000001", "1250000000002", "1250000000003"]);
    assert_eq!(numbers(&get(&replica.client, &guest(1), &booked.id).await.unwrap()), numbers(&booked));
    let html = mails(&world).await.remove(0).html;
    for body in [&html, &response.email_content] {
        assert!(body.contains("1250000000003"), "{body}");
    }
    assert_eq!(world.count(LOOKED_FOR).await, 0);
}

#[tokio::test]
async fn tickets_that_an_airline_gives_late_are_found() {
    let world = World::new().await;
    world.airline.will_ticket_later();
    let replica = world.start().await;
    let payment = world.services.authorise();

    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    let at_first = numbers(&booked).len();
    world.airline.give_tickets();
    world.clock.advance(Duration::minutes(2));
    // A replica looks when it starts.
    let _later = world.start().await;
    world.until(DONE, "", "the tickets").await;

    assert_eq!(at_first, 0);
    assert_eq!(numbers(&get(&replica.client, &guest(1), &booked.id).await.unwrap()).len(), 3);
}

#[tokio::test]
async fn a_number_that_was_told_stays_told_when_the_airline_leaves_it_out() {
    let world = World::new().await;
    world.airline.will_ticket_later();
    let replica = world.start().await;
    let payment = world.services.authorise();
    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    let told = serde_json::json!([{ "passenger_id": booked.passengers[0].id, "number": "1259999999999" }]);
    sqlx::query("update booking set tickets = $1").bind(told).execute(&world.db.pool).await.unwrap();

    world.airline.give_tickets();
    world.clock.advance(Duration::minutes(2));
    let _later = world.start().await;
    world.until(DONE, "", "the tickets").await;

    let found = get(&replica.client, &guest(1), &booked.id).await.unwrap();
    assert_eq!(numbers(&found), ["1259999999999", "1250000000001", "1250000000002", "1250000000003"]);
}

#[tokio::test]
async fn a_cancelled_trip_waits_for_no_tickets() {
    let world = World::new().await;
    world.airline.will_ticket_later();
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    assert_eq!(world.count(LOOKED_FOR).await, 1);
    let request = guest(1).request(CancelBookingRequest { booking_id: id, ..Default::default() });
    replica.client.clone().cancel_booking(request).await.unwrap();

    world.clock.advance(Duration::minutes(2));
    let _later = world.start().await;

    world.until(DONE, "", "the end of the search").await;
}
