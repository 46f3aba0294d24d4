//! Bookings, and the saga that drives each to its end: ticketed and paid, or failed with nothing held.
//!
//! Owns the order at the airline and decides when money is taken or given back. Never sees a card, never sends an
//! order twice, never takes silence for an answer.

mod abandoning;
mod accounts;
mod app;
mod attachments;
mod attention;
mod cancelling;
mod change_notifier;
mod claims;
mod config;
mod consumers;
mod crediting;
pub mod domain;
mod door;
mod engine;
mod error;
mod events;
mod grpc;
mod guest_links;
mod intake;
mod letters;
mod paper;
mod pii_cipher;
mod preflight;
pub mod repository;
mod store;
mod sweeper;
mod ticketing;
mod upstreams;
mod worker;

pub use app::App;
pub use config::Config;
pub use door::Door;
pub use engine::{Engine, Parts};
pub use store::booking::Store;
pub use store::queue::QUEUES;
pub use upstreams::Upstreams;
pub use worker::Pace;

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
