//! One passenger's answers.

use proto::booking::v1::PassengerDetails;
use proto::flights::v1::OfferPassenger;
use service::{Fault, FieldErrors};
use time::Date;
use time::format_description::well_known::Iso8601;

use super::{Gender, Kind, Passport, Rules, Title, Traveller, ages};
use crate::domain::{countries, names};

/// Beyond the longest life on record a date of birth is a slip of the pen. In years.
const OLDEST: i32 = 122;

/// Reads every passenger, with the ticket each is to have; nothing where one has errors, which are added to `errors`.
pub fn read_all(
    details: &[PassengerDetails],
    tickets: &[Option<&OfferPassenger>],
    rules: &Rules,
    errors: &mut FieldErrors,
) -> Vec<Option<Traveller>> {
    let mut primary = Contact::default();
    details
        .iter()
        .zip(tickets)
        .enumerate()
        .map(|(index, (details, ticket))| {
            let mut entry = Entry { index, details, ticket: *ticket, rules, errors };
            let own = entry.contact();
            if index == 0 {
                primary = own.clone();
            }
            // What others leave out is the primary passenger's.
            entry.traveller(Contact {
                email: own.email.or(primary.email.clone()),
                phone: own.phone.or(primary.phone.clone()),
            })
        })
        .collect()
}

/// Each where it was given and can be used.
#[derive(Clone, Default)]
struct Contact {
    email: Option<String>,
    phone: Option<String>,
}

struct Entry<'a> {
    index: usize,
    details: &'a PassengerDetails,
    /// Absent where the offer has none for them.
    ticket: Option<&'a OfferPassenger>,
    rules: &'a Rules,
    errors: &'a mut FieldErrors,
}

