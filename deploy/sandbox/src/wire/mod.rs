//! What both providers' calls have in common: the listener, the acting out of faults, counts and rate limits.

mod calls;
mod limits;
mod perform;
mod serve;
mod waiting;

pub use calls::Calls;
pub use limits::{Limits, Window};
pub use perform::{Api, named};
pub use serve::{answer_all, serve};
pub use waiting::Waiting;
