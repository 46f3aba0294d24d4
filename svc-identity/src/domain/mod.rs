//! Accounts, passwords, second factors, sessions, limits and the system mode. Pure: no database, no wire, no clock.

pub mod account;
pub mod guessable;
pub mod known_browser;
pub mod limit;
pub mod one_time_token;
pub mod password;
pub mod requested_mail;
pub mod second_factor;
pub mod session;
pub mod system_mode;
