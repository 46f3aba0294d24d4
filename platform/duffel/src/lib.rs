//! The client of the flight provider's wire API (Duffel, version 2): searching, offers, seat maps, orders.
//!
//! Reads are repeated within bounds; whatever changes something at an airline is sent once and its answer is
//! sorted into done, definitely not done, and unknown. Nothing here logs a body.

#![warn(missing_docs)]

mod args;
mod client;
pub mod convert;
pub mod duration;
mod error;
mod limits;
mod outcome;
mod preflight;
mod quota;
mod rate_limit;
mod retry;
#[cfg(feature = "testing")]
pub mod testing;
mod webhook;
#[expect(missing_docs, reason = "objects and members bear the provider's names")]
pub mod wire;

pub use args::{Clients, DuffelArgs, WebhookArgs};
pub use client::account::RegisteredWebhook;
pub use client::{Client, LONGEST_LOOK_UP, LOOK_UP, Services};
pub use error::{ACCOUNT_REFUSED_RETRY_S, Code, Error, ErrorKind, Refusal};
pub use limits::LimitArgs;
pub use outbound::SignatureError;
pub use outcome::{CancellationOutcome, OrderOutcome};
pub use preflight::LiveProvider;
pub use webhook::{EventKind, EventObject, WebhookEvent, verify_webhook};
pub use wire::{
    BatchOfferRequest, NewOfferRequest, NewOrder, Offer, OfferRequest, Order, OrderCancellation, SeatMap,
};
