//! The service over real gRPC, in front of a provider that answers as it is told.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

mod bag_prices;
mod events;
mod harness;
mod health;
mod offers;
mod quotes;
mod replacements;
mod seat_maps;
