//! Accounts, passwords, sessions and limits. Pure: no database, no wire, no clock.

pub mod account;
pub mod limit;
pub mod password;
pub mod session;
mod visible;
