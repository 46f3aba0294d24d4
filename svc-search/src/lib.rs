//! Finds offers: asks the flight provider, once for everybody who asks the same, and answers in priced, sorted pages.
//!
//! Owns a bounded cache in memory, and what searches saw of fares, which its replicas tell each other. Never keeps
//! durable state, never sells.

mod app;
mod cache;
mod config;
mod domain;
mod error;
mod events;
mod fares_seen;
mod grpc;
mod look_ups;
mod provider;
mod search_class;
mod searches;

pub use app::{ALLOWED, App};
pub use config::Config;
