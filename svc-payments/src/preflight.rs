//! What svc-payments checks before real money is taken: Stripe's live key, its webhooks, and settings of its own.

use proto::preflight::v1::{CheckRequest, Line};
use secrecy::SecretString;
use service::preflight::{self, Check, Checks, bounded};
use service::{SharedClock, keys};
use sqlx::PgPool;
use url::Url;

use crate::config::Config;
use crate::store::webhook;
use crate::stripe::{self, Answered, Balance, Client, Error, VERSION, WebhookEndpoint};

const KEY: Check = Check::required("STRIPE_LIVE_KEY", "Stripe's live key answers");
const WEBHOOK: Check = Check::required("STRIPE_LIVE_WEBHOOK", "Stripe's live webhook is registered");
const EVENT: Check = Check::advised("STRIPE_LIVE_EVENT", "A signed live webhook of Stripe has come");
/// Where the gateway takes Stripe's webhooks.
const WEBHOOK_PATH: &str = "/webhooks/stripe";

/// What the checks look at.
pub struct Preflight {
    stripe: Option<Client>,
    pool: PgPool,
    clock: SharedClock,
    system_url: Url,
    is_sandbox: bool,
    webhook_secret: Option<SecretString>,
    hmac_key: SecretString,
    database_url: SecretString,
}

impl Preflight {
    pub fn new(config: &Config, stripe: &stripe::Clients, pool: PgPool, clock: SharedClock) -> Self {
        Self {
            stripe: stripe.live.clone(),
            pool,
            clock,
            system_url: config.system_url.clone(),
            is_sandbox: config.stripe.live_provider().is_some_and(keys::is_local),
            webhook_secret: config.webhooks.stripe_live_webhook_secret.clone(),
            hmac_key: config.hmac_key.clone(),
            database_url: config.database.database_url.clone(),
        }
    }

    /// The key and the clock, by one read.
    async fn account(&self) -> [Line; 2] {
        let Some(stripe) = self.stripe.clone() else {
            let remedy = "Set STRIPE_LIVE_KEY of svc-payments.";
            return [KEY.failed("No live key is set.", remedy), preflight::clock(self.clock.now(), None)];
        };
        let answer = bounded(async move { stripe.balance().await }).await;
        let date = answer.as_ref().and_then(|answer| answer.as_ref().ok()?.date);
        let date = date.filter(|_| !self.is_sandbox);
        let clock = preflight::clock(self.clock.now(), date);
        [answer.map_or_else(|| KEY.unanswered(), |answer| key(&answer)), clock]
    }

    async fn webhook(&self) -> Line {
        if self.is_sandbox {
            return WEBHOOK.of_sandbox();
        }
        if self.webhook_secret.is_none() {
            let remedy = "Set STRIPE_LIVE_WEBHOOK_SECRET to the endpoint's signing secret.";
            return WEBHOOK.failed("STRIPE_LIVE_WEBHOOK_SECRET is not set.", remedy);
        }
        let Some(stripe) = self.stripe.clone() else { return WEBHOOK.skipped("There is no live key.") };
        let found = bounded(async move { stripe.webhook_endpoints().await }).await;
        found.map_or_else(|| WEBHOOK.unanswered(), |found| endpoint(found, &self.system_url))
    }

    async fn event(&self) -> Line {
        if self.is_sandbox {
            return EVENT.of_sandbox();
        }
        let pool = self.pool.clone();
        match bounded(async move { webhook::last_of_live(&pool).await }).await {
            Some(Ok(Some(at))) => EVENT.passed(format!("The last one came on {}.", at.date())),
            Some(Ok(None)) => EVENT.warning(
                "None has come in the last 90 days.",
                "After the first payment look here again, or at Stripe's list of deliveries.",
            ),
            Some(Err(_)) | None => EVENT.warning("The database did not answer.", "Check again."),
        }
    }

    fn secrets(&self) -> Line {
        let settings = [
            ("HMAC_KEY", Some(&self.hmac_key)),
            ("STRIPE_LIVE_WEBHOOK_SECRET", self.webhook_secret.as_ref()),
            ("DATABASE_URL", Some(&self.database_url)),
        ];
        preflight::published_secrets(&settings, self.is_sandbox)
    }

    async fn address(&self) -> Line {
        preflight::public_address(&self.system_url, self.is_sandbox, outbound::status_at).await
    }
}

impl Checks for Preflight {
    async fn check(&self, _: CheckRequest) -> Vec<Line> {
        let ([key, clock], webhook, event, address) =
            tokio::join!(self.account(), self.webhook(), self.event(), self.address());
        vec![key, webhook, event, self.secrets(), address, clock]
    }
}

fn key(answer: &Result<Answered<Balance>, Error>) -> Line {
    match answer {
        Ok(Answered { value, .. }) if value.livemode => KEY.passed(match value.words() {
            words if words.is_empty() => "The key is of live mode.".to_owned(),
            words => format!("The key is of live mode. Balance: {words}."),
        }),
        Ok(_) => KEY.failed("The key answers for test mode.", "Set STRIPE_LIVE_KEY to a key of live mode."),
        Err(error) if error.status == Some(403) => KEY.warning(
            "Stripe knows the key and does not let it read the balance.",
            "Give the restricted key read access to Balance.",
        ),
        Err(error) if error.is_of_our_key() => KEY.failed(
            format!("Stripe refuses the key: {error}."),
            "Set STRIPE_LIVE_KEY to a key that is valid.",
        ),
        Err(error) => {
            KEY.failed(format!("No answer of Stripe's: {error}."), "Check the network, and check again.")
        }
    }
}

fn endpoint(found: Result<Vec<WebhookEndpoint>, Error>, system_url: &Url) -> Line {
    let address = system_url.join(WEBHOOK_PATH).map_or_else(|_| WEBHOOK_PATH.to_owned(), String::from);
    let endpoints = match found {
        Ok(endpoints) => endpoints,
        Err(error) if error.is_of_our_key() => {
            return WEBHOOK.warning(
                "The key may not read webhook endpoints.",
                "Look it up at Stripe, or give the restricted key read access to Webhook Endpoints.",
            );
        }
        Err(error) => {
            let evidence = format!("No answer of Stripe's: {error}.");
            return WEBHOOK.failed(evidence, "Check the network, and check again.");
        }
    };
    let ours: Vec<_> = endpoints.iter().filter(|it| it.url.ends_with(WEBHOOK_PATH)).collect();
    let Some(first) = ours.first() else {
        let remedy = format!("Register {address} at Stripe, with API version {VERSION}.");
        return WEBHOOK
            .failed(format!("None of {} endpoints ends in {WEBHOOK_PATH}.", endpoints.len()), &remedy);
    };
    let is_right =
        |it: &&&WebhookEndpoint| it.status == "enabled" && it.api_version.as_deref() == Some(VERSION);
    if let Some(right) = ours.iter().find(is_right) {
        return WEBHOOK.passed(format!("{} is enabled, with API version {VERSION}.", right.url));
    }
    let version = first.api_version.as_deref().unwrap_or("the account's own");
    WEBHOOK.failed(
        format!("{} is {}, with API version {version}.", first.url, first.status),
        &format!("Enable it, and register it with API version {VERSION}."),
    )
}
