//! How many mails anybody can bring to an address.
//!
//! Whoever makes an account can type the address of someone else. So an account without a proved mailbox gets two links
//! and one notice a day.

use time::Duration;

use super::account::Account;
use super::limit::subject_hash;
use super::one_time_token::reset_lifetime;

/// No mail counts for longer.
pub const LONGEST_WINDOW: Duration = Duration::DAY;
const RESETS: i64 = 3;
const RESETS_UNPROVED: i64 = 2;
const NOTICES_UNPROVED: i64 = 1;

/// A mail to be sent, and the limit that it counts against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedMail {
    /// The kind of mail, the brand and the address.
    pub subject: [u8; 32],
    /// The most mails within the window.
    pub most: i64,
    pub window: Duration,
}

impl RequestedMail {
    /// A link that resets the password. It counts for as long as it works, so an owner whose request brings no mail has
    /// links that still work.
    pub fn reset(account: &Account, is_proved: bool) -> Self {
        let most = if is_proved { RESETS } else { RESETS_UNPROVED };
        Self { subject: subject("reset-mail", account), most, window: reset_lifetime(is_proved) }
    }

    /// What an account without a proved mailbox is told about itself.
    pub fn notice_unproved(account: &Account) -> Self {
        Self { subject: subject("notice", account), most: NOTICES_UNPROVED, window: LONGEST_WINDOW }
    }
}

fn subject(kind: &str, account: &Account) -> [u8; 32] {
    subject_hash(kind, account.brand.as_deref().unwrap_or_default(), &account.email)
}
