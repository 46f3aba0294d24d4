use proto::flights::v1::{OfferPassenger, Place, Segment, Slice};
use proto::offers::v1::{QuotedSeat, SeatSelection};
use time::macros::{date, datetime};

use super::*;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

fn offer(kinds: &[&str]) -> Offer {
    let place = |code: &str| Place { iata_code: code.into(), country_code: "US".into(), ..Place::default() };
    let (origin, destination) = (Some(place("BOS")), Some(place("LAX")));
    let segment = Segment {
        departing_at: "2026-06-01T09:00:00".into(),
        origin: origin.clone(),
        destination: destination.clone(),
        ..Segment::default()
    };
    let passengers = kinds.iter().enumerate().map(|(n, kind)| OfferPassenger {
        id: format!("pas_{n}"),
        r#type: (*kind).to_owned(),
        age: None,
    });
    Offer {
        passengers: passengers.collect(),
        slices: vec![Slice { origin, destination, segments: vec![segment], ..Slice::default() }],
        ..Offer::default()
    }
}

fn passenger(kind: &str, first_name: &str, born: &str) -> PassengerDetails {
    PassengerDetails {
        r#type: kind.into(),
        title: Some("ms".into()),
        first_name: first_name.into(),
        last_name: "Byron".into(),
        date_of_birth: born.into(),
        ..PassengerDetails::default()
    }
}

fn primary() -> PassengerDetails {
    PassengerDetails {
        email: Some("ada@traveller.example".into()),
        phone: Some("+1 202 555 0143".into()),
        ..passenger("adult", "Ada", "1985-12-10")
    }
}

/// The first complaint about one adult, after a change.
fn complaint(change: impl FnOnce(&mut PassengerDetails)) -> Option<(String, String)> {
    let mut passenger = primary();
    change(&mut passenger);
    let problem = read(&[passenger], &offer(&["adult"]), NOW).err()?;
    let first = problem.fields.into_iter().next().expect("a field is named");
    Some((first.field, first.message))
}

fn of_field(name: &str, message: &str) -> (String, String) {
    (format!("passengers[0].{name}"), message.to_owned())
}

#[test]
fn s117_s118_what_is_missing_is_said_in_the_words_of_the_form() {
    assert_eq!(complaint(|_| {}), None);
    assert_eq!(
        complaint(|p| p.first_name = " ".into()),
        Some(of_field("firstName", "First name is required"))
    );
    assert_eq!(complaint(|p| p.last_name.clear()), Some(of_field("lastName", "Last name is required")));
    assert_eq!(
        complaint(|p| p.date_of_birth.clear()),
        Some(of_field("dateOfBirth", "Date of birth is required"))
    );
    assert_eq!(
        complaint(|p| p.email = Some("ada".into())),
        Some(of_field("email", "Valid email is required for primary passenger"))
    );
    assert_eq!(
        complaint(|p| p.phone = None),
        Some(of_field("phone", "Phone number is required for primary passenger"))
    );
}

#[test]
fn s122_s124_a_passport_that_is_given_is_checked() {
    let with = |number: &str, expiry: &str, country: &str| {
        complaint(|p| {
            p.passport_number = Some(number.into());
            p.passport_expiry_date = Some(expiry.into());
            p.passport_issuing_country = Some(country.into());
        })
    };
    let number = |message| Some(of_field("passportNumber", message));
    let expiry = |message| Some(of_field("passportExpiryDate", message));
    let country = |message| Some(of_field("passportIssuingCountry", message));
    assert_eq!(with("19 kl 56147", "2031-04-25", "gb"), None);
    assert_eq!(with("1234", "2031-04-25", "GB"), number("Passport number must be at least 5 characters"));
    let long = "A".repeat(21);
    assert_eq!(with(&long, "2031-04-25", "GB"), number("Passport number cannot exceed 20 characters"));
    assert_eq!(
        with("AB-1234", "2031-04-25", "GB"),
        number("Passport number can only contain letters and numbers")
    );
    assert_eq!(with("AB1234", "", "GB"), expiry("Passport expiry date is required"));
    assert_eq!(with("AB1234", "2026-02-28", "GB"), expiry("Passport must not be expired"));
    let short = "Passport must be valid on the day of the last flight";
    assert_eq!(with("AB1234", "2026-04-01", "GB"), expiry(short));
    assert_eq!(
        with("AB1234", "2031-04-25", "GBR"),
        country("Country code must be exactly 2 characters (ISO code)")
    );
    assert_eq!(with("AB1234", "2031-04-25", "G1"), country("Country code must contain only letters"));
    assert_eq!(
        with("AB1234", "2031-04-25", "XX"),
        country("Country code must be one of ISO 3166-1, such as US")
    );
}

