//! A replica of booking: the product's operations and worker, on a store behind a bad line.

use std::sync::Arc;
use std::time::Duration;

use duffel::WebhookArgs;
use proto::booking::v1::booking_service_server::BookingServiceServer;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use svc_booking::{Bookings, LocalState, Pace, Upstreams, Worker};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use super::booking_grpc::BookingGrpc;
use super::{IDENTITY, OFFERS, PAYMENTS, duffel, serve};
use crate::flaky::Flaky;
use crate::memory_bookings::MemoryBookings;
use crate::network::{channel, channel_to};
use crate::world::World;

/// What the airline signs its announcements with.
pub const WEBHOOK_SECRET: &str = "whsec_simulated";
const PACE: Pace = Pace { at_once: 4, poll: Duration::from_millis(250) };

/// What a replica keeps its bookings in.
pub type Store = Flaky<MemoryBookings>;

pub async fn run(world: World) -> turmoil::Result {
    let bookings = Arc::new(bookings(&world)?);
    tokio::spawn(Worker::new(bookings.clone()).run(PACE, CancellationToken::new()));
    serve(Routes::new(BookingServiceServer::new(BookingGrpc { bookings }))).await
}

fn bookings(world: &World) -> anyhow::Result<Bookings<Store>> {
    Ok(Bookings {
        store: Flaky { store: world.memory.clone(), line: world.line() },
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
        hmac_keys: vec![7; 32].into(),
        system_url: "http://shop.example".parse()?,
        local: LocalState::default(),
    })
}
