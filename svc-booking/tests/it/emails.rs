//! What the traveller is written.

use proto::booking::v1::{CancelBookingRequest, CreateBookingRequest};
use proto::common::v1::Letterhead;
use proto::flights::v1::{Place, Slice};
use service::{Mode, RequestContext};
use time::Duration;

use crate::fakes::airline::Placing;
use crate::guest_links::open;
use crate::harness::{World, booking, booking_with_bags, code, create, finished, guest, signed_in};
use crate::mailbox::{files, mails};

async fn emails(world: &World) -> Vec<(String, String, String)> {
    mails(world).await.into_iter().map(|mail| (mail.recipient, mail.subject, mail.text)).collect()
}

#[tokio::test]
async fn r028_the_confirmation_mail_is_the_text_of_the_answer_with_a_link_that_opens_the_trip() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut context = guest(1);
    context.public_url = Some("https://blue.example/?brand=blue".parse().unwrap());

    let mut request = booking(&payment);
    request.letterhead = Some(Letterhead { name: "Blue & Sons".into(), ..Letterhead::default() });
    let response = create(&replica.client, &context, request).await.unwrap();

    let [(to, subject, text)] = &emails(&world).await[..] else { panic!("one email") };
    assert_eq!(to, "ada@traveller.example");
    assert_eq!(subject, "Your booking RZPNX8 is confirmed");
    let link = text.strip_prefix(&response.email_content).expect("the answer's text comes first");
    let html = htmls(&world).await.remove(0);
    for body in [text, &html] {
        assert!(body.contains("https://blue.example/trip?brand=blue"), "{body}");
        assert!(!body.contains("/my-trips"), "a guest has no list: {body}");
        assert!(!body.contains("account"), "the mail about it knows whether there was one: {body}");
        assert!(!body.contains("CANARY") && !body.contains("1985"), "no documents in mail");
    }
    assert!(html.contains("Blue &#38; Sons") || html.contains("Blue &amp; Sons"), "{html}");
    let token = link.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
    assert!(html.contains(&format!("/trip?brand=blue#token={token}")), "{html}");
    let opened = open(&replica.client, &guest(2), token).await.unwrap();
    assert_eq!(opened, response.booking.unwrap().id);
}

#[tokio::test]
async fn the_link_of_a_confirmation_opens_for_a_week_and_only_once() {
    for (days, session, expected) in [(6, 3, "TOKEN_INVALID"), (8, 2, "TOKEN_INVALID")] {
        let world = World::new().await;
        let replica = world.start().await;
        let payment = world.services.authorise();
        create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
        let text = emails(&world).await.remove(0).2;
        let token = text.split_once("#token=").unwrap().1.split_whitespace().next().unwrap().to_owned();

        world.clock.advance(Duration::days(days));
        if days < 7 {
            open(&replica.client, &guest(2), &token).await.unwrap();
        }
        let refused = open(&replica.client, &guest(session), &token).await.unwrap_err();

        assert_eq!(code(&refused), expected);
    }
}

#[tokio::test]
async fn users_find_their_trip_in_their_list_and_get_no_link() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let user = signed_in(1, uuid::Uuid::from_u128(7));

    create(&replica.client, &user, booking(&payment)).await.unwrap();

    let text = emails(&world).await.remove(0).2;
    assert!(text.contains("/my-trips") && !text.contains("#token="), "{text}");
    assert_eq!(world.count("select count(*) from guest_link").await, 0);
}

#[tokio::test]
async fn a_brand_signs_its_mails_and_is_answered() {
    let world = World::new().await;
    let replica = world.start().await;
    let mut request = booking(&world.services.authorise());
    let look = Letterhead { name: "Blue".into(), email: "help@blue.example".into(), ..Letterhead::default() };
    request.letterhead = Some(look);

    create(&replica.client, &guest(1), request).await.unwrap();

    assert_eq!(world.count("select count(*) from mail_outbox where sender_name = 'Blue'").await, 1);
    assert_eq!(mails(&world).await[0].reply_to.as_deref(), Some("help@blue.example"));
}

async fn htmls(world: &World) -> Vec<String> {
    mails(world).await.into_iter().map(|mail| mail.html).collect()
}

fn live(world: &World) -> (RequestContext, CreateBookingRequest) {
    in_mode(Mode::Live, world)
}

fn in_mode(mode: Mode, world: &World) -> (RequestContext, CreateBookingRequest) {
    let mut context = guest(1);
    context.mode = mode;
    let mut request = booking(&world.services.authorise());
    request.expected_mode = mode.into();
    (context, request)
}

