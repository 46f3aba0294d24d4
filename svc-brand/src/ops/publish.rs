//! Writing a brand: its record, the version that is kept, and the event, all in one transaction.

use anyhow::Result;
use service::FieldErrors;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Brands, logo};
use crate::domain::brand::{Brand, DEFAULT_KEY};
use crate::domain::key::is_reserved;
use crate::domain::version::{Change, PublishedBrand};
use crate::error::Error;
use crate::{events, store};

impl Brands {
    /// Publishes a new brand, with its logo encoded anew.
    pub async fn create_brand(&self, brand: Brand, by: Uuid) -> Result<PublishedBrand, Error> {
        let mut errors = FieldErrors::default();
        let is_free = !is_reserved(brand.key.as_str());
        errors.require(is_free, "brand.domain", "This key is kept for the system. Please choose another.");
        errors.into_result()?;
        let brand = logo::encoded(brand).await?;
        let change = self.change(by);
        let mut transaction = self.pool.begin().await?;
        let version = create(&mut transaction, &brand, change).await?;
        let version = version.ok_or(Error::BrandExists)?;
        transaction.commit().await?;
        self.relay.notify_one();
        Ok(PublishedBrand { brand, version, updated_at: change.at })
    }

    /// Publishes a brand in place of version `replaced`, with its logo encoded anew. A logo that stays as it is stands in
    /// the way of no other change: it may be from before a stricter rule.
    pub async fn update_brand(&self, brand: Brand, replaced: i64, by: Uuid) -> Result<PublishedBrand, Error> {
        let known = store::brand::find(&self.pool, brand.key.as_str()).await?;
        let keeps_logo = known.is_some_and(|known| known.brand.logo == brand.logo);
        let brand = if keeps_logo { brand } else { logo::encoded(brand).await? };
        let change = self.change(by);
        let mut transaction = self.pool.begin().await?;
        let version = replace(&mut transaction, &brand, replaced, change).await?;
        let Some(version) = version else {
            let is_there = store::brand::find(&mut *transaction, brand.key.as_str()).await?.is_some();
            return Err(if is_there { Error::BrandChanged } else { Error::BrandNotFound });
        };
        transaction.commit().await?;
        self.relay.notify_one();
        Ok(PublishedBrand { brand, version, updated_at: change.at })
    }

    /// Deletes a brand. Its versions are kept.
    pub async fn delete_brand(&self, key: &str, by: Uuid) -> Result<(), Error> {
        if key == DEFAULT_KEY {
            return Err(Error::DefaultBrand);
        }
        let change = self.change(by);
        let mut transaction = self.pool.begin().await?;
        if !delete(&mut transaction, key, change).await? {
            return Err(Error::BrandNotFound);
        }
        transaction.commit().await?;
        self.relay.notify_one();
        Ok(())
    }

    fn change(&self, by: Uuid) -> Change {
        Change { by: Some(by), at: self.clock.now() }
    }
}

/// Makes a brand. Returns its version, or nothing if the key is taken.
pub(super) async fn create(
    connection: &mut PgConnection,
    brand: &Brand,
    change: Change,
) -> Result<Option<i64>> {
    let version = store::brand::insert(connection, brand, change.at).await?;
    record(connection, brand, version, change).await
}

/// Replaces version `replaced`. Returns the new version, or nothing if another one is published.
pub(super) async fn replace(
    connection: &mut PgConnection,
    brand: &Brand,
    replaced: i64,
    change: Change,
) -> Result<Option<i64>> {
    let version = store::brand::update(connection, brand, replaced, change.at).await?;
    record(connection, brand, version, change).await
}

/// Deletes a brand. Returns whether there was one.
async fn delete(connection: &mut PgConnection, key: &str, change: Change) -> Result<bool> {
    let Some(last) = store::brand::delete(connection, key).await? else { return Ok(false) };
    let version = last + 1;
    store::brand_version::append(&mut *connection, key, version, None, change).await?;
    events::brand_updated(connection, key, version, change.at).await?;
    Ok(true)
}

async fn record(
    connection: &mut PgConnection,
    brand: &Brand,
    version: Option<i64>,
    change: Change,
) -> Result<Option<i64>> {
    let Some(version) = version else { return Ok(None) };
    let key = brand.key.as_str();
    store::brand_version::append(&mut *connection, key, version, Some(brand), change).await?;
    events::brand_updated(connection, key, version, change.at).await?;
    tracing::info!(brand.key = key, version, "wrote a brand");
    Ok(Some(version))
}
