//! The contracts between the services, and what is generated from them.
//!
//! No logic lives here: messages, clients, servers, and the descriptors that reflection answers from. One exception:
//! `SearchKey`, so that all callers send equal searches to the same replica.

/// Amounts, modes and what else every package shares.
pub mod common {
    pub mod v1 {
        tonic::include_proto!("fareway.common.v1");
    }
}
/// Offers and seat maps, as travellers see them.
pub mod flights {
    pub mod v1 {
        tonic::include_proto!("fareway.flights.v1");
    }
}
pub mod search {
    pub mod v1 {
        tonic::include_proto!("fareway.search.v1");
    }
}
pub mod offers {
    pub mod v1 {
        tonic::include_proto!("fareway.offers.v1");
    }
}
pub mod payments {
    pub mod v1 {
        tonic::include_proto!("fareway.payments.v1");
    }
}
pub mod booking {
    pub mod v1 {
        tonic::include_proto!("fareway.booking.v1");
    }
}
pub mod identity {
    pub mod v1 {
        tonic::include_proto!("fareway.identity.v1");
    }
}
pub mod brand {
    pub mod v1 {
        tonic::include_proto!("fareway.brand.v1");
    }
}
pub mod preflight {
    pub mod v1 {
        tonic::include_proto!("fareway.preflight.v1");
    }
}

mod methods;
mod redacted;
mod search_key;

pub use methods::{Method, methods};
pub use search_key::SearchKey;

/// Every package's descriptors, for gRPC reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
