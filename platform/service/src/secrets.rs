//! The secrets among a program's settings.

use std::collections::BTreeMap;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Id};
use secrecy::SecretString;

use crate::keys;

/// Every setting of a program whose type is [`SecretString`] and that is set, by the name of its variable.
///
/// Goes first among a program's settings: clap hands each value out once, in the order of the fields. An argument has
/// the name of its variable in small letters. A test of `deploy/stack` holds every program to both.
#[derive(Debug, Clone, Default)]
pub struct Secrets(BTreeMap<String, SecretString>);

impl Secrets {
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

impl FromArgMatches for Secrets {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let secret = |id: &Id| {
            // A value of another type is no secret.
            let value = matches.try_get_one::<SecretString>(id.as_str()).ok()??;
            Some((id.as_str().to_ascii_uppercase(), value.clone()))
        };
        Ok(Self(matches.ids().filter_map(secret).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Takes no argument of its own.
impl Args for Secrets {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use secrecy::ExposeSecret;

    use super::*;

    #[derive(Debug, Parser)]
    struct Settings {
        #[command(flatten)]
        secrets: Secrets,
        #[command(flatten)]
        more: More,
        #[arg(long)]
        hmac_key: SecretString,
    }

    #[derive(Debug, Args)]
    struct More {
        #[arg(long)]
        nats_password: Option<SecretString>,
        #[arg(long)]
        webhook_secret: Option<SecretString>,
        #[arg(long, default_value = "fareway-local")]
        nats_user: String,
    }

    #[test]
    fn every_secret_that_is_set_is_known_by_its_name_and_not_shown() {
        let line = ["program", "--hmac-key=an-own-key", "--nats-password=fareway-local"];
        let Settings { secrets, more, hmac_key } = Settings::parse_from(line);

        assert_eq!(secrets.names(), ["HMAC_KEY", "NATS_PASSWORD"]);
        assert_eq!(secrets.published(), ["NATS_PASSWORD"]);
        assert!(!format!("{secrets:?}").contains("own-key"));
        // The settings themselves are still handed out.
        assert_eq!(hmac_key.expose_secret(), "an-own-key");
        assert!(more.nats_password.is_some() && more.webhook_secret.is_none());
        assert_eq!(more.nats_user, "fareway-local");
    }
}
