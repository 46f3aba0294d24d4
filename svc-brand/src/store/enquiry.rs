use anyhow::Context;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::enquiry::{Enquiry, Form, Kind};

struct Row {
    id: Uuid,
    brand_key: String,
    kind: String,
    email: String,
    name: String,
    phone: String,
    reason: String,
    subject: String,
    booking_reference: String,
    message: String,
    preferred_contact: String,
    created_at: OffsetDateTime,
}

impl TryFrom<Row> for Enquiry {
    type Error = anyhow::Error;

    fn try_from(row: Row) -> anyhow::Result<Self> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.as_str() == row.kind);
        let form = Form {
            kind: kind.context("an enquiry of no known kind")?,
            email: row.email,
            name: row.name,
            phone: row.phone,
            reason: row.reason,
            subject: row.subject,
            booking_reference: row.booking_reference,
            message: row.message,
            preferred_contact: row.preferred_contact,
        };
        Ok(Self { id: row.id, brand: row.brand_key, form, created_at: row.created_at })
    }
}

/// Returns false and writes nothing if the address has subscribed to the brand before.
#[tracing::instrument(name = "db.enquiry.insert", skip_all)]
pub async fn insert(connection: &mut PgConnection, enquiry: &Enquiry) -> sqlx::Result<bool> {
    let Enquiry { id, brand, form, created_at } = enquiry;
    let inserted = sqlx::query!(
        "insert into enquiry (
            id,
            brand_key,
            kind,
            email,
            name,
            phone,
            reason,
            subject,
            booking_reference,
            message,
            preferred_contact,
            created_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (brand_key, lower(email)) where kind = 'subscribe' do nothing",
        id,
        brand,
        form.kind.as_str(),
        form.email,
        form.name,
        form.phone,
        form.reason,
        form.subject,
        form.booking_reference,
        form.message,
        form.preferred_contact,
        created_at,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns whether there was one.
#[tracing::instrument(name = "db.enquiry.delete", skip_all)]
pub async fn delete(executor: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from enquiry where id = $1", id).execute(executor).await?;
    Ok(deleted.rows_affected() == 1)
}

/// Removes messages that are older than `before`. Subscriptions stay.
#[tracing::instrument(name = "db.enquiry.forget", skip_all)]
pub async fn forget(executor: impl PgExecutor<'_>, before: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from enquiry where created_at < $1 and kind <> 'subscribe'", before)
        .execute(executor)
        .await?;
    Ok(())
}

/// The newest `limit` enquiries, or those that are older than `before`.
#[tracing::instrument(name = "db.enquiry.list", skip_all)]
pub async fn list(
    executor: impl PgExecutor<'_>,
    before: Option<Uuid>,
    limit: i64,
) -> anyhow::Result<Vec<Enquiry>> {
    let rows = sqlx::query_as!(
        Row,
        "select
            id,
            brand_key,
            kind,
            email,
            name,
            phone,
            reason,
            subject,
            booking_reference,
            message,
            preferred_contact,
            created_at
        from enquiry
        where id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        order by id desc
        limit $2",
        before,
        limit,
    )
    .fetch_all(executor)
    .await
    .context("listing the enquiries")?;
    rows.into_iter().map(TryInto::try_into).collect()
}
