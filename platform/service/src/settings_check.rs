//! The one rule about settings: where real tickets are sold, no program starts with those of a demonstration.

mod rules;

use std::fmt::{self, Display, Formatter};

use anyhow::ensure;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use secrecy::{ExposeSecret, SecretString};

use crate::secrets::Secrets;
use rules::{Given, RULES, is_sandbox_key};

const NOT_PRODUCTION: Fault = Fault {
    setting: "ENVIRONMENT",
    seen: "is not production, so a program that has no live key takes the settings of a demonstration",
    remedy: "set ENVIRONMENT=production for every program",
};

/// What an installation is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Environment {
    /// Real travellers.
    Production,
    /// Anything else.
    #[default]
    Other,
}

/// A setting that real sales must not have; shown as a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    pub setting: &'static str,
    /// What is wrong with it, after its name. Never its value.
    seen: &'static str,
    /// What to do.
    remedy: &'static str,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}.", self.setting, self.seen, self.remedy)
    }
}

/// What the settings of a program say about real sales, and which of them are secret.
///
/// Goes first among a program's settings: clap hands each value out once, in the order of the fields. An argument has
/// the name of its variable in small letters.
#[derive(Debug, Clone, Default)]
pub struct SettingsCheck {
    /// What this installation is for.
    pub environment: Environment,
    pub(crate) secrets: Secrets,
    has_live_provider: bool,
    faults: Vec<Fault>,
}

/// The one setting that every program takes for this check.
#[derive(Debug, clap::Args)]
struct EnvironmentArgs {
    /// What this installation is for. In production, or with a live key of a real provider, a program does not start
    /// with a setting that is unsafe or published.
    #[arg(long, env = "ENVIRONMENT", default_value = "other", value_enum)]
    environment: Environment,
}

impl SettingsCheck {
    /// Whether real tickets are sold here, as far as this program's settings tell.
    pub fn is_for_real_sales(&self) -> bool {
        self.environment == Environment::Production || self.has_live_provider
    }

    /// Whether the provider that this key opens must have a public address. The sandbox, which may play test mode of a
    /// production system, need not.
    pub fn needs_public_provider(&self, key: &SecretString) -> bool {
        self.is_for_real_sales() && !is_sandbox_key(Some(key.expose_secret()))
    }

    /// Called when a program starts to serve.
    ///
    /// # Errors
    /// Real sales with settings that are unsafe or published: a sentence for each, without its value.
    pub fn require_safe(&self) -> anyhow::Result<()> {
        let are_unsafe = self.is_for_real_sales() && !self.faults.is_empty();
        ensure!(!are_unsafe, "these settings are not for real sales. {}", sentences(&self.faults));
        Ok(())
    }

    /// What has to change before real tickets are sold: what stops a start, and that this is no production system yet.
    pub(crate) fn unfit(&self) -> Vec<Fault> {
        let told = (self.environment == Environment::Other).then_some(NOT_PRODUCTION);
        told.into_iter().chain(self.faults.iter().copied()).collect()
    }
}

/// All of them, one after the other.
pub(crate) fn sentences(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl FromArgMatches for SettingsCheck {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = Given(matches);
        Ok(Self {
            environment: EnvironmentArgs::from_arg_matches(matches)?.environment,
            secrets: Secrets::of(matches),
            has_live_provider: given.has_live_provider(),
            faults: RULES.iter().filter(|rule| rule.is_broken(&given)).map(|rule| rule.fault).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SettingsCheck {
    fn augment_args(command: Command) -> Command {
        EnvironmentArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        EnvironmentArgs::augment_args_for_update(command)
    }
}

#[cfg(test)]
mod tests;