impl Entry<'_> {
    fn complain(&mut self, field: &str, fault: impl Into<Fault>) {
        self.errors.add(format!("passengers[{}].{field}", self.index), fault);
    }

    fn refuse<T>(&mut self, field: &str, fault: impl Into<Fault>) -> Option<T> {
        self.complain(field, fault);
        None
    }

    /// Every field is looked at before any is missed, so that all errors show at once.
    fn traveller(&mut self, contact: Contact) -> Option<Traveller> {
        let kind = self.kind();
        let given_name = self.name(&self.details.first_name, "firstName", "First name");
        let family_name = self.name(&self.details.last_name, "lastName", "Last name");
        let born_on = self.born_on(kind);
        let title_and_gender = self.title_and_gender();
        let passport = self.passport();
        let (title, gender) = title_and_gender?;
        Some(Traveller {
            passenger_id: self.ticket.map(|ticket| ticket.id.clone()).unwrap_or_default(),
            kind: kind?,
            title,
            gender,
            given_name: given_name?,
            family_name: family_name?,
            born_on: Some(born_on?),
            email: contact.email?,
            phone: contact.phone?,
            passport,
            infant_id: None,
        })
    }

    fn kind(&mut self) -> Option<Kind> {
        let kind = Kind::parse(&self.details.r#type);
        if kind.is_none() {
            return self.refuse("type", "Passenger type must be adult, child or infant_without_seat");
        }
        kind
    }

    fn name(&mut self, text: &str, field: &str, label: &str) -> Option<String> {
        if text.trim().is_empty() {
            return self.refuse(field, ("required", format!("{label} is required")));
        }
        match names::printed_name(text) {
            Ok(name) => Some(name),
            Err(fault) => self.refuse(field, (fault.code(), format!("{label} {}", fault.words()))),
        }
    }

    fn born_on(&mut self, kind: Option<Kind>) -> Option<Date> {
        if self.details.date_of_birth.trim().is_empty() {
            return self.refuse("dateOfBirth", ("required", "Date of birth is required"));
        }
        let Some(born_on) = ages::birth_date(self.details) else {
            return self.refuse("dateOfBirth", "Date of birth must be a date like 1990-12-31");
        };
        if born_on > self.rules.latest_today {
            return self.refuse("dateOfBirth", ("future", "Date of birth can't be in the future"));
        }
        let age = ages::age_on(born_on, self.rules.travel_on);
        if age > OLDEST {
            return self.refuse("dateOfBirth", ("unlikely", "Please check the date of birth"));
        }
        let searched_age = self.ticket.and_then(|ticket| ticket.age);
        match kind.and_then(|kind| ages::misfit(kind, searched_age, age)) {
            Some(misfit) => self.refuse("dateOfBirth", ("age", misfit)),
            None => Some(born_on),
        }
    }

    /// One tells the other, except that a doctor's title and a secret gender tell nothing.
    fn title_and_gender(&mut self) -> Option<(Title, Gender)> {
        let title = match self.details.title.as_deref().unwrap_or_default() {
            "" => None,
            "mr" => Some(Title::Mr),
            "ms" => Some(Title::Ms),
            "mrs" => Some(Title::Mrs),
            "miss" => Some(Title::Miss),
            "dr" => Some(Title::Dr),
            _ => return self.refuse("title", "Title must be mr, ms, mrs, miss or dr"),
        };
        let gender = match self.details.gender.as_deref().unwrap_or_default() {
            "" | "undisclosed" => None,
            "female" => Some(Gender::Female),
            "male" => Some(Gender::Male),
            _ => return self.refuse("gender", "Gender must be male, female or undisclosed"),
        };
        match (title, gender) {
            (Some(title), Some(gender)) => Some((title, gender)),
            (Some(Title::Mr), None) | (None, Some(Gender::Male)) => Some((Title::Mr, Gender::Male)),
            (Some(title @ (Title::Ms | Title::Mrs | Title::Miss)), None) => Some((title, Gender::Female)),
            (None, Some(Gender::Female)) => Some((Title::Ms, Gender::Female)),
            (Some(Title::Dr) | None, None) => {
                self.refuse("gender", ("required", "Select male or female: the airline requires it"))
            }
        }
    }

    /// Only the primary passenger has to give both.
    fn contact(&mut self) -> Contact {
        let is_primary = self.index == 0;
        let email = self.details.email.as_deref().unwrap_or_default().trim();
        let phone = self.details.phone.as_deref().unwrap_or_default().trim();
        let contact = Contact {
            email: Some(email.to_owned()).filter(|email| service::is_email_address(email)),
            phone: names::e164(phone),
        };
        if contact.email.is_none() && is_primary {
            self.complain("email", ("required", "Valid email is required for primary passenger"));
        } else if contact.email.is_none() && !email.is_empty() {
            self.complain("email", "Please enter a valid email address");
        }
        if phone.is_empty() && is_primary {
            self.complain("phone", ("required", "Phone number is required for primary passenger"));
        } else if contact.phone.is_none() && !phone.is_empty() {
            self.complain(
                "phone",
                "Please enter the phone number with its country code, such as +1 202 555 0143",
            );
        }
        contact
    }

    /// Nothing where none was needed and none was given, or where what was given has errors.
    fn passport(&mut self) -> Option<Passport> {
        let text = |field: &Option<String>| field.as_deref().unwrap_or_default().trim().to_owned();
        let number: String =
            text(&self.details.passport_number).split_whitespace().collect::<String>().to_uppercase();
        let expires_on = text(&self.details.passport_expiry_date);
        let country = text(&self.details.passport_issuing_country).to_uppercase();
        let given = [&number, &expires_on, &country].iter().any(|part| !part.is_empty());
        if !given && !self.rules.passports {
            return None;
        }
        let number = self.passport_number(number);
        let expires_on = self.passport_expiry(&expires_on);
        let country = self.passport_country(country);
        Some(Passport { number: number?, country: country?, expires_on: expires_on? })
    }

    fn passport_number(&mut self, number: String) -> Option<String> {
        let fault = match number.chars().count() {
            0..5 => ("too_short", "Passport number must be at least 5 characters"),
            21.. => ("too_long", "Passport number cannot exceed 20 characters"),
            _ if !number.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                ("characters", "Passport number can only contain letters and numbers")
            }
            _ => return Some(number),
        };
        self.refuse("passportNumber", fault)
    }

    fn passport_expiry(&mut self, text: &str) -> Option<Date> {
        let fault = match Date::parse(text, &Iso8601::DATE) {
            _ if text.is_empty() => ("required", "Passport expiry date is required"),
            Err(_) => ("invalid", "Passport expiry date must be a date like 2031-12-31"),
            Ok(date) if date <= self.rules.earliest_today => ("past", "Passport must not be expired"),
            Ok(date) if date < self.rules.travel_on => {
                ("too_early", "Passport must be valid on the day of the last flight")
            }
            Ok(date) => return Some(date),
        };
        self.refuse("passportExpiryDate", fault)
    }

    fn passport_country(&mut self, code: String) -> Option<String> {
        let fault = if code.chars().count() != 2 {
            ("length", "Country code must be exactly 2 characters (ISO code)")
        } else if !code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            ("characters", "Country code must contain only letters")
        } else if !countries::is_country(&code) {
            ("unknown", "Country code must be one of ISO 3166-1, such as US")
        } else {
            return Some(code);
        };
        self.refuse("passportIssuingCountry", fault)
    }
}
