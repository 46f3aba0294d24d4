//! The client of the card provider's wire API (Stripe, version 1): intents made, confirmed, captured, cancelled
//! and read, and refunds.
//!
//! Every write carries an idempotency key. What the provider has turned away before it began is sent again under it for
//! a moment; repeating anything else is the caller's decision. Nothing here logs a body, and no error holds a text of
//! the provider.

mod args;
mod client;
mod error;
#[cfg(test)]
mod requests;
mod webhook;
mod wire;

pub use args::{Clients, StripeArgs, WebhookArgs};
pub use client::account::{Balance, WebhookEndpoint};
pub use client::{Answered, Client, NewIntent, NewRefund, VERSION};
pub use error::Error;
pub use wire::{Intent, Refund, RefundFate};
