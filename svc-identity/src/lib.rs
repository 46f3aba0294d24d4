//! Accounts, sessions, one-time tokens, and whether the system sells test or real tickets.
//!
//! Tokens, passwords and recovery codes are stored as hashes alone, the secrets of second factors and waiting mails encrypted.
//! Never sees a card, a passenger or a booking beyond its id.

mod app;
mod commands;
mod config;
mod demo_administrator;
mod domain;
mod email;
mod error;
mod events;
mod grpc;
mod ops;
mod password_hasher;
mod preflight;
mod rekey;
mod secret_cipher;
mod store;
mod sweeper;
mod texts;

pub use app::{ALLOWED, App};
pub use commands::{AccountArgs, CreateAdminArgs, SeedDemoArgs, seed_demo};
pub use config::Config;
pub use rekey::RekeyArgs;

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
