//! Brands: names, looks, contacts, markup and public addresses, and the shades computed from a brand's colours;
//! and what visitors write to a brand: enquiries and subscriptions, kept and mailed to it.
//!
//! Tells `brand.updated` whenever one is written. Of the administrator who wrote one it keeps the
//! id. Never sees a traveller's account, a session, an offer or a payment.

mod app;
mod config;
pub mod domain;
mod error;
mod events;
mod grpc;
mod mails;
mod preflight;
mod publish;
mod seed;
mod store;
mod sweeper;

pub use app::App;
pub use config::Config;
pub use seed::{SeedArgs, read, seed};

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
