mod cancel;
mod create;
mod read;
mod record;

pub(super) use cancel::*;
pub(crate) use create::LONGEST_BOOKING;
pub(super) use create::*;
pub(super) use read::*;
pub(super) use record::{BookingData, Status};
