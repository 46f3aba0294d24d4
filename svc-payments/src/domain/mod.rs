//! What a payment is and may become. Pure: no database, no network, no clock.

pub mod card;
mod cause;
mod dispute;
pub mod fingerprint;
mod id;
pub mod ledger;
pub mod method_id;
mod mode;
pub mod network;
pub mod offer_view;
pub(crate) mod on_call;
mod payment;
pub(crate) mod provider_amount;
pub(crate) mod reconciliation;
mod refund;
pub mod refusal;
pub mod review;
pub(crate) mod review_case;
mod status;
mod step;
pub mod velocity;
mod webhook_event;
pub mod work;

pub use cause::Cause;
pub use dispute::{Dispute, DisputeAnswer};
pub use id::PaymentId;
pub(crate) use mode::{mode_of, mode_text};
pub use payment::Payment;
pub use refund::{Refund, RefundStatus};
pub use refusal::{Failure, Refusal};
pub use status::Status;
pub use step::{Hold, IllegalStep, Step};
pub use webhook_event::WebhookEvent;
