//! Brands: names, looks, contacts, markup and public addresses, and the shades computed from a brand's colours.
//! Also what visitors write to a brand: enquiries and subscriptions, stored and mailed to it.
//!
//! Publishes `brand.updated` with every change, and keeps the id of the administrator who made it. Never sees a
//! traveller's account, a session, an offer or a payment.

mod app;
mod config;
pub mod domain;
mod email;
mod error;
mod events;
mod grpc;
mod ops;
mod preflight;
mod seed;
mod store;
mod sweeper;
mod texts;

pub use app::App;
pub use config::Config;
pub use seed::{SeedArgs, read, seed};

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
