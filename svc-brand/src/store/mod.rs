//! Every SQL statement of this service.

pub mod brand;
pub mod brand_version;
pub mod enquiry;
