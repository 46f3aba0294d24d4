//! What the traveller is written.

use proto::booking::v1::{CancelBookingRequest, Letterhead};
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

    let mut request = booking(&payment);
    request.letterhead = Some(Letterhead { name: "Blue & Sons".into(), ..Letterhead::default() });
    let response = create(&replica.client, &context, request).await.unwrap();

    let [(to, subject, text)] = &letters(&world).await[..] else { panic!("one letter") };
    assert_eq!(to, "ada@traveller.example");
    assert_eq!(subject, "Your booking RZPNX8 is confirmed");
    assert_eq!(text, &response.email_content);
    let html = htmls(&world).await.remove(0);
    for body in [text, &html] {
        for link in ["https://blue.example/my-trips?brand=blue", "https://blue.example/trip?brand=blue"] {
            assert!(body.contains(link), "{body}");
        }
        assert!(!body.contains("CANARY") && !body.contains("1985"), "no documents in mail");
    }
    assert!(html.contains("Blue &#38; Sons") || html.contains("Blue &amp; Sons"), "{html}");
}

async fn htmls(world: &World) -> Vec<String> {
    let query = "select body_html from mail_outbox order by created_at, id";
    sqlx::query_scalar(query).fetch_all(&world.db.pool).await.unwrap()
}

#[tokio::test]
async fn r022_a_mail_names_flights_in_local_time_the_operator_and_the_bags() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let text = &letters(&world).await[0].2;
    for words in [
        "Outbound: London to London - Basic",
        "ZZ1234 ZZ Airways, operated by YY Airways",
        "from LHR Airport (LHR), terminal 2 Fri 24 Apr 2026 09:00",
        "to JFK Airport (JFK) Fri 24 Apr 2026 12:05",
        "included for each passenger:",
        "Ada Byron (adult)",
        "Total charged: 645.00 GBP",
        "Refund by the airline before departure: possible, for a fee of 40.00 GBP.",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[tokio::test]
async fn no_word_of_an_airline_or_a_brand_is_markup_in_a_mail() {
    let world = World::new().await;
    let replica = world.start().await;
    let attack = "<img src=x onerror=alert(1)>";
    world.services.with(|books| {
        let offer = books.quote.offer.as_mut().unwrap();
        offer.owner.as_mut().unwrap().name = attack.into();
        let slice = &mut offer.slices[0];
        slice.fare_brand_name = Some(attack.into());
        slice.origin.as_mut().unwrap().city_name = attack.into();
        slice.segments[0].operating_carrier.as_mut().unwrap().name = attack.into();
    });
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    let phone = "\"><script>".into();
    request.letterhead = Some(Letterhead {
        name: attack.into(),
        solid: "red;}".into(),
        on_solid: "#ffffff".into(),
        link: "#00000g".into(),
        phone,
        email: attack.into(),
    });

    create(&replica.client, &guest(1), request).await.unwrap();

    let html = htmls(&world).await.remove(0);
    for markup in ["<img", "<script", "red;}", "#00000g"] {
        assert!(!html.contains(markup), "{markup} in {html}");
    }
}

#[tokio::test]
async fn a_cancellation_is_confirmed_by_mail_once() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let request = guest(1).request(CancelBookingRequest { booking_id: id, shown_refund: None });
    replica.client.clone().cancel_booking(request).await.unwrap();

    let letters = letters(&world).await;
    assert_eq!(letters.len(), 2);
    assert!(letters[1].2.contains("645.00 GBP go back to the card"), "{}", letters[1].2);
    assert!(letters[1].2.contains("by 19 March 2026"), "{}", letters[1].2);
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
