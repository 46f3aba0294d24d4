//! Every mail, the PDF and the calendar in accented English, of a trip that has no Latin letter in its own names.

use mail::{Letterhead, Mail};
use money::Money;
use proto::common::v1 as common;
use proto::common::v1::Letterhead as LetterheadMessage;
use proto::flights::v1::{Baggage, Carrier, Condition, Conditions, Offer, Place, Price, Segment, Slice};
use proto::offers::v1::{QuoteOfferResponse, QuotedBag, QuotedSeat, SeatSelection, ServiceSelection};
use service::Mode;
use texts::{Locale, of_html, unaccented};
use time::OffsetDateTime;
use time::macros::{date, datetime};

use super::{TripLink, credit, of_change, of_links, refund};
use crate::domain::booking::{Cancellation, OrderRef};
use crate::domain::cancellation::Stage;
use crate::domain::card::Card;
use crate::domain::credit::Credit;
use crate::domain::failure::FailureCode;
use crate::domain::party::{Kind, Traveller};
use crate::domain::refund::{Refund, RefundTo};
use crate::domain::saga::{Saga, State};
use crate::domain::ticket::Ticket;
use crate::domain::{Booking, calendar};
use crate::itinerary_pdf;
use crate::itinerary_pdf::testing::texts_of_pdf;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
/// Days are written by code, as on the site, and may be broken over two lines.
const DAYS: [&str; 6] = ["Thu", "Fri", "Sat", "Sun", "Mar", "Apr"];
const REFERENCE: &str = "ΡΖΠ8";

fn pounds(minor: i64) -> Money {
    Money::new(minor, "GBP".parse().unwrap())
}

fn place(city: &str, code: &str, country: &str) -> Place {
    Place {
        iata_code: code.into(),
        name: format!("{city}-1"),
        city_name: city.into(),
        country_code: country.into(),
        ..Place::default()
    }
}