/// A flight within Britain in the place of the one to New York.
fn stay_in_the_country(slice: &mut Slice) {
    let place = |code: &str| Place { iata_code: code.into(), country_code: "GB".into(), ..Place::default() };
    let (from, to) = (Some(place("LHR")), Some(place("MAN")));
    (slice.origin, slice.destination) = (from.clone(), to.clone());
    (slice.segments[0].origin, slice.segments[0].destination) = (from, to);
}

const PASSPORTS: &str = "Please check what passports and visas your trip needs.";

#[tokio::test]
async fn a_mail_speaks_of_passports_where_the_trip_crosses_a_border() {
    for crosses in [true, false] {
        let world = World::new().await;
        let replica = world.start().await;
        world.services.with(|books| {
            let offer = books.quote.offer.as_mut().unwrap();
            offer.passenger_identity_documents_required = false;
            if !crosses {
                stay_in_the_country(&mut offer.slices[0]);
            }
        });
        let (context, request) = live(&world);

        create(&replica.client, &context, request).await.unwrap();

        let bodies = [emails(&world).await.remove(0).2, htmls(&world).await.remove(0)];
        for body in bodies {
            assert_eq!(body.contains(PASSPORTS), crosses, "{body}");
        }
    }
}

#[tokio::test]
async fn see01_a_mail_says_what_each_traveler_emits_or_that_it_is_not_stated() {
    for (kg, value) in [(Some(474), "474 kg each"), (Some(1157), "1,157 kg each"), (None, "Not stated")] {
        let world = World::new().await;
        let replica = world.start().await;
        world.services.with(|books| books.quote.offer.as_mut().unwrap().emissions_kg_per_traveller = kg);
        let (context, request) = live(&world);

        create(&replica.client, &context, request).await.unwrap();

        let text = emails(&world).await.remove(0).2;
        assert!(text.contains(&format!("CO2: {value}")), "{text}");
        let html = htmls(&world).await.remove(0);
        assert!(html.contains(&format!("CO2</th><td>{value}</td>")), "{html}");
    }
}

const LAP_INFANT_BAGS: &str = "Bags are for travelers with their own seat.";

#[tokio::test]
async fn r022_a_mail_names_flights_in_local_time_the_operator_and_the_bags() {
    let world = World::new().await;
    let replica = world.start().await;
    let (context, request) = live(&world);

    create(&replica.client, &context, request).await.unwrap();

    let text = &emails(&world).await[0].2;
    for words in [
        "Outbound: London to London - Basic",
        "ZZ 1234 ZZ Airways, operated by YY Airways",
        "Fri, Apr 24, 2026 09:00 from LHR Airport (LHR), terminal 2",
        "Fri, Apr 24, 2026 12:05 to JFK Airport (JFK)",
        "Bags for each passenger:",
        LAP_INFANT_BAGS,
        "Ada Byron, Adult",
        "Joan Byron, Infant, on Ada's lap",
        "Base fare: £565.02",
        "Taxes and fees: £79.98",
        "Cancel before departure: Allowed for £40",
        "Total charged: £645\nPaid with: Visa ending 4242\nIncludes our £120.70 booking fee, refunded if you cancel online within 24 hours.",
        "Online check-in opens with ZZ Airways 24-48 hours before departure.",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let html = htmls(&world).await.remove(0);
    assert!(html.contains("Paid with</th><td>Visa ending 4242</td>"), "{html}");
    assert!(html.contains(LAP_INFANT_BAGS), "{html}");
    assert!(html.contains(">Joan Byron</td><td>Infant, on Ada"), "{html}");
    assert!(
        html.contains("<strong>09:00</strong><br>LHR<") && html.contains("<strong>12:05</strong><br>JFK<"),
        "{html}"
    );
}

#[tokio::test]
async fn bag05_a_bag_is_a_line_of_its_own_in_the_mail_of_a_confirmation() {
    let world = World::new().await;
    let replica = world.start().await;
    let (context, request) = live(&world);
    let payment = request.payment_id;
    let request = CreateBookingRequest { expected_mode: Mode::Live.into(), ..booking_with_bags(&payment, 2) };

    create(&replica.client, &context, request).await.unwrap();

    let (text, html) = (emails(&world).await.remove(0).2, htmls(&world).await.remove(0));
    let bag = "2 checked bags, 23 kg, outbound flight, Ada Byron";
    assert!(text.contains(&format!("\n{bag}: £60\nTotal charged: £705\n")), "{text}");
    assert!(html.contains(&format!(">{bag}</th><td>£60</td>")), "{html}");
    let on_flight = "2 checked bags, 23 kg, Ada Byron";
    assert!(text.contains(&format!("\n    Extra bags: {on_flight}\n")), "{text}");
    assert!(html.contains(&format!(">Extra bags</th><td>{on_flight}</td>")), "{html}");
    assert!(!text.contains("Seats"), "bags are no seats: {text}");
}

#[tokio::test]
async fn the_mails_of_a_test_booking_say_that_it_is_one_and_those_of_a_real_one_do_not() {
    let words = "This is a test booking. Its ticket numbers are not real, and no card was really charged.";
    let real = ["manage your trip on the airline", "Online check-in", "Total charged", PASSPORTS];
    for mode in [Mode::Test, Mode::Live] {
        let world = World::new().await;
        let replica = world.start().await;
        let (context, request) = in_mode(mode, &world);

        let id = create(&replica.client, &context, request).await.unwrap().booking.unwrap().id;
        let cancel = context.request(CancelBookingRequest { booking_id: id, ..Default::default() });
        replica.client.clone().cancel_booking(cancel).await.unwrap();

        let texts = emails(&world).await.into_iter().map(|(_, _, text)| text);
        let bodies: Vec<String> = texts.chain(htmls(&world).await).collect();
        assert_eq!(bodies.len(), 4, "a confirmation and a cancellation, each as text and HTML");
        for body in bodies {
            assert_eq!(body.contains(words), mode == Mode::Test, "{mode:?}: {body}");
        }
        let confirmed = [&emails(&world).await[0].2, &htmls(&world).await[0]].map(String::clone);
        for (body, sentence) in confirmed.iter().flat_map(|body| real.map(|sentence| (body, sentence))) {
            assert_eq!(body.contains(sentence), mode == Mode::Live, "{mode:?}: {sentence} in {body}");
        }
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
        postal_address: attack.into(),
        logo: "javascript:alert(1)".into(),
    });

    create(&replica.client, &guest(1), request).await.unwrap();

    let html = htmls(&world).await.remove(0);
    for markup in ["<img", "<script", "red;}", "#00000g", "javascript:"] {
        assert!(!html.contains(markup), "{markup} in {html}");
    }
}

