//! Orders: placed, read, renamed by metadata, and what airlines check before they sell.

mod create;
mod json;
mod passengers;
mod read;
mod services;

pub use create::create;
pub use json::order_json;
pub use read::{get, list, update};
pub use services::select_services;
