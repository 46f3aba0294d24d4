//! What happens around requests: an id, a span, metrics, limits, the cross-site rule, headers, and the socket. `api::calls`
//! puts the layers of a call's class around its route.

mod body;
mod connection;
mod cross_site;
mod guards;
mod headers;
mod host;
mod observe;
mod pieces;
mod purchases;
mod security;
mod serve;
mod slots;

pub(crate) use body::hold_body;
pub(crate) use cross_site::{OtherSites, refuse_cross_site};
pub(crate) use guards::{count, give_up_late, identify, recover};
pub(crate) use headers::secure;
pub(crate) use host::require_host;
pub(crate) use observe::{Metrics, observe};
pub(crate) use purchases::{Purpose, favour_purchases};
pub(crate) use security::{Watch, log_security};
pub(crate) use serve::serve;
