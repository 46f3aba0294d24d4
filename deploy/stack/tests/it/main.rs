//! The whole system as its users meet it, over HTTP, with three books compared afterwards:
//! our rows, the events on JetStream, and what the sandbox's two providers believe.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod architecture;
mod attention;
mod bags;
mod books;
mod canary;
mod dates;
mod documents;
mod enquiries;
mod failures;
mod guests;
mod journey;
mod metrics;
mod migrations;
mod modules;
mod mtls_matrix;
mod outage;
mod processes;
mod purchase_cost;
mod rights;
mod roles;
mod shopping;
mod system;
mod traces;
mod traveller;
mod watches;