#[test]
fn s120_a_passport_that_the_airline_asks_for_is_required() {
    let asking = Offer { passenger_identity_documents_required: true, ..offer(&["adult"]) };

    let problem = read(&[primary()], &asking, NOW).err().unwrap();

    let fields: Vec<_> = problem.fields.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "passengers[0].passportNumber",
            "passengers[0].passportExpiryDate",
            "passengers[0].passportIssuingCountry"
        ]
    );
}

#[test]
fn r016_age_bands_hold_on_the_day_of_the_last_flight() {
    let check = |kind: &str, born: &str, fits: bool| {
        let party = [primary(), passenger(kind, "Joan", born)];
        let read = read(&party, &offer(&["adult", kind]), NOW);
        assert_eq!(read.is_ok(), fits, "{kind} born {born}");
    };
    check("adult", "1890-01-01", false);
    check("adult", "2014-06-01", true);
    check("adult", "2014-06-02", false);
    check("child", "2014-06-02", true);
    check("child", "2014-06-01", false);
    check("child", "2024-06-01", true);
    check("child", "2024-06-02", false);
    check("infant_without_seat", "2024-06-02", true);
    check("infant_without_seat", "2024-06-01", false);
    check("infant_without_seat", "2026-03-02", true);
    check("infant_without_seat", "2026-03-03", false);
}

/// An offer for an adult and two children, who were searched for with these ages.
fn offer_for_children(ages: [Option<i32>; 2]) -> Offer {
    let mut offer = offer(&["adult", "child", "child"]);
    for (passenger, age) in offer.passengers.iter_mut().skip(1).zip(ages) {
        passenger.age = age;
    }
    offer
}

#[test]
fn r016_a_traveller_is_of_the_very_age_that_was_searched_for_them() {
    let complaint = |kind: &str, age: Option<i32>, born: &str| {
        let mut offer = offer(&["adult", kind]);
        offer.passengers[1].age = age;
        read(&[primary(), passenger(kind, "Joan", born)], &offer, NOW).err().map(|problem| problem.message)
    };
    let refused = |years: &str| {
        Some(format!(
            "This fare is for a passenger aged {years} on the day of travel. Check the date of birth, or change \
             passengers and search again"
        ))
    };
    let of_child = Some("A child must be 2 to 11 years old on the day of travel".to_owned());

    assert_eq!(complaint("child", Some(14), "2011-08-01"), None);
    assert_eq!(complaint("child", Some(14), "2018-08-01"), refused("14"));
    assert_eq!(complaint("child", Some(8), "2015-08-01"), refused("8"));
    assert_eq!(complaint("child", Some(17), "2011-08-01"), refused("17"));
    assert_eq!(complaint("child", None, "2011-08-01"), of_child);
    // Some airlines sell somebody of 14 an adult's ticket.
    assert_eq!(complaint("adult", Some(14), "2011-08-01"), None);
    assert_eq!(complaint("adult", Some(14), "1985-08-01"), refused("14"));
    assert_eq!(complaint("infant_without_seat", Some(0), "2025-08-01"), None);
    assert_eq!(complaint("infant_without_seat", Some(0), "2024-08-01"), refused("under 1"));
}

#[test]
fn r016_the_ages_of_two_children_are_not_mixed_up() {
    let offer = offer_for_children([Some(5), Some(14)]);
    let read_with = |ids: [&str; 2], births: [&str; 2]| {
        let child = |name: &str, place: usize| PassengerDetails {
            id: Some(ids[place].to_owned()),
            ..passenger("child", name, births[place])
        };
        read(&[primary(), child("Joan", 0), child("Mary", 1)], &offer, NOW)
    };
    let (five, fourteen) = ("2020-08-01", "2011-08-01");

    assert!(read_with(["pas_1", "pas_2"], [five, fourteen]).is_ok());
    let problem = read_with(["pas_1", "pas_2"], [fourteen, five]).err().unwrap();
    let fields: Vec<_> = problem.fields.iter().map(|violation| violation.field.as_str()).collect();
    assert_eq!(fields, ["passengers[1].dateOfBirth", "passengers[2].dateOfBirth"]);
    assert!(read_with(["pas_1", "pas_2"], [five, five]).is_err());

    let party = read_with(["", ""], [fourteen, five]).ok().unwrap();
    let ids: Vec<_> = party.iter().map(|traveller| traveller.passenger_id.as_str()).collect();
    assert_eq!(ids, ["pas_0", "pas_2", "pas_1"], "who comes without an id takes the ticket of their age");
}

