//! How long a mailed link works that proves a mailbox or sets a password. The mails say it in words.

use time::Duration;

/// The link to the first password that the owner of an account chooses.
pub const FIRST_PASSWORD: Duration = Duration::days(7);
/// The link that proves the mailbox of an account. Without a session it sets a password.
pub const CONFIRMATION: Duration = Duration::days(7);
const RESET: Duration = Duration::minutes(30);
/// Longer, because such an account gets one mail a day.
const RESET_UNPROVED: Duration = Duration::DAY;

/// The link for someone who forgot the password of an account with a proved mailbox, or without one.
pub fn reset_lifetime(is_proved: bool) -> Duration {
    if is_proved { RESET } else { RESET_UNPROVED }
}
