//! Whether a statement reads all of a table that grows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use sqlx::Row;
use sqlx::postgres::PgConnection;

use crate::TestDb;
use crate::database::statement;
use crate::queries::{prepared, sources};

/// Crates whose statements run in the schema of each service that has their tables.
const PLATFORM: [&str; 3] = ["events", "mail", "service"];

/// How the connections of a service have their statements planned, and how it is done here: once, for whatever values may
/// come. What is `off` is done only where there is no other way. Hash and merge joins read whole tables. What is done
/// although it is off counts as very dear, and Postgres up to 17 compiles what is dear (`jit`).
pub const PLANNER: [(&str, &str); 5] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// A table or an index that may be read whole, and why it stays small.
pub type Small = (&'static str, &'static str);

const SMALL_OF_PLATFORM: [Small; 6] = [
    ("_sqlx_migrations", "a row a migration"),
    ("dead_letter", "each is a fault that a person looks at"),
    ("on_call_case", "cases that wait for a person"),
    ("outbox_unpublished_idx", "what the broker has not taken yet"),
    ("mail_outbox_due_idx", "what the mail server has not taken yet"),
    ("mail_outbox_given_up_idx", "each is a fault that a person looks at"),
];

/// Columns of few values. About as much of a table stands behind one value as in the whole of it.
const FEW_VALUES: [&str; 9] =
    ["brand", "brand_key", "consumer", "kind", "mode", "provider", "stage", "state", "status"];

/// How the statements of this repository begin.
const BEGINNINGS: [&str; 5] = ["select", "insert into", "update", "delete from", "with"];

/// The table of an index, and what it is ordered by.
struct Index {
    table: String,
    columns: Vec<String>,
}

type Indexes = BTreeMap<String, Index>;

/// Panics if a statement of the crate, or of the platform, reads a whole table that is not among the `small` ones, or a
/// whole index: one that exists already may serve no condition of the statement. So does a foreign key that no index
/// serves, since a deletion looks for the rows that refer to what goes.
///
/// What Postgres would do with much data is asked of its planner, in a database that is filled for this. Which of several
/// plans is the fastest it does not tell: only that there is one that reads no more than it needs.
pub async fn expect_no_scans(db: &TestDb, crate_dir: &str, small: &[Small]) {
    let mut connection = db.pool.acquire().await.expect("a connection");
    fill(&mut connection).await;
    let indexes = indexes(&mut connection).await;
    let (mut faults, mut used) = (foreign_keys(&mut connection).await, BTreeSet::new());
    for (query, is_own) in statements(Path::new(crate_dir)) {
        match plan(&mut connection, &query).await {
            Ok(plan) => {
                for read in whole_reads(&plan, false, &indexes) {
                    faults.push((read, query.clone()));
                }
            }
            // The service has no use for this part of the platform.
            Err(sqlx::Error::Database(error)) if !is_own && error.code().as_deref() == Some("42P01") => {}
            Err(error) => panic!("{error}: {query}"),
        }
    }
    faults.retain(|(read, _)| {
        let known = small.iter().chain(&SMALL_OF_PLATFORM).find(|(name, _)| read.iter().any(|it| it == name));
        used.extend(known.map(|(name, _)| *name));
        known.is_none()
    });
    assert!(faults.is_empty(), "read whole, though it grows: {faults:#?}");
    let unused: Vec<_> = small.iter().filter(|(name, _)| !used.contains(name)).collect();
    assert!(unused.is_empty(), "no statement reads these whole: {unused:#?}");
}

async fn fill(connection: &mut PgConnection) {
    set(connection, "testkit.few_values", &FEW_VALUES.join(" ")).await;
    sqlx::raw_sql(include_str!("scans/fill.sql")).execute(&mut *connection).await.expect("a filled database");
    set_planner(connection).await;
}

/// How the statement is done in this database when nothing is known of its parameters, as JSON.
pub async fn plan_of(db: &TestDb, query: &str) -> String {
    let mut connection = db.pool.acquire().await.expect("a connection");
    set_planner(&mut connection).await;
    plan(&mut connection, query).await.expect("a plan").to_string()
}

async fn set_planner(connection: &mut PgConnection) {
    for (setting, value) in PLANNER {
        set(connection, setting, value).await;
    }
}

async fn set(connection: &mut PgConnection, setting: &str, value: &str) {
    sqlx::query("select set_config($1, $2, false)")
        .bind(setting)
        .bind(value)
        .execute(connection)
        .await
        .expect("a setting");
}

async fn indexes(connection: &mut PgConnection) -> Indexes {
    let rows: Vec<(String, String, Vec<String>)> = sqlx::query_as(
        "select
            indexrelid::regclass::text,
            indrelid::regclass::text,
            array(select pg_get_indexdef(indexrelid, n, true) from generate_series(1, indnkeyatts) as n)
        from pg_index
        join pg_class on pg_class.oid = indrelid
        where relnamespace = 'public'::regnamespace",
    )
    .fetch_all(connection)
    .await
    .expect("a list of indexes");
    rows.into_iter().map(|(name, table, columns)| (name, Index { table, columns })).collect()
}

