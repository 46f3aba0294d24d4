//! What has to be right before real tickets are sold: each service lists its own checks, and the gateway asks for them.
//!
//! A check reads and changes nothing. It is bounded in time, and no line holds a secret or personal data.

pub mod webhook;

use std::fmt::Display;
use std::time::Duration;

use http::HeaderMap;
use http::header::DATE;
use proto::preflight::v1::preflight_service_server::{PreflightService, PreflightServiceServer};
use proto::preflight::v1::{CheckRequest, CheckResponse, Line, Provider, State};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use tonic::{Request, Response, Status};
use url::Url;

use crate::secrets::Secrets;
use crate::settings_check::sentences;
use crate::{Allow, SettingsCheck, keys};

/// Who may ask for the checks.
pub const ALLOW: Allow = Allow { methods: "/fareway.preflight.v1.PreflightService/", callers: &["gateway"] };
/// What one check may take. A service runs its checks at the same time.
pub const LONGEST_CHECK: Duration = Duration::from_secs(5);
/// Stripe refuses webhook signatures after five minutes; a clock beyond this is not kept at all.
const WORST_CLOCK: time::Duration = time::Duration::seconds(60);
const GOOD_CLOCK: time::Duration = time::Duration::seconds(2);

/// Where the providers themselves answer.
const PROVIDERS_HOSTS: [&str; 3] = ["api.duffel.com", "api.stripe.com", "js.stripe.com"];

const PUBLIC_ADDRESS: Check =
    Check::required("PUBLIC_ADDRESS", "The public address is https and answers").skip_if_sandbox();
const PUBLISHED_SECRETS: Check =
    Check::required("PUBLISHED_SECRETS", "No published secret is in use").skip_if_sandbox();
const SETTINGS: Check = Check::required("SETTINGS", "All settings are fit for real sales").skip_if_sandbox();
const CLOCK: Check = Check::required("CLOCK", "This machine's clock is right").skip_if_sandbox();

/// A line, before it was looked at.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    code: &'static str,
    title: &'static str,
    is_required: bool,
    skip_if_sandbox: bool,
}

impl Check {
    /// Live mode can't be switched on while this failed. Code and title as in `Line`.
    pub const fn required(code: &'static str, title: &'static str) -> Self {
        Self { code, title, is_required: true, skip_if_sandbox: false }
    }

    /// Worth knowing, and no reason to stay in test mode.
    pub const fn advised(code: &'static str, title: &'static str) -> Self {
        Self { code, title, is_required: false, skip_if_sandbox: false }
    }

    /// It is about the public world: the gateway skips it where every live provider is a sandbox.
    #[must_use]
    pub const fn skip_if_sandbox(self) -> Self {
        Self { skip_if_sandbox: true, ..self }
    }

    /// The check passed.
    pub fn passed(self, evidence: impl Into<String>) -> Line {
        self.line(State::Passed, evidence.into(), "")
    }

    /// Something is wrong that may stay: the line is not required.
    pub fn warning(self, evidence: impl Into<String>, remedy: &str) -> Line {
        Self { is_required: false, ..self }.line(State::Warning, evidence.into(), remedy)
    }

    /// The check failed.
    pub fn failed(self, evidence: impl Into<String>, remedy: &str) -> Line {
        self.line(State::Failed, evidence.into(), remedy)
    }

    /// It does not apply here.
    pub fn skipped(self, evidence: impl Into<String>) -> Line {
        self.line(State::Skipped, evidence.into(), "")
    }

    /// No answer came in time.
    pub fn unanswered(self) -> Line {
        self.failed("No answer came within five seconds.", "Check the network, and check again.")
    }

    fn line(self, state: State, evidence: String, remedy: &str) -> Line {
        let Self { code, title, is_required, skip_if_sandbox } = self;
        let (code, title, remedy) = (code.to_owned(), title.to_owned(), remedy.to_owned());
        Line { code, title, state: state.into(), is_required, evidence, remedy, skip_if_sandbox }
    }
}

