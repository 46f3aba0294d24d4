//! The PDF shows times, durations and waits as the page of the trip does. The web app's tests hold the page to the same
//! table (`webapp/src/components/offer/ticket-leg.test.tsx`).

use money::Money;
use proto::flights::v1::{Offer, Place, Segment, Slice};
use proto::offers::v1::QuoteOfferResponse;
use time::macros::datetime;

use super::testing::texts_of_pdf;
use crate::domain::Booking;
use crate::domain::booking::OrderRef;

#[derive(serde::Deserialize)]
struct Case {
    about: String,
    duration: Option<String>,
    flights: Vec<Flown>,
    departure: String,
    arrival: String,
    line: String,
}

#[derive(serde::Deserialize)]
struct Flown {
    from: String,
    departs: String,
    to: String,
    arrives: String,
    duration: String,
}

fn segment(flown: Flown) -> Segment {
    let place = |code| Some(Place { iata_code: code, ..Place::default() });
    Segment {
        origin: place(flown.from),
        departing_at: flown.departs,
        destination: place(flown.to),
        arriving_at: flown.arrives,
        duration: Some(flown.duration),
        ..Segment::default()
    }
}

fn booking(duration: Option<String>, flights: Vec<Flown>) -> Booking {
    let segments = flights.into_iter().map(segment).collect();
    let slice = Slice { duration, segments, ..Slice::default() };
    let offer = Offer { slices: vec![slice], ..Offer::default() };
    let order =
        OrderRef { id: "ord_1".into(), reference: "RZPNX8".into(), cancellable: true, tickets: Vec::new() };
    let total = Money::new(64_500, "GBP".parse().unwrap());
    Booking {
        quote: QuoteOfferResponse { offer: Some(offer), ..QuoteOfferResponse::default() },
        order: Some(order),
        ..Booking::sample(total, datetime!(2027-01-01 12:00 UTC))
    }
}

#[test]
fn the_pdf_has_the_timeline_of_the_page() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("timelines.json")).unwrap();
    assert!(!cases.is_empty());
    for Case { about, duration, flights, departure, arrival, line } in cases {
        let texts: Vec<_> =
            texts_of_pdf(&booking(duration, flights)).iter().map(|text| text.replace("  ", " ")).collect();
        for expected in [line, departure, arrival] {
            assert!(texts.contains(&expected), "{about}: {expected} in {texts:?}");
        }
    }
}
