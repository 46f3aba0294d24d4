//! What airlines ask of the people who travel.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::duffel::error::Error;
use crate::duffel::offer::Offer;
use crate::world::PassengerKind;

const LONGEST_NAME: usize = 20;
const OLDEST_INFANT: i16 = 1;
const OLDEST_CHILD: i16 = 17;
const YOUNGEST_ADULT: i16 = 12;

#[derive(Debug, Deserialize)]
pub struct Traveller {
    id: Option<String>,
    title: Option<String>,
    gender: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
    born_on: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
    infant_passenger_id: Option<String>,
    user_id: Option<String>,
    #[serde(default)]
    loyalty_programme_accounts: Vec<Value>,
    #[serde(default)]
    identity_documents: Vec<Document>,
}

#[derive(Debug, Deserialize)]
struct Document {
    #[serde(rename = "type")]
    kind: Option<String>,
    unique_identifier: Option<String>,
    issuing_country_code: Option<String>,
    expires_on: Option<String>,
}

/// Checks the party against the offer and gives it back as the order shows it, in the offer's order.
pub fn check(offer: &Offer, party: &[Traveller]) -> Result<Vec<Value>, Error> {
    let kinds = &offer.request.query.passengers;
    if party.len() != kinds.len() {
        return Err(Error::new("validation_length").at("/passengers"));
    }
    let mut places = BTreeSet::new();
    for (at, traveller) in party.iter().enumerate() {
        let id = traveller.id.as_deref().ok_or_else(|| Error::required(format!("/passengers/{at}/id")))?;
        let place = (0..kinds.len())
            .find(|place| offer.passenger_id(*place) == id)
            .ok_or_else(|| Error::new("linked_record_not_found").at(format!("/passengers/{at}/id")))?;
        if !places.insert(place) {
            return Err(Error::new("validation_unique").at(format!("/passengers/{at}/id")));
        }
        fields(at, traveller)?;
        age(offer, at, place, traveller)?;
        documents(offer, at, traveller)?;
    }
    infants(offer, party)?;
    distinct_names(party)?;
    Ok(party.iter().map(passenger_json).collect())
}

/// All fields that are wrong, told at once.
fn fields(at: usize, traveller: &Traveller) -> Result<(), Error> {
    let pointer = |field: &str| format!("/passengers/{at}/{field}");
    let given = |value: &Option<String>, field: &str| {
        let value = value.clone().filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| Error::required(pointer(field)))
    };
    let check = |value: &Option<String>, field: &str, code: &str, fits: &dyn Fn(&str) -> bool| {
        let refused = || Error::new(code).at(pointer(field));
        fits(&given(value, field)?).then_some(()).ok_or_else(refused)
    };
    let one_of = |value: &Option<String>, field: &str, allowed: &[&str]| {
        check(value, field, "validation_inclusion", &|word| allowed.contains(&word))
    };
    let checked = [
        one_of(&traveller.title, "title", &["mr", "ms", "mrs", "miss", "dr"]),
        one_of(&traveller.gender, "gender", &["m", "f"]),
        check(&traveller.given_name, "given_name", "invalid_passenger_name", &is_name),
        check(&traveller.family_name, "family_name", "invalid_passenger_name", &is_name),
        check(&traveller.phone_number, "phone_number", "invalid_phone_number", &is_phone),
        check(&traveller.email, "email", "invalid_email_address", &is_email),
    ];
    Error::all(checked.into_iter().filter_map(Result::err).collect()).map_or(Ok(()), Err)
}

/// The age on the day of the last flight has to be what the fare was sold for.
fn age(offer: &Offer, at: usize, place: usize, traveller: &Traveller) -> Result<(), Error> {
    let pointer = format!("/passengers/{at}/born_on");
    let born_on = traveller.born_on.as_deref().ok_or_else(|| Error::required(&pointer))?;
    let born_on: Date = born_on.parse().map_err(|_| Error::new("validation_format").at(&pointer))?;
    let travel = offer.segments().last().map_or(born_on, |(_, _, segment)| segment.departing_at.date());
    let had_birthday = (travel.month(), travel.day()) >= (born_on.month(), born_on.day());
    let years = travel.year() - born_on.year() - i16::from(!had_birthday);
    let asked = offer.request.passengers[place].age.map(i16::from);
    let fits = match (asked, offer.request.query.passengers[place]) {
        (Some(asked), _) => years == asked,
        (None, PassengerKind::Adult) => years >= YOUNGEST_ADULT,
        (None, PassengerKind::Child { .. }) => (OLDEST_INFANT + 1..=OLDEST_CHILD).contains(&years),
        (None, PassengerKind::Infant) => (0..=OLDEST_INFANT).contains(&years),
    };
    fits.then_some(()).ok_or_else(|| Error::new("order_passengers_incompatible_with_offer").at(pointer))
}

