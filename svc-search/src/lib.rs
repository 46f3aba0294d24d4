//! Finds offers: asks the flight provider, once for everybody who asks the same, and answers in priced, sorted pages.
//!
//! Owns a bounded cache in memory and nothing else. Never keeps durable state, never sells.

mod app;
mod cache;
mod config;
mod domain;
mod error;
mod events;
mod grpc;
mod provider;
mod searches;

pub use app::App;
pub use config::Config;
