//! The exported web app, in memory: pages under a brand and a fresh nonce, files with their ETags.
//!
//! Which file answers which path is in `paths`; what the gateway writes into a page is in `head`.

mod asset;
mod head;
mod load;
mod page;
mod paths;
mod policy;
mod serve;

pub(crate) use head::escape;
pub(crate) use load::Web;
pub(crate) use policy::REPORTS_PATH;