/// What `work` found, or nothing after five seconds. It then runs on to its end: a query must not be dropped.
pub async fn bounded<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Option<T> {
    tokio::time::timeout(LONGEST_CHECK, tokio::spawn(work)).await.ok()?.ok()
}

/// The time at the other side, from the header that HTTP answers carry (RFC 9110, 6.6.1). Whole seconds.
pub fn date(headers: &HeaderMap) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(headers.get(DATE)?.to_str().ok()?, &Rfc2822).ok()
}

/// Our clock against a provider's `Date`: a warning from 2 s on, failed from 60 s on.
pub fn clock(now: OffsetDateTime, theirs: Option<OffsetDateTime>) -> Line {
    const REMEDY: &str = "Keep this machine's clock with NTP.";
    let Some(theirs) = theirs else {
        return CLOCK.skipped("There is no provider's time to compare it with.");
    };
    let apart = (now - theirs).abs();
    let evidence = format!("{} s from the provider's clock.", apart.whole_seconds());
    if apart > WORST_CLOCK {
        CLOCK.failed(evidence, REMEDY)
    } else if apart.whole_seconds() > GOOD_CLOCK.whole_seconds() {
        CLOCK.warning(evidence, REMEDY)
    } else {
        CLOCK.passed(evidence)
    }
}

/// Checks a program's own settings, without a value of them: that no secret is published, and that what stops a start of
/// a production system is not there.
pub fn own_settings(check: &SettingsCheck) -> [Line; 2] {
    [published_secrets(&check.secrets), unfit_settings(check)]
}

fn unfit_settings(check: &SettingsCheck) -> Line {
    let unfit = check.unfit();
    if unfit.is_empty() {
        return SETTINGS.passed("None of them is a demonstration's.");
    }
    let names: Vec<_> = unfit.iter().map(|fault| fault.setting).collect();
    SETTINGS.failed(format!("Not fit: {}.", names.join(", ")), &sentences(&unfit))
}

/// Names alone.
fn published_secrets(secrets: &Secrets) -> Line {
    match (&secrets.published()[..], &secrets.names()[..]) {
        ([], []) => PUBLISHED_SECRETS.passed("No secret is set."),
        ([], names) => PUBLISHED_SECRETS.passed(format!("Own secrets: {}.", names.join(", "))),
        (known, _) => PUBLISHED_SECRETS.failed(
            format!("Published in the repository: {}.", known.join(", ")),
            "Make keys of your own (`openssl rand -base64 32`); webhook secrets are the providers' to give.",
        ),
    }
}

/// What the live provider at this address is; there is none without an address.
pub fn provider(address: Option<&str>) -> Provider {
    match address {
        None => Provider::Unspecified,
        Some(address) if keys::is_local(address) => Provider::Sandbox,
        Some(address) if is_of_a_provider(address) => Provider::Real,
        Some(_) => Provider::Elsewhere,
    }
}

fn is_of_a_provider(address: &str) -> bool {
    let url = Url::parse(address).ok().filter(|url| url.scheme() == "https");
    url.is_some_and(|url| url.host_str().is_some_and(|host| PROVIDERS_HOSTS.contains(&host)))
}

/// Checks that `SYSTEM_URL` is https, and that the shop answers there. `ask` reads an address and returns the status, or
/// why there is none.
pub async fn public_address<F, E>(system_url: &Url, ask: impl FnOnce(String) -> F + Send) -> Line
where
    F: Future<Output = Result<u16, E>> + Send + 'static,
    E: Display + Send + 'static,
{
    let host = system_url.host_str().unwrap_or_default().to_owned();
    if system_url.scheme() != "https" || keys::is_local(system_url.as_str()) {
        let remedy = "Set SYSTEM_URL to the address that travellers open, beginning with https://.";
        return PUBLIC_ADDRESS
            .failed(format!("SYSTEM_URL is at {host}, over {}.", system_url.scheme()), remedy);
    }
    let mut address = system_url.clone();
    address.set_path("/api/system/mode");
    match bounded(ask(address.into())).await {
        None => PUBLIC_ADDRESS.unanswered(),
        Some(Ok(200)) => PUBLIC_ADDRESS.passed(format!("{host} answers over https.")),
        Some(other) => {
            let seen = other.map_or_else(|why| why.to_string(), |status| format!("status {status}"));
            let remedy = "Point DNS and the proxy at the gateway, and let this service reach the address.";
            PUBLIC_ADDRESS.failed(format!("{host} did not answer as the shop: {seen}."), remedy)
        }
    }
}

