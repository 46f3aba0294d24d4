//! The names of queries in a bucket, such as `test.LHR.JFK.2027-01-15.2027-01-22.economy.1-0-0`: mode, origin,
//! destination, departure, return (`x` for none), cabin, and the counts of adults, children and infants. The ages that
//! are known follow the counts.

use service::Mode;
use time::Date;
use time::macros::format_description;

use crate::domain::{Ages, AnswerKey, Query, Travellers};

const NO_RETURN: &str = "x";

/// A name of its own for each query.
pub(crate) fn bucket_key(AnswerKey { mode, query }: &AnswerKey) -> String {
    let Query { origin, destination, departure_on, return_on, cabin, travellers } = query;
    let (mode, cabin, party) = (mode_name(*mode), cabin.name(), party(*travellers));
    let return_on = return_on.map_or_else(|| NO_RETURN.to_owned(), |on| on.to_string());
    format!("{mode}.{origin}.{destination}.{departure_on}.{return_on}.{cabin}.{party}")
}

/// The query of a name; nothing for a name that `bucket_key` gives to none.
pub(crate) fn parse_bucket_key(text: &str) -> Option<AnswerKey> {
    let words: Vec<&str> = text.split('.').collect();
    let &[mode, origin, destination, departure_on, return_on, cabin, party] = words.as_slice() else {
        return None;
    };
    let query = Query {
        origin: origin.parse().ok()?,
        destination: destination.parse().ok()?,
        departure_on: date(departure_on)?,
        return_on: if return_on == NO_RETURN { None } else { Some(date(return_on)?) },
        cabin: cabin.parse().ok()?,
        travellers: travellers(party)?,
    };
    let key = AnswerKey { mode: mode_of(mode)?, query };
    (bucket_key(&key) == text).then_some(key)
}

/// A query of an unspecified mode is never asked.
fn mode_name(mode: Mode) -> &'static str {
    if mode == Mode::Live { "live" } else { "test" }
}

fn mode_of(name: &str) -> Option<Mode> {
    [Mode::Test, Mode::Live].into_iter().find(|mode| mode_name(*mode) == name)
}

fn date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

fn party(Travellers { adults, children, infants, ages }: Travellers) -> String {
    let numbers = [adults, children, infants].into_iter().chain(ages.years());
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("-")
}

fn travellers(party: &str) -> Option<Travellers> {
    let numbers: Vec<u8> = party.split('-').map(|number| number.parse::<u8>().ok()).collect::<Option<_>>()?;
    let (&[adults, children, infants], years) = numbers.split_first_chunk::<3>()?;
    let years: Vec<i32> = years.iter().copied().map(i32::from).collect();
    let ages = Ages::read(&years, children, infants).ok()?;
    Some(Travellers { adults, children, infants, ages })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;
    use time::macros::date;

    use super::super::calendar::tests::trip;
    use super::*;
    use crate::domain::CabinClass;

    fn key() -> AnswerKey {
        AnswerKey { mode: Mode::Test, query: trip(date!(2027 - 01 - 15), Some(date!(2027 - 01 - 22))) }
    }

    #[test]
    fn day01_a_key_tells_mode_places_dates_cabin_and_party() {
        let check = |change: fn(&mut AnswerKey), expected: &str| {
            let mut key = key();
            change(&mut key);
            assert_eq!(bucket_key(&key), expected);
        };
        check(|_| {}, "test.LHR.JFK.2027-01-15.2027-01-22.economy.1-0-0");
        check(|key| key.mode = Mode::Live, "live.LHR.JFK.2027-01-15.2027-01-22.economy.1-0-0");
        check(
            |key| key.query.origin = "LON".parse().unwrap(),
            "test.LON.JFK.2027-01-15.2027-01-22.economy.1-0-0",
        );
        check(|key| key.query.return_on = None, "test.LHR.JFK.2027-01-15.x.economy.1-0-0");
        check(
            |key| key.query.cabin = CabinClass::PremiumEconomy,
            "test.LHR.JFK.2027-01-15.2027-01-22.premium_economy.1-0-0",
        );
        check(
            |key| {
                let ages = Ages::read(&[7, 0], 1, 1).unwrap();
                key.query.travellers = Travellers { adults: 2, children: 1, infants: 1, ages };
            },
            "test.LHR.JFK.2027-01-15.2027-01-22.economy.2-1-1-7-0",
        );
    }

    #[test]
    fn a_key_that_no_query_has_is_not_read() {
        let check = |from: &str, to: &str, expected: bool| {
            let text = bucket_key(&key()).replacen(from, to, 1);
            assert_eq!(parse_bucket_key(&text).is_some(), expected, "{text}");
        };
        check("", "", true);
        check("test", "unspecified", false);
        check("test.", "", false);
        check("LHR", "lhr", false);
        check("LHR", "LOND", false);
        check("2027-01-15", "2027-02-30", false);
        check("2027-01-15", "x", false);
        check("2027-01-22", "", false);
        check("economy", "", false);
        check("economy", "cargo", false);
        check("1-0-0", "1-0", false);
        check("1-0-0", "01-0-0", false);
        check("1-0-0", "1-0-0-7", false);
        check("1-0-0", "1-255-255-7", false);
        check("1-0-0", "1-256-0", false);
        check("1-0-0", "1-0-0.more", false);
    }

    prop_compose! {
        fn parties()(
            (adults, children, infants) in (1_u8..=9, 0_u8..=9, 0_u8..=9),
            older in prop::collection::vec(2_i32..=17, 9),
            younger in prop::collection::vec(0_i32..=1, 9),
            ages_are_known in any::<bool>(),
        ) -> Travellers {
            let older = older.into_iter().take(children.into());
            let years: Vec<i32> = older.chain(younger.into_iter().take(infants.into())).collect();
            let years = if ages_are_known { years } else { Vec::new() };
            Travellers { adults, children, infants, ages: Ages::read(&years, children, infants).unwrap() }
        }
    }

    prop_compose! {
        fn keys()(
            mode in prop::sample::select(vec![Mode::Test, Mode::Live]),
            (origin, destination) in ("[A-Z]{3}", "[A-Z]{3}"),
            (departs_in, stay) in (0_i64..40_000, prop::option::of(0_i64..400)),
            cabin in prop::sample::select(CabinClass::ALL.to_vec()),
            travellers in parties(),
        ) -> AnswerKey {
            let departure_on = date!(2020 - 01 - 01) + Duration::days(departs_in);
            let return_on = stay.map(|days| departure_on + Duration::days(days));
            let (origin, destination) = (origin.parse().unwrap(), destination.parse().unwrap());
            AnswerKey { mode, query: Query { origin, destination, departure_on, return_on, cabin, travellers } }
        }
    }

    proptest! {
        #[test]
        fn day01_naming_and_reading_are_inverse(key in keys()) {
            prop_assert_eq!(parse_bucket_key(&bucket_key(&key)), Some(key));
        }

        #[test]
        fn a_key_is_a_name_that_a_bucket_takes(key in keys()) {
            let name = bucket_key(&key);
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);

            prop_assert!(name.bytes().all(fits), "{}", name);
        }

        #[test]
        fn any_text_names_one_query_or_none(
            text in prop_oneof![
                ".*",
                "test\\.LHR\\.[A-Za-z]{3}\\.2027-[01][0-9]-[0-3][0-9]\\.x\\.(economy|first)\\.[0-9-]{0,12}",
            ],
        ) {
            if let Some(key) = parse_bucket_key(&text) {
                prop_assert_eq!(bucket_key(&key), text);
            }
        }
    }
}
