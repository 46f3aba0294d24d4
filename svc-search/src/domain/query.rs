use std::fmt;
use std::str::FromStr;

use time::Date;

use super::Sort;

/// Seats an airline sells in one booking.
const MOST_SEATS: u8 = 9;

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

impl FromStr for CabinClass {
    type Err = ();

    fn from_str(cabin: &str) -> Result<Self, ()> {
        match cabin {
            "" | "economy" => Ok(Self::Economy),
            "premium_economy" => Ok(Self::PremiumEconomy),
            "business" => Ok(Self::Business),
            "first" => Ok(Self::First),
            _ => Err(()),
        }
    }
}

/// Adults are 12 and older, children 2 to 11, infants under 2 on an adult's lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Travellers {
    pub adults: u8,
    pub children: u8,
    pub infants: u8,
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
                message: "Airlines take at most 9 travellers with a seat in one booking. Please search for fewer.",
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
    use super::*;

    #[test]
    fn r016_counts_that_no_booking_could_have_are_told_apart() {
        let check = |adults, children, infants, expected: Option<&str>| {
            let notice = Travellers { adults, children, infants }.impossible();
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
    fn airport_codes_are_three_letters_of_either_case() {
        assert_eq!("lhr".parse::<Iata>().unwrap().to_string(), "LHR");
        for code in ["", "LH", "LHRX", "L1R", "ÄB"] {
            assert!(code.parse::<Iata>().is_err(), "{code}");
        }
    }
}
