//! The trip whose price is watched: exact dates, cabin and party, as a search takes them.

use proto::brand::v1::WatchedTrip;
use proto::search::v1::SearchFlightsRequest;
use service::{FieldErrors, Problem};
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, UtcOffset};

use super::earliest_date;
use crate::domain::cities::is_known;

const NO_RETURN: &str = "x";
/// Of each kind, in a search.
const MOST_OF_A_KIND: u8 = 9;
/// Seats that an airline sells in one booking.
const MOST_SEATS: u8 = 9;
/// Full years. Who is older is an adult to airlines.
const OLDEST_CHILD: u8 = 17;
/// Full years. Who is younger sits on an adult's lap.
const WITH_A_SEAT: u8 = 2;
/// As far as a search goes (svc-search).
const SOLD_AHEAD: Duration = Duration::days(361 + 1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cabin {
    Economy,
    PremiumEconomy,
    Business,
    First,
}

impl Cabin {
    pub const ALL: [Self; 4] = [Self::Economy, Self::PremiumEconomy, Self::Business, Self::First];

    /// As requests name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Economy => "economy",
            Self::PremiumEconomy => "premium_economy",
            Self::Business => "business",
            Self::First => "first",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cabin| cabin.as_str() == text)
    }
}

/// What is flown, when, and by how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trip {
    /// IATA code of an airport or a city, three upper-case letters.
    pub origin: String,
    pub destination: String,
    /// Dates at the airport of departure.
    pub departs_on: Date,
    pub returns_on: Option<Date>,
    pub cabin: Cabin,
    pub adults: u8,
    pub children: u8,
    pub infants: u8,
    /// In full years on the day of the last flight, of all children and infants or of none.
    pub ages: Vec<u8>,
}

impl Trip {
    /// The same for all who watch the same, such as `LHR.JFK.2027-01-15.x.economy.2-1-0-7`: as svc-search names a query,
    /// without the mode. Ages follow the counts of adults, children and infants.
    pub fn query_key(&self) -> String {
        let Self { origin, destination, departs_on, returns_on, cabin, .. } = self;
        let returns_on = returns_on.map_or_else(|| NO_RETURN.to_owned(), |on| on.to_string());
        format!("{origin}.{destination}.{departs_on}.{returns_on}.{}.{}", cabin.as_str(), self.party())
    }

    fn party(&self) -> String {
        let counts = [self.adults, self.children, self.infants];
        let numbers = counts.iter().chain(&self.ages);
        numbers.map(ToString::to_string).collect::<Vec<_>>().join("-")
    }

    /// The search that tells its price.
    pub fn search(&self) -> SearchFlightsRequest {
        SearchFlightsRequest {
            origin: self.origin.clone(),
            destination: self.destination.clone(),
            departure_date: self.departs_on.to_string(),
            return_date: self.returns_on.map(|on| on.to_string()),
            cabin_class: self.cabin.as_str().to_owned(),
            adults: self.adults.into(),
            children: self.children.into(),
            infants: self.infants.into(),
            ages: self.ages.iter().copied().map(i32::from).collect(),
            ..SearchFlightsRequest::default()
        }
    }

    /// Days until it departs; negative once it has. `today` is the earliest date of now.
    pub fn days_ahead(&self, today: Date) -> i64 {
        (self.departs_on - today).whole_days()
    }
}

/// Checks what was typed, by the rules of a search, but for a day of departure that is over everywhere.
///
/// # Errors
/// A sentence for each field, named as in the public interface: `trip.departureDate`.
pub fn checked(typed: WatchedTrip, now: OffsetDateTime) -> Result<Trip, Problem> {
    let mut errors = FieldErrors::default();
    let trip = read(typed, now, &mut errors);
    errors.into_result()?;
    trip.ok_or_else(|| Problem::internal(&"a trip was neither valid nor refused"))
}

/// Nothing where an error was added.
fn read(typed: WatchedTrip, now: OffsetDateTime, errors: &mut FieldErrors) -> Option<Trip> {
    let places = places(&typed, errors);
    let dates = dates(&typed, now, errors);
    let cabin = Cabin::parse(&typed.cabin_class);
    errors.require(cabin.is_some(), "trip.cabinClass", ("required", "Please select a cabin class"));
    let counts = counts(&typed, errors);
    let ages = counts.and_then(|counts| ages(typed.ages, counts, errors));
    let ((origin, destination), (departs_on, returns_on)) = (places?, dates?);
    let [adults, children, infants] = counts?;
    let (cabin, ages) = (cabin?, ages?);
    Some(Trip { origin, destination, departs_on, returns_on, cabin, adults, children, infants, ages })
}

