//! What the traveller is written.

use proto::booking::v1::CancelBookingRequest;
use time::Duration;

use crate::fakes::airline::Placing;
use crate::harness::{World, booking, create, guest, settled};

async fn letters(world: &World) -> Vec<(String, String, String)> {
    sqlx::query_as("select recipient, subject, body_text from mail_outbox order by created_at, id")
        .fetch_all(&world.db.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn r028_the_confirmation_mail_is_the_text_of_the_answer() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut context = guest(1);
    context.public_url = Some("https://blue.example/?brand=blue".parse().unwrap());

    let response = create(&replica.client, &context, booking(&payment)).await.unwrap();

    let [(to, subject, text)] = &letters(&world).await[..] else { panic!("one letter") };
    assert_eq!(to, "ada@traveller.example");
    assert_eq!(subject, "Your booking RZPNX8 is confirmed");
    assert!(text.starts_with(&response.email_content));
    assert!(text.ends_with("https://blue.example/my-trips?brand=blue"), "{text}");
    assert!(!text.contains("CANARY") && !text.contains("1985"), "no documents in mail");
}

#[tokio::test]
async fn a_cancellation_is_confirmed_by_mail_once() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let request = guest(1).request(CancelBookingRequest { booking_id: id });
    replica.client.clone().cancel_booking(request).await.unwrap();

    let letters = letters(&world).await;
    assert_eq!(letters.len(), 2);
    assert!(letters[1].2.contains("645.00 GBP go back to the card"), "{}", letters[1].2);
}

#[tokio::test]
async fn who_was_told_at_once_that_it_failed_gets_no_mail_and_who_waited_does() {
    let told = World::new().await;
    let replica = told.start().await;
    told.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = told.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    assert!(letters(&told).await.is_empty());

    let waited = World::new().await;
    let replica = waited.start().await;
    waited.services.with(|books| books.claims.extend([crate::fakes::services::Trouble::Away; 3]));
    waited.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = waited.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    for times in 2..=3 {
        waited.until_asked(times).await;
        waited.clock.advance(Duration::seconds(30));
    }
    settled(&replica.client, &guest(1), &id).await;

    let letters = letters(&waited).await;
    assert_eq!(letters[0].1, "Your booking could not be made");
}
