//! A replica of booking: the product's door and worker, on a store behind a bad line.

use std::sync::Arc;
use std::time::Duration;

use duffel::WebhookArgs;
use proto::booking::v1::booking_service_server::BookingServiceServer;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use svc_booking::{Engine, Pace, Parts, Upstreams};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use super::desk::Desk;
use super::{IDENTITY, OFFERS, PAYMENTS, duffel, serve};
use crate::flaky::Flaky;
use crate::network::{channel, channel_to};
use crate::world::World;

/// What the airline signs its announcements with.
pub const WEBHOOK_SECRET: &str = "whsec_simulated";
const PACE: Pace = Pace { at_once: 4, poll: Duration::from_millis(250) };

pub async fn run(world: World) -> turmoil::Result {
    let engine = Engine::new(parts(&world)?);
    let desk = Desk { door: engine.door() };
    tokio::spawn(engine.run(PACE, CancellationToken::new()));
    serve(Routes::new(BookingServiceServer::new(desk))).await
}

fn parts(world: &World) -> anyhow::Result<Parts> {
    Ok(Parts {
        store: Arc::new(Flaky { store: world.memory.clone(), line: world.line() }),
        clock: world.clock.clone(),
        upstreams: Upstreams {
            offers: OffersServiceClient::new(channel(OFFERS)?),
            payments: PaymentsServiceClient::new(channel_to(&PAYMENTS, &world.dice)?),
            identity: IdentityServiceClient::new(channel(IDENTITY)?),
        },
        duffel: duffel(world.mutant),
        webhooks: WebhookArgs {
            duffel_test_webhook_secret: Some(WEBHOOK_SECRET.into()),
            duffel_live_webhook_secret: None,
        },
        hmac_key: vec![7; 32].into(),
        system_url: "http://shop.example".parse()?,
    })
}