/// The checks of one service.
pub trait Checks: Send + Sync + 'static {
    /// What the service buys from in live mode; unspecified where it has no such provider.
    fn live_provider(&self) -> Provider {
        Provider::Unspecified
    }

    /// Looks now. Each check takes five seconds at most, and they run at the same time.
    fn check(&self) -> impl Future<Output = Vec<Line>> + Send;
}

/// The call that runs a service's checks.
#[derive(Debug)]
pub struct Preflight<C> {
    checks: C,
    settings: SettingsCheck,
}

/// Serves the checks, and those of the program's own settings. Goes with [`ALLOW`].
pub fn server<C: Checks>(checks: C, settings: SettingsCheck) -> PreflightServiceServer<Preflight<C>> {
    PreflightServiceServer::new(Preflight { checks, settings })
}

#[tonic::async_trait]
impl<C: Checks> PreflightService for Preflight<C> {
    async fn check(&self, _: Request<CheckRequest>) -> Result<Response<CheckResponse>, Status> {
        let mut lines = self.checks.check().await;
        lines.extend(own_settings(&self.settings));
        Ok(Response::new(CheckResponse { lines, live_provider: self.checks.live_provider().into() }))
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    #[test]
    fn a_clock_may_be_two_seconds_off_and_a_minute_is_too_much() {
        let mut headers = HeaderMap::new();
        headers.insert(DATE, "Sun, 01 Mar 2026 12:00:00 GMT".parse().unwrap());
        assert_eq!(date(&headers), Some(NOW));

        let state = |seconds: i64| {
            let line = clock(NOW, Some(NOW + time::Duration::seconds(seconds)));
            (line.state(), line.is_required)
        };
        assert_eq!(state(0), (State::Passed, true));
        assert_eq!(state(-2), (State::Passed, true));
        assert_eq!(state(3), (State::Warning, false), "live mode may be switched on");
        assert_eq!(state(-61), (State::Failed, true));
        assert_eq!(clock(NOW, None).state(), State::Skipped);
    }

    #[test]
    fn a_live_provider_is_known_by_its_address() {
        assert_eq!(provider(Some("https://api.duffel.com")), Provider::Real);
        assert_eq!(provider(Some("https://js.stripe.com/endive/stripe.js")), Provider::Real);
        assert_eq!(provider(Some("http://sandbox:12111")), Provider::Elsewhere);
        assert_eq!(provider(Some("http://api.duffel.com")), Provider::Elsewhere);
        assert_eq!(provider(Some("http://127.0.0.1:12111")), Provider::Sandbox);
        assert_eq!(provider(None), Provider::Unspecified);
    }

    async fn address(url: &str, answer: Result<u16, String>) -> State {
        public_address(&url.parse().unwrap(), |_| async move { answer }).await.state()
    }

    #[tokio::test]
    async fn the_public_address_is_https_and_the_shop_answers_there() {
        assert_eq!(address("https://shop.example/", Ok(200)).await, State::Passed);
        assert_eq!(address("https://shop.example/", Ok(502)).await, State::Failed);
        assert_eq!(address("https://shop.example/", Err("no connection".into())).await, State::Failed);
        assert_eq!(address("http://shop.example/", Ok(200)).await, State::Failed);
        assert_eq!(address("https://localhost/", Ok(200)).await, State::Failed);
    }

    #[tokio::test(start_paused = true)]
    async fn a_check_that_is_not_answered_is_given_up_after_five_seconds() {
        assert_eq!(bounded(std::future::ready(7)).await, Some(7));
        assert_eq!(bounded(std::future::pending::<u8>()).await, None);
        let line = CLOCK.unanswered();
        assert_eq!((line.state(), line.is_required), (State::Failed, true));
    }
}
