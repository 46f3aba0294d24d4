//! How long a mailed link works that sets a password. The mails say it in words.

use time::Duration;

/// The link that a person asked for because they forgot their password.
pub const RESET: Duration = Duration::minutes(30);
/// The link to the first password that the owner of an account chooses.
pub const FIRST_PASSWORD: Duration = Duration::days(7);
