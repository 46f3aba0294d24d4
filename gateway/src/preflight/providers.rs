//! Whether live mode is real: what each service, and the page, says of its own live provider.

use proto::preflight::v1::{Line, Provider, State};
use service::preflight::Check;

const PROVIDERS: Check = Check::required("PROVIDERS", "Both live providers are real, or both are sandboxes");

/// Services, and the page's script, by what they say of their live provider.
#[derive(Debug, Default)]
pub(super) struct Providers {
    real: Vec<&'static str>,
    sandbox: Vec<&'static str>,
    elsewhere: Vec<&'static str>,
    /// Have no live key, or told nothing.
    unknown: Vec<&'static str>,
}

impl Providers {
    pub fn new(told: impl Iterator<Item = (&'static str, Provider)>) -> Self {
        let mut providers = Self::default();
        for (name, provider) in told {
            let alike = match provider {
                Provider::Real => &mut providers.real,
                Provider::Sandbox => &mut providers.sandbox,
                Provider::Elsewhere => &mut providers.elsewhere,
                Provider::Unspecified => &mut providers.unknown,
            };
            if !alike.contains(&name) {
                alike.push(name);
            }
        }
        providers
    }

    /// Fails where they differ, or where nobody can tell by the address: tickets would be bought with money that nobody
    /// paid, or the other way round.
    pub fn line(&self) -> Line {
        let told = [
            ("Real", &self.real),
            ("Sandboxes on this machine", &self.sandbox),
            ("At an address that is neither's", &self.elsewhere),
            ("Not told", &self.unknown),
        ];
        let told = told.into_iter().filter(|(_, names)| !names.is_empty());
        let evidence: Vec<_> = told.map(|(kind, names)| format!("{kind}: {}.", names.join(", "))).collect();
        let are_real = !self.real.is_empty() && self.sandbox.is_empty() && self.unknown.is_empty();
        let are_sandboxes = !self.sandbox.is_empty() && self.real.is_empty();
        if [&self.real, &self.sandbox, &self.elsewhere].into_iter().all(Vec::is_empty) {
            PROVIDERS.skipped("Nobody has a live provider.")
        } else if self.elsewhere.is_empty() && (are_real || are_sandboxes) {
            PROVIDERS.passed(evidence.join(" "))
        } else {
            PROVIDERS.failed(
                evidence.join(" "),
                "Leave DUFFEL_LIVE_URL, STRIPE_LIVE_URL and STRIPE_LIVE_SCRIPT_URL out for the real providers.",
            )
        }
    }

    /// The line, or that it is skipped: it is about the public world, and all are known to be sandboxes.
    pub fn skip_if_sandbox(&self, line: Line) -> Line {
        let others = [&self.real, &self.elsewhere, &self.unknown];
        let are_sandboxes = !self.sandbox.is_empty() && others.into_iter().all(Vec::is_empty);
        if !(line.skip_if_sandbox && are_sandboxes) {
            return line;
        }
        Line {
            state: State::Skipped.into(),
            evidence: "The live providers are sandboxes on this machine.".to_owned(),
            remedy: String::new(),
            ..line
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REAL: Provider = Provider::Real;
    const SANDBOX: Provider = Provider::Sandbox;
    const ELSEWHERE: Provider = Provider::Elsewhere;
    const UNKNOWN: Provider = Provider::Unspecified;

    /// The state of the line, and whether what is about the public world is skipped.
    fn seen(duffel: Provider, stripe: Provider) -> (State, bool) {
        let told = [("svc-offers", duffel), ("svc-payments", stripe)];
        let providers = Providers::new(told.into_iter());
        let public = Check::required("SECURE_COOKIES", "").skip_if_sandbox().failed("Plain.", "Set it.");
        let kept = Check::required("STRIPE_LIVE_KEY", "").failed("Dead.", "Set it.");
        assert_eq!(providers.skip_if_sandbox(kept.clone()), kept, "a provider's own line is never skipped");
        (providers.line().state(), providers.skip_if_sandbox(public).state() == State::Skipped)
    }

    #[test]
    fn the_public_world_is_left_out_only_where_both_providers_are_sandboxes() {
        assert_eq!(seen(REAL, REAL), (State::Passed, false));
        assert_eq!(seen(SANDBOX, SANDBOX), (State::Passed, true));
        assert_eq!(seen(REAL, SANDBOX), (State::Failed, false));
        assert_eq!(seen(SANDBOX, REAL), (State::Failed, false));
        assert_eq!(seen(REAL, ELSEWHERE), (State::Failed, false));
        assert_eq!(seen(REAL, UNKNOWN), (State::Failed, false));
        assert_eq!(seen(ELSEWHERE, ELSEWHERE), (State::Failed, false));
        assert_eq!(seen(ELSEWHERE, UNKNOWN), (State::Failed, false));
        assert_eq!(seen(SANDBOX, UNKNOWN), (State::Passed, false));
        assert_eq!(seen(UNKNOWN, UNKNOWN), (State::Skipped, false));
    }

    #[test]
    fn providers_that_differ_are_named() {
        let told = [("svc-search", REAL), ("svc-offers", REAL), ("svc-payments", SANDBOX)];
        let line = Providers::new(told.into_iter()).line();

        let expected = "Real: svc-search, svc-offers. Sandboxes on this machine: svc-payments.";
        assert_eq!(line.evidence, expected);
        assert!(line.is_required);
    }
}
