//! Every SQL statement of this service.

pub mod brand;
