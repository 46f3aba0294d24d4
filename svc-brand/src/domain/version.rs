//! The versions of a brand. Every change makes one, and each is kept.

use time::OffsetDateTime;
use uuid::Uuid;

use super::brand::Brand;

/// A brand as it is published now.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedBrand {
    pub brand: Brand,
    pub version: i64,
    pub updated_at: OffsetDateTime,
}

/// A version without its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandVersion {
    pub version: i64,
    pub changed_at: OffsetDateTime,
}

/// Who made a version, and when.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// None: not a person.
    pub by: Option<Uuid>,
    pub at: OffsetDateTime,
}
