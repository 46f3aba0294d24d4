//! What a visitor writes to a brand, and the rules on each kind of form.

use std::fmt;

use service::{FieldErrors, Problem, is_email_address, mask_card_numbers};
use time::OffsetDateTime;
use uuid::Uuid;

const REASONS: [&str; 7] =
    ["booking", "cancellation", "technical", "billing", "feedback", "partnership", "other"];
/// Generous for people, small for a mail.
const LONGEST_MESSAGE: usize = 4_000;
const LONGEST_LINE: usize = 150;
const LONGEST_PHONE: usize = 30;
/// The most are those of an international number (E.164). Most cards have 16.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 5..=15;
/// The digits of the shortest common card (American Express). National phone numbers have fewer.
const SHORTEST_CARD: usize = 15;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Contact,
    Support,
    Subscribe,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Contact, Self::Support, Self::Subscribe];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Support => "support",
            Self::Subscribe => "subscribe",
        }
    }
}

/// A form as it was typed. A field that was left out is empty.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    pub kind: Kind,
    pub email: String,
    pub name: String,
    pub phone: String,
    pub reason: String,
    pub subject: String,
    pub booking_reference: String,
    pub message: String,
    pub preferred_contact: String,
}

/// A form that has arrived.
pub struct Enquiry {
    pub id: Uuid,
    pub brand: String,
    pub form: Form,
    pub created_at: OffsetDateTime,
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Form {{ kind: {:?}, .. }}", self.kind)
    }
}

impl Form {
    /// Trims, drops values that this kind of form has no field for, masks card numbers, and checks the rest. Fields are
    /// named as in the public interface.
    pub fn checked(self, consents: bool) -> Result<Self, Problem> {
        let form = self.trimmed();
        let mut errors = FieldErrors::default();
        errors.require(is_email_address(&form.email), "email", "Please enter a valid email address");
        match form.kind {
            Kind::Contact => form.check_contact(consents, &mut errors),
            Kind::Support => form.check_support(&mut errors),
            Kind::Subscribe => {}
        }
        errors.into_result().map(|()| form)
    }

    fn trimmed(self) -> Self {
        let kept = |text: String, kinds: &[Kind]| {
            if kinds.contains(&self.kind) { text.trim().to_owned() } else { String::new() }
        };
        let free = |text: String, kinds: &[Kind]| mask_card_numbers(&kept(text, kinds));
        let written = [Kind::Contact, Kind::Support];
        Self {
            kind: self.kind,
            email: kept(self.email, &Kind::ALL),
            name: free(self.name, &written),
            phone: phone_or_masked_card(kept(self.phone, &[Kind::Contact])),
            reason: kept(self.reason, &[Kind::Contact]),
            subject: free(self.subject, &[Kind::Support]),
            booking_reference: free(self.booking_reference, &written),
            message: free(self.message, &written),
            preferred_contact: kept(self.preferred_contact, &[Kind::Contact]),
        }
    }

    fn check_contact(&self, consents: bool, errors: &mut FieldErrors) {
        self.check_written(errors);
        errors.require(
            REASONS.contains(&self.reason.as_str()),
            "reason",
            ("required", "Please choose a reason"),
        );
        let by_phone = self.preferred_contact == "phone";
        errors.require(
            by_phone || self.preferred_contact == "email",
            "preferredContact",
            "Please choose e-mail or phone",
        );
        errors.require(
            !by_phone || !self.phone.is_empty(),
            "phone",
            ("required", "Please enter the number we should call"),
        );
        errors.require(is_phone(&self.phone), "phone", "Please enter a valid phone number");
        errors.require(consents, "consents", ("required", "Please agree to the privacy policy"));
    }

    fn check_support(&self, errors: &mut FieldErrors) {
        self.check_written(errors);
        errors.require(!self.subject.is_empty(), "subject", ("required", "Please enter a subject"));
        errors.require(is_line(&self.subject), "subject", ("too_long", "Please use at most 150 characters"));
    }

    fn check_written(&self, errors: &mut FieldErrors) {
        errors.require(!self.name.is_empty(), "name", ("required", "Please enter your name"));
        errors.require(is_line(&self.name), "name", ("too_long", "Please use at most 150 characters"));
        errors.require(
            is_line(&self.booking_reference),
            "bookingReference",
            ("too_long", "Please use at most 150 characters"),
        );
        errors.require(!self.message.is_empty(), "message", ("required", "Please enter a message"));
        let is_short = self.message.chars().count() <= LONGEST_MESSAGE;
        errors.require(is_short, "message", ("too_long", "Please use at most 4000 characters"));
    }
}

fn is_line(text: &str) -> bool {
    text.chars().count() <= LONGEST_LINE && !text.contains(char::is_control)
}

