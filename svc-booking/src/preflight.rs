//! What svc-booking checks before real tickets are sold: Duffel's live token and webhook, mail, and its own address.

use duffel::{Error, EventKind, LiveProvider, RegisteredWebhook};
use mail::MailArgs;
use proto::preflight::v1::{Line, Provider};
use service::SharedClock;
use service::preflight::webhook::{self, Registered, Required};
use service::preflight::{self, Check, Checks, bounded};
use sqlx::PgPool;
use url::Url;

use crate::config::Config;
use crate::store::webhook::last_of_live;

const WEBHOOK: Check =
    Check::required("DUFFEL_LIVE_WEBHOOK", "Duffel's live webhook sends what svc-booking needs")
        .skip_if_sandbox();
const EVENT: Check =
    Check::advised("DUFFEL_LIVE_EVENT", "A signed live webhook of Duffel has come").skip_if_sandbox();
/// Where the gateway takes Duffel's webhooks.
const WEBHOOK_PATH: &str = "/webhooks/duffel";
/// What bookings act on: an order that was made or was not, a change or a cancellation at the airline, a credit's code.
static NEEDED: [EventKind; 5] = [
    EventKind::OrderCreated,
    EventKind::OrderCreationFailed,
    EventKind::AirlineInitiatedChangeDetected,
    EventKind::OrderCancellationConfirmed,
    EventKind::AirlineCreditCreated,
];

/// What the checks look at.
pub struct Preflight {
    live: LiveProvider,
    pool: PgPool,
    mail: MailArgs,
    system_url: Url,
    has_secret: bool,
}

impl Preflight {
    pub fn new(config: &Config, live: Option<duffel::Client>, pool: PgPool, clock: SharedClock) -> Self {
        Self {
            live: LiveProvider::new(&config.duffel, live, clock),
            pool,
            mail: config.mail.clone(),
            system_url: config.system_url.clone(),
            has_secret: config.webhooks.duffel_live_webhook_secret.is_some(),
        }
    }

    async fn webhook(&self) -> Line {
        if !self.has_secret {
            let remedy = "Set DUFFEL_LIVE_WEBHOOK_SECRET to the secret that Duffel gave with the webhook.";
            return WEBHOOK.failed("DUFFEL_LIVE_WEBHOOK_SECRET is not set.", remedy);
        }
        let Some(client) = self.live.client() else { return WEBHOOK.skipped("There is no live token.") };
        let found = bounded(async move { client.webhooks().await }).await;
        found.map_or_else(|| WEBHOOK.unanswered(), |found| registered(found, &self.system_url))
    }

    async fn event(&self) -> Line {
        let pool = self.pool.clone();
        let none =
            ["None has come.", "Have Duffel call once: POST /air/webhooks/{id}/actions/ping answers 204."];
        webhook::came(EVENT, async move { last_of_live(&pool).await }, none).await
    }
}

impl Checks for Preflight {
    fn live_provider(&self) -> Provider {
        self.live.live_provider()
    }

    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.system_url, outbound::status_at);
        let (mut lines, webhook, event, mail, address) =
            tokio::join!(self.live.lines(), self.webhook(), self.event(), mail::check(&self.mail), address);
        lines.extend([webhook, event, mail, address]);
        lines
    }
}

fn registered(found: Result<Vec<RegisteredWebhook>, Error>, system_url: &Url) -> Line {
    let webhooks = match found {
        Ok(webhooks) => webhooks,
        Err(error) => {
            let evidence = format!("Duffel did not list its webhooks: {error}.");
            let remedy = "Check the token's permissions and the network, and check again.";
            return WEBHOOK.failed(evidence, remedy);
        }
    };
    let webhooks: Vec<_> = webhooks.into_iter().filter(|it| it.live_mode).map(as_registered).collect();
    let required = Required {
        check: WEBHOOK,
        provider: "Duffel",
        system_url,
        path: WEBHOOK_PATH,
        events: &NEEDED.each_ref().map(EventKind::as_str),
        how_to_change: "Change it at Duffel: PATCH /air/webhooks/{id} takes `active`, `events` and `url`.",
    };
    required.line(&webhooks)
}

fn as_registered(webhook: RegisteredWebhook) -> Registered {
    let RegisteredWebhook { url, active, events, .. } = webhook;
    let faults = if active { Vec::new() } else { vec!["is not active".to_owned()] };
    Registered { url, events, faults }
}
