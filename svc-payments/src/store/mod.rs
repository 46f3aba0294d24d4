//! Every SQL statement of this service, a file a table.

pub mod admission;
pub mod attempt;
pub mod attention;
pub mod brand_closure;
pub mod ledger;
pub mod payment;
pub mod queue;
pub mod reconciliation;
pub mod refund;
pub mod repository;
pub mod ruling;
pub mod step;
pub mod velocity;
pub mod webhook;

use service::Mode;

/// A mode as the database writes it.
fn mode_text(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Test | Mode::Unspecified => "test",
    }
}

/// A row that no version of this program can have written.
fn corrupt(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}
