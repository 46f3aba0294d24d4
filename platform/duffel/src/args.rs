use anyhow::{Context, ensure};
use outbound::{Caller, Reach, SignatureError, verify_with};
use proto::common::v1::ProviderStatus;
use secrecy::{ExposeSecret, SecretString};
use service::{Mode, SettingsCheck};
use time::OffsetDateTime;

use crate::client::{Client, LIVE_TOKEN};
use crate::limits::LimitArgs;
use crate::webhook::{WebhookEvent, verify_webhook};

/// The flight provider in each mode. The live one may be missing; then live mode sells no flights.
#[derive(Debug, Clone, clap::Args)]
pub struct DuffelArgs {
    /// Flight provider for test mode: its own address, or the sandbox's.
    #[arg(long, env = "DUFFEL_TEST_URL", default_value = "https://api.duffel.com", value_name = "URL")]
    pub duffel_test_url: String,
    /// Token for test mode; begins with duffel_test_.
    #[arg(long, env = "DUFFEL_TEST_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub duffel_test_token: SecretString,
    /// Flight provider for live mode.
    #[arg(long, env = "DUFFEL_LIVE_URL", default_value = "https://api.duffel.com", value_name = "URL")]
    pub duffel_live_url: String,
    /// Token for live mode; begins with duffel_live_. Without it live mode sells no flights.
    #[arg(long, env = "DUFFEL_LIVE_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub duffel_live_token: Option<SecretString>,
    /// Who calls.
    #[command(flatten)]
    pub caller: Caller,
    /// How often.
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl DuffelArgs {
    /// Where real flights are sold, if they are.
    pub fn live_provider(&self) -> Option<&str> {
        self.duffel_live_token.as_ref().map(|_| self.duffel_live_url.as_str())
    }

    /// The clients of the configured modes. `check` says who must have a public address.
    pub fn clients(&self, check: &SettingsCheck) -> anyhow::Result<Clients> {
        let test = self
            .client(&self.duffel_test_url, &self.duffel_test_token, "duffel_test_", check)
            .context("the flight provider's test mode")?;
        let live = self.duffel_live_token.as_ref();
        let live = live
            .map(|token| self.client(&self.duffel_live_url, token, LIVE_TOKEN, check))
            .transpose()
            .context("the flight provider's live mode")?;
        Ok(Clients { test, live })
    }

    /// A token of the other mode is found here, at start, and not by the first traveller.
    fn client(
        &self,
        url: &str,
        token: &SecretString,
        prefix: &str,
        check: &SettingsCheck,
    ) -> anyhow::Result<Client> {
        ensure!(token.expose_secret().starts_with(prefix), "the token does not begin with {prefix}");
        let reach = Reach::public_if(check.needs_public_provider(token));
        Client::connect(url, token.clone(), &self.caller, self.limits, reach)
    }
}

/// A client for each mode that has one.
#[derive(Debug, Clone)]
pub struct Clients {
    /// Always there: a system without live sales still shows flights.
    pub test: Client,
    /// Absent where no live key is set.
    pub live: Option<Client>,
}

impl Clients {
    /// The client of a mode, if that mode has a provider.
    pub fn of(&self, mode: Mode) -> Option<&Client> {
        match mode {
            Mode::Test => Some(&self.test),
            Mode::Live => self.live.as_ref(),
            Mode::Unspecified => None,
        }
    }

    /// Which modes can be asked.
    pub fn status(&self) -> ProviderStatus {
        ProviderStatus { test_configured: true, live_configured: self.live.is_some() }
    }
}

/// The secrets the provider signs its webhooks with, one a mode.
#[derive(Debug, Clone, clap::Args)]
pub struct WebhookArgs {
    /// Secret of the test mode's webhook, as the provider gave it. Several, separated by commas, while one replaces
    /// another.
    #[arg(long, env = "DUFFEL_TEST_WEBHOOK_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub duffel_test_webhook_secret: Option<SecretString>,
    /// Secret of the live mode's webhook.
    #[arg(long, env = "DUFFEL_LIVE_WEBHOOK_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub duffel_live_webhook_secret: Option<SecretString>,
}

impl WebhookArgs {
    /// Verifies a delivery. The secret that fits shows the mode, and the body must agree with it.
    pub fn verify(
        &self,
        signature: &str,
        body: &[u8],
        now: OffsetDateTime,
    ) -> Result<(Mode, WebhookEvent), SignatureError> {
        let secrets =
            [(Mode::Test, &self.duffel_test_webhook_secret), (Mode::Live, &self.duffel_live_webhook_secret)];
        let verify = |secret: &SecretString| verify_webhook(secret, signature, body, now);
        verify_with(secrets, verify, |mode, event| event.live_mode == (mode == Mode::Live))
    }
}

#[cfg(test)]
mod tests {
    use service::Environment;

    use super::*;

    fn args(test: &str, live: Option<&str>) -> DuffelArgs {
        DuffelArgs {
            duffel_test_url: "http://127.0.0.1:1".into(),
            duffel_test_token: test.into(),
            duffel_live_url: "http://127.0.0.1:1".into(),
            duffel_live_token: live.map(SecretString::from),
            caller: Caller::default(),
            limits: LimitArgs::default(),
        }
    }

    #[test]
    fn a_token_of_the_other_mode_is_refused_at_start() {
        service::install_crypto();
        let check = SettingsCheck::default();

        assert!(args("duffel_live_a", None).clients(&check).is_err());
        assert!(args("duffel_test_a", Some("duffel_test_b")).clients(&check).is_err());
    }

    #[test]
    fn a_production_system_calls_no_private_address_but_the_sandboxs() {
        service::install_crypto();
        let mut production = SettingsCheck::default();
        production.environment = Environment::Production;
        let told = |args: &DuffelArgs| {
            args.clients(&production).map(|_| ()).map_err(|refused| format!("{refused:#}"))
        };
        let sandbox = args("duffel_test_sandbox", None);
        let live = DuffelArgs {
            duffel_live_url: "https://10.0.0.1".into(),
            ..args("duffel_test_sandbox", Some("duffel_live_a"))
        };

        assert_eq!(told(&sandbox), Ok(()));
        let refused = told(&live).unwrap_err();
        let expected = "the flight provider's live mode: the URL leads to 10.0.0.1, which is private";
        assert!(refused.starts_with(expected), "{refused}");
        assert!(live.clients(&SettingsCheck::default()).is_ok(), "a demonstration");
    }

    #[test]
    fn a_mode_without_a_token_has_no_provider() {
        service::install_crypto();

        let clients = args("duffel_test_a", None).clients(&SettingsCheck::default()).unwrap();

        assert!(clients.of(Mode::Test).is_some());
        assert!(clients.of(Mode::Live).is_none());
        assert_eq!(clients.status(), ProviderStatus { test_configured: true, live_configured: false });
    }
}
