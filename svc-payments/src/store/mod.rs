//! Every SQL statement of this service, a file a subject.

pub mod admission;
pub mod attempt;
pub mod brand_closure;
pub mod decision;
pub mod difference;
pub mod ledger;
pub mod on_call;
pub mod payment;
pub mod queue;
pub mod reconciliation;
pub mod refund;
pub mod repository;
pub mod review_flag;
pub mod review_queue;
pub mod step;
pub mod velocity;
pub mod webhook;
pub mod work;

/// A row that no version of this program can have written.
fn corrupt(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}
