//! Who somebody is: accounts, sessions, one-time tokens, and whether the system sells test or real tickets.
//!
//! Tokens and passwords are stored as hashes alone. Never sees a card, a passenger or a booking beyond its id.

mod accounts;
mod app;
mod config;
mod domain;
mod error;
mod events;
mod grpc;
mod mails;
mod passwords;
mod preflight;
mod store;
mod sweeper;

pub use accounts::{CreateAdminArgs, seed_demo};
pub use app::App;
pub use config::Config;

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