fn documents(offer: &Offer, at: usize, traveller: &Traveller) -> Result<(), Error> {
    let pointer = format!("/passengers/{at}/identity_documents");
    if traveller.identity_documents.len() > 1 {
        return Err(Error::new("validation_length").at(pointer));
    }
    let Some(document) = traveller.identity_documents.first() else {
        let needed = offer.draft().documents_required;
        return if needed { Err(Error::required(pointer)) } else { Ok(()) };
    };
    let kind = document.kind.as_deref().unwrap_or_default();
    if !offer.draft().document_types.contains(&kind) {
        return Err(Error::new("validation_inclusion").at(pointer + "/0/type"));
    }
    let mut parts = vec![
        (&document.unique_identifier, "unique_identifier"),
        (&document.issuing_country_code, "issuing_country_code"),
    ];
    // A tax number has no end.
    if kind == "passport" {
        parts.push((&document.expires_on, "expires_on"));
    }
    let missing = parts.iter().find(|(part, _)| part.as_deref().unwrap_or_default().is_empty());
    missing.map_or(Ok(()), |(_, field)| Err(Error::required(format!("{pointer}/0/{field}"))))
}

/// Every infant travels on the lap of one adult, and no adult has two.
fn infants(offer: &Offer, party: &[Traveller]) -> Result<(), Error> {
    let mut carried = BTreeSet::new();
    for (at, traveller) in party.iter().enumerate() {
        let Some(infant) = &traveller.infant_passenger_id else { continue };
        if !carried.insert(infant.clone()) {
            return Err(Error::new("validation_unique").at(format!("/passengers/{at}/infant_passenger_id")));
        }
    }
    let kinds = offer.request.query.passengers.iter().enumerate();
    let infants: BTreeSet<String> = kinds
        .filter(|(_, kind)| **kind == PassengerKind::Infant)
        .map(|(place, _)| offer.passenger_id(place))
        .collect();
    let fits = carried == infants;
    fits.then_some(()).ok_or_else(|| Error::required("/passengers/0/infant_passenger_id"))
}

fn distinct_names(party: &[Traveller]) -> Result<(), Error> {
    let mut names = BTreeSet::new();
    for (at, traveller) in party.iter().enumerate() {
        let part = |name: &Option<String>| name.as_deref().unwrap_or_default().to_lowercase();
        if !names.insert((part(&traveller.given_name), part(&traveller.family_name))) {
            return Err(Error::new("duplicate_passenger_name").at(format!("/passengers/{at}/given_name")));
        }
    }
    Ok(())
}

/// Letters of ASCII, Latin-1 and Latin Extended-A but for those that airlines can't spell.
fn is_name(name: &str) -> bool {
    let letter = |c: char| {
        c.is_ascii_alphabetic()
            || (matches!(c, 'À'..='ſ')
                && !matches!(c, '×' | '÷' | 'Æ' | 'æ' | 'Ĳ' | 'ĳ' | 'Œ' | 'œ' | 'Þ' | 'ð'))
            || matches!(c, ' ' | '-' | '\'')
    };
    (1..=LONGEST_NAME).contains(&name.chars().count()) && name.chars().all(letter)
}

/// E.164.
fn is_phone(number: &str) -> bool {
    number.strip_prefix('+').is_some_and(|digits| {
        (7..=15).contains(&digits.len())
            && !digits.starts_with('0')
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_email(address: &str) -> bool {
    address.rsplit_once('@').is_some_and(|(local, domain)| {
        !local.is_empty() && domain.contains('.') && !address.contains(char::is_whitespace)
    })
}

/// Identity documents are never shown again, and a passenger's type and infant aren't either.
fn passenger_json(traveller: &Traveller) -> Value {
    json!({
        "id": traveller.id,
        "title": traveller.title,
        "gender": traveller.gender,
        "given_name": traveller.given_name,
        "family_name": traveller.family_name,
        "born_on": traveller.born_on,
        "email": traveller.email,
        "phone_number": traveller.phone_number,
        "infant_passenger_id": null,
        "loyalty_programme_accounts": traveller.loyalty_programme_accounts,
        "user_id": traveller.user_id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_airlines_can_spell() {
        let table = [
            ("Amelia", true),
            ("Zoë-Marie O'Neil", true),
            ("Łukasz", true),
            ("", false),
            ("Æsa", false),
            ("山田", false),
            ("R2", false),
            ("Abcdefghijklmnopqrstu", false),
        ];
        for (name, fits) in table {
            assert_eq!(is_name(name), fits, "{name}");
        }
    }

    #[test]
    fn phone_numbers_are_e164() {
        for (number, fits) in
            [("+442080160509", true), ("442080160509", false), ("+0123456789", false), ("+12", false)]
        {
            assert_eq!(is_phone(number), fits, "{number}");
        }
    }
}
