//! Rows that an earlier release stored are read as that release would have, and it reads those that are stored now.

use proto::booking::v1::CancelBookingRequest;

use crate::fakes::airline::Placing;
use crate::fakes::services::Trouble;
use crate::harness::{World, booking, booking_with_bags, create, failure, get, guest};
use crate::mailbox::mails;

#[tokio::test]
async fn a_card_that_an_earlier_release_stored_as_a_sentence_is_named_in_a_mail() {
    let world = World::new().await;
    let replica = world.start().await;
    let request = booking(&world.services.authorise());
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    let as_stored =
        "update booking set card = 'Mastercard ending 4444', card_brand = null, card_last4 = null";
    sqlx::query(as_stored).execute(&world.db.pool).await.unwrap();

    let request = guest(1).request(CancelBookingRequest { booking_id: id, ..Default::default() });
    replica.client.clone().cancel_booking(request).await.unwrap();

    let text = mails(&world).await.remove(1).text;
    assert!(text.contains("Paid: £645 (Mastercard ending 4444)"), "{text}");
}

#[tokio::test]
async fn a_failure_that_an_earlier_release_stored_as_a_sentence_is_told_as_it_was() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.claims.push_back(Trouble::Refused));
    let request = booking(&world.services.authorise());
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    let earlier = "Your card was declined. Nothing has been charged.";

    let as_stored = "update booking set failure_reason = null, failure_message = $1";
    sqlx::query(as_stored).bind(earlier).execute(&world.db.pool).await.unwrap();

    let failure = get(&replica.client, &guest(1), &id).await.unwrap().failure.unwrap();
    assert_eq!((failure.message.as_str(), failure.reason.as_str()), (earlier, ""));
}

#[tokio::test]
async fn a_bag_that_was_refused_is_stored_under_a_code_that_the_last_release_reads() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "ancillary_service_not_available")]);
    let request = booking_with_bags(&world.services.authorise(), 1);

    let failed = create(&replica.client, &guest(1), request).await.unwrap();

    assert_eq!(failure(&failed), "BAG_UNAVAILABLE");
    let stored = "select count(*) from booking
        where failure_code = 'BOOKING_FAILED' and failure_reason = 'bag_unavailable'";
    assert_eq!(world.count(stored).await, 1);
}
