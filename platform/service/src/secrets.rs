//! The secrets among a program's settings.

use std::collections::BTreeMap;

use clap::{ArgMatches, Id};
use secrecy::SecretString;

use crate::keys;

/// Every setting of a program whose type is [`SecretString`] and that is set, by the name of its variable.
///
/// An argument has the name of its variable in small letters. A test of `deploy/stack` holds every program to that.
#[derive(Debug, Clone, Default)]
pub(crate) struct Secrets(BTreeMap<String, SecretString>);

impl Secrets {
    /// Those of a command line. Read before the settings themselves, as clap hands each value out once.
    pub fn of(matches: &ArgMatches) -> Self {
        let secret = |id: &Id| {
            // A value of another type is no secret.
            let value = matches.try_get_one::<SecretString>(id.as_str()).ok()??;
            Some((id.as_str().to_ascii_uppercase(), value.clone()))
        };
        Self(matches.ids().filter_map(secret).collect())
    }

    /// The names of all.
    pub fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }

    /// The names of those that every clone of the repository has.
    pub fn published(&self) -> Vec<&str> {
        let published = self.0.iter().filter(|(_, secret)| keys::is_published(secret));
        published.map(|(name, _)| name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, value_parser};

    use super::*;

    #[test]
    fn every_secret_that_is_set_is_known_by_its_name_and_not_shown() {
        let secret = |id: &'static str| Arg::new(id).long(id).value_parser(value_parser!(SecretString));
        let program = Command::new("program")
            .args(["hmac_key", "nats_password", "webhook_secret"].map(secret))
            .arg(Arg::new("nats_user").long("nats_user").default_value("fareway-local"));
        let line = ["program", "--hmac_key=an-own-key", "--nats_password=fareway-local"];

        let secrets = Secrets::of(&program.get_matches_from(line));

        assert_eq!(secrets.names(), ["HMAC_KEY", "NATS_PASSWORD"]);
        assert_eq!(secrets.published(), ["NATS_PASSWORD"]);
        assert!(!format!("{secrets:?}").contains("own-key"));
    }
}
