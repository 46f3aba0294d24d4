use service::Mode;
use time::OffsetDateTime;

/// The mode of the whole system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemMode {
    pub mode: Mode,
    pub version: i64,
}

/// A line of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeChange {
    pub from: Mode,
    pub to: Mode,
    /// The administrator's user name.
    pub changed_by: String,
    pub changed_at: OffsetDateTime,
}
