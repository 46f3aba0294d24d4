//! The service over real gRPC, in front of a provider that answers as it is told.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

mod caching;
mod events;
mod fare_dates;
mod fare_dates_broker;
mod fares;
mod harness;
mod health;
mod searching;
mod streaming;
mod watched_fares;
