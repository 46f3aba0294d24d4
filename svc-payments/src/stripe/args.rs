use std::time::Duration;

use anyhow::{Context, ensure};
use outbound::{Caller, Reach, SignatureError, verify_with};
use secrecy::{ExposeSecret, SecretString};
use service::{Mode, SettingsCheck};
use time::OffsetDateTime;

use super::client::Client;
use crate::domain::WebhookEvent;

/// The card provider in each mode. The live one may be missing; then live mode takes no money.
#[derive(Debug, Clone, clap::Args)]
pub struct StripeArgs {
    /// Card provider for test mode: its own address, or the sandbox's.
    #[arg(long, env = "STRIPE_TEST_URL", default_value = "https://api.stripe.com", value_name = "URL")]
    pub stripe_test_url: String,
    /// Secret key for test mode; begins with sk_test_ or rk_test_.
    #[arg(long, env = "STRIPE_TEST_KEY", value_name = "KEY", hide_env_values = true)]
    pub stripe_test_key: SecretString,
    /// Card provider for live mode.
    #[arg(long, env = "STRIPE_LIVE_URL", default_value = "https://api.stripe.com", value_name = "URL")]
    pub stripe_live_url: String,
    /// Secret key for live mode; begins with sk_live_ or rk_live_. Without it live mode takes no money.
    #[arg(long, env = "STRIPE_LIVE_KEY", value_name = "KEY", hide_env_values = true)]
    pub stripe_live_key: Option<SecretString>,
    /// Milliseconds to wait for an answer of the card provider at most; up to 15,000, since a call that is not answered
    /// is sent again after 20 seconds.
    #[arg(long, env = "STRIPE_TIMEOUT_MS", default_value_t = 12_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=15_000))]
    pub stripe_timeout_ms: u64,
    #[command(flatten)]
    pub caller: Caller,
}

impl StripeArgs {
    /// Where real money is taken, if it is.
    pub fn live_provider(&self) -> Option<&str> {
        self.stripe_live_key.as_ref().map(|_| self.stripe_live_url.as_str())
    }

    /// The clients of the configured modes. `check` says who must have a public address.
    pub fn clients(&self, check: &SettingsCheck) -> anyhow::Result<Clients> {
        let test = self
            .client(&self.stripe_test_url, &self.stripe_test_key, Mode::Test, check)
            .context("the card provider's test mode")?;
        let live = self.stripe_live_key.as_ref();
        let live = live
            .map(|key| self.client(&self.stripe_live_url, key, Mode::Live, check))
            .transpose()
            .context("the card provider's live mode")?;
        Ok(Clients { test, live })
    }

    /// A key of the other mode is found here, at start, and not by the first traveller.
    fn client(
        &self,
        url: &str,
        key: &SecretString,
        mode: Mode,
        check: &SettingsCheck,
    ) -> anyhow::Result<Client> {
        let word = if mode == Mode::Live { "live" } else { "test" };
        let fits =
            ["sk", "rk"].iter().any(|kind| key.expose_secret().starts_with(&format!("{kind}_{word}_")));
        ensure!(fits, "the key does not begin with sk_{word}_ or rk_{word}_");
        let within = Duration::from_millis(self.stripe_timeout_ms);
        let reach = Reach::public_if(check.needs_public_provider(key));
        Client::connect(url, key.clone(), mode, within, &self.caller, reach)
    }
}

/// A client for each mode that has one.
#[derive(Debug, Clone)]
pub struct Clients {
    pub test: Client,
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
}

/// The secrets the provider signs its webhooks with, one a mode.
#[derive(Debug, Clone, clap::Args)]
pub struct WebhookArgs {
    /// Secret of the test mode's webhook endpoint; begins with whsec_. Several, separated by commas, while one replaces
    /// another.
    #[arg(long, env = "STRIPE_TEST_WEBHOOK_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub stripe_test_webhook_secret: Option<SecretString>,
    /// Secret of the live mode's webhook endpoint.
    #[arg(long, env = "STRIPE_LIVE_WEBHOOK_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub stripe_live_webhook_secret: Option<SecretString>,
}

