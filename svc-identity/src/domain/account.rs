use std::fmt;

use service::{FieldErrors, Problem, has_card_number, is_email_address};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Generous for people, small for a database.
const LONGEST_NAME: usize = 100;
const SHORTEST_USERNAME: usize = 3;
/// Accounts are made in seconds, by scripts too. Younger ones count as guests where cards are paid with.
const NEW_FOR: Duration = Duration::days(1);

/// A person who can sign in.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Uuid,
    /// None: an administrator.
    pub brand: Option<String>,
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub created_at: OffsetDateTime,
}

impl Account {
    pub fn is_admin(&self) -> bool {
        self.brand.is_none()
    }

    pub fn is_new(&self, now: OffsetDateTime) -> bool {
        now < self.created_at + NEW_FOR
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Account {{ id: {}, .. }}", self.id)
    }
}

/// What a person says about themselves. `parse` checks it.
#[derive(Clone, PartialEq, Eq)]
pub struct Profile {
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

impl Profile {
    /// Trims and checks. Fields are named as in the public interface.
    pub fn parse(self, errors: &mut FieldErrors) -> Self {
        let trimmed = |text: String| text.trim().to_owned();
        let profile = Self {
            username: trimmed(self.username),
            email: trimmed(self.email),
            first_name: trimmed(self.first_name),
            last_name: trimmed(self.last_name),
        };
        let username = profile.username.chars().count();
        errors.require(
            username >= SHORTEST_USERNAME,
            "username",
            ("too_short", "Username must be at least 3 characters"),
        );
        errors.require(
            username <= LONGEST_NAME,
            "username",
            ("too_long", "Username must be at most 100 characters"),
        );
        errors.require(
            profile.username.chars().all(is_of_username),
            "username",
            (
                "characters",
                "Username can only contain the letters a to z, digits, dots, hyphens and underscores",
            ),
        );
        errors.require(
            !has_card_number(&profile.username),
            "username",
            "Username can't be a card number. Please choose another",
        );
        errors.require(is_email_address(&profile.email), "email", "Please enter a valid email address");
        errors.require(!profile.first_name.is_empty(), "firstName", ("required", "First name is required"));
        errors.require(
            !has_card_number(&profile.first_name),
            "firstName",
            "First name can't be a card number",
        );
        errors.require(
            is_name(&profile.first_name),
            "firstName",
            ("too_long", "First name must be at most 100 characters"),
        );
        errors.require(!profile.last_name.is_empty(), "lastName", ("required", "Last name is required"));
        errors.require(!has_card_number(&profile.last_name), "lastName", "Last name can't be a card number");
        errors.require(
            is_name(&profile.last_name),
            "lastName",
            ("too_long", "Last name must be at most 100 characters"),
        );
        profile
    }

