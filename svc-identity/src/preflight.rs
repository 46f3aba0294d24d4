//! What svc-identity checks before real tickets are sold: that nobody can sign in with a published password, and mail.

use mail::MailArgs;
use proto::preflight::v1::Line;
use service::preflight::{self, Check, Checks, bounded};
use sqlx::PgPool;
use url::Url;

use crate::accounts::DEMO_ACCOUNTS;
use crate::error::Error;
use crate::passwords::Passwords;
use crate::store;

const ACCOUNTS: Check =
    Check::required("DEMO_ACCOUNTS", "No published account can sign in").skip_if_sandbox();

/// What the checks look at.
pub struct Preflight {
    pub pool: PgPool,
    pub passwords: Passwords,
    pub mail: MailArgs,
    pub system_url: Url,
}

impl Preflight {
    async fn accounts(&self) -> Line {
        let (pool, passwords) = (self.pool.clone(), self.passwords.clone());
        match bounded(async move { who_can_sign_in(&pool, &passwords).await }).await {
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

/// The demonstration's accounts that still have their published password.
async fn who_can_sign_in(pool: &PgPool, passwords: &Passwords) -> Result<Vec<&'static str>, Error> {
    let mut names = Vec::new();
    for account in DEMO_ACCOUNTS {
        let brand = account.brand.unwrap_or_default();
        let known = store::account::find_for_sign_in(pool, brand, account.username).await?;
        let hash = known.map(|known| known.password_hash);
        let hash = hash.as_ref().map(secrecy::ExposeSecret::expose_secret);
        if hash.is_some() && passwords.verify(hash, account.password.into()).await? {
            names.push(account.username);
        }
    }
    Ok(names)
}

impl Checks for Preflight {
    async fn check(&self) -> Vec<Line> {
        let address = preflight::public_address(&self.system_url, outbound::status_at);
        let (accounts, mail, address) = tokio::join!(self.accounts(), mail::check(&self.mail), address);
        vec![accounts, mail, address]
    }
}
