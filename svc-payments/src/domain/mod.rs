//! What a payment is and may become. Pure: no database, no network, no clock.

pub mod attention;
pub mod card;
pub mod fingerprint;
mod id;
pub mod ledger;
pub mod method_id;
mod payment;
pub(crate) mod reconciliation;
pub mod refund;
pub mod refusal;
mod status;

pub use id::PaymentId;
pub use payment::{Hold, IllegalStep, Payment, Step};
pub use refusal::{Failure, Refusal};
pub use status::Status;
