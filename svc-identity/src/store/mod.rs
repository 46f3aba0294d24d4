//! Every SQL statement of this service.

pub mod account;
pub mod attempt;
pub mod known_browser;
pub mod mailbox;
pub mod one_time_token;
pub mod recovery_code;
pub mod requested_mail;
pub mod sealed;
pub mod second_factor;
pub mod session;
pub mod system_mode;
