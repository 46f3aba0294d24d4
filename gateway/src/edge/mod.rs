//! What happens around every request: an id, a span, metrics, limits, the cross-site rule, headers, and the socket.

mod body;
mod cross_site;
mod guards;
mod headers;
mod observe;
mod purchases;
mod serve;

pub(crate) use body::hold_body;
pub(crate) use guards::{count, give_up_late, recover};
pub(crate) use headers::secure;
pub(crate) use observe::{Metrics, RequestId, observe};
pub(crate) use purchases::favour_purchases;
pub(crate) use serve::serve;

pub(crate) use cross_site::refuse_cross_site;
