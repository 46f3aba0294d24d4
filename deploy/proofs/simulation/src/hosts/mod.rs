//! Who takes part: two replicas each of the gateway, of booking and of payments, offers, the airline, the bank, the
//! courier of their webhooks, and those who buy. Identity and brand are stand-ins.

#[macro_use]
mod part;

pub mod booking;
pub mod booking_grpc;
pub mod brand;
pub mod courier;
pub mod gateway;
pub mod identity;
pub mod offers;
pub mod payments;
pub mod providers;
pub mod shop;
pub mod whims;

use std::sync::Arc;
use std::time::Duration;

use duffel::{Client, Clients};
use tonic::service::Routes;
use tonic::transport::Server;

use crate::mutant::Mutant;
use crate::network::{PORT, incoming};
use crate::transport::SimTransport;

/// The replicas of the gateway.
pub const GATEWAYS: [&str; 2] = ["gateway-1", "gateway-2"];
/// The replicas of booking.
pub const REPLICAS: [&str; 2] = ["booking-1", "booking-2"];
pub const AIRLINE: &str = "airline";
pub const BANK: &str = "bank";
pub const OFFERS: &str = "offers";
/// The replicas of payments.
pub const PAYMENTS: [&str; 2] = ["payments-1", "payments-2"];
pub const IDENTITY: &str = "identity";
pub const BRAND: &str = "brand";
pub const COURIER: &str = "courier";
pub const SHOP: &str = "shop";

/// As the product's servers have it.
const LONGEST_CALL: Duration = Duration::from_secs(42);

/// Answers calls as the product's servers do, and that it can work.
async fn serve(calls: Routes) -> turmoil::Result {
    let (_, health) = tonic_health::server::health_reporter();
    let server = Server::builder().timeout(LONGEST_CALL).add_routes(calls.add_service(health));
    server.serve_with_incoming(incoming().await?).await?;
    Ok(())
}

/// The provider's client as the services have it, over the simulated network.
pub fn duffel(mutant: Option<Mutant>) -> Clients {
    let transport = Arc::new(SimTransport { mutant });
    let address = format!("http://{AIRLINE}:{PORT}");
    let test = Client::over(transport.clone(), transport, &address, "duffel_test_simulated".into());
    Clients { test, live: None }
}
