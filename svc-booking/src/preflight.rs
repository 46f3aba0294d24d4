//! What svc-booking checks before real tickets are sold: Duffel's live token and webhook, mail, and settings of its own.

use duffel::{Error, LiveProvider, RegisteredWebhook};
use mail::MailArgs;
use proto::preflight::v1::{CheckRequest, Line};
use secrecy::SecretString;
use service::SharedClock;
use service::preflight::{self, Check, Checks, bounded};
use sqlx::PgPool;
use url::Url;

use crate::config::Config;
use crate::store::webhook;

const WEBHOOK: Check = Check::required("DUFFEL_LIVE_WEBHOOK", "Duffel's live webhook is registered");
const EVENT: Check = Check::advised("DUFFEL_LIVE_EVENT", "A signed live webhook of Duffel has come");
/// Where the gateway takes Duffel's webhooks.
const WEBHOOK_PATH: &str = "/webhooks/duffel";

/// What the checks look at.
pub struct Preflight {
    live: LiveProvider,
    pool: PgPool,
    mail: MailArgs,
    system_url: Url,
    webhook_secret: Option<SecretString>,
    hmac_key: SecretString,
    pii_key: SecretString,
    database_url: SecretString,
}

impl Preflight {
    pub fn new(config: &Config, live: Option<duffel::Client>, pool: PgPool, clock: SharedClock) -> Self {
        Self {
            live: LiveProvider::new(&config.duffel, live, clock),
            pool,
            mail: config.mail.clone(),
            system_url: config.system_url.clone(),
            webhook_secret: config.webhooks.duffel_live_webhook_secret.clone(),
            hmac_key: config.hmac_key.clone(),
            pii_key: config.pii_key.clone(),
            database_url: config.database.database_url.clone(),
        }
    }

    async fn webhook(&self) -> Line {
        if self.live.is_sandbox() {
            return WEBHOOK.of_sandbox();
        }
        if self.webhook_secret.is_none() {
            let remedy = "Set DUFFEL_LIVE_WEBHOOK_SECRET to the secret that Duffel gave with the webhook.";
            return WEBHOOK.failed("DUFFEL_LIVE_WEBHOOK_SECRET is not set.", remedy);
        }
        let Some(client) = self.live.client() else { return WEBHOOK.skipped("There is no live token.") };
        let found = bounded(async move { client.webhooks().await }).await;
        found.map_or_else(|| WEBHOOK.unanswered(), |found| registered(found, &self.system_url))
    }

    async fn event(&self) -> Line {
        if self.live.is_sandbox() {
            return EVENT.of_sandbox();
        }
        let pool = self.pool.clone();
        match bounded(async move { webhook::last_of_live(&pool).await }).await {
            Some(Ok(Some(at))) => EVENT.passed(format!("The last one came on {}.", at.date())),
            Some(Ok(None)) => EVENT.warning(
                "None has come.",
                "Have Duffel call once: POST /air/webhooks/{id}/actions/ping answers 204.",
            ),
            Some(Err(_)) | None => EVENT.warning("The database did not answer.", "Check again."),
        }
    }

    fn secrets(&self) -> Line {
        let settings = [
            ("PII_KEY", Some(&self.pii_key)),
            ("HMAC_KEY", Some(&self.hmac_key)),
            ("DUFFEL_LIVE_WEBHOOK_SECRET", self.webhook_secret.as_ref()),
            ("DATABASE_URL", Some(&self.database_url)),
        ];
        preflight::published_secrets(&settings, self.live.is_sandbox())
    }

    async fn address(&self) -> Line {
        preflight::public_address(&self.system_url, self.live.is_sandbox(), outbound::status_at).await
    }
}

impl Checks for Preflight {
    async fn check(&self, _: CheckRequest) -> Vec<Line> {
        let mail = mail::check(&self.mail, self.live.is_sandbox());
        let (mut lines, webhook, event, mail, address) =
            tokio::join!(self.live.lines(), self.webhook(), self.event(), mail, self.address());
        lines.extend([webhook, event, mail, self.secrets(), address]);
        lines
    }
}

fn registered(found: Result<Vec<RegisteredWebhook>, Error>, system_url: &Url) -> Line {
    let address = system_url.join(WEBHOOK_PATH).map_or_else(|_| WEBHOOK_PATH.to_owned(), String::from);
    let webhooks = match found {
        Ok(webhooks) => webhooks,
        Err(error) => {
            let evidence = format!("Duffel did not list its webhooks: {error}.");
            return WEBHOOK
                .failed(evidence, "Check the token's permissions and the network, and check again.");
        }
    };
    let ours = webhooks.iter().find(|it| it.live_mode && it.url.ends_with(WEBHOOK_PATH));
    match ours {
        Some(ours) if ours.active => WEBHOOK.passed(format!("{} is active.", ours.url)),
        Some(ours) => {
            let remedy = "Activate it: PATCH /air/webhooks/{id} with \"active\": true.";
            WEBHOOK.failed(format!("{} is not active.", ours.url), remedy)
        }
        None => {
            let evidence = format!("None of {} webhooks ends in {WEBHOOK_PATH}.", webhooks.len());
            WEBHOOK.failed(evidence, &format!("Register {address} at Duffel."))
        }
    }
}
