//! A watch as it is kept.

use money::Money;
use service::Mode;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{State, Trip};

/// A price that somebody watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    pub id: Uuid,
    pub mode: Mode,
    pub brand: String,
    pub email: String,
    /// The account that has proved the address, where it was made in one.
    pub user: Option<Uuid>,
    pub trip: Trip,
    /// The sale price when it began; nothing until one was seen.
    pub first: Option<Money>,
    /// Tell of further falls too.
    pub again: bool,
    pub state: State,
    pub created_at: OffsetDateTime,
}

/// Whose watches are meant.
#[derive(Clone, PartialEq, Eq)]
pub enum Owner {
    /// Who has proved that this address is theirs.
    Address(String),
    /// Who holds the link of a mail.
    Token(String),
}

/// By which an address is known again, whatever its case.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// As it is stored. A watch of an unspecified mode is never made.
pub const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Test | Mode::Unspecified => "test",
    }
}

/// Reads what `mode_name` wrote.
pub fn parse_mode(name: &str) -> Option<Mode> {
    [Mode::Test, Mode::Live].into_iter().find(|mode| mode_name(*mode) == name)
}
