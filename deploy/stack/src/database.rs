//! Schemas, roles and migrations, each as the one who may.

use anyhow::Context;
use service::SystemClock;
use service::postgres::MigrateArgs;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

use crate::settings::RunArgs;

const SETUP: &str = include_str!("../../postgres/setup.sql");
/// The system's database. Each service sees its own schema in it.
const DATABASE: &str = "fareway";

/// Makes what is missing: database, schemas, roles, tables, and the data that the system starts with.
pub async fn prepare(args: &RunArgs, superuser_url: &str) -> anyhow::Result<()> {
    set_up(superuser_url).await?;
    migrate(args).await
}

/// Makes the database, the schemas and the roles where they are missing.
async fn set_up(superuser_url: &str) -> anyhow::Result<()> {
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

/// Migrates every schema as its owner, and seeds what is missing.
async fn migrate(args: &RunArgs) -> anyhow::Result<()> {
    let owner = |role: &str| MigrateArgs {
        database_owner_url: url(args.ports.postgres_port, &format!("{role}_owner")).into(),
    };
    owner("svc_booking").migrate(&svc_booking::MIGRATOR).await.context("svc-booking")?;
    owner("svc_payments").migrate(&svc_payments::MIGRATOR).await.context("svc-payments")?;
    owner("svc_identity").migrate(&svc_identity::MIGRATOR).await.context("svc-identity")?;
    owner("svc_brand").migrate(&svc_brand::MIGRATOR).await.context("svc-brand")?;
    seed(args).await
}

async fn seed(args: &RunArgs) -> anyhow::Result<()> {
    let of = |role: &str| url(args.ports.postgres_port, role).into();
    svc_brand::seed(&of("svc_brand"), &args.seeds, &SystemClock).await.context("seeding brands")?;
    svc_identity::seed_demo(&of("svc_identity"), &SystemClock).await.context("seeding the demo accounts")
}

/// The URL of a service's role in the local server, which trusts the loopback address.
pub fn url(port: u16, role: &str) -> String {
    format!("postgres://{role}@127.0.0.1:{port}/{DATABASE}")
}
