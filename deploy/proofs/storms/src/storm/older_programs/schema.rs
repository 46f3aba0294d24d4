//! The schemas of all services, as a list of what is in them.

use sqlx::{Connection, PgConnection};

/// A line for each column, index, constraint and migration.
const ENTRIES: &str = "
    select concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default) as entry
    from information_schema.columns where table_schema in ('booking', 'payments', 'identity', 'brand')
    union all
    select indexdef from pg_indexes where schemaname in ('booking', 'payments', 'identity', 'brand')
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace::regnamespace::text in ('booking', 'payments', 'identity', 'brand')
    union all
    select concat_ws(' ', 'booking', version, success) from booking._sqlx_migrations
    union all
    select concat_ws(' ', 'payments', version, success) from payments._sqlx_migrations
    union all
    select concat_ws(' ', 'identity', version, success) from identity._sqlx_migrations
    union all
    select concat_ws(' ', 'brand', version, success) from brand._sqlx_migrations
    order by entry";

pub async fn entries(database: &str) -> anyhow::Result<Vec<String>> {
    let mut database = PgConnection::connect(database).await?;
    let entries: Vec<String> = sqlx::query_scalar(ENTRIES).fetch_all(&mut database).await?;
    database.close().await?;
    Ok(entries)
}