    /// Like `parse`, if there is nothing else to check.
    pub fn checked(self) -> Result<Self, Problem> {
        let mut errors = FieldErrors::default();
        let profile = self.parse(&mut errors);
        errors.into_result().map(|()| profile)
    }
}

/// Names and addresses that differ by case alone are the same.
pub fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// No sign that makes a link with a scheme or a path, none of an e-mail address, and no letter that looks like another
/// one. `evil.example` is still a name, so no mail repeats it.
fn is_of_username(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-".contains(c)
}

fn is_name(text: &str) -> bool {
    text.chars().count() <= LONGEST_NAME && !text.contains(char::is_control)
}

/// User names for an account whose owner did not choose one: the part before the @, then the same with a number. None has
/// a card number in it.
pub fn usernames(email: &str) -> impl Iterator<Item = String> {
    let local = email.split('@').next().unwrap_or_default().to_lowercase();
    let kept: String = local.chars().filter(|c| is_of_username(*c)).collect();
    let base = match kept {
        card if has_card_number(&card) => "traveller".to_owned(),
        short if short.len() < SHORTEST_USERNAME => format!("traveller{short}"),
        kept => kept,
    };
    let numbered = base.clone();
    let names = std::iter::once(base).chain((2_u32..).map(move |number| format!("{numbered}{number}")));
    names.filter(|name| !has_card_number(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(profile: Profile) -> Vec<String> {
        let problem = profile.checked().err();
        problem.into_iter().flat_map(|p| p.fields).map(|f| format!("{}: {}", f.field, f.message)).collect()
    }

    fn ada() -> Profile {
        Profile {
            username: "ada".into(),
            email: "ada@traveller.example".into(),
            first_name: "Ada".into(),
            last_name: "Lovelace".into(),
        }
    }

    #[test]
    fn s149_each_field_has_its_own_complaint() {
        let empty = Profile {
            username: "ad".into(),
            email: "ada".into(),
            first_name: " ".into(),
            last_name: String::new(),
        };

        assert_eq!(complaints(ada()), Vec::<String>::new());
        assert_eq!(
            complaints(empty),
            [
                "username: Username must be at least 3 characters",
                "email: Please enter a valid email address",
                "firstName: First name is required",
                "lastName: Last name is required",
            ]
        );
    }

    const NO_USERNAME: &str =
        "username: Username can only contain the letters a to z, digits, dots, hyphens and underscores";

    fn complaints_of(username: &str) -> Vec<String> {
        complaints(Profile { username: username.into(), ..ada() })
    }

    #[test]
    fn a_username_is_no_link_and_does_not_pass_for_another() {
        for taken in ["ada", "Ada.Byron_1815", "007", " ada-b "] {
            assert_eq!(complaints_of(taken), Vec::<String>::new(), "{taken:?}");
        }
        for refused in [
            "https://evil.example/",
            "evil.example/win",
            "ada byron",
            "<b>ada</b>",
            "\u{430}da",   // Cyrillic a
            "a\u{200b}da", // zero width space
            "\u{202e}ada", // right-to-left override
            "ada\u{3164}", // Hangul filler
            "\u{ff41}da",  // full-width a
            "ada\r\nBcc: b",
        ] {
            assert_eq!(complaints_of(refused), [NO_USERNAME], "{refused:?}");
        }
    }

    #[test]
    fn a_username_is_no_card_number() {
        let refusal = "username: Username can't be a card number. Please choose another";
        for card in [
            "4242424242424242",
            "378282246310005",
            "4222222222222",
            "4242-4242-4242-4242",
            "ada4242424242424242",
        ] {
            assert_eq!(complaints_of(card), [refusal], "{card}");
        }
        for taken in ["4242424242424241", "491711234567", "20260301123456"] {
            assert_eq!(complaints_of(taken), Vec::<String>::new(), "{taken}");
        }
    }

    #[test]
    fn no_name_is_a_card_number_but_an_address_may_have_such_digits() {
        let card = || "4242 4242 4242 4242".to_owned();
        let told = complaints(Profile { first_name: card(), last_name: card(), ..ada() });
        assert_eq!(
            told,
            ["firstName: First name can't be a card number", "lastName: Last name can't be a card number"]
        );
        // A counter and a time beside each other, which pass the check by chance: a booking's account may have that address.
        let email = "guest-4-11-1764244800123@traveller.example".to_owned();
        assert!(has_card_number(&email));
        assert_eq!(complaints(Profile { email, ..ada() }), Vec::<String>::new());
    }

    #[test]
    fn r043_a_username_is_nobody_elses_address() {
        for address in ["bob@traveller.example", "ada@traveller.example"] {
            assert_eq!(complaints_of(address), [NO_USERNAME], "{address}");
        }
    }

    #[test]
    fn a_username_is_made_of_the_address() {
        let table = [
            ("Ada.Lovelace@traveller.example", ["ada.lovelace", "ada.lovelace2"]),
            ("al@traveller.example", ["travelleral", "travelleral2"]),
            ("ü+é@traveller.example", ["traveller", "traveller2"]),
            ("4242424242424242@traveller.example", ["traveller", "traveller2"]),
            // With a 2 behind it, it is a card number.
            ("424242424242424@traveller.example", ["424242424242424", "4242424242424243"]),
        ];
        for (email, expected) in table {
            assert_eq!(usernames(email).take(2).collect::<Vec<_>>(), expected);
        }
    }
}
