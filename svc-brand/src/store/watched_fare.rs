//! What was seen of watched queries, day by day, as the provider sells it.

use money::{Currency, Money};
use service::Mode;
use sqlx::{PgConnection, PgExecutor};
use time::{Date, OffsetDateTime};

use crate::domain::watch::mode_name;

/// What was seen last on a day, without a brand's markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredFare {
    pub day: Date,
    pub total: Money,
    pub tax: Money,
    pub seen_at: OffsetDateTime,
}

struct Row {
    day: Date,
    total_minor: i64,
    tax_minor: i64,
    currency: String,
    seen_at: OffsetDateTime,
}

impl TryFrom<Row> for StoredFare {
    type Error = anyhow::Error;

    fn try_from(row: Row) -> anyhow::Result<Self> {
        let Row { day, total_minor, tax_minor, currency, seen_at } = row;
        let currency: Currency = currency.parse()?;
        let (total, tax) = (Money::new(total_minor, currency), Money::new(tax_minor, currency));
        Ok(Self { day, total, tax, seen_at })
    }
}

/// Keeps a fare as that of its day. Returns false and writes nothing where a newer one is known.
#[tracing::instrument(name = "db.watched_fare.keep", skip_all)]
pub async fn keep(
    connection: &mut PgConnection,
    mode: Mode,
    query: &str,
    fare: &StoredFare,
) -> sqlx::Result<bool> {
    let kept = sqlx::query!(
        "insert into watched_fare (mode, query, day, total_minor, tax_minor, currency, seen_at)
        select $1::text, $2::text, $3::date, $4::bigint, $5::bigint, $6::text, $7::timestamptz
        where not exists (
            select
            from watched_fare as newer
            where newer.mode = $1 and newer.query = $2 and newer.seen_at > $7
        )
        on conflict on constraint watched_fare_pkey do update
        set
            total_minor = excluded.total_minor,
            tax_minor = excluded.tax_minor,
            currency = excluded.currency,
            seen_at = excluded.seen_at",
        mode_name(mode),
        query,
        fare.day,
        fare.total.minor,
        fare.tax.minor,
        fare.total.currency.code(),
        fare.seen_at,
    )
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() == 1)
}

/// The fares of a query from the day `since` on, the oldest first.
#[tracing::instrument(name = "db.watched_fare.fares_of", skip_all)]
pub async fn fares_of(
    executor: impl PgExecutor<'_>,
    mode: Mode,
    query: &str,
    since: Date,
) -> anyhow::Result<Vec<StoredFare>> {
    let rows = sqlx::query_as!(
        Row,
        "select day, total_minor, tax_minor, currency, seen_at
        from watched_fare
        where mode = $1 and query = $2 and day >= $3
        order by day",
        mode_name(mode),
        query,
        since,
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Removes the fares of days before `first`.
#[tracing::instrument(name = "db.watched_fare.forget", skip_all)]
pub async fn forget(executor: impl PgExecutor<'_>, first: Date) -> sqlx::Result<()> {
    sqlx::query!("delete from watched_fare where day < $1", first).execute(executor).await?;
    Ok(())
}

/// Removes the fares of a query.
#[tracing::instrument(name = "db.watched_fare.delete", skip_all)]
pub async fn delete(executor: impl PgExecutor<'_>, mode: Mode, query: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from watched_fare where mode = $1 and query = $2", mode_name(mode), query)
        .execute(executor)
        .await?;
    Ok(())
}
