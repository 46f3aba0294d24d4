//! The service against a real Postgres and a real broker.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod admin;
mod brands;
mod enquiries;
mod harness;
mod preflight;
mod schema;
mod seeds;
mod watcher;
mod watches;
