//! Whether a provider sends its events to us: where they are sent, and which.

use std::future::Future;

use proto::preflight::v1::Line;
use time::OffsetDateTime;
use url::Url;

use super::{Check, bounded};

/// In place of types, for every type (docs.stripe.com/api/webhook_endpoints).
const EVERY_EVENT: &str = "*";

/// A webhook of live mode, as its provider lists it.
#[derive(Debug, Clone)]
pub struct Registered {
    /// Where events are sent.
    pub url: String,
    /// The types of events that are sent, or `*` for all.
    pub events: Vec<String>,
    /// What else keeps it from working, each as the end of a sentence about it: `is not active`.
    pub faults: Vec<String>,
}

/// The webhook that a service needs.
#[derive(Debug, Clone, Copy)]
pub struct Required<'a> {
    /// The line to fill in.
    pub check: Check,
    /// The provider's name.
    pub provider: &'static str,
    /// The system's public address.
    pub system_url: &'a Url,
    /// Where the gateway takes the provider's webhooks.
    pub path: &'static str,
    /// The types of events that the service acts on.
    pub events: &'a [&'a str],
    /// One sentence: how a webhook that is there is put right.
    pub how_to_change: &'a str,
}

impl Required<'_> {
    /// Passed where one of them sends every event to exactly our address.
    pub fn line(&self, registered: &[Registered]) -> Line {
        let address = self.address();
        let ours = registered.iter().filter(|it| Url::parse(&it.url).is_ok_and(|url| url == address));
        match ours.map(|it| self.faults_of(it)).min_by_key(Vec::len) {
            None => self.elsewhere(registered, &address),
            Some(faults) if faults.is_empty() => {
                self.check.passed(format!("{address} is active, with every event that is needed."))
            }
            Some(faults) => {
                self.check.failed(format!("{address} {}.", faults.join(", and ")), self.how_to_change)
            }
        }
    }

    fn address(&self) -> Url {
        let mut address = self.system_url.clone();
        address.set_path(self.path);
        address.set_query(None);
        address.set_fragment(None);
        address
    }

    fn faults_of(&self, webhook: &Registered) -> Vec<String> {
        let is_sent = |event: &str| webhook.events.iter().any(|sent| sent == event || sent == EVERY_EVENT);
        let missing: Vec<_> = self.events.iter().copied().filter(|&event| !is_sent(event)).collect();
        let lacks = (!missing.is_empty()).then(|| format!("is not sent {}", missing.join(", ")));
        webhook.faults.iter().cloned().chain(lacks).collect()
    }

    fn elsewhere(&self, registered: &[Registered], address: &Url) -> Line {
        let elsewhere = registered.iter().filter_map(|it| Url::parse(&it.url).ok());
        let elsewhere: Vec<_> = elsewhere
            .filter(|url| url.path().ends_with(self.path))
            .map(|url| without_secrets(&url))
            .collect();
        let evidence = if elsewhere.is_empty() {
            format!("None of {} webhooks leads to {address}.", registered.len())
        } else {
            format!("Registered at {}, and not at {address}.", elsewhere.join(", "))
        };
        let remedy = format!("Have {} send {} to {address}.", self.provider, self.events.join(", "));
        self.check.failed(evidence, &remedy)
    }
}

/// A query and a password may hold a secret.
fn without_secrets(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// That a signed webhook of live mode has come, by when the `last` one did. `none` is what is said where none has: the
/// evidence and the remedy.
pub async fn came<E: Send + 'static>(
    check: Check,
    last: impl Future<Output = Result<Option<OffsetDateTime>, E>> + Send + 'static,
    none: [&str; 2],
) -> Line {
    match bounded(last).await {
        Some(Ok(Some(at))) => check.passed(format!("The last one came on {}.", at.date())),
        Some(Ok(None)) => {
            let [evidence, remedy] = none;
            check.warning(evidence, remedy)
        }
        Some(Err(_)) | None => check.warning("The database did not answer.", "Check again."),
    }
}

#[cfg(test)]
mod tests {
    use proto::preflight::v1::State;

    use super::*;

    const CHECK: Check = Check::required("WEBHOOK", "The webhook is registered");
    const OURS: &str = "https://shop.example/webhooks/duffel";

    fn registered(url: &str, events: &[&str], faults: &[&str]) -> Registered {
        let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        Registered { url: url.to_owned(), events: texts(events), faults: texts(faults) }
    }

    fn line(registered: &[Registered]) -> Line {
        let required = Required {
            check: CHECK,
            provider: "Duffel",
            system_url: &"https://shop.example/?brand=blue".parse().unwrap(),
            path: "/webhooks/duffel",
            events: &["order.created", "order.failed"],
            how_to_change: "Change it.",
        };
        required.line(registered)
    }

    const ALL: [&str; 2] = ["order.created", "order.failed"];

    #[test]
    fn a_webhook_at_exactly_our_address_with_every_event_passes() {
        for webhook in
            [registered(OURS, &ALL, &[]), registered("https://shop.example:443/webhooks/duffel", &["*"], &[])]
        {
            assert_eq!(line(&[webhook]).state(), State::Passed);
        }
    }

    #[test]
    fn a_webhook_at_another_address_fails_and_says_where_without_what_may_be_secret() {
        let other = "https://user:word@staging.example/webhooks/duffel?token=secret";
        for url in [other, "http://shop.example/webhooks/duffel", "https://shop.example/a/webhooks/duffel"] {
            assert_eq!(line(&[registered(url, &ALL, &[])]).state(), State::Failed, "{url}");
        }

        let line = line(&[registered(other, &ALL, &[])]);
        let expected = format!("Registered at https://staging.example/webhooks/duffel, and not at {OURS}.");
        assert_eq!(line.evidence, expected);
        assert_eq!(line.remedy, format!("Have Duffel send order.created, order.failed to {OURS}."));
    }

    #[test]
    fn of_several_webhooks_the_best_counts() {
        let broken = registered(OURS, &ALL, &["is not active"]);
        let right = registered(OURS, &ALL, &[]);
        let worst = registered(OURS, &[], &["is not active"]);

        assert_eq!(line(&[broken.clone(), right]).state(), State::Passed);
        assert_eq!(line(&[worst, broken]).evidence, format!("{OURS} is not active."));
    }

    #[test]
    fn events_that_are_not_sent_are_named() {
        let line = line(&[registered(OURS, &["order.created"], &["is not active"])]);

        assert_eq!(line.evidence, format!("{OURS} is not active, and is not sent order.failed."));
        assert_eq!(line.remedy, "Change it.");
    }
}
