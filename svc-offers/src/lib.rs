//! Knows single offers: what they are, whether they can still be sold, where one sits, and what it all costs.
//!
//! Owns short caches in memory and nothing else. Never keeps durable state, never orders anything.

mod app;
mod bag_prices;
mod bags;
mod config;
mod domain;
mod error;
mod events;
mod grpc;
mod journey;
mod lookup;
#[cfg(test)]
mod price_cases;
mod recent;
mod replacements;

pub use app::{ALLOWED, App, calls};
pub use config::Config;
