//! How long a browser is known, and how many an account has.

use time::Duration;

/// Longer than a session: people travel a few times a year. The gateway's cookie lasts as long.
pub const LIFETIME: Duration = Duration::days(180);
/// The browsers of one account. Of more, those unused for longest are forgotten.
pub const PER_ACCOUNT: i64 = 20;
/// The accounts of one browser, for the same reason.
pub const ACCOUNTS_PER_BROWSER: i64 = 5;
