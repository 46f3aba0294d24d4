mod count;
mod offer;
mod search;
mod verify;

pub(super) use offer::*;
pub(super) use search::*;
pub(super) use verify::*;
