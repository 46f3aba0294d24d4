//! "Before you go live": every service is asked for its own checks, and the gateway adds those that it alone can make.

mod own;
mod providers;
mod report;

use std::time::Duration;

use futures::future::join_all;
use proto::payments::v1::GetProviderStatusRequest;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use proto::preflight::v1::{CheckRequest, CheckResponse, Line, Provider, State};
use service::client::Channel;
use service::preflight::{Check, own_settings};
use service::{RequestContext, SettingsCheck, SharedClock};
use tonic::{Code, Response, Status};

use crate::SiteArgs;
use crate::card_fields::CardFields;
use crate::services::{Channels, Service};
use own::OwnSettings;
use providers::Providers;
pub use report::Report;

/// What a service may take, with its way here: its own checks are bounded by five seconds.
const PATIENCE: Duration = Duration::from_secs(8);
/// Checks the settings of the gateway itself.
const GATEWAY: &str = "gateway";

/// A service that checks something.
#[derive(Debug, Clone, Copy)]
struct Checker {
    service: Service,
    /// What is not known without its answer.
    title: &'static str,
    /// Whether it has a live provider of its own.
    has_provider: bool,
}

const CHECKERS: [Checker; 6] = [
    Checker { service: Service::Search, title: "svc-search can check its Duffel token", has_provider: true },
    Checker { service: Service::Offers, title: "svc-offers can check its Duffel token", has_provider: true },
    Checker {
        service: Service::Booking,
        title: "svc-booking can check Duffel's token and webhook, and mail",
        has_provider: true,
    },
    Checker {
        service: Service::Payments,
        title: "svc-payments can check Stripe's key and webhook",
        has_provider: true,
    },
    Checker {
        service: Service::Identity,
        title: "svc-identity can check accounts and mail",
        has_provider: false,
    },
    Checker { service: Service::Brand, title: "svc-brand can check mail", has_provider: false },
];

/// Whom to ask, and what the gateway itself is set to.
#[derive(Debug)]
pub(crate) struct Preflight {
    channels: Channels,
    own: OwnSettings,
    settings: SettingsCheck,
    clock: SharedClock,
}

/// What a service told, or why it told nothing.
struct Answer {
    checker: Checker,
    told: Result<CheckResponse, Status>,
}

impl Preflight {
    pub fn new(
        channels: Channels,
        site: &SiteArgs,
        fields: &CardFields,
        settings: SettingsCheck,
        clock: SharedClock,
    ) -> Self {
        Self { channels, own: OwnSettings::new(site, fields), settings, clock }
    }

    /// Checks everything, within nine seconds. A service that does not answer gets a line of its own.
    ///
    /// Lines about the public world are skipped over sandboxes, and here alone: no service knows the other's provider, and
    /// one sandbox beside a real provider must skip nothing.
    pub async fn check(&self, context: &RequestContext) -> Report {
        let asked = CHECKERS
            .into_iter()
            .flat_map(|checker| ask_each(checker, self.channels.to(checker.service), context));
        let (answers, takes_numbers) = tokio::join!(join_all(asked), self.takes_numbers(context));
        let providers = self.providers(&answers);
        let [published, unfit] = own_settings(&self.settings);
        let card_fields = self.own.card_fields(takes_numbers);
        let own = [providers.line(), self.own.cookies(), card_fields, published, unfit];
        let lines = merged(answers).into_iter().chain(own.map(|line| (GATEWAY, line)));
        let lines = lines.map(|(by, line)| (by, providers.skip_if_sandbox(line)));
        Report::new(self.clock.now(), lines)
    }

    fn providers(&self, answers: &[Answer]) -> Providers {
        let sellers = answers.iter().filter(|answer| answer.checker.has_provider);
        let told = sellers.map(|answer| (answer.checker.service.name(), answer.provider()));
        Providers::new(told.chain(self.own.script_provider()))
    }

    /// Whether live mode takes card numbers as they are; false where it is not known.
    async fn takes_numbers(&self, context: &RequestContext) -> bool {
        let request = context.request_within(PATIENCE, GetProviderStatusRequest {});
        let mut payments = PaymentsServiceClient::new(self.channels.payments.clone());
        let told = payments.get_provider_status(request).await;
        told.is_ok_and(|answer| answer.into_inner().raw_live_cards)
    }
}

/// Asks every replica that is connected: their settings may differ while a change of them is rolled out, and one that
/// hangs is told as unreachable.
fn ask_each(
    checker: Checker,
    channel: &Channel,
    context: &RequestContext,
) -> impl Iterator<Item = impl Future<Output = Answer>> {
    let replicas = channel.each_connected();
    let replicas = if replicas.is_empty() { vec![channel.clone()] } else { replicas };
    replicas.into_iter().map(move |replica| ask(checker, replica, context))
}

async fn ask(checker: Checker, replica: Channel, context: &RequestContext) -> Answer {
    let request = context.request_within(PATIENCE, CheckRequest {});
    let told = PreflightServiceClient::new(replica).check(request).await.map(Response::into_inner);
    Answer { checker, told }
}

impl Answer {
    fn provider(&self) -> Provider {
        self.told.as_ref().map_or(Provider::Unspecified, CheckResponse::live_provider)
    }

    fn lines(self) -> Vec<Line> {
        let checker = self.checker;
        self.told.map_or_else(|status| vec![unanswered(checker, &status)], |told| told.lines)
    }
}

