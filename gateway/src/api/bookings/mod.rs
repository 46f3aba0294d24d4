mod abandon;
mod cancel;
mod claim;
mod create;
mod kept;
mod papers;
mod read;
mod record;
mod typed;

pub(super) use abandon::*;
pub(super) use cancel::*;
pub(super) use claim::*;
pub(super) use create::*;
pub(super) use kept::*;
pub(super) use papers::*;
pub(super) use read::*;
pub(super) use record::{AirlineCredit, BookingData, Status};
pub(super) use typed::*;
