use anyhow::Context;
use sqlx::PgExecutor;
use sqlx::types::Json;

use crate::domain::brand::Brand;
use crate::domain::version::{BrandVersion, Change};

/// How many versions of a brand are listed.
const LISTED: i64 = 20;

/// Stores a version, with `None` for a brand that was deleted.
#[tracing::instrument(name = "db.brand_version.append", skip_all)]
pub async fn append(
    executor: impl PgExecutor<'_>,
    key: &str,
    version: i64,
    brand: Option<&Brand>,
    change: Change,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into brand_version (key, version, record, changed_at, changed_by) values ($1, $2, $3, $4, $5)",
        key,
        version,
        brand.map(Json) as _,
        change.at,
        change.by,
    )
    .execute(executor)
    .await
    .context("keeping a version of a brand")?;
    Ok(())
}

/// The record of a version. Returns nothing if there is no such version, or if it deleted the brand.
#[tracing::instrument(name = "db.brand_version.find", skip_all)]
pub async fn find(executor: impl PgExecutor<'_>, key: &str, version: i64) -> anyhow::Result<Option<Brand>> {
    let record = sqlx::query_scalar!(
        r#"select record as "record: Json<Brand>" from brand_version where key = $1 and version = $2"#,
        key,
        version,
    )
    .fetch_optional(executor)
    .await
    .context("reading a version of a brand")?;
    Ok(record.flatten().map(|Json(brand)| brand))
}

/// The latest versions that have a record, newest first.
#[tracing::instrument(name = "db.brand_version.list", skip_all)]
pub async fn list(executor: impl PgExecutor<'_>, key: &str) -> anyhow::Result<Vec<BrandVersion>> {
    sqlx::query_as!(
        BrandVersion,
        "select version, changed_at
        from brand_version
        where key = $1 and record is not null
        order by version desc
        limit $2",
        key,
        LISTED,
    )
    .fetch_all(executor)
    .await
    .context("listing the versions of a brand")
}
