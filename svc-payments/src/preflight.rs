//! What svc-payments checks before real money is taken: Stripe's live key, its webhooks, and its own address.

use mail::MailArgs;
use proto::preflight::v1::{Line, Provider};
use service::SharedClock;
use service::preflight::webhook::{self, Registered, Required};
use service::preflight::{self, Check, Checks, bounded};
use sqlx::PgPool;
use url::Url;

use crate::config::Config;
use crate::store::webhook::last_of_live;
use crate::stripe::{self, Answered, Balance, Client, Error, VERSION, WebhookEndpoint};

const KEY: Check = Check::required("STRIPE_LIVE_KEY", "Stripe's live key answers");
const RIGHTS: Check =
    Check::required("STRIPE_LIVE_RIGHTS", "Stripe's live key may read payments and refunds")
        .skip_if_sandbox();
const WEBHOOK: Check =
    Check::required("STRIPE_LIVE_WEBHOOK", "Stripe's live webhook sends what svc-payments needs")
        .skip_if_sandbox();
const EVENT: Check =
    Check::advised("STRIPE_LIVE_EVENT", "A signed live webhook of Stripe has come").skip_if_sandbox();
/// Where the gateway takes Stripe's webhooks.
const WEBHOOK_PATH: &str = "/webhooks/stripe";
/// What payments act on: where a hold or a capture ended, a refund that was made, paid or sent back, a dispute.
const NEEDED: [&str; 10] = [
    "payment_intent.amount_capturable_updated",
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
];

/// What the checks look at.
pub struct Preflight {
    stripe: Option<Client>,
    pool: PgPool,
    clock: SharedClock,
    system_url: Url,
    provider: Provider,
    has_secret: bool,
    /// Where somebody is on call, who is mailed.
    mail: Option<MailArgs>,
}

impl Preflight {
    pub fn new(config: &Config, stripe: &stripe::Clients, pool: PgPool, clock: SharedClock) -> Self {
        Self {
            stripe: stripe.live.clone(),
            pool,
            clock,
            system_url: config.system_url.clone(),
            provider: preflight::provider(config.stripe.live_provider()),
            has_secret: config.webhooks.stripe_live_webhook_secret.is_some(),
            mail: config.on_call.address().map(|_| config.mail.clone()),
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
        let clock = preflight::clock(self.clock.now(), date);
        [answer.map_or_else(|| KEY.unanswered(), |answer| key(&answer)), clock]
    }

    async fn rights(&self) -> Line {
        let Some(stripe) = self.stripe.clone() else { return RIGHTS.skipped("There is no live key.") };
        let read = bounded(async move { stripe.read_payments().await }).await;
        read.map_or_else(|| RIGHTS.unanswered(), rights)
    }

    async fn webhook(&self) -> Line {
        if !self.has_secret {
            let remedy = "Set STRIPE_LIVE_WEBHOOK_SECRET to the endpoint's signing secret.";
            return WEBHOOK.failed("STRIPE_LIVE_WEBHOOK_SECRET is not set.", remedy);
        }
        let Some(stripe) = self.stripe.clone() else { return WEBHOOK.skipped("There is no live key.") };
        let found = bounded(async move { stripe.webhook_endpoints().await }).await;
        found.map_or_else(|| WEBHOOK.unanswered(), |found| endpoint(found, &self.system_url))
    }

    async fn mail(&self) -> Option<Line> {
        match &self.mail {
            Some(mail) => Some(mail::check(mail).await),
            None => None,
        }
    }

    async fn event(&self) -> Line {
        if !self.has_secret {
            return EVENT.skipped("STRIPE_LIVE_WEBHOOK_SECRET is not set.");
        }
        let pool = self.pool.clone();
        let none = [
            "None has come in the last 90 days.",
            "After the first payment look here again, or at Stripe's list of deliveries.",
        ];
        webhook::came(EVENT, async move { last_of_live(&pool).await }, none).await
    }
}

impl Checks for Preflight {
    fn live_provider(&self) -> Provider {
        self.provider
    }

    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.system_url, outbound::status_at);
        let ([key, clock], rights, webhook, event, address, mail) =
            tokio::join!(self.account(), self.rights(), self.webhook(), self.event(), address, self.mail());
        [Some(key), Some(rights), Some(webhook), Some(event), mail, Some(address), Some(clock)]
            .into_iter()
            .flatten()
            .collect()
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

fn rights(read: Result<(), Error>) -> Line {
    match read {
        Ok(()) => RIGHTS.passed("It may. Whether it may write them shows at the first payment."),
        Err(error) if error.is_of_our_key() => RIGHTS.failed(
            format!("It may not: {error}."),
            "Give the restricted key write access to PaymentIntents and Refunds, and read access to Charges.",
        ),
        Err(error) => {
            RIGHTS.failed(format!("No answer of Stripe's: {error}."), "Check the network, and check again.")
        }
    }
}

fn endpoint(found: Result<Vec<WebhookEndpoint>, Error>, system_url: &Url) -> Line {
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
    let endpoints: Vec<_> = endpoints.into_iter().map(as_registered).collect();
    let required = Required {
        check: WEBHOOK,
        provider: "Stripe",
        system_url,
        path: WEBHOOK_PATH,
        events: &NEEDED,
        how_to_change: &format!(
            "Enable it at Stripe, with these events; another API version needs a new endpoint, with {VERSION}."
        ),
    };
    required.line(&endpoints)
}

fn as_registered(endpoint: WebhookEndpoint) -> Registered {
    let WebhookEndpoint { url, status, api_version, enabled_events } = endpoint;
    let mut faults = Vec::new();
    if status != "enabled" {
        faults.push(format!("is {status}"));
    }
    match api_version.as_deref() {
        Some(VERSION) => {}
        Some(other) => faults.push(format!("is of API version {other}")),
        None => faults.push("is of the account's own API version".to_owned()),
    }
    Registered { url, events: enabled_events, faults }
}
