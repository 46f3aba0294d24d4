//! Brands, their versions, colours, enquiries, watched prices and the cities they name, and the rules on them. Pure: no
//! database, no wire, no clock.

pub mod brand;
pub mod cities;
pub mod color;
pub mod enquiry;
pub mod key;
pub mod logo;
pub mod palette;
pub mod text;
pub mod theme;
pub mod version;
pub mod watch;

/// Why a value cannot be part of a brand. Names the rule, never the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub(crate) &'static str);