#[tokio::test]
async fn the_mails_of_a_trip_draw_its_way_and_end_with_the_address_of_the_brand() {
    let address = "Blue Ltd, 1 Pine St, Boston, MA 02210";
    let world = World::new().await;
    let replica = world.start().await;
    let mut request = booking(&world.services.authorise());
    request.letterhead = Some(Letterhead {
        name: "Blue".into(),
        link: "#004488".into(),
        postal_address: address.into(),
        ..Letterhead::default()
    });

    let response = create(&replica.client, &guest(1), request).await.unwrap();
    let id = response.booking.unwrap().id;
    let cancel = guest(1).request(CancelBookingRequest { booking_id: id, ..Default::default() });
    replica.client.clone().cancel_booking(cancel).await.unwrap();

    let (texts, htmls) = (emails(&world).await, htmls(&world).await);
    for (html, path) in [(&htmls[0], "#004488"), (&htmls[1], "#7d8a92")] {
        let (from, to) = (">LHR</td>", ">JFK</td>");
        assert!(html.contains(from) && html.contains(to), "{html}");
        assert!(html.contains(&format!("border-top: 2px solid {path}")), "{html}");
        assert!(html.contains("<br>Fri, Apr 24, 2026, nonstop</p>"), "{html}");
        assert!(html.contains(&format!("<br>{address}")), "{html}");
    }
    for (_, _, text) in texts {
        assert_eq!(text.trim_end().lines().next_back(), Some(address), "{text}");
    }
    assert!(!response.email_content.contains(address), "the page has a foot of its own");
}

async fn with_a_cancelled_trip() -> World {
    let world = World::new().await;
    cancel_a_trip(&world).await;
    world
}

async fn cancel_a_trip(world: &World) {
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    let request = guest(1).request(CancelBookingRequest { booking_id: id, ..Default::default() });
    replica.client.clone().cancel_booking(request).await.unwrap();
}

#[tokio::test]
async fn a_cancellation_is_confirmed_by_mail_once() {
    let world = with_a_cancelled_trip().await;

    let emails = emails(&world).await;
    assert_eq!(emails.len(), 2);
    assert!(emails[1].2.contains("£645 goes back to your card"), "{}", emails[1].2);
    assert!(emails[1].2.contains("Expect it by Thu, Mar 19, 2026"), "{}", emails[1].2);
    assert!(emails[1].2.contains("\nRefund to your card: £645\n"), "{}", emails[1].2);
    assert!(!emails[1].2.contains("Not refunded"), "{}", emails[1].2);
}

