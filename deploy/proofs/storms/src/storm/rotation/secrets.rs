//! What is replaced, and what its setting holds at each step.

use anyhow::Context;
use stack::programs::CommandLine;

use super::{BOOKING, PAYMENTS};

pub const PII_KEY: &str = "pii-key";
const HMAC_KEY: &str = "hmac-key";
/// Provider, and the setting that holds the secret it signs with.
pub const WEBHOOKS: [(&str, &str); 2] =
    [("duffel", "duffel-test-webhook-secret"), ("stripe", "stripe-test-webhook-secret")];
/// Program, setting and new value: base64 of 32 bytes for a key.
const REPLACED: [(&str, &str, &str); 5] = [
    (BOOKING, PII_KEY, "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg="),
    (BOOKING, HMAC_KEY, "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk="),
    (PAYMENTS, HMAC_KEY, "CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo="),
    (BOOKING, WEBHOOKS[0].1, "whsec_next_of_flights"),
    (PAYMENTS, WEBHOOKS[1].1, "whsec_next_of_cards"),
];

/// A rolling update of all replicas.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// The old one is used, and both are recognised.
    NewIsKnown,
    /// The new one is used, and both are recognised.
    NewIsFirst,
    OldIsGone,
}

impl Step {
    pub const ALL: [Self; 3] = [Self::NewIsKnown, Self::NewIsFirst, Self::OldIsGone];
}

pub struct Secret {
    pub program: &'static str,
    pub setting: &'static str,
    old: String,
    pub new: &'static str,
}

impl Secret {
    /// The setting's value at this step.
    pub fn at(&self, step: Step) -> String {
        let Self { old, new, .. } = self;
        match step {
            Step::NewIsKnown => format!("{old},{new}"),
            Step::NewIsFirst => format!("{new},{old}"),
            Step::OldIsGone => (*new).to_owned(),
        }
    }
}

/// Everything that is replaced; the old values are those that the programs are started with.
pub fn of(lines: &[CommandLine]) -> anyhow::Result<Vec<Secret>> {
    let secrets = REPLACED.into_iter().map(|(program, setting, new)| {
        let old = setting_of(lines, program, setting)?.to_owned();
        anyhow::Ok(Secret { program, setting, old, new })
    });
    secrets.collect()
}

pub fn setting_of<'l>(lines: &'l [CommandLine], program: &str, setting: &str) -> anyhow::Result<&'l str> {
    let line = lines.iter().find(|line| line.name == program);
    line.and_then(|line| line.setting(setting)).with_context(|| format!("{program} has no {setting}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_leaves_a_secret_that_the_step_before_it_recognises() {
        let secret = Secret { program: BOOKING, setting: PII_KEY, old: "old".to_owned(), new: "new" };

        let values = Step::ALL.map(|step| secret.at(step));

        assert_eq!(values, ["old,new", "new,old", "new"]);
    }
}
