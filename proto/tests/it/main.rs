//! What messages print of themselves.

use proto::booking::v1::{
    AirlineCredit, BookedPassenger, Booking, Cancellation, CreateBookingResponse, NewAccount,
};

#[test]
fn a_booking_prints_no_name_password_or_mail() {
    let passenger = BookedPassenger {
        id: "pas_1".into(),
        given_name: "Amelia".into(),
        family_name: "Earhart".into(),
        r#type: "adult".into(),
        ticket_numbers: vec!["1252106312810".into()],
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
