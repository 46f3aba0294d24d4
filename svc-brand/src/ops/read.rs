use super::Brands;
use crate::domain::brand::Brand;
use crate::domain::version::{BrandVersion, PublishedBrand};
use crate::error::Error;
use crate::store;

/// One version of a brand, and the latest versions there are.
pub struct VersionedRecord {
    pub brand: Brand,
    pub version: i64,
    pub versions: Vec<BrandVersion>,
}

impl Brands {
    /// Returns the published brand of this key.
    pub async fn get_brand(&self, key: &str) -> Result<PublishedBrand, Error> {
        store::brand::find(&self.pool, key).await?.ok_or(Error::BrandNotFound)
    }

    /// Returns all published brands, by key.
    pub async fn list_brands(&self) -> Result<Vec<PublishedBrand>, Error> {
        Ok(store::brand::list(&self.pool).await?)
    }

    /// Returns a version of a published brand; `0` is the published one.
    pub async fn get_brand_record(&self, key: &str, version: i64) -> Result<VersionedRecord, Error> {
        let published = self.get_brand(key).await?;
        let versions = store::brand_version::list(&self.pool, key).await?;
        if version == 0 {
            let PublishedBrand { brand, version, .. } = published;
            return Ok(VersionedRecord { brand, version, versions });
        }
        let found = store::brand_version::find(&self.pool, key, version).await?;
        Ok(VersionedRecord { brand: found.ok_or(Error::BrandNotFound)?, version, versions })
    }
}
