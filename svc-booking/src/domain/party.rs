//! Who travels: from what was typed to what the airline needs, or every reason why not, at once.

mod ages;
mod entry;
mod seating;
mod typed;

use proto::booking::v1::PassengerDetails;
use proto::flights::v1::Offer;
use serde::{Deserialize, Serialize};
use service::{FieldErrors, Problem};
use time::{Date, Duration, OffsetDateTime};

use super::journey;

pub use seating::check_exit_rows;
pub use typed::{as_typed, with_passports};

/// A traveller as the airline knows them. Personal data: no Debug, encrypted at rest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traveller {
    /// The passenger's id on the offer.
    pub passenger_id: String,
    pub kind: Kind,
    pub title: Title,
    pub gender: Gender,
    pub given_name: String,
    pub family_name: String,
    /// Absent once it is forgotten.
    pub born_on: Option<Date>,
    pub email: String,
    /// E.164.
    pub phone: String,
    pub passport: Option<Passport>,
    /// On an adult: the passenger id of the infant on the lap.
    pub infant_id: Option<String>,
}

/// What airlines print as the first name of somebody who has one name alone: "first name unknown".
const FIRST_NAME_UNKNOWN: &str = "FNU";

#[cfg(test)]
impl Traveller {
    /// Ada Byron, an adult without documents.
    pub fn sample() -> Self {
        Self {
            passenger_id: "pas_1".into(),
            kind: Kind::Adult,
            title: Title::Ms,
            gender: Gender::Female,
            given_name: "Ada".into(),
            family_name: "Byron".into(),
            born_on: None,
            email: "ada@traveller.example".into(),
            phone: "+12025550143".into(),
            passport: None,
            infant_id: None,
        }
    }
}

impl Traveller {
    /// The name to greet them by.
    pub fn called(&self) -> &str {
        if self.given_name.eq_ignore_ascii_case(FIRST_NAME_UNKNOWN) {
            &self.family_name
        } else {
            &self.given_name
        }
    }

    /// Names every field, so that a new one is either a document or kept for good.
    fn without_documents(self) -> Self {
        let Self {
            passenger_id,
            kind,
            title,
            gender,
            given_name,
            family_name,
            born_on: _,
            email,
            phone,
            passport: _,
            infant_id,
        } = self;
        Self {
            passenger_id,
            kind,
            title,
            gender,
            given_name,
            family_name,
            born_on: None,
            email,
            phone,
            passport: None,
            infant_id,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passport {
    pub number: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub expires_on: Date,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Adult,
    Child,
    /// On an adult's lap.
    Infant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Title {
    Mr,
    Ms,
    Mrs,
    Miss,
    Dr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gender {
    Female,
    Male,
}

impl Kind {
    /// The word of offers; the shorter one is how booked passengers are called.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "adult" => Some(Self::Adult),
            "child" => Some(Self::Child),
            "infant_without_seat" | "infant" => Some(Self::Infant),
            _ => None,
        }
    }

    pub fn booked_as(self) -> &'static str {
        match self {
            Self::Adult => "adult",
            Self::Child => "child",
            Self::Infant => "infant",
        }
    }
}

/// What the answers are measured against.
struct Rules {
    /// Of the last slice: from which ages count, and until which passports must.
    travel_on: Date,
    /// The latest date that is today somewhere, and the earliest.
    latest_today: Date,
    earliest_today: Date,
    passports: bool,
}

/// Reads a party for an offer. The first passenger is the one to write to.
pub fn read(
    details: &[PassengerDetails],
    offer: &Offer,
    now: OffsetDateTime,
) -> Result<Vec<Traveller>, Problem> {
    let mut errors = FieldErrors::default();
    if details.is_empty() {
        errors.add("passengers", ("required", "At least one passenger is required for booking"));
    }
    let rules = Rules {
        travel_on: journey::travel_on(offer).unwrap_or(now.date()),
        latest_today: (now + Duration::hours(14)).date(),
        earliest_today: (now - Duration::hours(12)).date(),
        passports: journey::needs_passports(offer),
    };
    let tickets = seating::assign(details, offer, rules.travel_on);
    let entries = entry::read_all(details, &tickets, &rules, &mut errors);
    seating::check_sizes(details, &mut errors);
    seating::check_names(&entries, &mut errors);
    seating::check_tickets(details, offer, &tickets, &mut errors);
    errors.into_result()?;
    let mut party = entries.into_iter().flatten().collect::<Vec<_>>();
    seating::hand_out_infants(&mut party);
    Ok(party)
}

/// What is left of a party when its documents are kept no longer.
pub fn forget_documents(party: Vec<Traveller>) -> Vec<Traveller> {
    party.into_iter().map(Traveller::without_documents).collect()
}

/// What is left of a party when nobody has to be written to any more: who travelled.
pub fn forget_contacts(party: Vec<Traveller>) -> Vec<Traveller> {
    let without_contact =
        |traveller: Traveller| Traveller { email: String::new(), phone: String::new(), ..traveller };
    forget_documents(party).into_iter().map(without_contact).collect()
}

#[cfg(test)]
mod tests;
