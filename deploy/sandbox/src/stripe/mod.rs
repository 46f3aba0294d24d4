//! Stripe's v1 API, test and live: payments with manual capture, refunds, 3-D Secure, search and events.
//! Left out: customers, disputes, incremental authorisation.

mod account;
mod challenge;
mod currencies;
mod envelope;
mod error;
mod events;
mod flow;
mod form;
mod intents;
mod json;
mod lists;
mod parameters;
mod payment_methods;
mod refunds;
mod routes;
mod subject;
mod tx;
mod write;

pub use flow::keep_settling;
pub use routes::routes;
pub use write::InFlight;

const API_VERSION: &str = "2026-10-28.endive";
