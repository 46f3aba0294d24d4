//! What svc-identity checks before real tickets are sold: that nobody can sign in with a published password, and mail.

use mail::MailArgs;
use proto::preflight::v1::Line;
use service::preflight::{self, Check, Checks, bounded};

use crate::ops::Accounts;

const ACCOUNTS: Check =
    Check::required("DEMO_ACCOUNTS", "No published account can sign in").skip_if_sandbox();

/// What the checks look at.
pub struct Preflight {
    pub accounts: Accounts,
    pub mail: MailArgs,
}

impl Preflight {
    async fn demo_accounts(&self) -> Line {
        let accounts = self.accounts.clone();
        match bounded(async move { accounts.list_open_demo_accounts().await }).await {
            Some(Ok(names)) if names.is_empty() => {
                ACCOUNTS.passed("None of the demonstration's accounts can.")
            }
            Some(Ok(names)) => ACCOUNTS.failed(
                format!("With the published password: {}.", names.join(", ")),
                "Change the password of each, and set SEED_DEMO=no.",
            ),
            Some(Err(_)) => ACCOUNTS.failed("The database did not answer.", "Check again."),
            None => ACCOUNTS.unanswered(),
        }
    }
}

impl Checks for Preflight {
    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.accounts.system_url, outbound::status_at);
        let (accounts, mail, address) = tokio::join!(self.demo_accounts(), mail::check(&self.mail), address);
        vec![accounts, mail, address]
    }
}
