use anyhow::Context;
use sqlx::PgExecutor;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::brand::Brand;

/// How many versions of a brand are listed.
const LISTED: i64 = 20;

/// A version without its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub version: i64,
    pub changed_at: OffsetDateTime,
}

/// Who wrote a version, and when.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// None: not a person.
    pub by: Option<Uuid>,
    pub at: OffsetDateTime,
}

/// Keeps a version; `None` for a brand that was deleted.
#[tracing::instrument(name = "db.brand_version.append", skip_all)]
pub async fn append(
    executor: impl PgExecutor<'_>,
    key: &str,
    version: i64,
    brand: Option<&Brand>,
    written: Written,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into brand_version (key, version, record, changed_at, changed_by) values ($1, $2, $3, $4, $5)",
        key,
        version,
        brand.map(Json) as _,
        written.at,
        written.by,
    )
    .execute(executor)
    .await
    .context("keeping a version of a brand")?;
    Ok(())
}

/// The record of a version; nothing where there is no such version or the brand was deleted with it.
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
pub async fn list(executor: impl PgExecutor<'_>, key: &str) -> anyhow::Result<Vec<Listed>> {
    sqlx::query_as!(
        Listed,
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
