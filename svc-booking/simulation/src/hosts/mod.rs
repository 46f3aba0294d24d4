//! Who takes part: two replicas each of booking and of payments, offers, the airline, the bank, their postman, and those who buy.

pub mod booking;
pub mod desk;
pub mod offers;
pub mod payments;
pub mod postman;
pub mod providers;
pub mod shop;
pub mod whims;

use std::sync::Arc;
use std::time::Duration;

use duffel::{Client, Clients};

use crate::mutant::Mutant;
use crate::network::PORT;
use crate::transport::SimTransport;

/// The replicas of booking.
pub const REPLICAS: [&str; 2] = ["booking-1", "booking-2"];
pub const AIRLINE: &str = "airline";
pub const BANK: &str = "bank";
pub const OFFERS: &str = "offers";
/// The replicas of payments.
pub const PAYMENTS: [&str; 2] = ["payments-1", "payments-2"];
pub const POSTMAN: &str = "postman";
pub const SHOP: &str = "shop";

/// As the product's servers have it.
const LONGEST_CALL: Duration = Duration::from_secs(40);

/// The provider's client as the services have it, over the simulated network.
pub fn duffel(mutant: Option<Mutant>) -> Clients {
    let transport = Arc::new(SimTransport { mutant });
    let address = format!("http://{AIRLINE}:{PORT}");
    let test = Client::over(transport.clone(), transport, &address, "duffel_test_simulated".into());
    Clients { test, live: None }
}
