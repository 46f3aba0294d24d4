mod abandon;
mod cancel;
mod claim;
mod create;
mod papers;
mod read;
mod record;
mod typed;

pub(super) use abandon::*;
pub(super) use cancel::*;
pub(super) use claim::*;
pub(crate) use create::LONGEST_BOOKING;
pub(super) use create::*;
pub(super) use papers::*;
pub(super) use read::*;
pub(super) use record::{AirlineCredit, BookingData, Status};
pub(super) use typed::*;
