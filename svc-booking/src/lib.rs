//! Bookings, and the saga that drives each to its end: ticketed and paid, or failed with nothing held.
//!
//! Owns the order at the airline and decides when money is taken or given back. Never sees a card, never sends an
//! order twice, never takes silence for an answer.

mod app;
mod change_notifier;
mod config;
mod consumers;
mod convert;
pub mod domain;
mod email;
mod error;
mod events;
pub mod grpc;
mod itinerary_pdf;
mod ops;
mod pii_cipher;
mod preflight;
mod rekey;
pub mod repository;
mod store;
mod sweeper;
mod texts;
mod ticketing;
mod upstreams;
mod worker;

pub use app::{ALLOWED, App};
pub use config::Config;
pub use ops::{Bookings, LocalState};
pub use rekey::RekeyArgs;
pub use store::booking::Store;
pub use store::queue::QUEUES;
pub use upstreams::Upstreams;
pub use worker::{Pace, Worker};

pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
