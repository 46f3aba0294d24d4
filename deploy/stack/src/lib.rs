//! Every service in one process, with a Postgres, a broker and a sandbox of its own: the local and the test form.
//!
//! Nothing is mocked: services meet over gRPC with mutual TLS, data lies in Postgres, events go through JetStream.
//! Nobody imports this crate.

pub mod certificates;
mod children;
mod database;
pub mod inventory;
mod ports;
mod services;
mod settings;
mod system;

pub use settings::{Ports, RunArgs, ServersArgs};
pub use system::{System, run, servers_only};
