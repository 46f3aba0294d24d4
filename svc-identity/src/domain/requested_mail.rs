//! How many mails anybody can bring to an address.
//!
//! A person who makes an account can type the address of someone else. So an account without a proved mailbox gets one mail a
//! day beside that of its registration, whatever it is about. Each has a link that sets a password and works for a day or
//! longer, so an owner whose request brings no mail has one that still works. Only that of a closed account has none.

use time::Duration;

use super::account::Account;
use super::limit::subject_hash;
use super::one_time_token::reset_lifetime;

/// No mail counts for longer.
pub const LONGEST_WINDOW: Duration = Duration::DAY;
const RESETS: i64 = 3;
const UNPROVED: i64 = 1;

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
        if !is_proved {
            return Self::unproved(account);
        }
        Self { subject: subject("reset-mail", account), most: RESETS, window: reset_lifetime(is_proved) }
    }

    /// What a registration brings. It counts apart, so that people who forget the password on the first day get a link.
    pub fn registration(account: &Account) -> Self {
        Self { subject: subject("registration-mail", account), ..Self::unproved(account) }
    }

    /// Any later mail to an account without a proved mailbox.
    pub fn unproved(account: &Account) -> Self {
        Self { subject: subject("unproved-mail", account), most: UNPROVED, window: LONGEST_WINDOW }
    }
}

fn subject(kind: &str, account: &Account) -> [u8; 32] {
    subject_hash(kind, account.brand.as_deref().unwrap_or_default(), &account.email)
}
