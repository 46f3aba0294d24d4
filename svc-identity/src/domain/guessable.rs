//! Passwords that an attacker tries first: the common ones, patterns, and what anybody knows of the account.

use secrecy::{ExposeSecret, SecretString};
use service::FieldErrors;
use zxcvbn::zxcvbn;

use super::account::{Account, Profile};

/// What zxcvbn counts for six characters without any pattern, the shortest password that the site takes.
const FEWEST_GUESSES: u64 = 1_000_000;

/// What anybody may know of an account and its brand.
pub struct KnownWords(Vec<String>);

impl KnownWords {
    /// `brand_names` are the brand's key and its name.
    pub fn of_profile(profile: &Profile, brand_names: [&str; 2]) -> Self {
        let Profile { username, email, first_name, last_name } = profile;
        Self::new([username, email, first_name, last_name], brand_names)
    }

    /// `brand_name` is the brand's name; the account knows its brand's key.
    pub fn of_account(account: &Account, brand_name: &str) -> Self {
        let Account { brand, username, email, first_name, last_name, .. } = account;
        let brand_names = [brand.as_deref().unwrap_or_default(), brand_name];
        Self::new([username, email, first_name, last_name], brand_names)
    }

    fn new([username, email, first_name, last_name]: [&str; 4], brand_names: [&str; 2]) -> Self {
        let mailbox = email.split('@').next().unwrap_or_default();
        let full_name = [first_name, last_name].concat();
        let words = [username, email, mailbox, first_name, last_name, full_name.as_str()];
        let cores = words.into_iter().chain(brand_names).map(core);
        Self(cores.filter(|word| !word.is_empty()).collect())
    }

    fn contains(&self, password: &str) -> bool {
        self.0.contains(&core(password))
    }
}

/// The text in lower case, without the digits and signs that people put around a word.
fn core(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
}

/// Refuses a password that is tried first. For one that meets all other rules.
pub fn check(password: &SecretString, field: &str, known: &KnownWords, errors: &mut FieldErrors) {
    let text = password.expose_secret();
    if known.contains(text) {
        errors.add(field, "Password must not be your name, your e-mail address or the name of this site");
    } else if zxcvbn(&text.to_lowercase(), &[]).guesses() <= FEWEST_GUESSES {
        errors.add(field, "This password is too easy to guess. Please choose another one");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "Password must not be your name, your e-mail address or the name of this site";
    const COMMON: &str = "This password is too easy to guess. Please choose another one";

    fn complaint(password: &str) -> Option<String> {
        let profile = Profile {
            username: "skylark77".into(),
            email: "ada.byron@traveller.example".into(),
            first_name: "Augusta".into(),
            last_name: "Lovelace".into(),
        };
        let mut errors = FieldErrors::default();
        let known = KnownWords::of_profile(&profile, ["blue", "Blue Horizon"]);
        check(&password.into(), "password", &known, &mut errors);
        errors.into_result().err().map(|problem| problem.message)
    }

    #[test]
    fn common_passwords_and_patterns_are_refused_in_any_case() {
        for password in [
            "123456",
            "password",
            "PassWord",
            "qwerty",
            "iloveyou",
            "letmein",
            "dragon",
            "sunshine1",
            "Password1",
            "      ",
            "aaaaaaaa",
            "abcdefg",
            "654321",
            "zaq12wsx",
            "01012010",
        ] {
            assert_eq!(complaint(password).as_deref(), Some(COMMON), "{password:?}");
        }
    }

    #[test]
    fn what_anybody_knows_of_the_account_is_no_password() {
        for password in [
            "skylark77",
            "SKYLARK",
            "2026Lovelace!",
            "augusta1",
            "AugustaLovelace",
            "ada.byron99",
            "blue2026",
            "Blue Horizon 7",
            "ada.byron@traveller.example",
        ] {
            assert_eq!(complaint(password).as_deref(), Some(OWN), "{password:?}");
        }
    }

    #[test]
    fn s149_six_characters_without_a_pattern_are_enough() {
        for password in
            ["xk4q9z", "Correct-Horse-7", "lovelace and byron", "demo-Fareway-2026", "twelve chars"]
        {
            assert_eq!(complaint(password), None, "{password:?}");
        }
    }

    #[test]
    fn a_name_without_letters_makes_no_password_its_own() {
        let profile = Profile {
            username: "007007".into(),
            email: "7@traveller.example".into(),
            first_name: "-".into(),
            last_name: String::new(),
        };

        assert!(!KnownWords::of_profile(&profile, ["", ""]).contains("94-17-83-26"));
    }
}
