//! Brands: names, looks, contacts, markup and public addresses, and the shades computed from a brand's colours.
//! Also what visitors write to a brand: enquiries and subscriptions, stored and mailed to it; and prices that they watch,
//! looked at through svc-search and mailed when they fall.
//!
//! Publishes `brand.updated` with every change, and keeps the id of the administrator who made it. Of an account it knows
//! its id and the address of its watches; it never sees a session, an offer or a payment.

mod app;
mod config;
mod consumers;
pub mod domain;
mod email;
mod error;
mod events;
mod grpc;
mod letterhead;
mod ops;
mod preflight;
mod seed;
mod store;
mod sweeper;
mod texts;
mod upstreams;
mod watcher;

pub use app::{ALLOWED, App};
pub use config::Config;
pub use seed::{SeedArgs, read, seed};
pub use upstreams::Upstreams;
pub use watcher::{LOOKS_SPENT, LooksADay, QUEUES, Round, Watcher};

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
