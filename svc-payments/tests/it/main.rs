//! The service as its callers meet it: over gRPC, on a Postgres of its own, with a card provider that can be told to
//! fail at every point.

#![expect(clippy::unwrap_used, reason = "what can't be set up or read has failed the test")]

mod attention;
mod authorising;
mod cards_stay_secret;
mod challenges;
mod claiming;
mod disputes;
mod doubt;
mod events;
mod harness;
mod keys;
mod ledger;
mod limits;
mod moving_money;
mod on_call;
mod our_faults;
mod preflight;
mod reconciling;
mod refund_fates;
mod restored;
mod schema;
mod stripe;
mod sweeping;
mod webhooks;
mod work;