#[test]
fn who_has_no_searched_age_leaves_the_tickets_of_an_age_to_others() {
    let offer = offer_for_children([Some(8), None]);
    let (joan, mary) = (passenger("child", "Joan", "2020-08-01"), passenger("child", "Mary", "2017-08-01"));

    let party = read(&[primary(), joan, mary], &offer, NOW).ok().unwrap();

    let ids: Vec<_> = party.iter().map(|traveller| traveller.passenger_id.as_str()).collect();
    assert_eq!(ids, ["pas_0", "pas_2", "pas_1"]);
}

#[test]
fn r016_infants_are_one_an_adult_at_most_and_seats_nine() {
    let infants = [
        primary(),
        passenger("infant_without_seat", "Joan", "2025-12-01"),
        passenger("infant_without_seat", "Mary", "2025-12-01"),
    ];
    let kinds = ["adult", "infant_without_seat", "infant_without_seat"];
    let problem = read(&infants, &offer(&kinds), NOW).err().unwrap();
    assert_eq!(problem.message, "Each infant must travel with an adult of its own");

    let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
    let mut ten = vec![primary()];
    ten.extend(letters.map(|name| passenger("adult", name, "1985-12-10")));
    let problem = read(&ten, &offer(&["adult"; 10]), NOW).err().unwrap();
    assert_eq!(problem.message, "At most 9 passengers with a seat can be booked together");
}

#[test]
fn r020_what_the_airline_needs_is_derived_where_that_is_safe() {
    let read_with = |title: Option<&str>, gender: Option<&str>| {
        let details = PassengerDetails {
            title: title.map(str::to_owned),
            gender: gender.map(str::to_owned),
            ..primary()
        };
        read(&[details], &offer(&["adult"]), NOW).ok().map(|party| (party[0].title, party[0].gender))
    };
    assert_eq!(read_with(Some("mr"), None), Some((Title::Mr, Gender::Male)));
    assert_eq!(read_with(Some("miss"), Some("undisclosed")), Some((Title::Miss, Gender::Female)));
    assert_eq!(read_with(None, Some("male")), Some((Title::Mr, Gender::Male)));
    assert_eq!(read_with(Some("dr"), Some("female")), Some((Title::Dr, Gender::Female)));
    assert_eq!(read_with(Some("dr"), None), None);
    assert_eq!(read_with(None, Some("undisclosed")), None);

    let party = [primary(), passenger("adult", "Grace", "1990-01-01")];
    let party = read(&party, &offer(&["adult", "adult"]), NOW).ok().unwrap();
    assert_eq!((party[1].email.as_str(), party[1].phone.as_str()), ("ada@traveller.example", "+12025550143"));
}

#[test]
fn r044_sex_is_asked_for_where_the_title_does_not_tell_it() {
    let asked = Some(of_field("gender", "Select male or female: the airline requires it"));

    assert_eq!(complaint(|p| p.title = None), asked);
    assert_eq!(complaint(|p| p.title = Some("dr".into())), asked);
    assert_eq!(complaint(|p| (p.title, p.gender) = (None, Some("undisclosed".into()))), asked);
}

#[test]
fn r044_a_long_name_is_taken_as_it_will_be_printed_and_others_are_refused_with_a_reason() {
    let long = PassengerDetails { first_name: "Maximiliana Alexandrina Sophie".into(), ..primary() };
    let party = read(&[long], &offer(&["adult"]), NOW).ok().unwrap();
    assert_eq!(party[0].given_name, "Maximiliana Alexandr");

    let alphabet = "First name must be in Latin letters. Type it as in the lines with <<< at the bottom of the \
                    passport's photo page";
    assert_eq!(complaint(|p| p.first_name = "Мария".into()), Some(of_field("firstName", alphabet)));
    let letterless = of_field("lastName", "Last name needs at least one letter");
    assert_eq!(complaint(|p| p.last_name = "-".into()), Some(letterless));
}

#[test]
fn r044_somebody_with_one_name_is_greeted_by_it() {
    let one_name = PassengerDetails { first_name: "fnu".into(), last_name: "Sukarno".into(), ..primary() };
    let party = read(&[one_name, primary()], &offer(&["adult", "adult"]), NOW).ok().unwrap();

    assert_eq!((party[0].called(), party[1].called()), ("Sukarno", party[1].given_name.as_str()));
}

