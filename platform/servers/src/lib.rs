//! Private Postgres and NATS servers, started as child processes from the binaries that the system has.
//!
//! For the local stack and the tests. A server ends with the value that holds it.

#![warn(missing_docs)]

mod nats;
mod postgres;
mod process;
mod program;

pub use nats::{Access, LOCAL_PASSWORD, Nats};
pub use postgres::Postgres;
pub use program::Program;

/// How much a crash may lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Every commit is on disk before it is answered.
    Full,
    /// Nothing is: for tests, whose data dies with them.
    None,
}