impl WebhookArgs {
    /// Verifies a delivery. The secret that fits gives the mode, and the body must agree with it.
    pub fn verify(
        &self,
        signature: &str,
        body: &[u8],
        now: OffsetDateTime,
    ) -> Result<(Mode, WebhookEvent), SignatureError> {
        let secrets =
            [(Mode::Test, &self.stripe_test_webhook_secret), (Mode::Live, &self.stripe_live_webhook_secret)];
        let verify = |secret: &SecretString| super::webhook::verify(secret, signature, body, now);
        verify_with(secrets, verify, |mode, event| event.livemode == (mode == Mode::Live))
    }
}

#[cfg(test)]
mod tests {
    use hmac::{Hmac, Mac};
    use service::Environment;
    use sha2::Sha256;

    use super::*;

    fn args(test: &str, live: Option<&str>) -> StripeArgs {
        StripeArgs {
            stripe_test_url: "http://127.0.0.1:1".into(),
            stripe_test_key: test.into(),
            stripe_live_url: "http://127.0.0.1:1".into(),
            stripe_live_key: live.map(SecretString::from),
            stripe_timeout_ms: 100,
            caller: Caller::default(),
        }
    }

    #[test]
    fn a_key_of_the_other_mode_is_refused_at_start() {
        service::install_crypto();
        let check = SettingsCheck::default();

        assert!(args("sk_live_a", None).clients(&check).is_err());
        assert!(args("sk_test_a", Some("sk_test_b")).clients(&check).is_err());
        assert!(args("rk_test_a", Some("rk_live_b")).clients(&check).is_ok());
    }

    #[test]
    fn a_production_system_calls_no_private_address_but_the_sandboxs() {
        service::install_crypto();
        let mut production = SettingsCheck::default();
        production.environment = Environment::Production;
        let told = |args: &StripeArgs| {
            args.clients(&production).map(|_| ()).map_err(|refused| format!("{refused:#}"))
        };
        let sandbox = args("sk_test_sandbox", None);
        let live = StripeArgs {
            stripe_live_url: "https://[fd00:ec2::254]".into(),
            ..args("sk_test_sandbox", Some("rk_live_a"))
        };

        assert_eq!(told(&sandbox), Ok(()));
        let refused = told(&live).unwrap_err();
        let expected = "the card provider's live mode: the URL leads to fd00:ec2::254, which is private";
        assert!(refused.starts_with(expected), "{refused}");
        assert!(live.clients(&SettingsCheck::default()).is_ok(), "a demonstration");
    }

    #[test]
    fn a_mode_without_a_key_has_no_provider() {
        service::install_crypto();

        let clients = args("sk_test_a", None).clients(&SettingsCheck::default()).unwrap();

        assert!(clients.of(Mode::Test).is_some());
        assert!(clients.of(Mode::Live).is_none());
    }

    const NOW: i64 = 1_700_000_000;

    fn signature(secret: &str, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(format!("{NOW}.{body}").as_bytes());
        format!("t={NOW},v1={}", hex::encode(mac.finalize().into_bytes()))
    }

    fn delivered(test: Option<&str>, live: Option<&str>, signer: &str, is_live: bool) -> Option<Mode> {
        let args = WebhookArgs {
            stripe_test_webhook_secret: test.map(SecretString::from),
            stripe_live_webhook_secret: live.map(SecretString::from),
        };
        let body = format!(r#"{{"id":"evt_1","type":"charge.updated","livemode":{is_live}}}"#);
        let now = OffsetDateTime::from_unix_timestamp(NOW).unwrap();
        args.verify(&signature(signer, &body), body.as_bytes(), now).ok().map(|(mode, _)| mode)
    }

    #[test]
    fn r001_mode_border_a_webhook_is_of_the_mode_of_its_secret_and_of_its_body_or_of_none() {
        for test in [None, Some(""), Some("whsec_test"), Some("whsec_old,whsec_test")] {
            for live in [None, Some(""), Some("whsec_live"), Some("whsec_old_live,whsec_live")] {
                for signer in ["whsec_test", "whsec_live", "whsec_other", "", "sk_test_a"] {
                    let knows = |secrets: Option<&str>| secrets.is_some_and(|it| it.ends_with(signer));
                    let is_test = signer == "whsec_test" && knows(test);
                    let is_live = signer == "whsec_live" && knows(live);
                    let of_test = delivered(test, live, signer, false);
                    let of_live = delivered(test, live, signer, true);
                    assert_eq!(of_test, is_test.then_some(Mode::Test), "{test:?} {live:?} {signer}");
                    assert_eq!(of_live, is_live.then_some(Mode::Live), "{test:?} {live:?} {signer}");
                }
            }
        }
    }
}