#[tokio::test]
async fn r037_the_mail_of_a_cancellation_says_who_keeps_and_who_returns_what() {
    let world = World::new().await;
    world.airline.will_refund(Some(("400.00", "balance")));

    cancel_a_trip(&world).await;

    let text = emails(&world).await.remove(1).2;
    let html = htmls(&world).await.remove(1);
    let kept = "Not refunded: £124.30\n  The airline keeps: £124.30\nRefund to your card: £520.70\n";
    let returned = "  From the airline: £400\n  Our booking fee: £120.70\n";
    assert!(text.contains(&format!("{kept}{returned}")), "{text}");
    for row in ["The airline keeps</td><td>£124.30", "Our booking fee</td><td>£120.70"] {
        assert!(html.contains(row), "{html}");
    }
}

#[tokio::test]
async fn r037_the_mail_of_a_cancellation_names_the_sum_of_the_airlines_credit() {
    for (to, label, words) in [
        ("airline_credits", "Airline credit: £500", "gives you £500 as airline credit for its flights."),
        ("voucher", "Airline voucher: £500", "gives you £500 as a voucher for its flights."),
    ] {
        let world = World::new().await;
        world.airline.will_refund(Some(("500.00", to)));

        cancel_a_trip(&world).await;

        let text = emails(&world).await.remove(1).2;
        let html = htmls(&world).await.remove(1);
        assert!(text.contains(label) && text.contains(words), "{text}");
        assert!(html.contains("<strong>£500</strong>") && html.contains(words), "{html}");
        assert!(text.contains("£120.70 goes back to your card"), "{text}");
    }
}

#[tokio::test]
async fn who_was_told_at_once_that_it_failed_gets_no_mail_and_who_waited_does() {
    let told = World::new().await;
    let replica = told.start().await;
    told.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = told.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    assert!(emails(&told).await.is_empty());

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
    finished(&replica.client, &guest(1), &id).await;

    let emails = emails(&waited).await;
    assert_eq!(emails[0].1, "We couldn't complete your booking");
    for words in [
        "Hi Ada",
        "We couldn't book London to London on Fri, Apr 24, 2026 for £645.",
        "You don't have a booking on these flights.",
        "Your card: You haven't been charged. We've released the hold of £645 on your card. Any pending charge will \
         disappear within a few days, by Sun, Mar 8, 2026 at the latest.",
        "Search again: http",
    ] {
        assert!(emails[0].2.contains(words), "{words} in {}", emails[0].2);
    }
}

#[tokio::test]
async fn a_mail_about_a_hold_that_has_ended_promises_no_day_that_is_over() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.claims.extend([crate::fakes::services::Trouble::Away; 2]));
    let mut request = booking(&world.services.authorise());
    request.wait_ms = 0;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_asked(2).await;

    world.clock.advance(Duration::days(8));
    finished(&replica.client, &guest(1), &id).await;

    let text = emails(&world).await.remove(0).2;
    assert!(text.contains("Any pending charge will disappear within a few days.\n"), "{text}");
    assert!(!text.contains("Mar 8"), "{text}");
}

fn has(content: &[u8], words: &str) -> bool {
    String::from_utf8_lossy(content).contains(words)
}

#[tokio::test]
async fn the_confirmation_carries_the_itinerary_and_the_flights_for_a_calendar() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();

    let response = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();

    let [(paper, paper_type, pdf), (flights, flights_type, calendar)] = &files(&world).await[..] else {
        panic!("two files")
    };
    assert_eq!((paper.as_str(), paper_type.as_str()), ("trip-RZPNX8.pdf", "application/pdf"));
    assert!(pdf.starts_with(b"%PDF") && has(pdf, "Itinerary RZPNX8"));
    assert_eq!(flights, "trip-RZPNX8.ics");
    assert_eq!(flights_type, "text/calendar; charset=utf-8; method=PUBLISH");
    assert!(has(calendar, "STATUS:CONFIRMED"));
    let said = "Attached: your itinerary (PDF) and the flights for your calendar.";
    assert!(emails(&world).await[0].2.contains(said) && htmls(&world).await[0].contains(said));
    assert!(!response.email_content.contains(said), "a page has no files");
}

#[tokio::test]
async fn the_mail_of_a_cancellation_tells_the_calendar_that_the_flights_are_cancelled() {
    let world = with_a_cancelled_trip().await;

    let files = files(&world).await;
    assert_eq!(files.len(), 3, "two of the confirmation, one of the cancellation");
    assert_eq!(files[2].0, "trip-RZPNX8.ics");
    assert!(has(&files[2].2, "STATUS:CANCELLED"));
    assert!(
        emails(&world).await[1].2.contains("Attached: an update that cancels the flights in your calendar.")
    );
}
