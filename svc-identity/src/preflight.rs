//! What svc-identity checks before real tickets are sold: that nobody can sign in with a published password, that every
//! administrator has a second factor, and mail.

use mail::MailArgs;
use proto::preflight::v1::Line;
use service::preflight::{self, Check, Checks, bounded};

use crate::ops::Accounts;

const ACCOUNTS: Check =
    Check::required("DEMO_ACCOUNTS", "No published account can sign in").skip_if_sandbox();

const SECOND_FACTORS: Check =
    Check::required("SECOND_FACTORS", "Every administrator has a second factor").skip_if_sandbox();

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

    /// Of all administrators: each of them can do what any of them can.
    async fn second_factors(&self) -> Line {
        let accounts = self.accounts.clone();
        match bounded(async move { accounts.list_without_second_factor().await }).await {
            Some(Ok(names)) if names.is_empty() => SECOND_FACTORS.passed("None is without."),
            Some(Ok(names)) => SECOND_FACTORS.failed(
                format!("Without one: {}.", names.join(", ")),
                "Each sets one up in Admin Settings, under \"Your second factor\". Close the accounts that nobody needs \
                 (svc-identity close-account).",
            ),
            Some(Err(_)) => SECOND_FACTORS.failed("The database did not answer.", "Check again."),
            None => SECOND_FACTORS.unanswered(),
        }
    }
}

impl Checks for Preflight {
    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.accounts.system_url, outbound::status_at);
        let (accounts, factors, mail, address) =
            tokio::join!(self.demo_accounts(), self.second_factors(), mail::check(&self.mail), address);
        vec![accounts, factors, mail, address]
    }
}