fn places(typed: &WatchedTrip, errors: &mut FieldErrors) -> Option<(String, String)> {
    let (origin, destination) = (code(&typed.origin), code(&typed.destination));
    errors.require(origin.is_some(), "trip.origin", ("required", "Please select an origin airport"));
    errors.require(
        destination.is_some(),
        "trip.destination",
        ("required", "Please select a destination airport"),
    );
    for (place, field, sentence) in [
        (&origin, "trip.origin", "We don't know the airport you fly from."),
        (&destination, "trip.destination", "We don't know the airport you fly to."),
    ] {
        errors.require(place.as_deref().is_none_or(is_known), field, ("unknown", sentence));
    }
    let is_same = origin.is_some() && origin == destination;
    errors.require(!is_same, "trip.destination", ("same", "Origin and destination cannot be the same"));
    origin.zip(destination)
}

/// A code of an airport or a city.
fn code(typed: &str) -> Option<String> {
    let code = typed.trim();
    let is_one = code.len() == 3 && code.chars().all(|letter| letter.is_ascii_alphabetic());
    is_one.then(|| code.to_ascii_uppercase())
}

fn dates(typed: &WatchedTrip, now: OffsetDateTime, errors: &mut FieldErrors) -> Option<(Date, Option<Date>)> {
    let today = now.to_offset(UtcOffset::UTC).date();
    let departs_on = date(&typed.departure_date);
    let returns_on = typed.return_date.as_deref().filter(|text| !text.is_empty()).map(date);
    for (on, field, missing) in [
        (Some(departs_on), "trip.departureDate", "Please select a departure date"),
        (returns_on, "trip.returnDate", "Please select a return date"),
    ] {
        errors.require(on != Some(None), field, ("required", missing));
        let is_sold = on.flatten().is_none_or(|on| on <= today.saturating_add(SOLD_AHEAD));
        errors.require(
            is_sold,
            field,
            ("too_far_ahead", "Airlines sell flights up to 361 days ahead. Please choose an earlier date."),
        );
    }
    errors.require(
        departs_on.is_none_or(|on| on >= earliest_date(now)),
        "trip.departureDate",
        ("past", "Departure date cannot be in the past"),
    );
    let returns_on = returns_on.flatten();
    let is_back_before = departs_on.zip(returns_on).is_some_and(|(out, back)| back < out);
    errors.require(
        !is_back_before,
        "trip.returnDate",
        ("too_early", "Return date must be after departure date"),
    );
    Some((departs_on?, returns_on))
}

fn date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

/// Of adults, children and infants.
fn counts(typed: &WatchedTrip, errors: &mut FieldErrors) -> Option<[u8; 3]> {
    let mut count = |number: i32, least: u8, field: &str, sentence: &str| {
        let count = u8::try_from(number).ok().filter(|count| (least..=MOST_OF_A_KIND).contains(count));
        errors.require(count.is_some(), field, sentence);
        count
    };
    let adults = count(typed.adults, 1, "trip.adults", "At least 1 adult is required, and at most 9");
    let children = count(typed.children, 0, "trip.children", "At most 9 children can be searched for");
    let infants = count(typed.infants, 0, "trip.infants", "At most 9 infants can be searched for");
    let counts @ [adults, children, infants] = [adults?, children?, infants?];
    errors.require(
        adults + children <= MOST_SEATS,
        "trip.adults",
        "Airlines take at most 9 passengers with a seat in one booking",
    );
    errors.require(
        infants <= adults,
        "trip.infants",
        "Each infant sits on an adult's lap, so there can't be more infants than adults",
    );
    Some(counts)
}

