use anyhow::Context;
use money::MarkupRate;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::domain::brand::{Brand, Company, Contact, Social};
use crate::domain::text::PublicUrl;
use crate::domain::theme::Theme;
use crate::domain::version::PublishedBrand;

struct Row {
    key: String,
    name: String,
    logo: String,
    theme: Json<Theme>,
    contact: Json<Contact>,
    social: Json<Social>,
    company: Json<Company>,
    markup_rate: String,
    public_url: Option<String>,
    version: i64,
    updated_at: OffsetDateTime,
}

impl TryFrom<Row> for PublishedBrand {
    type Error = anyhow::Error;

    fn try_from(row: Row) -> anyhow::Result<Self> {
        let (version, updated_at) = (row.version, row.updated_at);
        let brand = Brand {
            key: row.key.try_into()?,
            name: row.name.try_into()?,
            logo: row.logo.try_into()?,
            theme: row.theme.0,
            contact: row.contact.0,
            social: row.social.0,
            company: row.company.0,
            markup_rate: MarkupRate::parse(&row.markup_rate)?,
            public_url: row.public_url.map(TryInto::try_into).transpose()?,
        };
        Ok(Self { brand, version, updated_at })
    }
}

#[tracing::instrument(name = "db.brand.find", skip_all)]
pub async fn find(executor: impl PgExecutor<'_>, key: &str) -> anyhow::Result<Option<PublishedBrand>> {
    let row = sqlx::query_as!(
        Row,
        r#"select
            key,
            name,
            logo,
            theme as "theme: Json<Theme>",
            contact as "contact: Json<Contact>",
            social as "social: Json<Social>",
            company as "company: Json<Company>",
            markup_rate::text as "markup_rate!",
            public_url,
            version,
            updated_at
        from brand
        where key = $1"#,
        key,
    )
    .fetch_optional(executor)
    .await
    .context("reading a brand")?;
    row.map(TryInto::try_into).transpose()
}

#[tracing::instrument(name = "db.brand.list", skip_all)]
pub async fn list(executor: impl PgExecutor<'_>) -> anyhow::Result<Vec<PublishedBrand>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select
            key,
            name,
            logo,
            theme as "theme: Json<Theme>",
            contact as "contact: Json<Contact>",
            social as "social: Json<Social>",
            company as "company: Json<Company>",
            markup_rate::text as "markup_rate!",
            public_url,
            version,
            updated_at
        from brand
        order by key"#,
    )
    .fetch_all(executor)
    .await
    .context("listing the brands")?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Stores a brand whose key is new. Returns its version, or nothing if the key is taken.
#[tracing::instrument(name = "db.brand.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    brand: &Brand,
    now: OffsetDateTime,
) -> anyhow::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into brand (
            key,
            name,
            logo,
            theme,
            contact,
            social,
            company,
            markup_rate,
            public_url,
            version,
            updated_at
        )
        values (
            $1, $2, $3, $4, $5, $6, $7, $8::text::numeric, $9,
            (select coalesce(max(version), 0) + 1 from brand_version where key = $1), $10
        )
        on conflict on constraint brand_pkey do nothing
        returning version",
        brand.key.as_str(),
        brand.name.as_str(),
        brand.logo.as_str(),
        Json(&brand.theme) as _,
        Json(&brand.contact) as _,
        Json(&brand.social) as _,
        Json(&brand.company) as _,
        brand.markup_rate.to_string(),
        brand.public_url.as_ref().map(PublicUrl::as_str),
        now,
    )
    .fetch_optional(connection)
    .await
    .context("writing a brand")
}

/// Replaces a brand. Returns its new version, or nothing if it is no longer at version `replaced`.
#[tracing::instrument(name = "db.brand.update", skip_all)]
pub async fn update(
    connection: &mut PgConnection,
    brand: &Brand,
    replaced: i64,
    now: OffsetDateTime,
) -> anyhow::Result<Option<i64>> {
    sqlx::query_scalar!(
        "update brand
        set
            name = $2,
            logo = $3,
            theme = $4,
            contact = $5,
            social = $6,
            company = $7,
            markup_rate = $8::text::numeric,
            public_url = $9,
            version = version + 1,
            updated_at = $10
        where key = $1 and version = $11
        returning version",
        brand.key.as_str(),
        brand.name.as_str(),
        brand.logo.as_str(),
        Json(&brand.theme) as _,
        Json(&brand.contact) as _,
        Json(&brand.social) as _,
        Json(&brand.company) as _,
        brand.markup_rate.to_string(),
        brand.public_url.as_ref().map(PublicUrl::as_str),
        now,
        replaced,
    )
    .fetch_optional(connection)
    .await
    .context("replacing a brand")
}

/// Removes a brand. Returns the version that it had.
#[tracing::instrument(name = "db.brand.delete", skip_all)]
pub async fn delete(connection: &mut PgConnection, key: &str) -> anyhow::Result<Option<i64>> {
    sqlx::query_scalar!("delete from brand where key = $1 returning version", key)
        .fetch_optional(connection)
        .await
        .context("deleting a brand")
}
