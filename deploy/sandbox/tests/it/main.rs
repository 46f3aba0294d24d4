//! The sandbox over real sockets, as its clients see it.

#![expect(clippy::unwrap_used, reason = "a helper that fails fails its test")]

mod account;
mod bags;
mod batches;
mod booking;
mod cancelling;
mod cards;
mod endings;
mod faults;
mod gaps;
mod harness;
mod holds;
mod idempotency;
mod loyalty;
mod mailbox;
mod payments;
mod restart;
mod searching;
mod webhooks;
