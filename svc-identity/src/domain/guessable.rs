//! Passwords that an attacker tries first: the common ones, patterns, and what anybody knows of the account. Nothing is
//! asked of another program.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use secrecy::{ExposeSecret, SecretString};
use service::FieldErrors;
use zxcvbn::zxcvbn;

use super::account::{Account, Profile};

/// What zxcvbn counts for six characters without any pattern, the shortest password that the site takes.
const FEWEST_GUESSES: u64 = 1_000_000;

const OWN: &str = "Password must not be your name, your e-mail address or the name of this site";
const COMMON: &str = "This password is too easy to guess. Please choose another one";
/// Shorter words are part of too many others.
const SHORTEST_WORD: usize = 3;
/// Lines that begin with it say where the list comes from.
const COMMENT: &str = "# ";

static COMMONEST: LazyLock<HashSet<&str>> = LazyLock::new(|| commonest().collect());

/// The 10,000 commonest passwords of at least six characters, in lower case, the commonest first.
fn commonest() -> impl Iterator<Item = &'static str> {
    include_str!("commonest_passwords.txt").lines().filter(|line| !line.starts_with(COMMENT))
}

/// What anybody may know of an account and its brand, in lower case.
pub struct KnownWords(BTreeSet<String>);

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
        let (mailbox, host) = email.split_once('@').unwrap_or((email, ""));
        // The last label is a country's or a trade's.
        let host = host.rsplit_once('.').map_or("", |(host, _)| host);
        let full_name = [first_name, last_name].concat();
        let wholes = [username, email, mailbox, host, first_name, last_name, full_name.as_str()];
        let wholes = wholes.into_iter().chain(brand_names);
        let words = wholes.flat_map(|whole| parts(whole).chain([whole]));
        let words = words.flat_map(|word| [core(word), word.to_lowercase()]);
        Self(words.filter(|word| word.chars().count() >= SHORTEST_WORD).collect())
    }

    /// Whether the password is such a word, with digits and signs around it or not.
    fn contains(&self, password: &str) -> bool {
        self.0.contains(&core(password))
    }

    /// Whether knowing these words is what makes the password easy to guess.
    fn give_away(&self, password: &str) -> bool {
        let words: Vec<_> = self.0.iter().map(String::as_str).collect();
        zxcvbn(password, &words).guesses() <= FEWEST_GUESSES
    }
}

/// The words that make up a name or an address.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// The text in lower case, without the digits and signs that people put around a word.
fn core(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase()
}

/// Refuses a password that is tried first. For one that meets all other rules.
pub fn check(password: &SecretString, field: &str, known: &KnownWords, errors: &mut FieldErrors) {
    let text = password.expose_secret().to_lowercase();
    if known.contains(&text) {
        errors.add(field, ("own", OWN));
    } else if is_common(&text) {
        errors.add(field, ("common", COMMON));
    } else if known.give_away(&text) {
        errors.add(field, ("own", OWN));
    }
}

/// Whether a text in lower case is on the list, is blank, or follows a pattern.
fn is_common(text: &str) -> bool {
    let trimmed = text.trim();
    trimmed.is_empty() || COMMONEST.contains(trimmed) || zxcvbn(text, &[]).guesses() <= FEWEST_GUESSES
}

#[cfg(test)]
mod tests {
    use super::*;

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
            " \t\u{a0}\u{2003}\u{3000} \t\u{a0}\u{2003}\u{3000} \t",
            "123456      ",
            "1g2w3e4r",
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
    fn the_ten_thousand_commonest_are_refused() {
        let listed: Vec<_> = commonest().collect();

        assert_eq!((listed.len(), listed[0]), (10_000, "123456"));
        for password in listed {
            let lower = is_common(password);
            assert!(lower && complaint(&password.to_uppercase()).is_some(), "{password:?}");
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
            "byron1815",
            "traveller7",
            "horizon2026",
            "lovelaceByron",
            "skylark77xyz",
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
