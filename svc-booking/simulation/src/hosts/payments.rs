//! Payments, as a small host that keeps the contract's laws in memory: not the product's svc-payments, whose store is
//! Postgres through and through. Its ledger outlives the host; its answers are late, doubtful and lost.

mod calls;
mod cashier;

use std::sync::Arc;
use std::time::Duration;

use proto::payments::v1::payments_service_server::PaymentsServiceServer;
use tonic::transport::Server;

pub use cashier::{Cashier, Held};

use crate::clock::SimClock;
use crate::network::incoming;
use crate::shaken::Line;

const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// What its calls need.
#[derive(Clone)]
pub struct Payments {
    pub cashier: Cashier,
    pub clock: Arc<SimClock>,
    pub line: Line,
}

pub async fn run(payments: Payments) -> turmoil::Result {
    let Payments { cashier, clock, .. } = payments.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            cashier.sweep(clock.since_start());
        }
    });
    let server = Server::builder().add_service(PaymentsServiceServer::new(payments));
    server.serve_with_incoming(incoming().await?).await?;
    Ok(())
}
