//! What svc-brand checks before real tickets are sold: that it can mail enquiries, and the address of the system.

use mail::MailArgs;
use proto::preflight::v1::Line;
use service::preflight::{self, Checks};
use url::Url;

/// What the checks look at.
pub struct Preflight {
    pub mail: MailArgs,
    pub system_url: Url,
}

impl Checks for Preflight {
    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.system_url, outbound::status_at);
        let (mail, address) = tokio::join!(mail::check(&self.mail), address);
        vec![mail, address]
    }
}
