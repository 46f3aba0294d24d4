//! Every SQL statement of this service.

pub mod brand;
pub mod brand_version;
pub mod enquiry;
pub mod watch;
pub mod watch_account;
pub mod watch_link;
pub mod watch_look;
pub mod watch_mail;
pub mod watch_sweep;
pub mod watched_fare;
pub mod watched_query;