fn segment(number: &str, (from, to): (&Place, &Place), bags: [Option<u32>; 2]) -> Segment {
    let carrier = |code: &str| {
        Some(Carrier { iata_code: code.into(), name: "Αέρας".into(), ..Carrier::default() })
    };
    let bag = |kind: &str, quantity| Baggage { r#type: kind.into(), quantity };
    Segment {
        id: number.into(),
        departing_at: "2026-04-24T09:00:00".into(),
        arriving_at: "2026-04-25T12:05:00".into(),
        origin: Some(from.clone()),
        destination: Some(to.clone()),
        flight_number: number.into(),
        marketing_carrier: carrier("ΑΑ"),
        operating_carrier: carrier(if number == "1" { "ΑΑ" } else { "ΒΒ" }),
        origin_terminal: (number == "2").then(|| "2".into()),
        baggages: vec![bag("checked", bags[0]), bag("carry_on", bags[1])],
        ..Segment::default()
    }
}

/// There with a stop, back without one: with each kind of bags.
fn offer(refunds: Option<Condition>) -> Offer {
    let (home, away) = (&place("Αθήνα", "ΑΘΗ", "GR"), &place("Σόφια", "ΣΟΦ", "BG"));
    let stop = &place("Ρώμη", "ΡΩΜ", "IT");
    let there =
        vec![segment("1", (home, stop), [Some(2), Some(1)]), segment("2", (stop, away), [Some(1), None])];
    let back = vec![segment("3", (away, home), [None, None])];
    let slice = |segments, (origin, destination): (&Place, &Place)| Slice {
        segments,
        origin: Some(origin.clone()),
        destination: Some(destination.clone()),
        duration: Some("PT5H45M".into()),
        fare_brand_name: Some("Βασικό".into()),
        ..Slice::default()
    };
    Offer {
        slices: vec![slice(there, (home, away)), slice(back, (away, home))],
        owner: Some(Carrier { name: "Αέρας".into(), ..Carrier::default() }),
        price: Some(Price {
            base_amount: "500".into(),
            tax_amount: "100".into(),
            currency: "GBP".into(),
            ..Price::default()
        }),
        conditions: Some(Conditions { refund_before_departure: refunds, ..Conditions::default() }),
        ..Offer::default()
    }
}

fn named(kind: Kind, given: &str) -> Traveller {
    let id = format!("{kind:?}");
    Traveller {
        passenger_id: id,
        kind,
        given_name: given.into(),
        family_name: "Βύρων".into(),
        ..Traveller::sample()
    }
}

fn look() -> Letterhead {
    let message =
        LetterheadMessage { name: "Μπλε".into(), phone: "+30 1".into(), ..LetterheadMessage::default() };
    Letterhead { locale: Locale::Accented, ..Letterhead::of(Some(message)) }
}

/// So many pieces on these flights.
fn bag(kind: &str, quantity: u32, weight_kg: Option<u32>, flights: &[&str]) -> QuotedBag {
    let passenger_id = format!("{:?}", Kind::Adult);
    QuotedBag {
        selection: Some(ServiceSelection { passenger_id, quantity, ..ServiceSelection::default() }),
        kind: kind.into(),
        weight_kg,
        segment_ids: flights.iter().map(|flight| (*flight).into()).collect(),
        price: Some(common::Money { minor: 1_000, currency: "GBP".into() }),
    }
}

/// Of each kind, one and more, with a weight and without one, on each part of the trip that has a name.
fn bags() -> Vec<QuotedBag> {
    vec![
        bag("checked", 1, Some(23), &["1", "2"]),
        bag("checked", 2, Some(32), &["3"]),
        bag("carry_on", 1, None, &["1", "2", "3"]),
        bag("carry_on", 2, None, &["2"]),
    ]
}

fn booked(mode: Mode, principal: &str, refunds: Option<Condition>) -> Booking {
    let infant = named(Kind::Infant, "Ζωή");
    let adult = Traveller { infant_id: Some(infant.passenger_id.clone()), ..named(Kind::Adult, "Άδα") };
    let seat = QuotedSeat {
        selection: Some(SeatSelection {
            passenger_id: adult.passenger_id.clone(),
            ..SeatSelection::default()
        }),
        designator: "3Δ".into(),
        segment_id: "1".into(),
        ..QuotedSeat::default()
    };
    let tickets = vec![Ticket { passenger_id: adult.passenger_id.clone(), number: "125-1".into() }];
    let order = OrderRef { id: "ord_1".into(), reference: REFERENCE.into(), cancellable: true, tickets };
    Booking {
        mode,
        principal: principal.into(),
        public_url: Some("https://blue.example/".parse().unwrap()),
        letterhead: look(),
        quote: QuoteOfferResponse {
            offer: Some(offer(refunds)),
            seats: vec![seat],
            bags: bags(),
            ..QuoteOfferResponse::default()
        },
        provider_total: pounds(60_000),
        travellers: vec![adult, named(Kind::Child, "Ελένη"), infant],
        card: Card::of("unknown", "4242"),
        order: Some(order),
        saga: Saga { state: State::Ticketed, ..Saga::NEW },
        ..Booking::sample(pounds(64_500), NOW)
    }
}

fn cancelled(to: RefundTo, to_card: i64, code: Option<&str>) -> Booking {
    let booking = booked(Mode::Live, "user:1", None);
    let refund = Refund { fare: pounds(40_000), markup: pounds(4_500), to_card: pounds(to_card), to };
    let cancellation = Cancellation {
        stage: Stage::Done,
        quote_id: "ore_1".into(),
        refund,
        expires_at: None,
        confirmed_at: (to_card != 1_000).then_some(NOW),
    };
    let credit = |passenger: &str, name: &str| Credit {
        id: "acd_1".into(),
        passenger_id: passenger.into(),
        name: name.into(),
        code: code.map(Into::into),
        amount: Some(("400".into(), "GBP".into())),
        issued_on: Some(date!(2026 - 03 - 08)),
    };
    let credits = vec![credit("Adult", "Ευχή"), credit("nobody", "")];
    Booking { cancellation: Some(cancellation), credits, ..booking }
}

fn failed(money_taken: bool, capture_before: Option<OffsetDateTime>) -> Booking {
    let saga =
        Saga { state: State::Failed, failure: Some(FailureCode::BookingFailed), money_taken, ..Saga::NEW };
    Booking { capture_before, saga, ..booked(Mode::Live, "session:1", None) }
}

/// Each text and each choice between two of them in some booking.
fn bookings() -> Vec<Booking> {
    let fee = |amount: Option<&str>| {
        let (amount, currency) = (amount.map(Into::into), amount.map(|_| "GBP".into()));
        Some(Condition { allowed: true, penalty_amount: amount, penalty_currency: currency })
    };
    let refused = Some(Condition { allowed: false, penalty_amount: None, penalty_currency: None });
    vec![
        booked(Mode::Live, "session:1", fee(Some("40"))),
        booked(Mode::Live, "user:1", fee(Some("0"))),
        booked(Mode::Test, "session:1", fee(None)),
        booked(Mode::Test, "user:1", refused),
        cancelled(RefundTo::Card, 64_500, None),
        cancelled(RefundTo::Voucher, 4_500, None),
        cancelled(RefundTo::AirlineCredits, 1_000, Some("ΚΩΔ1")),
        cancelled(RefundTo::AirlineCredits, 0, Some("ΚΩΔ1")),
        failed(true, None),
        failed(false, None),
        failed(false, Some(datetime!(2026-03-08 12:00 UTC))),
        failed(false, Some(datetime!(2026-02-08 12:00 UTC))),
    ]
}

fn mails_of(booking: &Booking) -> Vec<Mail> {
    let changed = of_change(booking, NOW).unwrap().mail;
    let refunds =
        [refund::came_back(booking), refund::paid_by_hand(booking)].map(|email| email.unwrap().mail);
    let link = TripLink { booking, token: "1".into() };
    let rest = [credit::code_issued(booking).unwrap(), of_links(&[link], None, NOW).unwrap()];
    [changed].into_iter().chain(refunds).chain(rest).collect()
}

fn assert_accented(text: &str, of: &str) {
    let found = unaccented(text, &DAYS);
    assert!(found.is_empty(), "{found:?} in {of}: {text}");
}

#[test]
fn no_word_of_a_mail_stands_outside_the_catalogue() {
    for booking in bookings() {
        for mail in mails_of(&booking) {
            assert_accented(&mail.subject, "a subject");
            assert_accented(&mail.text, &mail.subject);
            assert_accented(&of_html(mail.html.as_deref().unwrap()), &mail.subject);
        }
    }
}

#[test]
fn no_word_of_an_itinerary_stands_outside_the_catalogue() {
    for booking in bookings() {
        for text in texts_of_pdf(&booking) {
            assert_accented(&text, "a PDF");
        }
        if let Some(pdf) = itinerary_pdf::draw(&booking, NOW).unwrap() {
            let pdf = String::from_utf8_lossy(&pdf).to_lowercase();
            assert!(!pdf.contains("itinerary"), "the document's title");
        }
    }
}

#[test]
fn no_word_of_a_calendar_stands_outside_the_catalogue() {
    let read = ["SUMMARY:", "LOCATION:", "DESCRIPTION:"];
    for booking in bookings() {
        let calendar = calendar::of_trip(&booking, NOW).unwrap_or_default().replace("\r\n ", "");
        let values = calendar.lines().filter_map(|line| read.iter().find_map(|name| line.strip_prefix(name)));
        for value in values {
            assert_accented(&value.replace("\\n", " "), "a calendar");
        }
    }
}
