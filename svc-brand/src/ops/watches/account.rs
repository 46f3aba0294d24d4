use uuid::Uuid;

use crate::domain::watch::email_key;
use crate::error::Error;
use crate::ops::Brands;
use crate::store;
use crate::store::watch::Address;
use crate::store::watch_account::Kept;

/// Far more than an address may begin in the 30 days that an ended watch is kept.
const MOST_EXPORTED: i64 = 1_000;

impl Brands {
    /// Notes an account at the watches of the address that it has proved at its brand, in both modes, so that they go with it.
    /// Those of another account stay with that one.
    pub async fn claim_watches(&self, brand: &str, email: &str, user: Uuid) -> Result<(), Error> {
        let address = Address { brand, email_key: &email_key(email) };
        store::watch_account::claim(&self.pool, &address, user).await?;
        Ok(())
    }

    /// What is kept of the watches of an address at a brand, in both modes, the newest first.
    pub async fn export_watches(&self, brand: &str, email: &str) -> Result<Vec<Kept>, Error> {
        let address = Address { brand, email_key: &email_key(email) };
        let mut connection = self.pool.acquire().await?;
        Ok(store::watch_account::kept(&mut connection, &address, MOST_EXPORTED).await?)
    }
}
