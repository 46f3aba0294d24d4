//! Every service in one process, with a Postgres, a broker and a sandbox of its own: the local and the test form.
//!
//! Nothing is mocked: services meet over gRPC with mutual TLS, data lies in Postgres, events go through JetStream.
//! Only the storms import this crate: they run the same programs as processes of their own.

pub mod certificates;
mod children;
pub mod database;
mod holder;
pub mod inventory;
mod metric_names;
mod ports;
pub mod programs;
mod services;
mod settings;
mod system;

pub use children::start_sandbox;
pub use metric_names::name_in_prometheus;
pub use settings::{Ports, RunArgs, ServersArgs, TestKeys};
pub use system::{System, run, servers_only};
