//! The service against a real Postgres, on a clock that is told the time.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod administrators;
mod booking_accounts;
mod closing;
mod command_line;
mod events_told;
mod harness;
mod known_browsers;
mod limits;
mod login_by_address;
mod mailbox;
mod mailboxes;
mod mails;
mod passwords;
mod preflight;
mod registration;
mod schema;
mod second_factor;
mod sessions;
mod strangers_words;
mod timing;
