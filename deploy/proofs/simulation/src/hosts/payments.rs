//! A replica of payments: the product's methods and its finisher, on a store behind a bad line, asking the bank over the
//! simulated network.

use std::sync::Arc;
use std::time::Duration;

use proto::offers::v1::offers_service_client::OffersServiceClient;
use service::Mode;
use svc_payments::{
    Client, Clients, LimitArgs, Payments, WebhookArgs, finish_and_sweep, forget, payments_server,
};
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
const FINISH_EVERY: Duration = Duration::from_secs(1);
/// Closer than the product's settings, so that few cards fill them. No work is asked for: buyers here do none.
pub const LIMITS: LimitArgs = LimitArgs {
    declines_before_work: i32::MAX,
    brand_declines_before_work: i32::MAX,
    work_tries: 1,
    declines_per_session: 4,
    declines_per_account: 5,
    declines_per_address: 20,
    declines_per_brand: 100,
    declines_per_network: 40,
    declines_per_card_range: 20,
    declines_of_new_sessions: 40,
    open_authorisations: 2,
    unclaimed_minutes: 30,
};

pub async fn run(world: World) -> turmoil::Result {
    let payments = Arc::new(payments(&world)?);
    tokio::spawn(finish_and_sweep(payments.clone(), FINISH_EVERY, CancellationToken::new()));
    tokio::spawn(forget(payments.clone(), FINISH_EVERY, CancellationToken::new()));
    serve(Routes::new(payments_server(payments))).await
}

fn payments(world: &World) -> anyhow::Result<Payments> {
    let transport = Arc::new(SimTransport { mutant: world.mutant });
    let (address, key) = (format!("http://{BANK}:{PORT}"), "sk_test_simulated".into());
    let test = Client::over(transport, &address, key, Mode::Test, BANK_TIMEOUT);
    Ok(Payments {
        store: Arc::new(Flaky { store: world.memory_payments.clone(), line: world.line() }),
        clock: world.clock.clone(),
        offers: OffersServiceClient::new(channel(OFFERS)?),
        stripe: Clients { test, live: None },
        webhooks: WebhookArgs {
            stripe_test_webhook_secret: Some(WEBHOOK_SECRET.into()),
            stripe_live_webhook_secret: None,
        },
        limits: LIMITS,
        hmac_keys: vec![7; 32].into(),
        accept_raw_live_cards: false,
        system_url: "http://shop.example".parse()?,
        relay: Arc::default(),
        finisher: Arc::default(),
    })
}
