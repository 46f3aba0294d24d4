//! The operations of this service: `Accounts`, with a file for each use case.
//!
//! An operation checks, opens its transaction, and writes rows, events and mails in it. It hashes before the transaction:
//! hashing may wait for seconds, and no row may be locked meanwhile.

mod authentication;
mod change_password;
mod close_account;
mod confirm_mailbox;
mod create_booking_account;
pub mod demo_accounts;
mod export_account;
mod known_browser;
mod login;
mod notice;
pub mod operator_accounts;
mod password_link;
mod proof;
mod register;
mod reset_password;
mod second_factor;
mod sessions;
mod sweep;
mod system_mode;

use std::sync::Arc;

use mail::Seal;
use service::{RequestContext, SharedClock};
use sqlx::PgPool;
use tokio::sync::Notify;
use url::Url;

pub use self::change_password::{ChangedPassword, PasswordChange};
pub use self::confirm_mailbox::Confirmation;
pub use self::create_booking_account::{BookingAccount, BookingAccountRequest};
pub use self::export_account::AccountExport;
pub use self::login::{LoggedIn, LoginForm};
pub use self::proof::{Proof, ProvedBy};
pub use self::reset_password::PasswordReset;
pub use self::second_factor::{BegunSecondFactor, ConfirmedSecondFactor};
pub use self::sessions::StartedSession;
pub use self::system_mode::{ModeRequest, StepUp};
use crate::password_hasher::PasswordHasher;
use crate::secret_cipher::SecretCipher;

/// Accounts, their sessions, passwords and second factors, and the system mode that administrators set.
#[derive(Debug, Clone)]
pub struct Accounts {
    pub pool: PgPool,
    pub clock: SharedClock,
    pub hasher: PasswordHasher,
    /// Of the secrets of second factors.
    pub secrets: SecretCipher,
    /// Of mails that wait: their links sign people in.
    pub seal: Seal,
    /// Where links in mails lead if the request names no site of its brand.
    pub system_url: Url,
    pub strict_live_registration: bool,
    pub outboxes: OutboxNotifier,
}

/// Wakes the workers of both outboxes after a commit, so that events and mails go out at once.
#[derive(Debug, Clone, Default)]
pub struct OutboxNotifier {
    pub relay: Arc<Notify>,
    pub mail_sender: Arc<Notify>,
}

impl OutboxNotifier {
    fn notify(&self) {
        self.relay.notify_one();
        self.mail_sender.notify_one();
    }
}

impl Accounts {
    /// The brand's site, for links in mails.
    fn site<'a>(&'a self, context: &'a RequestContext) -> &'a Url {
        context.public_url.as_ref().unwrap_or(&self.system_url)
    }
}
