//! svc-payments owns money: authorisations, captures, voids and refunds, and what the card provider said of them.
//!
//! Every call is safe to repeat, and what is unknown moves nothing: it is asked about. A card is in memory for the
//! length of one call and nowhere else; passengers are never seen here.

mod app;
mod config;
mod convert;
pub mod domain;
mod error;
mod events;
mod grpc;
mod ops;
mod preflight;
pub mod repository;
mod store;
mod stripe;
mod texts;
mod worker;

pub use app::App;
pub use config::{Config, LimitArgs};
pub use grpc::{ALLOWED, payments_server};
pub use ops::Payments;
pub use store::repository::Store;
pub use store::review_queue::queues;
pub use stripe::{Client, Clients, WebhookArgs};
pub use worker::{finish_and_sweep, forget};

/// The schema of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
