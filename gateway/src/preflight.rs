//! "Before you go live": every service is asked for its own checks, and the gateway adds those of its own settings.

use std::time::Duration;

use futures::future::join_all;
use proto::payments::v1::GetProviderStatusRequest;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use proto::preflight::v1::{CheckRequest, Line, State};
use service::client::Channel;
use service::preflight::Check;
use service::{Mode, RequestContext, keys};
use tokio::time::timeout;

use crate::SiteArgs;
use crate::card_fields::CardFields;
use crate::services::Channels;

/// What a service may take, with its way here: its own checks are bounded by five seconds.
const PATIENCE: Duration = Duration::from_secs(8);
/// Checks the settings of the gateway itself.
const OWN: &str = "gateway";
/// Who checks something, and what is not known while it is away.
const CHECKERS: [(&str, &str); 5] = [
    ("svc-search", "svc-search answers, which checks its Duffel token"),
    ("svc-offers", "svc-offers answers, which checks its Duffel token"),
    ("svc-booking", "svc-booking answers, which checks Duffel's token and webhook, and mail"),
    ("svc-payments", "svc-payments answers, which checks Stripe's key and webhook"),
    ("svc-identity", "svc-identity answers, which checks accounts and mail"),
];
const UNREACHABLE: &str = "UNREACHABLE";
const COOKIES: Check = Check::required("SECURE_COOKIES", "Cookies are sent over https alone");
const CARD_FIELDS: Check = Check::required("CARD_FIELDS", "Live cards are typed into Stripe's own fields");

/// A line, and who checked it.
#[derive(Debug)]
pub struct Checked {
    /// As the service's certificate names it.
    pub by: &'static str,
    /// What was seen.
    pub line: Line,
}

impl Checked {
    /// Whether live mode must wait for it.
    pub fn stands_in_the_way(&self) -> bool {
        self.line.is_required && !matches!(self.line.state(), State::Passed | State::Skipped)
    }
}

/// Whom to ask, and what the gateway itself is set to.
#[derive(Debug)]
pub(crate) struct Preflight {
    checkers: Vec<(&'static str, &'static str, PreflightServiceClient<Channel>)>,
    payments: PaymentsServiceClient<Channel>,
    is_sandbox: bool,
    is_https: bool,
    has_fields: bool,
}

impl Preflight {
    pub fn new(channels: &Channels, site: &SiteArgs, fields: &CardFields) -> Self {
        let channel = |name: &str| {
            let found = channels.iter().find(|(known, _)| *known == name);
            found.expect("every checker is a service of ours").1.clone()
        };
        let checker =
            |(name, title): (&'static str, _)| (name, title, PreflightServiceClient::new(channel(name)));
        Self {
            checkers: CHECKERS.into_iter().map(checker).collect(),
            payments: PaymentsServiceClient::new(channel("svc-payments")),
            is_sandbox: keys::is_local(&site.card_fields.stripe_live_script_url),
            is_https: site.https,
            has_fields: fields.of(Mode::Live).is_some(),
        }
    }

    /// Checks everything, within nine seconds. A service that does not answer gets a line of its own.
    pub async fn check(&self, context: &RequestContext) -> Vec<Checked> {
        let asked = self.checkers.iter().map(|(name, title, client)| self.ask(name, title, client, context));
        let (told, fields) = tokio::join!(join_all(asked), self.card_fields(context));
        let own = [self.cookies(), fields].map(|line| Checked { by: OWN, line });
        told.into_iter().flatten().chain(own).collect()
    }

    async fn ask(
        &self,
        name: &'static str,
        title: &'static str,
        client: &PreflightServiceClient<Channel>,
        context: &RequestContext,
    ) -> Vec<Checked> {
        let request = context.request_within(PATIENCE, CheckRequest { is_sandbox: self.is_sandbox });
        match timeout(PATIENCE, client.clone().check(request)).await {
            Ok(Ok(answer)) => {
                answer.into_inner().lines.into_iter().map(|line| Checked { by: name, line }).collect()
            }
            Ok(Err(status)) => vec![unreachable(name, title, &format!("{:?}", status.code()))],
            Err(_) => vec![unreachable(name, title, "No answer in time")],
        }
    }

    fn cookies(&self) -> Line {
        match (self.is_sandbox, self.is_https) {
            (true, _) => COOKIES.of_sandbox(),
            (_, true) => COOKIES.passed("HTTPS is true."),
            (_, false) => COOKIES.failed("HTTPS is false.", "Set HTTPS=true, and have your proxy end TLS."),
        }
    }

    async fn card_fields(&self, context: &RequestContext) -> Line {
        const REMEDY: &str = "Set STRIPE_LIVE_PUBLISHABLE_KEY of the gateway.";
        if self.has_fields {
            return CARD_FIELDS.passed("A publishable key of live mode is set.");
        }
        let request = context.request_within(PATIENCE, GetProviderStatusRequest {});
        let takes_numbers = self.payments.clone().get_provider_status(request).await;
        if takes_numbers.is_ok_and(|answer| answer.into_inner().raw_live_cards) {
            let evidence =
                "ACCEPT_RAW_LIVE_CARDS is on: card numbers pass through this system (PCI DSS SAQ D).";
            return CARD_FIELDS.warning(evidence, REMEDY);
        }
        CARD_FIELDS.failed("No publishable key of live mode is set: no card can be typed.", REMEDY)
    }
}

fn unreachable(name: &'static str, title: &'static str, why: &str) -> Checked {
    let remedy = format!("Start {name} and let the gateway reach it, then check again.");
    let line = Check::required(UNREACHABLE, title).failed(format!("{why}."), &remedy);
    Checked { by: name, line }
}

/// The lines for a terminal: state, title and who checked, then evidence and remedy below.
pub fn list(lines: &[Checked]) -> String {
    let entry = |Checked { by, line }: &Checked| {
        let state = match line.state() {
            State::Passed => "passed ",
            State::Warning => "WARNING",
            State::Skipped => "skipped",
            State::Failed | State::Unspecified if line.is_required => "FAILED ",
            State::Failed | State::Unspecified => "failed ",
        };
        let below = [&line.evidence, &line.remedy];
        let below =
            below.into_iter().filter(|text| !text.is_empty()).map(|text| format!("         {text}\n"));
        format!("{state}  {} ({by})\n{}", line.title, below.collect::<String>())
    };
    lines.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_says_who_saw_what_and_what_to_do() {
        let lines = [
            Checked { by: OWN, line: COOKIES.passed("HTTPS is true.") },
            unreachable("svc-offers", "svc-offers answers", "Unavailable"),
        ];

        let expected = "passed   Cookies are sent over https alone (gateway)\n         HTTPS is true.\n\
                        FAILED   svc-offers answers (svc-offers)\n         Unavailable.\n         \
                        Start svc-offers and let the gateway reach it, then check again.\n";
        assert_eq!(list(&lines), expected);
        assert!(!lines[0].stands_in_the_way() && lines[1].stands_in_the_way());
    }
}