#[test]
fn passengers_find_their_place_by_id_else_by_kind_and_order() {
    let kinds = ["adult", "adult", "child", "infant_without_seat"];
    let second = PassengerDetails { id: Some("pas_0".into()), ..passenger("adult", "Grace", "1990-01-01") };
    let child = passenger("child", "Joan", "2018-05-06");
    let infant = passenger("infant_without_seat", "Mary", "2025-12-01");

    let party = read(&[primary(), second, child, infant], &offer(&kinds), NOW).ok().unwrap();

    let ids: Vec<_> = party.iter().map(|traveller| traveller.passenger_id.as_str()).collect();
    assert_eq!(ids, ["pas_1", "pas_0", "pas_2", "pas_3"]);
    let laps: Vec<_> = party.iter().map(|traveller| traveller.infant_id.as_deref()).collect();
    assert_eq!(laps, [Some("pas_3"), None, None, None]);
    assert_eq!(party[2].born_on, Some(date!(2018 - 05 - 06)));
}

#[test]
fn a_party_other_than_the_one_searched_for_is_refused() {
    let message = |details: &[PassengerDetails], kinds: &[&str]| {
        read(details, &offer(kinds), NOW).err().map(|problem| problem.message)
    };
    let more = "This flight was searched for more passengers. Please search again";
    let others = "This flight was searched for other passengers. Please search again";
    let none = "At least one passenger is required for booking";
    assert_eq!(message(&[primary()], &["adult", "adult"]).as_deref(), Some(more));
    assert_eq!(message(&[primary()], &["child"]).as_deref(), Some(others));
    assert_eq!(message(&[], &["adult"]).as_deref(), Some(none));
    let stranger = PassengerDetails { id: Some("pas_9".into()), ..primary() };
    assert_eq!(message(&[stranger], &["adult"]).as_deref(), Some(others));
}

#[test]
fn two_passengers_of_one_name_are_refused() {
    let twin = PassengerDetails { first_name: "ADA".into(), ..passenger("adult", "", "1985-12-10") };

    let problem = read(&[primary(), twin], &offer(&["adult", "adult"]), NOW).err().unwrap();

    assert_eq!(problem.message, "Two passengers can't have the same name");
}

fn seat(passenger_id: &str, exit_row: bool) -> QuotedSeat {
    let selection = SeatSelection { passenger_id: passenger_id.into(), service_id: "ase_1".into() };
    QuotedSeat { selection: Some(selection), exit_row, ..QuotedSeat::default() }
}

#[test]
fn exit_rows_are_for_travellers_of_sixteen_on_the_day_of_their_flight() {
    let mut offer = offer(&["adult", "adult"]);
    offer.slices[0].segments[0].id = "seg_out".into();
    let mut back = offer.slices[0].clone();
    (back.segments[0].id, back.segments[0].departing_at) = ("seg_back".into(), "2026-06-11T09:00:00".into());
    offer.slices.push(back);
    let refusal = |born: &str, segment_id: &str| {
        let party = [primary(), passenger("adult", "Grace", born)];
        let party = read(&party, &offer, NOW).ok().unwrap();
        let seats = [QuotedSeat { segment_id: segment_id.into(), ..seat("pas_1", true) }];
        check_exit_rows(&party, &offer, &seats).err().map(|problem| problem.message)
    };
    let refused = Some(
        "Exit-row seats are for passengers of 16 and older. Choose another seat for passenger 2.".to_owned(),
    );

    assert_eq!(refusal("2012-01-01", "seg_out"), refused, "14, with an adult's ticket");
    assert_eq!(refusal("2010-06-02", "seg_out"), refused, "the day before a birthday");
    assert_eq!(refusal("2010-06-02", "seg_back"), None);
    assert_eq!(refusal("2010-06-01", "seg_out"), None);
}

#[test]
fn exit_rows_are_for_adults_without_an_infant_on_the_lap() {
    let kinds = ["adult", "adult", "child", "infant_without_seat"];
    let grace = passenger("adult", "Grace", "1990-01-01");
    let child = passenger("child", "Joan", "2018-05-06");
    let infant = passenger("infant_without_seat", "Mary", "2025-12-01");
    let offer = offer(&kinds);
    let party = read(&[primary(), grace, child, infant], &offer, NOW).ok().unwrap();

    for (passenger, may_sit_there) in [("pas_0", false), ("pas_1", true), ("pas_2", false)] {
        let at_exit = check_exit_rows(&party, &offer, &[seat("pas_1", false), seat(passenger, true)]);

        let named = at_exit.err().map(|problem| problem.fields[0].field.clone());
        assert_eq!(named.as_deref(), (!may_sit_there).then_some("seats[1].seatId"), "{passenger}");
        assert!(check_exit_rows(&party, &offer, &[seat(passenger, false)]).is_ok());
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let details = PassengerDetails { first_name: String::new(), date_of_birth: String::new(), ..primary() };

    let problem = read(&[details, PassengerDetails::default()], &offer(&["adult"]), NOW).err().unwrap();

    assert!(problem.fields.len() >= 5, "{} faults", problem.fields.len());
}
