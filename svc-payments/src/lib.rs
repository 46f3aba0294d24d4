//! svc-payments owns money: authorisations, captures, voids and refunds, and what the card provider said of them.
//!
//! Every call is safe to repeat, and what is unknown moves nothing: it is asked about. A card is in memory for the
//! length of one call and nowhere else; passengers are never seen here.

mod app;
mod config;
pub mod domain;
mod engine;
mod error;
mod events;
mod flow;
mod grpc;
mod preflight;
pub mod repository;
mod store;
mod stripe;
mod worker;

pub use app::App;
pub use config::Config;
pub use engine::{Engine, Parts};
pub use store::attention::queues;
pub use store::repository::Store;
pub use stripe::{Client, Clients, WebhookArgs};

/// The schema of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!();
