//! What a traveller takes along.

use proto::booking::v1::{CancelBookingRequest, GetCalendarRequest, GetItineraryRequest};
use service::RequestContext;
use tonic::{Code, Status};

use crate::fakes::airline::Placing;
use crate::harness::{Client, World, booking, create, guest};

async fn calendar(client: &Client, context: &RequestContext, id: &str) -> Result<(String, String), Status> {
    let request = context.request(GetCalendarRequest { booking_id: id.into() });
    let answer = client.clone().get_calendar(request).await?.into_inner();
    Ok((answer.name, answer.content))
}

async fn itinerary(client: &Client, context: &RequestContext, id: &str) -> Result<(String, Vec<u8>), Status> {
    let request = context.request(GetItineraryRequest { booking_id: id.into() });
    let answer = client.clone().get_itinerary(request).await?.into_inner();
    Ok((answer.name, answer.content))
}

#[tokio::test]
async fn a_trip_is_a_pdf_for_those_who_may_read_the_booking() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let (name, pdf) = itinerary(&replica.client, &guest(1), &id).await.unwrap();
    let stranger = itinerary(&replica.client, &guest(2), &id).await.unwrap_err();

    assert_eq!(name, "trip-RZPNX8");
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 200_000, "{} bytes", pdf.len());
    assert!(String::from_utf8_lossy(&pdf).contains("Itinerary RZPNX8"), "a reader names the window so");
    let words = String::from_utf8_lossy(&pdf);
    for tag in ["/StructTreeRoot", "/S/H1", "/S/H2", "/S/P/"] {
        assert!(words.contains(tag), "a screen reader knows headings and paragraphs: {tag}");
    }
    assert_eq!(stranger.code(), Code::NotFound);
}

#[tokio::test]
async fn a_trip_is_a_calendar_whose_flights_are_cancelled_with_it() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    let (name, confirmed) = calendar(&replica.client, &guest(1), &id).await.unwrap();
    let request = guest(1).request(CancelBookingRequest { booking_id: id.clone(), ..Default::default() });
    replica.client.clone().cancel_booking(request).await.unwrap();
    let (_, cancelled) = calendar(&replica.client, &guest(1), &id).await.unwrap();

    assert_eq!(name, "trip-RZPNX8");
    assert!(confirmed.contains("STATUS:CONFIRMED\r\n") && confirmed.contains("RZPNX8"), "{confirmed}");
    assert!(confirmed.contains("SUMMARY:ZZ 1234 London to"), "{confirmed}");
    let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT3H\r\nDESCRIPTION:Flight ZZ 1234 to ";
    assert!(confirmed.contains(alarm) && confirmed.contains("END:VALARM\r\nEND:VEVENT\r\n"), "{confirmed}");
    assert!(cancelled.contains("STATUS:CANCELLED\r\n"), "{cancelled}");
    assert!(!cancelled.contains("VALARM"), "nobody is reminded of a flight they don't take: {cancelled}");
    let uid = |calendar: &str| calendar.lines().find(|line| line.starts_with("UID:")).map(ToOwned::to_owned);
    assert_eq!(uid(&confirmed), uid(&cancelled), "it is the same event");
    assert!(!confirmed.contains("Ada") && !confirmed.contains("Byron"), "calendars are shared");
}

#[tokio::test]
async fn what_is_somebody_elses_or_no_trip_has_no_calendar() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();
    let failed = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;

    for context in [guest(1), guest(2)] {
        let refused = calendar(&replica.client, &context, &failed).await.unwrap_err();
        assert_eq!(refused.code(), Code::NotFound);
        let refused = itinerary(&replica.client, &context, &failed).await.unwrap_err();
        assert_eq!(refused.code(), Code::NotFound);
    }
}
