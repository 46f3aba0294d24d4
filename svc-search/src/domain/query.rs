use std::fmt;
use std::str::FromStr;

use service::Mode;
use time::{Date, Duration};

use super::Sort;

/// Seats an airline sells in one booking.
const MOST_SEATS: u8 = 9;
/// About 11 months: nobody sells what leaves later. A day more, as it may be tomorrow at the origin.
pub(crate) const SOLD_AHEAD: Duration = Duration::days(361 + 1);

/// One request of a traveller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub query: Query,
    pub sort: Sort,
    pub paging: Paging,
    /// Ask the provider again.
    pub refresh: bool,
}

/// What the provider is asked: the same for everybody who wants to fly the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Query {
    pub origin: Iata,
    pub destination: Iata,
    /// Dates at the airport of departure.
    pub departure_on: Date,
    pub return_on: Option<Date>,
    pub cabin: CabinClass,
    pub travellers: Travellers,
}

/// A query in a mode: answers of test and live never meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    pub mode: Mode,
    pub query: Query,
}

/// An IATA code of an airport or a city: three letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Iata([u8; 3]);

impl FromStr for Iata {
    type Err = ();

    fn from_str(code: &str) -> Result<Self, ()> {
        let bytes: [u8; 3] = code.trim().as_bytes().try_into().map_err(|_| ())?;
        let letters = bytes.iter().all(u8::is_ascii_alphabetic);
        letters.then(|| Self(bytes.map(|byte| byte.to_ascii_uppercase()))).ok_or(())
    }
}

impl fmt::Display for Iata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).expect("a code is ASCII by construction"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CabinClass {
    Economy,
    PremiumEconomy,
    Business,
    First,
}

impl CabinClass {
    pub const ALL: [Self; 4] = [Self::Economy, Self::PremiumEconomy, Self::Business, Self::First];

    /// As requests name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Economy => "economy",
            Self::PremiumEconomy => "premium_economy",
            Self::Business => "business",
            Self::First => "first",
        }
    }
}

impl FromStr for CabinClass {
    type Err = ();

    /// A request that names none is for economy.
    fn from_str(name: &str) -> Result<Self, ()> {
        if name.is_empty() {
            return Ok(Self::Economy);
        }
        Self::ALL.into_iter().find(|cabin| cabin.name() == name).ok_or(())
    }
}

/// Adults are 12 and older, children 2 to 11, infants under 2 on an adult's lap. With ages, children are 2 to 17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Travellers {
    pub adults: u8,
    pub children: u8,
    pub infants: u8,
    /// Of the children and the infants, as far as they are known.
    pub ages: Ages,
}

/// The ages of all who are no adults, in the order of the search, or of none of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Ages {
    /// Full years on the day of the last flight; `None` from the last one on.
    years: [Option<u8>; Self::MOST],
}

impl Ages {
    /// As many as the form's children and infants.
    const MOST: usize = 18;
    /// Who is older is an adult to the provider.
    const OLDEST: u8 = 17;
    /// Who is younger needs no seat.
    const WITH_A_SEAT: u8 = 2;

    /// Reads the ages of so many children and infants; the error is a sentence for the person.
    pub fn read(sent: &[i32], children: u8, infants: u8) -> Result<Self, &'static str> {
        let mut ages = Self::default();
        if sent.is_empty() {
            return Ok(ages);
        }
        if sent.len() != usize::from(children) + usize::from(infants) {
            return Err("Please give one age for each child and infant");
        }
        for (place, age) in ages.years.iter_mut().zip(sent) {
            let age = u8::try_from(*age).ok().filter(|age| *age <= Self::OLDEST);
            *place = Some(age.ok_or("Ages are 0 to 17 years on the day of the last flight")?);
        }
        let on_laps = ages.years().filter(|age| *age < Self::WITH_A_SEAT).count();
        let fit = on_laps == usize::from(infants);
        fit.then_some(ages).ok_or("Please count travellers under 2 as infants, and the others as children")
    }

    pub fn is_known(&self) -> bool {
        self.years[0].is_some()
    }

    pub fn years(self) -> impl Iterator<Item = u8> {
        self.years.into_iter().flatten()
    }
}

/// Why a list is empty although the query is well formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Notice {
    pub code: &'static str,
    pub message: &'static str,
}

