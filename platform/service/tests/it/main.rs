//! The ground every service stands on, on real sockets and a real Postgres.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod admin;
mod brand_server;
mod cut_off;
mod database;
mod database_tls;
mod dying;
mod migration;
mod panics;
mod pool;
mod replicas;
mod silent;
mod stalled;
mod telemetry;
mod transport;