/// The table, and the foreign key, of each that no index serves.
async fn foreign_keys(connection: &mut PgConnection) -> Vec<(Vec<String>, String)> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "select conrelid::regclass::text, conname::text
        from pg_constraint
        where contype = 'f'
            and not exists (select from pg_index where indrelid = conrelid and indkey[0] = any(conkey))",
    )
    .fetch_all(connection)
    .await
    .expect("a list of constraints");
    rows.into_iter().map(|(table, key)| (vec![table], key)).collect()
}

/// The statements of a crate, and of the platform, and whether each is the crate's own.
fn statements(crate_dir: &Path) -> BTreeMap<String, bool> {
    let platform = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let texts = PLATFORM.map(|name| sources(&platform.join(name).join("src")));
    let mut statements: BTreeMap<_, _> =
        texts.iter().flat_map(|text| literals(text)).map(|it| (it, false)).collect();
    let own = sources(&crate_dir.join("src"));
    statements.extend(literals(&own).into_iter().map(|it| (it, true)));
    // Those of macros are known better. Statements of tests may read what they like.
    let of_macros = prepared(crate_dir).into_iter().map(|(_, prepared)| prepared.query);
    statements.extend(of_macros.filter(|query| own.contains(query)).map(|it| (it, true)));
    statements
}

/// The texts in Rust sources that begin as a statement does: also those that no macro has seen.
fn literals(rust: &str) -> Vec<String> {
    let texts = rust.match_indices('"').map(|(at, quote)| (&rust[..at], &rust[at + quote.len()..]));
    let texts = texts.filter(|(_, text)| {
        let begins =
            |word: &&str| text.trim_start().strip_prefix(word).is_some_and(|it| it.starts_with([' ', '\n']));
        BEGINNINGS.iter().any(begins)
    });
    let texts = texts.filter_map(|(before, text)| {
        let end = if before.ends_with("r#") { "\"#" } else { "\"" };
        text.split_once(end).map(|(text, _)| text.to_owned())
    });
    texts.collect()
}

/// How the statement is done when nothing is known of its parameters.
async fn plan(connection: &mut PgConnection, query: &str) -> sqlx::Result<Value> {
    let numbers = query.split('$').skip(1).filter_map(|rest| {
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse::<usize>().ok()
    });
    let nulls = vec!["null"; numbers.max().unwrap_or_default()].join(", ");
    let arguments = if nulls.is_empty() { nulls } else { format!("({nulls})") };
    let prepare = format!("prepare planned as {query}");
    sqlx::raw_sql(statement(prepare)).execute(&mut *connection).await?;
    let explain = format!("explain (format json) execute planned{arguments}");
    let explained = sqlx::raw_sql(statement(explain)).fetch_one(&mut *connection).await;
    sqlx::raw_sql("deallocate planned").execute(connection).await?;
    let mut explained: Value = explained?.try_get(0)?;
    Ok(explained[0]["Plan"].take())
}

/// What a node of a plan, and those below it, read from one end to the other: each as its table and, if it has one, its
/// index. A `Limit` above a node ends the reading early.
fn whole_reads(node: &Value, is_limited: bool, indexes: &Indexes) -> Vec<Vec<String>> {
    let text = |field: &str| node[field].as_str().map(str::to_owned);
    let kind = text("Node Type");
    let mut found = Vec::new();
    if kind.as_deref() == Some("Seq Scan") {
        found.push(text("Relation Name").into_iter().collect());
    }
    if let Some(name) = text("Index Name") {
        let index = &indexes[&name];
        let stops = is_limited && node["Filter"].is_null();
        if !stops && !is_selective(index, node["Index Cond"].as_str().unwrap_or_default()) {
            found.push(vec![index.table.clone(), name]);
        }
    }
    let is_limit = kind.as_deref() == Some("Limit");
    let below = node["Plans"].as_array().into_iter().flatten();
    found.extend(below.flat_map(|node| whole_reads(node, is_limit, indexes)));
    found
}

/// Whether a condition leads to a part of the index: it names the first column that has more than a few values, and all
/// before it.
fn is_selective(index: &Index, condition: &str) -> bool {
    let is_named = |column: &str| {
        let beginning = format!("({column} ");
        condition.match_indices(&beginning).any(|(at, it)| !condition[at + it.len()..].starts_with("IS "))
    };
    let named = index.columns.iter().map(String::as_str).take_while(|column| is_named(column));
    let mut named = named.skip_while(|column| FEW_VALUES.contains(column));
    named.next().is_some()
}
