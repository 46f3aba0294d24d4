//! The outbox and its sender against a real Postgres and a small mail server.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod on_call;
mod outbox;
mod probe;
mod sealed;
mod server;