impl Travellers {
    /// Whether no booking could have this many.
    pub fn impossible(self) -> Option<Notice> {
        if self.adults + self.children > MOST_SEATS {
            return Some(Notice {
                code: "TOO_MANY_PASSENGERS",
                message: "Airlines take at most 9 passengers with a seat in one booking. Please search for fewer.",
            });
        }
        (self.infants > self.adults).then_some(Notice {
            code: "TOO_MANY_INFANTS",
            message: "Each infant sits on an adult's lap, so there can't be more infants than adults.",
        })
    }
}

/// Which part of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Paging {
    /// From 1.
    pub page: usize,
    pub limit: usize,
}

impl Paging {
    /// The part of `items` that is on the page.
    pub fn of<T>(self, items: &[T]) -> &[T] {
        let start = (self.page - 1).saturating_mul(self.limit).min(items.len());
        &items[start..start.saturating_add(self.limit).min(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r016_counts_that_no_booking_could_have_are_told_apart() {
        let check = |adults, children, infants, expected: Option<&str>| {
            let notice = Travellers { adults, children, infants, ages: Ages::default() }.impossible();
            assert_eq!(notice.map(|notice| notice.code), expected, "{adults}, {children}, {infants}");
        };
        check(1, 0, 0, None);
        check(9, 0, 9, None);
        check(1, 8, 1, None);
        check(9, 1, 0, Some("TOO_MANY_PASSENGERS"));
        check(9, 9, 9, Some("TOO_MANY_PASSENGERS"));
        check(1, 0, 2, Some("TOO_MANY_INFANTS"));
    }

    #[test]
    fn ages_fit_the_counts_or_say_what_is_wrong() {
        let check = |sent: &[i32], children, infants, expected: Result<&[u8], &str>| {
            let read = Ages::read(sent, children, infants).map(|ages| ages.years().collect::<Vec<_>>());
            assert_eq!(read, expected.map(<[u8]>::to_vec), "{sent:?}, {children}, {infants}");
        };
        check(&[], 2, 1, Ok(&[]));
        check(&[14, 8], 2, 0, Ok(&[14, 8]));
        check(&[0, 17, 2], 2, 1, Ok(&[0, 17, 2]));
        check(&[3; 18], 9, 9, Err("Please count travellers under 2 as infants, and the others as children"));
        check(&[14], 2, 0, Err("Please give one age for each child and infant"));
        check(&[14], 0, 0, Err("Please give one age for each child and infant"));
        check(&[18], 1, 0, Err("Ages are 0 to 17 years on the day of the last flight"));
        check(&[-1], 1, 0, Err("Ages are 0 to 17 years on the day of the last flight"));
        check(&[1], 1, 0, Err("Please count travellers under 2 as infants, and the others as children"));
    }

    #[test]
    fn a_page_is_its_part_of_the_list_and_empty_beyond_the_end() {
        let check = |page, limit, expected: &[i32]| {
            assert_eq!(Paging { page, limit }.of(&[1, 2, 3]), expected, "page {page} of {limit}");
        };
        check(1, 2, &[1, 2]);
        check(2, 2, &[3]);
        check(3, 2, &[]);
        check(usize::MAX, usize::MAX, &[]);
    }

    #[test]
    fn a_cabin_class_is_read_by_its_name_and_none_is_economy() {
        for cabin in CabinClass::ALL {
            assert_eq!(cabin.name().parse::<CabinClass>(), Ok(cabin));
        }
        assert_eq!("".parse::<CabinClass>(), Ok(CabinClass::Economy));
        assert_eq!("cargo".parse::<CabinClass>(), Err(()));
    }

    #[test]
    fn airport_codes_are_three_letters_of_either_case() {
        assert_eq!("lhr".parse::<Iata>().unwrap().to_string(), "LHR");
        for code in ["", "LH", "LHRX", "L1R", "ÄB"] {
            assert!(code.parse::<Iata>().is_err(), "{code}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_airport_code_or_refused_without_a_panic(
            text in prop_oneof![".{0,6}", " ?[A-Za-z]{2,4} ?"],
        ) {
            if let Ok(code) = text.parse::<Iata>() {
                prop_assert_eq!(code.to_string(), text.trim().to_ascii_uppercase());
            }
        }
    }
}
