use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use sqlx::postgres::PgConnection;
use sqlx::{Executor, SqlSafeStr};

use crate::TestDb;
use crate::database::statement;

/// A file of a crate's `.sqlx` folder, from which `query!` is checked where no database is at hand.
#[derive(Deserialize)]
pub(crate) struct Prepared {
    pub query: String,
    describe: Value,
}

/// Panics unless the crate's `.sqlx` folder describes its queries as the migrated database does, and no others.
///
/// A query that the folder lacks does not compile, so this is the other half of the check.
pub async fn expect_fresh_queries(db: &TestDb, crate_dir: &str) {
    let crate_dir = Path::new(crate_dir);
    let sources = sources(&crate_dir.join("src")) + &sources(&crate_dir.join("tests"));
    let mut connection = db.pool.acquire().await.expect("a connection");
    let mut stale = Vec::new();
    for (file, Prepared { query, describe }) in prepared(crate_dir) {
        if !sources.contains(&query) {
            stale.push(format!("{} describes no query of this crate", file.display()));
        } else if described(&mut connection, query).await != Ok(what_counts(describe)) {
            stale.push(format!("{} describes another schema", file.display()));
        }
    }
    assert!(stale.is_empty(), "run `make gen`: {stale:#?}");
}

/// The files of a crate's `.sqlx` folder.
pub(crate) fn prepared(crate_dir: &Path) -> Vec<(PathBuf, Prepared)> {
    let entries = std::fs::read_dir(crate_dir.join(".sqlx")).expect("the crate has queries");
    let files = entries.map(|entry| entry.expect("a file").path());
    files
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a readable file");
            (file, serde_json::from_str(&text).expect("a file as sqlx writes it"))
        })
        .collect()
}

/// What the database says of a query, in the form of sqlx's files.
async fn described(connection: &mut PgConnection, query: String) -> Result<Value, String> {
    let described = connection.describe(statement(query).into_sql_str()).await;
    let described = described.map_err(|error| error.to_string())?;
    serde_json::to_value(described).map(what_counts).map_err(|error| error.to_string())
}

/// Without the guess whether a column can be null, where the query says so itself (`as "name?"`, `as "name!"`): the
/// guess follows the planner, which goes by the size of the tables.
fn what_counts(mut describe: Value) -> Value {
    let names: Vec<_> =
        describe["columns"].as_array().into_iter().flatten().map(|it| it["name"].clone()).collect();
    for (index, name) in names.iter().enumerate() {
        if name.as_str().is_some_and(|name| name.contains(['?', '!'])) {
            describe["nullable"][index] = Value::Null;
        }
    }
    describe
}

/// All Rust below a folder, as one text.
pub(crate) fn sources(dir: &Path) -> String {
    let entries = std::fs::read_dir(dir).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(it) if it == "rs" => std::fs::read_to_string(&path).expect("a readable source"),
            _ => String::new(),
        })
        .collect()
}
