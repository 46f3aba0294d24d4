//! Writing a brand: its record, the version that is kept and the event, all in the transaction of `connection`.

use anyhow::Result;
use sqlx::PgConnection;

use crate::domain::brand::Brand;
use crate::store::brand_version::Written;
use crate::{events, store};

/// Makes a brand. Answers its version, or nothing where the key is taken.
pub async fn create(connection: &mut PgConnection, brand: &Brand, written: Written) -> Result<Option<i64>> {
    let version = store::brand::insert(connection, brand, written.at).await?;
    record(connection, brand, version, written).await
}

/// Replaces version `replaced`. Answers the new version, or nothing where another one holds.
pub async fn replace(
    connection: &mut PgConnection,
    brand: &Brand,
    replaced: i64,
    written: Written,
) -> Result<Option<i64>> {
    let version = store::brand::update(connection, brand, replaced, written.at).await?;
    record(connection, brand, version, written).await
}

/// Deletes a brand. Says whether there was one.
pub async fn delete(connection: &mut PgConnection, key: &str, written: Written) -> Result<bool> {
    let Some(last) = store::brand::delete(connection, key).await? else { return Ok(false) };
    let version = last + 1;
    store::brand_version::append(&mut *connection, key, version, None, written).await?;
    events::brand_updated(connection, key, version, written.at).await?;
    Ok(true)
}

async fn record(
    connection: &mut PgConnection,
    brand: &Brand,
    version: Option<i64>,
    written: Written,
) -> Result<Option<i64>> {
    let Some(version) = version else { return Ok(None) };
    let key = brand.key.as_str();
    store::brand_version::append(&mut *connection, key, version, Some(brand), written).await?;
    events::brand_updated(connection, key, version, written.at).await?;
    tracing::info!(brand.key = key, version, "wrote a brand");
    Ok(Some(version))
}