/// Masks a card number in the field for a phone. Some international numbers pass for cards, German mobile ones for example,
/// so digits behind `+` or `00` stay.
fn phone_or_masked_card(text: String) -> String {
    let is_international = text.starts_with('+') || text.starts_with("00");
    if is_international || count_digits(&text) < SHORTEST_CARD { text } else { mask_card_numbers(&text) }
}

fn count_digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
}

/// A phone number, or nothing.
fn is_phone(text: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_digit() || "+-(). /".contains(c);
    text.is_empty()
        || (text.len() <= LONGEST_PHONE
            && text.chars().all(in_alphabet)
            && PHONE_DIGITS.contains(&count_digits(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(kind: Kind) -> Form {
        Form {
            kind,
            email: " ada@traveller.example ".into(),
            name: "Ada Byron".into(),
            phone: "+1 (202) 555-0143".into(),
            reason: "billing".into(),
            subject: "A seat".into(),
            booking_reference: "QX7RZP".into(),
            message: "May I have\nthe window?".into(),
            preferred_contact: "email".into(),
        }
    }

    fn complaints(form: Form, consents: bool) -> Vec<String> {
        let problem = form.checked(consents).err();
        problem.into_iter().flat_map(|problem| problem.fields).map(|error| error.field).collect()
    }

    #[test]
    fn s178_each_kind_keeps_its_own_fields() {
        let kept = |kind| form(kind).checked(true).unwrap();

        assert_eq!(kept(Kind::Contact).email, "ada@traveller.example");
        assert_eq!(kept(Kind::Contact).subject, "");
        assert_eq!(
            (kept(Kind::Support).subject.as_str(), kept(Kind::Support).phone.as_str()),
            ("A seat", "")
        );
        let subscription = kept(Kind::Subscribe);
        assert_eq!((subscription.name + &subscription.message).as_str(), "");
    }

    #[test]
    fn a_card_number_is_masked_in_every_text_that_people_may_word_themselves() {
        let text = || "Card 4242 4242 4242 4242".to_owned();
        let typed = Form {
            name: text(),
            subject: text(),
            booking_reference: text(),
            message: text(),
            ..form(Kind::Support)
        };

        let kept = typed.checked(false).unwrap();

        for text in [kept.name, kept.subject, kept.booking_reference, kept.message] {
            assert_eq!(text, "Card **** **** **** 4242");
        }
    }

    #[test]
    fn a_phone_number_that_passes_for_a_card_is_kept_and_a_card_in_its_place_is_refused() {
        let typed = |phone: &str| Form { phone: phone.into(), ..form(Kind::Contact) };

        for phone in ["+49 151 12345678", "0049 151 12345678", "4915112345678", "+1 (202) 555-0143"] {
            assert_eq!(typed(phone).checked(true).unwrap().phone, phone);
        }
        for (card, masked) in
            [("3782 822463 10005", "**** ****** *0005"), ("4242424242424242", "************4242")]
        {
            assert_eq!(typed(card).trimmed().phone, masked);
            assert_eq!(complaints(typed(card), true), ["phone"]);
        }
    }

    #[test]
    fn s179_every_reason_of_the_form_is_known_and_no_other() {
        for reason in REASONS {
            assert!(complaints(Form { reason: reason.into(), ..form(Kind::Contact) }, true).is_empty());
        }
        assert_eq!(complaints(Form { reason: "gossip".into(), ..form(Kind::Contact) }, true), ["reason"]);
    }

    #[test]
    fn each_field_has_its_own_complaint() {
        let empty = |kind| Form {
            kind,
            email: "ada".into(),
            name: String::new(),
            phone: String::new(),
            reason: String::new(),
            subject: String::new(),
            booking_reference: String::new(),
            message: " ".into(),
            preferred_contact: String::new(),
        };
        let long = |kind| Form { message: "x".repeat(LONGEST_MESSAGE + 1), ..form(kind) };
        let to_call = |phone: &str| Form {
            phone: phone.into(),
            preferred_contact: "phone".into(),
            ..form(Kind::Contact)
        };

        assert_eq!(
            complaints(empty(Kind::Contact), false),
            ["email", "name", "message", "reason", "preferredContact", "consents"]
        );
        assert_eq!(complaints(empty(Kind::Support), false), ["email", "name", "message", "subject"]);
        assert_eq!(complaints(empty(Kind::Subscribe), false), ["email"]);
        assert_eq!(complaints(long(Kind::Support), false), ["message"]);
        assert_eq!(complaints(to_call(""), true), ["phone"]);
        assert_eq!(complaints(to_call("tomorrow"), true), ["phone"]);
        assert_eq!(complaints(to_call("4242 4242 4242 4242"), true), ["phone"]);
        let split = Form { name: "Ada\nBcc: x@y.zz".into(), ..form(Kind::Support) };
        assert_eq!(complaints(split, false), ["name"]);
    }
}
