use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use service::{FieldErrors, token};

use super::guessable::{self, KnownWords};

const SHORTEST_AT_REGISTRATION: usize = 6;
const SHORTEST: usize = 12;
/// Longer ones only cost time.
const LONGEST: usize = 256;

/// The rule of the registration form; a strict one takes nothing shorter than a changed password.
pub fn check_at_registration(
    password: &SecretString,
    is_strict: bool,
    known: &KnownWords,
    errors: &mut FieldErrors,
) {
    let length = password.expose_secret().chars().count();
    let shortest = if is_strict { SHORTEST } else { SHORTEST_AT_REGISTRATION };
    errors.require(
        length >= shortest,
        "password",
        ("too_short", format!("Password must be at least {shortest} characters")),
    );
    errors.require(length <= LONGEST, "password", ("too_long", "Password must be at most 256 characters"));
    if length >= shortest {
        guessable::check(password, "password", known, errors);
    }
}

/// The rule for every password that replaces another.
pub fn check_new(password: &SecretString, known: &KnownWords, errors: &mut FieldErrors) {
    let text = password.expose_secret();
    let length = text.chars().count();
    let has_all_classes = text.contains(char::is_uppercase)
        && text.contains(char::is_lowercase)
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    errors.require(
        length >= SHORTEST,
        "newPassword",
        ("too_short", "New password must be at least 12 characters"),
    );
    errors.require(
        length <= LONGEST,
        "newPassword",
        ("too_long", "New password must be at most 256 characters"),
    );
    errors.require(
        has_all_classes,
        "newPassword",
        (
            "characters",
            "Password must contain at least one uppercase letter, one lowercase letter, one number, \
             and one special character",
        ),
    );
    if length >= SHORTEST && has_all_classes {
        guessable::check(password, "newPassword", known, errors);
    }
}

/// The new password must differ. Otherwise a person whose password is known to others could keep it.
pub fn check_other(current: &SecretString, new: &SecretString, errors: &mut FieldErrors) {
    errors.require(
        current.expose_secret() != new.expose_secret(),
        "newPassword",
        ("same", "New password must be another than the current one"),
    );
}

/// A password that the system chose: 20 characters, 120 random bits. Nobody finds it by trying.
pub struct GeneratedPassword(SecretString);

impl GeneratedPassword {
    pub fn generate() -> Self {
        Self(URL_SAFE_NO_PAD.encode(token::random::<15>()).into())
    }
}

impl From<GeneratedPassword> for SecretString {
    fn from(password: GeneratedPassword) -> Self {
        password.0
    }
}

impl AsRef<SecretString> for GeneratedPassword {
    fn as_ref(&self) -> &SecretString {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::Profile;

    const CLASSES: &str = "Password must contain at least one uppercase letter, one lowercase letter, \
                           one number, and one special character";

    fn nobody() -> KnownWords {
        let unknown = String::new;
        let profile =
            Profile { username: unknown(), email: unknown(), first_name: unknown(), last_name: unknown() };
        KnownWords::of_profile(&profile, ["", ""])
    }

    fn complaints(check: impl Fn(&SecretString, &mut FieldErrors), password: &str) -> Vec<String> {
        let mut errors = FieldErrors::default();
        check(&password.into(), &mut errors);
        let problem = errors.into_result().err();
        problem.into_iter().flat_map(|problem| problem.fields).map(|field| field.message).collect()
    }

    #[test]
    fn s149_c009_registration_takes_six_characters_or_twelve_where_it_is_strict() {
        let table = [
            ("xk4q9z", false, vec![]),
            ("secret", false, vec!["This password is too easy to guess. Please choose another one"]),
            ("secre", false, vec!["Password must be at least 6 characters"]),
            ("twelve chars", true, vec![]),
            ("eleven char", true, vec!["Password must be at least 12 characters"]),
        ];
        for (password, is_strict, expected) in table {
            let check = |password: &_, errors: &mut _| {
                check_at_registration(password, is_strict, &nobody(), errors);
            };
            assert_eq!(complaints(check, password), expected, "{password}");
        }
    }

    #[test]
    fn s153_a_new_password_takes_twelve_characters_of_four_classes() {
        let short = "New password must be at least 12 characters";
        let table = [
            ("Correct-Horse-7", vec![]),
            ("Short-1", vec![short]),
            ("correct-horse-7", vec![CLASSES]),
            ("CORRECT-HORSE-7", vec![CLASSES]),
            ("Correct-Horse-x", vec![CLASSES]),
            ("CorrectHorse 77", vec![CLASSES]),
            ("Password1234!", vec!["This password is too easy to guess. Please choose another one"]),
            ("", vec![short, CLASSES]),
        ];
        let check = |password: &_, errors: &mut _| check_new(password, &nobody(), errors);
        for (password, expected) in table {
            assert_eq!(complaints(check, password), expected, "{password}");
        }
    }

    #[test]
    fn r004_a_generated_password_is_long_and_never_the_same() {
        let [one, other] = [(); 2].map(|()| SecretString::from(GeneratedPassword::generate()));

        assert_eq!(one.expose_secret().len(), 20);
        assert_ne!(one.expose_secret(), other.expose_secret());
    }
}
