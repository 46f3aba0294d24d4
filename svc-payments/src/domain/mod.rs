//! What a payment is and may become. Pure: no database, no network, no clock.

pub mod card;
pub mod fingerprint;
pub mod payment;
pub mod refusal;

pub use payment::{Hold, IllegalStep, Payment, PaymentId, Status, Step};
pub use refusal::{Failure, Refusal};