/// The lines of all services. Of those that several replicas of a service tell alike, the worst, which says how many of
/// the replicas tell it.
fn merged(answers: Vec<Answer>) -> Vec<(&'static str, Line)> {
    let mut of_services: Vec<(&'static str, Vec<Vec<Line>>)> = Vec::new();
    for answer in answers {
        let name = answer.checker.service.name();
        match of_services.iter_mut().find(|(known, _)| *known == name) {
            Some((_, replicas)) => replicas.push(answer.lines()),
            None => of_services.push((name, vec![answer.lines()])),
        }
    }
    of_services
        .into_iter()
        .flat_map(|(name, replicas)| worst_of_each(replicas).into_iter().map(move |line| (name, line)))
        .collect()
}

fn worst_of_each(replicas: Vec<Vec<Line>>) -> Vec<Line> {
    let all = replicas.len();
    let mut worst: Vec<(Line, usize)> = Vec::new();
    for line in replicas.into_iter().flatten() {
        let is_same = |known: &Line| (&known.code, &known.title) == (&line.code, &line.title);
        match worst.iter_mut().find(|(known, _)| is_same(known)) {
            Some((known, count)) if severity(known.state()) == severity(line.state()) => *count += 1,
            Some(known) if severity(known.0.state()) < severity(line.state()) => *known = (line, 1),
            Some(_) => {}
            None => worst.push((line, 1)),
        }
    }
    worst.into_iter().map(|(line, count)| told_by(count, all, line)).collect()
}

/// The line with how many replicas tell it, where it is bad and not all do.
fn told_by(count: usize, all: usize, line: Line) -> Line {
    if count == all || severity(line.state()) < severity(State::Warning) {
        return line;
    }
    Line { evidence: format!("{count} of {all} replicas: {}", line.evidence), ..line }
}

fn severity(state: State) -> u8 {
    match state {
        State::Passed => 0,
        State::Skipped => 1,
        State::Warning => 2,
        State::Failed | State::Unspecified => 3,
    }
}

/// `UNREACHABLE` where nothing came back, `UNCHECKED` where the service refused or failed.
fn unanswered(Checker { service, title, .. }: Checker, status: &Status) -> Line {
    let name = service.name();
    let unreachable = Check::required("UNREACHABLE", title);
    let unchecked = Check::required("UNCHECKED", title);
    match status.code() {
        Code::Unavailable => unreachable.failed(
            "There is no connection to it.",
            &format!("Start {name}, and let the gateway reach it; both logs say what fails."),
        ),
        Code::DeadlineExceeded | Code::Cancelled => unreachable.failed(
            "It gave no answer in time.",
            &format!("Look at the load and the log of {name}, and check again."),
        ),
        code @ (Code::PermissionDenied | Code::Unauthenticated) => unchecked.failed(
            format!("It answers, and does not let the gateway ask ({code:?})."),
            "Give the gateway the certificate that names it (TLS_DIR), and run all programs of one release.",
        ),
        Code::Unimplemented => unchecked.failed(
            "It answers, and knows no checks (Unimplemented).",
            &format!("Run {name} and the gateway of one release."),
        ),
        code => unchecked.failed(
            format!("It answers with an error ({code:?})."),
            &format!("The log of {name} says what failed."),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_one_replica_failed_has_failed() {
        const KEY: Check = Check::required("STRIPE_LIVE_KEY", "Stripe's live key answers");
        let (good, bad) = (KEY.passed("It answers."), KEY.failed("It is refused.", "Set another."));

        let [offers, payments] = [Service::Offers, Service::Payments].map(|service| {
            let found = CHECKERS.into_iter().find(|checker| checker.service == service);
            found.unwrap()
        });
        let told = |checker, line: &Line| Answer {
            checker,
            told: Ok(CheckResponse { lines: vec![line.clone()], ..CheckResponse::default() }),
        };
        let hangs = Answer { checker: offers, told: Err(Status::deadline_exceeded("late")) };
        let answers =
            [told(offers, &good), hangs, told(payments, &good), told(payments, &bad), told(payments, &good)];
        let lines = merged(answers.into());

        let seen: Vec<_> =
            lines.iter().map(|(by, line)| (*by, line.code.as_str(), line.evidence.as_str())).collect();
        assert_eq!(
            seen,
            [
                ("svc-offers", "STRIPE_LIVE_KEY", "It answers."),
                ("svc-offers", "UNREACHABLE", "1 of 2 replicas: It gave no answer in time."),
                ("svc-payments", "STRIPE_LIVE_KEY", "1 of 3 replicas: It is refused."),
            ]
        );
    }

    #[test]
    fn a_service_that_answers_with_an_error_is_not_called_unreachable() {
        let seen = |code: Code| {
            let line = unanswered(CHECKERS[0], &Status::new(code, "as it is"));
            assert!(line.is_required && !line.remedy.is_empty());
            assert!(!line.evidence.contains("as it is"), "a service's words are for its log");
            (line.code, line.evidence)
        };
        let is = |code: &str, evidence: &str| (code.to_owned(), evidence.to_owned());

        assert_eq!(seen(Code::Unavailable), is("UNREACHABLE", "There is no connection to it."));
        assert_eq!(seen(Code::DeadlineExceeded), is("UNREACHABLE", "It gave no answer in time."));
        for (code, name) in [
            (Code::PermissionDenied, "PermissionDenied"),
            (Code::Unimplemented, "Unimplemented"),
            (Code::Internal, "Internal"),
        ] {
            let (told, evidence) = seen(code);
            assert!(told == "UNCHECKED" && evidence.contains(name), "{evidence}");
        }
    }
}