fn ages(typed: Vec<i32>, [_, children, infants]: [u8; 3], errors: &mut FieldErrors) -> Option<Vec<u8>> {
    let read = |age: i32| u8::try_from(age).ok().filter(|age| *age <= OLDEST_CHILD);
    let ages: Option<Vec<u8>> = typed.into_iter().map(read).collect();
    errors.require(ages.is_some(), "trip.ages", "Ages are 0 to 17 years on the day of the last flight");
    let ages = ages?;
    let are_all = ages.is_empty() || ages.len() == usize::from(children) + usize::from(infants);
    errors.require(are_all, "trip.ages", "Please give one age for each child and infant");
    let on_laps = ages.iter().filter(|age| **age < WITH_A_SEAT).count();
    let fit = !are_all || ages.is_empty() || on_laps == usize::from(infants);
    errors.require(
        fit,
        "trip.ages",
        "Please count travellers under 2 as infants, and the others as children",
    );
    Some(ages)
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    const TODAY: Date = date!(2026 - 12 - 01);
    const NOW: OffsetDateTime = datetime!(2026-12-01 11:59:59 UTC);

    fn typed() -> WatchedTrip {
        WatchedTrip {
            origin: "LHR".to_owned(),
            destination: "JFK".to_owned(),
            departure_date: "2027-01-15".to_owned(),
            return_date: Some("2027-01-22".to_owned()),
            cabin_class: "economy".to_owned(),
            adults: 2,
            children: 1,
            infants: 0,
            ages: vec![7],
        }
    }

    fn trip() -> Trip {
        checked(typed(), NOW).unwrap()
    }

    /// Field and rule of each complaint.
    fn complaints(change: impl FnOnce(&mut WatchedTrip)) -> Vec<(String, String)> {
        let mut typed = typed();
        change(&mut typed);
        let problem = checked(typed, NOW).err();
        problem.into_iter().flat_map(|problem| problem.fields).map(|it| (it.field, it.code)).collect()
    }

    #[test]
    fn watch01_a_trip_keeps_dates_party_and_cabin_as_the_search_takes_them() {
        let trip = trip();

        let search = trip.search();

        let typed = typed();
        assert_eq!((&search.origin, &search.destination), (&typed.origin, &typed.destination));
        assert_eq!(
            (&search.departure_date, &search.return_date),
            (&typed.departure_date, &typed.return_date)
        );
        assert_eq!((&search.cabin_class, &search.ages), (&typed.cabin_class, &typed.ages));
        assert_eq!((search.adults, search.children, search.infants), (2, 1, 0));
    }

    #[test]
    fn watch03_all_who_watch_the_same_share_a_query() {
        let key = |change: fn(&mut WatchedTrip)| {
            let mut typed = typed();
            change(&mut typed);
            checked(typed, NOW).unwrap().query_key()
        };

        assert_eq!(key(|_| {}), "LHR.JFK.2027-01-15.2027-01-22.economy.2-1-0-7");
        assert_eq!(key(|it| it.origin = " lhr ".to_owned()), key(|_| {}));
        assert_eq!(key(|it| it.return_date = None), "LHR.JFK.2027-01-15.x.economy.2-1-0-7");
        assert_eq!(key(|it| it.return_date = Some(String::new())), key(|it| it.return_date = None));
        assert_eq!(
            key(|it| it.cabin_class = "premium_economy".to_owned()),
            "LHR.JFK.2027-01-15.2027-01-22.premium_economy.2-1-0-7"
        );
        assert_eq!(key(|it| it.ages = Vec::new()), "LHR.JFK.2027-01-15.2027-01-22.economy.2-1-0");
    }

    #[test]
    fn a_trip_that_nobody_can_book_is_refused_field_by_field() {
        let check = |change: fn(&mut WatchedTrip), field: &str, code: &str| {
            assert_eq!(complaints(change), [(field.to_owned(), code.to_owned())]);
        };
        check(|it| it.origin = "LOND".to_owned(), "trip.origin", "required");
        check(|it| it.destination = "J1K".to_owned(), "trip.destination", "required");
        check(|it| it.origin = "QQQ".to_owned(), "trip.origin", "unknown");
        check(|it| it.destination = "zzz".to_owned(), "trip.destination", "unknown");
        check(|it| it.destination = "lhr".to_owned(), "trip.destination", "same");
        check(|it| it.departure_date = "2027-02-30".to_owned(), "trip.departureDate", "required");
        check(|it| it.departure_date = "2026-11-29".to_owned(), "trip.departureDate", "past");
        check(|it| it.return_date = Some("soon".to_owned()), "trip.returnDate", "required");
        check(|it| it.return_date = Some("2027-01-14".to_owned()), "trip.returnDate", "too_early");
        check(|it| it.return_date = Some("2027-11-29".to_owned()), "trip.returnDate", "too_far_ahead");
        check(|it| it.cabin_class = "cargo".to_owned(), "trip.cabinClass", "required");
        check(|it| it.adults = 0, "trip.adults", "invalid");
        check(|it| it.adults = 9, "trip.adults", "invalid");
        check(|it| it.children = -1, "trip.children", "invalid");
        check(|it| it.infants = 10, "trip.infants", "invalid");
        check(|it| (it.infants, it.ages) = (3, Vec::new()), "trip.infants", "invalid");
        check(|it| it.ages = vec![18], "trip.ages", "invalid");
        check(|it| it.ages = vec![1], "trip.ages", "invalid");
        check(|it| it.ages = vec![7, 8], "trip.ages", "invalid");
    }

    #[test]
    fn a_trip_of_today_somewhere_and_one_of_the_last_day_on_sale_are_watched() {
        let is_watched = |departure_date: &str, now| {
            checked(WatchedTrip { departure_date: departure_date.to_owned(), ..typed() }, now).is_ok()
        };

        assert!(is_watched("2026-11-30", NOW) && is_watched("2026-12-01", NOW));
        assert!(!is_watched("2026-11-30", NOW + Duration::SECOND), "it is over in the last place on earth");
        assert_eq!(complaints(|it| it.return_date = Some("2027-11-28".to_owned())), []);
    }

    #[test]
    fn watch03_days_ahead_are_counted_to_the_departure() {
        for (today, expected) in [(TODAY, 45), (date!(2027 - 01 - 15), 0), (date!(2027 - 01 - 16), -1)] {
            assert_eq!(trip().days_ahead(today), expected, "{today}");
        }
    }

    #[test]
    fn a_cabin_is_read_by_the_name_that_requests_have_for_it() {
        for cabin in Cabin::ALL {
            assert_eq!(Cabin::parse(cabin.as_str()), Some(cabin));
        }
        assert_eq!(Cabin::parse(""), None);
    }
}
