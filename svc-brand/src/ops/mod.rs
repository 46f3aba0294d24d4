//! The operations of this service: `Brands`, with a file for each group of use cases.

mod enquiries;
mod logo;
mod publish;
mod read;
pub mod seed;
mod watches;

use std::sync::Arc;

use mail::Seal;
use service::SharedClock;
use sqlx::PgPool;
use tokio::sync::Notify;
use url::Url;

pub use self::enquiries::EnquiryPage;
pub use self::read::VersionedRecord;
pub use self::watches::{NewWatch, Priced};

/// Brands, and what visitors write to them.
#[derive(Debug, Clone)]
pub struct Brands {
    pub pool: PgPool,
    pub clock: SharedClock,
    /// Of mails that wait.
    pub seal: Seal,
    /// The address of the system itself. The addresses of brands follow from it.
    pub system_url: Url,
    /// Wakes the relay after a commit, so that its events go out at once.
    pub relay: Arc<Notify>,
    /// Wakes the mail sender after a commit, so that its mail goes out at once.
    pub mail_sender: Arc<Notify>,
}
