//! A replica of payments: the product's calls and its settler, on a store behind a bad line, asking the bank over the
//! simulated network.

use std::sync::Arc;
use std::time::Duration;

use proto::offers::v1::offers_service_client::OffersServiceClient;
use service::Mode;
use svc_payments::repository::LimitArgs;
use svc_payments::{Client, Clients, Engine, Parts, WebhookArgs};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use super::{BANK, OFFERS, serve};
use crate::flaky::Flaky;
use crate::network::{PORT, channel};
use crate::transport::SimTransport;
use crate::world::World;

/// What the bank signs its announcements with.
pub const WEBHOOK_SECRET: &str = "whsec_of_the_bank";
/// As the product's settings have them.
const BANK_TIMEOUT: Duration = Duration::from_secs(12);
const SETTLE_EVERY: Duration = Duration::from_secs(1);
/// As the product's settings have them.
pub const LIMITS: LimitArgs = LimitArgs {
    declines_per_session: 4,
    declines_per_account: 5,
    declines_per_address: 20,
    declines_per_brand: 100,
    open_authorisations: 2,
    unclaimed_minutes: 30,
};

pub async fn run(world: World) -> turmoil::Result {
    let engine = Engine::new(parts(&world)?);
    let calls = engine.calls();
    tokio::spawn(engine.run(SETTLE_EVERY, CancellationToken::new()));
    serve(Routes::new(calls)).await
}

fn parts(world: &World) -> anyhow::Result<Parts> {
    let transport = Arc::new(SimTransport { mutant: world.mutant });
    let (address, key) = (format!("http://{BANK}:{PORT}"), "sk_test_simulated".into());
    let test = Client::over(transport, &address, key, Mode::Test, BANK_TIMEOUT);
    Ok(Parts {
        store: Arc::new(Flaky { store: world.memory_payments.clone(), line: world.line() }),
        clock: world.clock.clone(),
        offers: OffersServiceClient::new(channel(OFFERS)?),
        stripe: Clients { test, live: None },
        webhooks: WebhookArgs {
            stripe_test_webhook_secret: Some(WEBHOOK_SECRET.into()),
            stripe_live_webhook_secret: None,
        },
        limits: LIMITS,
        hmac_key: vec![7; 32].into(),
        accept_raw_live_cards: false,
        system_url: "http://shop.example".parse()?,
    })
}
