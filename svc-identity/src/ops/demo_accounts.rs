//! The accounts of a demonstration. Their passwords are published in the repository.

use secrecy::ExposeSecret;
use service::Clock;
use sqlx::{Connection, PgConnection};

use super::{Accounts, operator_accounts};
use crate::domain::account::Profile;
use crate::error::Error;
use crate::password_hasher::PasswordHasher;
use crate::store;

/// An account that every clone of the repository can sign in to.
pub struct DemoAccount {
    /// None: an administrator.
    brand: Option<&'static str>,
    pub username: &'static str,
    pub email: &'static str,
    pub last_name: &'static str,
    password: &'static str,
}

pub const DEMO_ACCOUNTS: [DemoAccount; 2] = [
    DemoAccount {
        brand: Some("default"),
        username: "demo",
        email: "demo@fareway.example",
        last_name: "Traveller",
        password: "demo-Fareway-2026",
    },
    DemoAccount {
        brand: None,
        username: "admin",
        email: "admin@fareway.example",
        last_name: "Administrator",
        password: "admin-Fareway-2026",
    },
];

/// Makes the account if its address has none. `profile` is the account's, checked.
pub async fn create_if_missing(
    connection: &mut PgConnection,
    hasher: &PasswordHasher,
    demo: &DemoAccount,
    profile: &Profile,
    clock: &dyn Clock,
) -> anyhow::Result<()> {
    let found = store::account::find_by_email(&mut *connection, demo.brand, &profile.email).await?;
    if found.is_some() {
        return Ok(());
    }
    let hash = hasher.hash(demo.password.into()).await?;
    let mut transaction = connection.begin().await?;
    operator_accounts::insert(&mut transaction, demo.brand, profile, &hash, clock.now()).await?;
    transaction.commit().await?;
    Ok(())
}

impl Accounts {
    /// Returns the user names of the demonstration's accounts that still have their published password.
    pub async fn list_open_demo_accounts(&self) -> Result<Vec<&'static str>, Error> {
        let mut names = Vec::new();
        for demo in &DEMO_ACCOUNTS {
            if self.is_open(demo).await? {
                names.push(demo.username);
            }
        }
        Ok(names)
    }

    /// Whether the demonstration's administrator still has their published password.
    pub async fn is_demo_administrator_open(&self) -> Result<bool, Error> {
        for demo in DEMO_ACCOUNTS.iter().filter(|demo| demo.brand.is_none()) {
            if self.is_open(demo).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn is_open(&self, demo: &DemoAccount) -> Result<bool, Error> {
        let brand = demo.brand.unwrap_or_default();
        let known = store::account::find_for_sign_in(&self.pool, brand, demo.username).await?;
        let hash = known.as_ref().map(|known| known.password_hash.expose_secret());
        Ok(hash.is_some() && self.hasher.verify(hash, demo.password.into()).await?)
    }
}
