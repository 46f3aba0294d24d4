//! The client on real sockets, against a server that answers as it is told.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

mod harness;
mod odd_answers;
mod offers;
mod orders;
mod preflight;
mod quota;
mod reads;
mod searches;
mod wire;
