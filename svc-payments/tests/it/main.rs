//! The service as its callers meet it: over gRPC, on a Postgres of its own, with a card provider that can be told to
//! fail at every point.

mod authorising;
mod cards_stay_secret;
mod claiming;
mod doubt;
mod events;
mod harness;
mod limits;
mod moving_money;
mod stripe;
mod sweeping;
mod webhooks;
