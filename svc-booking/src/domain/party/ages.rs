//! How old travellers are, and for which ages a ticket is.

use proto::booking::v1::PassengerDetails;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::Kind;

/// What was typed, where it is a date.
pub fn birth_date(details: &PassengerDetails) -> Option<Date> {
    Date::parse(&details.date_of_birth, &Iso8601::DATE).ok()
}

/// Full years on a day.
pub fn age_on(born_on: Date, day: Date) -> i32 {
    let had_birthday = (day.month() as u8, day.day()) >= (born_on.month() as u8, born_on.day());
    day.year() - born_on.year() - i32::from(!had_birthday)
}

/// Why somebody of this age on the day of travel can't have a ticket; nothing where they can.
///
/// A ticket that was searched for by age is for that very age on the departure date of the last slice
/// (`passengers[].age`, <https://duffel.com/docs/api/offer-requests>). Any other is for the ages of its kind.
pub fn misfit(kind: Kind, searched_age: Option<i32>, age: i32) -> Option<String> {
    let message = match (searched_age, kind) {
        (Some(searched_age), _) if age != searched_age => return Some(other_age(searched_age)),
        (None, Kind::Adult) if age < 12 => "An adult must be at least 12 years old on the day of travel",
        (None, Kind::Child) if !(2..12).contains(&age) => {
            "A child must be 2 to 11 years old on the day of travel"
        }
        (None, Kind::Infant) if age >= 2 => "An infant must be under 2 years old on the day of travel",
        _ => return None,
    };
    Some(message.to_owned())
}

fn other_age(searched_age: i32) -> String {
    let years = if searched_age == 0 { "under 1".to_owned() } else { searched_age.to_string() };
    format!(
        "This fare is for a passenger aged {years} on the day of travel. Check the date of birth, or change passengers \
         and search again"
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_a_date_of_birth_or_refused_without_a_panic(
            text in prop_oneof![
                "[+-]?[0-9]{1,6}-?W?[0-9]{1,3}-?[0-9]{0,3}",
                "[0-9]{4}-[01][0-9]-[0-3][0-9]",
                ".{0,14}",
            ],
        ) {
            let details = PassengerDetails { date_of_birth: text, ..PassengerDetails::default() };
            if let Some(born_on) = birth_date(&details) {
                let age = age_on(born_on, date!(2026 - 02 - 28));
                prop_assert!((age - (2026 - born_on.year())).abs() <= 1);
            }
        }
    }
}
