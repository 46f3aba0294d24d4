//! A party as its booker typed it.

use proto::booking::v1::PassengerDetails;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::{Gender, Kind, Title, Traveller};

/// With what is still kept of passports: for the booker's own copy.
pub fn with_passports(party: &[Traveller]) -> Vec<PassengerDetails> {
    let typed = as_typed(party).into_iter().zip(party).map(|(typed, traveller)| match &traveller.passport {
        None => typed,
        Some(passport) => PassengerDetails {
            passport_number: Some(passport.number.clone()),
            passport_expiry_date: iso(passport.expires_on),
            passport_issuing_country: Some(passport.country.clone()),
            ..typed
        },
    });
    typed.collect()
}

/// To fill a form in again. Passports are left out: they are typed each time.
pub fn as_typed(party: &[Traveller]) -> Vec<PassengerDetails> {
    let primary = party.first().map(|first| (&first.email, &first.phone));
    let typed = party.iter().enumerate().map(|(index, traveller)| {
        // Who gave no address of their own was given the first one's.
        let own = index == 0 || primary != Some((&traveller.email, &traveller.phone));
        PassengerDetails {
            r#type: kind(traveller.kind).to_owned(),
            title: Some(title(traveller.title).to_owned()),
            first_name: traveller.given_name.clone(),
            last_name: traveller.family_name.clone(),
            gender: Some(gender(traveller.gender).to_owned()),
            date_of_birth: traveller.born_on.and_then(iso).unwrap_or_default(),
            email: own.then(|| traveller.email.clone()),
            phone: own.then(|| traveller.phone.clone()),
            passport_number: None,
            passport_expiry_date: None,
            passport_issuing_country: None,
            id: None,
        }
    });
    typed.collect()
}

fn iso(date: Date) -> Option<String> {
    date.format(&Iso8601::DATE).ok()
}

/// As offers call them.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Adult => "adult",
        Kind::Child => "child",
        Kind::Infant => "infant_without_seat",
    }
}

fn title(title: Title) -> &'static str {
    match title {
        Title::Mr => "mr",
        Title::Ms => "ms",
        Title::Mrs => "mrs",
        Title::Miss => "miss",
        Title::Dr => "dr",
    }
}

fn gender(gender: Gender) -> &'static str {
    match gender {
        Gender::Female => "female",
        Gender::Male => "male",
    }
}
