//! What messages print of themselves, and by what a search is known again.

use proto::booking::v1::{
    AirlineCredit, BookedPassenger, Booking, Cancellation, CreateBookingResponse, NewAccount,
};
use proto::common::v1::Mode;
use proto::search::v1::SearchFlightsRequest;

#[test]
fn a_booking_prints_no_name_password_or_mail() {
    let passenger = BookedPassenger {
        id: "pas_1".into(),
        given_name: "Amelia".into(),
        family_name: "Earhart".into(),
        r#type: "adult".into(),
        ticket_numbers: vec!["1252106312810".into()],
        associated_adult_id: None,
    };
    let credit = AirlineCredit { code: "CREDIT4711".into(), ..Default::default() };
    let cancellation = Some(Cancellation { credits: vec![credit], ..Default::default() });
    let passengers = vec![passenger];
    let booking = Booking { id: "bok_1".into(), passengers, cancellation, ..Default::default() };
    let account = NewAccount { password: "Kitty-Hawk-1903".into(), ..Default::default() };
    let response = CreateBookingResponse {
        booking: Some(booking.clone()),
        account: Some(account),
        email_content: "Dear Amelia Earhart".into(),
        action_url: String::new(),
    };

    let printed = format!("{response:?} {booking:?}");

    assert!(printed.contains("bok_1"), "{printed}");
    for secret in ["Amelia", "Earhart", "Kitty-Hawk-1903", "CREDIT4711"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}

fn search() -> SearchFlightsRequest {
    SearchFlightsRequest {
        origin: "LHR".into(),
        destination: "JFK".into(),
        departure_date: "2026-12-01".into(),
        cabin_class: "economy".into(),
        adults: 2,
        children: 1,
        ages: vec![9],
        ..SearchFlightsRequest::default()
    }
}

#[test]
fn a_search_is_known_again_by_what_the_airlines_are_asked() {
    let key = search().key(Mode::Test);
    let as_typed = SearchFlightsRequest {
        origin: " lhr ".into(),
        return_date: Some(String::new()),
        cabin_class: String::new(),
        page: 2,
        limit: 30,
        sort: "duration-asc".into(),
        refresh: true,
        ..search()
    };
    let others = [
        SearchFlightsRequest { origin: "LGW".into(), ..search() },
        SearchFlightsRequest { destination: "EWR".into(), ..search() },
        SearchFlightsRequest { departure_date: "2026-12-02".into(), ..search() },
        SearchFlightsRequest { return_date: Some("2026-12-09".into()), ..search() },
        SearchFlightsRequest { cabin_class: "first".into(), ..search() },
        SearchFlightsRequest { adults: 1, ..search() },
        SearchFlightsRequest { children: 2, ..search() },
        SearchFlightsRequest { infants: 1, ..search() },
        SearchFlightsRequest { ages: vec![10], ..search() },
    ];

    assert_eq!(as_typed.key(Mode::Test), key);
    assert_ne!(search().key(Mode::Live), key);
    for other in others {
        assert_ne!(other.key(Mode::Test), key, "{other:?}");
    }
}
