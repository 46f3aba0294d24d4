//! Prices that somebody watches: made, confirmed, listed, changed and ended. What they cost is looked at by the watcher.

mod account;
mod create;
mod end;
mod own;

pub use create::NewWatch;
pub use own::Priced;
