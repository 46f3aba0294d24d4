//! The service against a real Postgres, scripted services and a scripted airline.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod accounts;
mod attention;
mod cancelling;
mod challenges;
mod claims;
mod closed_accounts;
mod compensations;
mod consumers;
mod crashes;
mod credits;
mod documents;
mod door;
mod doubts;
mod earlier_release;
mod emails;
mod erasure;
mod fakes;
mod guest_links;
mod happy;
mod harness;
mod invariants;
mod kept_passengers;
mod keys;
mod mailbox;
mod mode_border;
mod on_call;
mod open_trips;
mod ownership;
mod preflight;
mod repeats;
mod restored;
mod schema;
mod tickets;
mod webhooks;
