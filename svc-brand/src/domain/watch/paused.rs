//! What an operator has pause.

use std::str::FromStr;
use std::{fmt, iter};

use crate::domain::key::is_key;

const ALL: &str = "all";

/// Whose watches are neither looked at nor mailed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Paused {
    #[default]
    Nobody,
    All,
    /// Keys.
    Brands(Vec<String>),
}

impl Paused {
    /// Those that pause while others go on.
    pub fn brands(&self) -> &[String] {
        match self {
            Self::Nobody | Self::All => &[],
            Self::Brands(keys) => keys,
        }
    }

    /// Whether all pause, under the word that the setting has for them, and each brand that is named: none by that word.
    pub fn by_brand(&self) -> Vec<(String, bool)> {
        let all = (ALL.to_owned(), *self == Self::All);
        let named = self.brands().iter().map(|key| (key.clone(), true));
        iter::once(all).chain(named).collect()
    }
}

impl FromStr for Paused {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Ok(Self::Nobody),
            ALL => Ok(Self::All),
            keys => {
                let keys: Vec<_> = keys.split(',').map(|key| key.trim().to_owned()).collect();
                let are_keys = keys.iter().all(|key| is_key(key) && key != ALL);
                are_keys
                    .then_some(Self::Brands(keys))
                    .ok_or("name the keys of brands, separated by commas, or all")
            }
        }
    }
}

impl fmt::Display for Paused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => Ok(()),
            Self::All => f.write_str(ALL),
            Self::Brands(keys) => f.write_str(&keys.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brands(keys: &[&str]) -> Paused {
        Paused::Brands(keys.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn nobody_all_or_named_brands_pause() {
        let table = [
            ("", Paused::Nobody, ""),
            (" ", Paused::Nobody, ""),
            ("all", Paused::All, "all"),
            ("blue", brands(&["blue"]), "blue"),
            ("blue, green.example", brands(&["blue", "green.example"]), "blue,green.example"),
        ];
        for (text, expected, written) in table {
            let paused: Paused = text.parse().unwrap();
            assert_eq!((paused.to_string().as_str(), paused), (written, expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_key_is_refused_with_a_sentence_and_all_stands_alone() {
        for text in ["Blue", "blue green", "blue,", ",", "all,blue", "blue,all", "www.blue.example"] {
            let refused = text.parse::<Paused>();
            assert_eq!(refused, Err("name the keys of brands, separated by commas, or all"), "{text}");
        }
    }

    #[test]
    fn only_brands_that_are_named_are_left_out_of_others_rounds() {
        assert_eq!(brands(&["blue", "green"]).brands(), ["blue", "green"]);
        assert!(Paused::All.brands().is_empty() && Paused::Nobody.brands().is_empty());
    }

    #[test]
    fn an_operator_sees_of_each_brand_that_is_named_and_of_all_whether_they_pause() {
        let table = [
            (Paused::Nobody, vec![("all", false)]),
            (Paused::All, vec![("all", true)]),
            (brands(&["blue", "green"]), vec![("all", false), ("blue", true), ("green", true)]),
        ];
        for (paused, expected) in table {
            let seen = paused.by_brand();
            let seen: Vec<_> = seen.iter().map(|(brand, pauses)| (brand.as_str(), *pauses)).collect();
            assert_eq!(seen, expected, "{paused}");
        }
    }
}
