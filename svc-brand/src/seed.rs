//! Brings brands from a file into the database.

use std::path::{Path, PathBuf};

use anyhow::Context;
use secrecy::{ExposeSecret, SecretString};
use service::Clock;
use service::postgres::DatabaseArgs;
use sqlx::{Connection, PgConnection};

use crate::domain::brand::Brand;
use crate::ops;

/// Which brands to bring in, and from where.
#[derive(Debug, Clone, clap::Args)]
pub struct SeedArgs {
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Folder with brands.json.
    #[arg(long, env = "SEEDS_DIR", default_value = "seeds", value_name = "DIR")]
    pub seeds: PathBuf,
    /// Also replace brands that differ from the file. Running services hear of it.
    #[arg(long)]
    pub replace: bool,
}

/// Inserts the brands of `seeds_dir` that are missing, as the runtime role. Safe to repeat.
pub async fn seed(url: &SecretString, seeds_dir: &Path, clock: &dyn Clock) -> anyhow::Result<()> {
    load(url, seeds_dir, clock, false).await
}

impl SeedArgs {
    pub async fn run(&self, clock: &dyn Clock) -> anyhow::Result<()> {
        load(&self.database.database_url, &self.seeds, clock, self.replace).await
    }
}

/// Reads and checks the brands of a seed folder.
pub fn read(seeds_dir: &Path) -> anyhow::Result<Vec<Brand>> {
    let path = seeds_dir.join("brands.json");
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} holds a brand that is not valid", path.display()))
}

async fn load(url: &SecretString, seeds_dir: &Path, clock: &dyn Clock, replace: bool) -> anyhow::Result<()> {
    let brands = read(seeds_dir)?;
    let mut connection =
        PgConnection::connect(url.expose_secret()).await.context("connecting to the database of brands")?;
    ops::seed::load(&mut connection, brands, clock, replace).await?;
    connection.close().await?;
    Ok(())
}
