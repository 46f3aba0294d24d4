//! Schemas, roles and migrations, each as the one who may.

use anyhow::Context;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

const SETUP: &str = include_str!("../../postgres/setup.sql");
/// The system's database. Each service sees its own schema in it.
const DATABASE: &str = "fareway";

/// Makes the database, the schemas and the roles where they are missing.
pub(crate) async fn set_up(superuser_url: &str) -> anyhow::Result<()> {
    let options: PgConnectOptions = superuser_url.parse()?;
    let mut server = PgConnection::connect_with(&options).await?;
    let exists: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(DATABASE)
        .fetch_one(&mut server)
        .await?;
    if !exists {
        server.execute("create database fareway").await?;
    }
    server.close().await?;
    let mut database = PgConnection::connect_with(&options.database(DATABASE)).await?;
    database.execute(sqlx::raw_sql(SETUP)).await.context("making schemas and roles")?;
    database.close().await?;
    Ok(())
}

/// The URL of a service's role in the local server, which trusts the loopback address.
pub(crate) fn url(port: u16, role: &str) -> String {
    format!("postgres://{role}@127.0.0.1:{port}/{DATABASE}")
}
