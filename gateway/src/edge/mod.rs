//! What happens around requests: an id, a span, metrics, limits, the cross-site rule, headers, and the socket. What only
//! some routes have is put around them where they are declared (`api::routes`).

mod body;
mod cross_site;
mod guards;
mod headers;
mod observe;
mod purchases;
mod serve;

pub(crate) use body::hold_body;
pub(crate) use cross_site::refuse_cross_site;
pub(crate) use guards::{count, give_up_late, identify, recover};
pub(crate) use headers::secure;
pub(crate) use observe::{Metrics, observe};
pub(crate) use purchases::{Purpose, favour_purchases};
pub(crate) use serve::serve;
