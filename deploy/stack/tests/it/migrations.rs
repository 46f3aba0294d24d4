//! No new migration stops the programs of the last release, which serve while it runs and after it (CONTRIBUTING.md).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::architecture::root;

/// The newest migration from before these rules.
const BEFORE_THE_RULES: &str = "20261125090000";
/// Says in the first line that no program of the last release needs what goes.
const CONTRACT: &str = "-- contract:";

#[test]
fn no_new_migration_breaks_or_blocks_the_last_release() {
    let files = migrations();
    assert!(files.len() > 80, "found {} migrations", files.len());
    let mut broken = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        if *name > *BEFORE_THE_RULES && !name.starts_with(BEFORE_THE_RULES) {
            let faults = faults(&fs::read_to_string(&file).unwrap());
            broken.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(broken.is_empty(), "CONTRIBUTING.md says how to change a schema:\n{}", broken.join("\n"));
}

#[test]
fn what_breaks_or_blocks_the_last_release_is_found() {
    for (sql, faulty) in [
        ("create table trip (id bigint not null);\ncreate index trip_idx on trip (id);", false),
        ("create index trip_idx on trip (id);", true),
        ("-- no-transaction\ncreate index concurrently if not exists trip_idx on trip (id);", false),
        ("create unique index concurrently if not exists trip_idx on trip (id);", true),
        ("-- no-transaction\ncreate index concurrently trip_idx on trip (id);", true),
        ("-- no-transaction\nalter table trip add column note text;\nselect 1;", true),
        ("alter table trip add column note text;", false),
        ("alter table trip add column seats integer not null default 0;", false),
        ("alter table trip\n    add column seats integer not null;", true),
        ("alter table trip alter column note set not null;", true),
        ("alter table trip alter column note type bigint;", true),
        ("alter table trip drop column note;", true),
        ("drop table trip;", true),
        ("drop index trip_idx;", true),
        ("alter table trip rename column note to text;", true),
        ("alter table trip add constraint trip_known check (id > 0);", true),
        ("alter table trip add constraint trip_known check (id > 0) not valid;", false),
        ("-- contract: nothing has read it since 0.2\nalter table trip drop column note;", false),
        ("-- drop table trip\nselect 1;", false),
    ] {
        assert_eq!(!faults(sql).is_empty(), faulty, "{sql}: {:?}", faults(sql));
    }
}

fn migrations() -> Vec<PathBuf> {
    let services = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path().join("migrations"));
    let folders = services.filter(|folder| folder.is_dir());
    folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect()
}

/// What a migration does that programs of the last release would not survive, or would wait for.
fn faults(sql: &str) -> Vec<String> {
    let statements = statements(sql);
    let created: BTreeSet<&str> = statements
        .iter()
        .filter_map(|words| words.strip_prefix("create table "))
        .filter_map(first_word)
        .collect();
    let contracts = sql.starts_with(CONTRACT);
    let outside_transaction = sql.starts_with("-- no-transaction");
    let mut faults = Vec::new();
    if outside_transaction && statements.len() > 1 {
        faults.push("without a transaction only one statement is safe to repeat".to_owned());
    }
    for statement in &statements {
        let fault = match statement.as_str() {
            index if is_index(index) => index_fault(index, &created, outside_transaction),
            alter if alter.starts_with("alter table ") && !alters_one_of(alter, &created) => {
                alter_fault(alter).filter(|_| !contracts)
            }
            drop if drop.starts_with("drop ") && !contracts => Some("the last release may need it"),
            _ => None,
        };
        faults.extend(fault.map(|fault| format!("{fault}: {statement}")));
    }
    faults
}

/// In small letters, without comments, with single spaces.
fn statements(sql: &str) -> Vec<String> {
    let code: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap()).collect();
    let statements = code.join(" ").to_lowercase();
    let words = statements.split(';').map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|it| !it.is_empty()).collect()
}

fn first_word(text: &str) -> Option<&str> {
    text.split([' ', '(']).next()
}

fn is_index(statement: &str) -> bool {
    statement.starts_with("create index ") || statement.starts_with("create unique index ")
}

fn index_fault(statement: &str, created: &BTreeSet<&str>, outside_transaction: bool) -> Option<&'static str> {
    let table = statement.split(" on ").nth(1).and_then(first_word);
    if table.is_some_and(|table| created.contains(table)) {
        return None;
    }
    if !statement.contains("index concurrently if not exists ") {
        return Some("writers wait for it: `create index concurrently if not exists`");
    }
    (!outside_transaction)
        .then_some("an index is made concurrently outside a transaction: `-- no-transaction`")
}

fn alters_one_of(statement: &str, created: &BTreeSet<&str>) -> bool {
    statement.strip_prefix("alter table ").and_then(first_word).is_some_and(|table| created.contains(table))
}

fn alter_fault(statement: &str) -> Option<&'static str> {
    let adds_column = statement.contains(" add column ");
    match statement {
        it if it.contains(" drop column ") => Some("the last release reads this column"),
        it if it.contains(" rename ") => Some("the last release knows the old name"),
        it if it.contains(" set not null") => Some("the last release may leave it out"),
        it if it.contains(" type ") && it.contains(" alter column ") => Some("the table is written anew"),
        it if adds_column && it.contains(" not null") && !it.contains(" default ") => {
            Some("the last release leaves the column out: it needs a default")
        }
        it if it.contains(" add constraint ") && !it.ends_with(" not valid") => Some(
            "all rows are read while nobody may write: `not valid`, and `validate constraint` in a later file",
        ),
        _ => None,
    }
}
