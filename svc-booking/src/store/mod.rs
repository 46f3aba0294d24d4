//! Every SQL statement of this service.

pub mod account;
pub mod attempt;
pub mod booking;
pub mod cancellation;
pub mod claim;
pub mod closed_account;
pub mod credit;
pub mod decision;
pub mod erasure;
pub mod guest_link;
pub mod kept_passengers;
pub mod on_call;
pub mod open_trips;
pub mod presence;
pub mod purchase;
pub mod queue;
pub mod reader;
pub mod repository;
pub mod review_queue;
pub mod sealed;
pub mod step;
pub mod ticket;
pub mod webhook;

use anyhow::Context;
use service::Mode;

use crate::domain::cancellation::Stage;
use crate::domain::review::Snapshot;
use crate::domain::saga::State;

/// A mode as the database writes it.
fn mode_text(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Test | Mode::Unspecified => "test",
    }
}

/// Where a booking stands, by the names of its state and of its cancellation's stage.
pub(crate) fn snapshot_of(
    saga: &str,
    cancellation: Option<&str>,
    money_taken: bool,
) -> anyhow::Result<Snapshot> {
    Ok(Snapshot {
        state: State::parse(saga).context("a state")?,
        stage: cancellation.map(|name| Stage::parse(name).context("a stage")).transpose()?,
        money_taken,
        refund_returned: false,
    })
}

pub(crate) fn mode_of(text: &str) -> Mode {
    if text == "live" { Mode::Live } else { Mode::Test }
}
