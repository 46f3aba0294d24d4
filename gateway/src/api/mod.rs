//! The calls under `/api`, one file a call or a handful, and the document that describes them.
//!
//! A handler translates: JSON to a message, one call to a service, the answer to JSON. Rules live in the services.

mod account;
mod admin;
mod amount;
mod attention;
mod auth;
mod bags;
mod bookings;
mod brand_admin;
mod brands;
mod calls;
mod csp_reports;
mod docs;
mod enquiries;
mod events;
mod flights;
mod guest_links;
mod health;
mod idempotency_key;
mod ids;
mod openapi;
mod payment_attention;
mod payments;
mod preflight;
mod routes;
mod seats;
mod second_factor;
mod sessions;
mod sse;
mod system;
mod watches;
mod webhooks;

pub use openapi::openapi_json;
pub(crate) use routes::router;
