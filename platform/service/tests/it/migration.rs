//! Migrations beside programs that serve, and after a newer release.

use std::time::Duration;

use clap::Parser;
use service::postgres::{MigrateArgs, readiness};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use testkit::{TestDb, patience};

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

#[derive(Debug, clap::Parser)]
struct Settings {
    #[command(flatten)]
    migrate: MigrateArgs,
}

fn on(db: &TestDb) -> MigrateArgs {
    Settings::parse_from(["test", "--database-owner-url", &db.url]).migrate
}

fn release(migrations: &[(i64, &'static str)]) -> Migrator {
    let migrations = migrations.iter().map(|(version, sql)| {
        Migration::new(*version, "change".into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

const FIRST: (i64, &str) = (1, "create table trip (id bigint)");
const SECOND: (i64, &str) = (2, "alter table trip add column note text");
const THIRD: (i64, &str) = (3, "alter table trip add column seat text");

#[tokio::test]
async fn an_older_program_leaves_a_newer_schema_alone_and_is_ready_on_it() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    let older: &'static Migrator = Box::leak(Box::new(release(&[FIRST])));
    on(&db).migrate(&release(&[FIRST, SECOND])).await.unwrap();

    on(&db).migrate(older).await.unwrap();

    sqlx::raw_sql("select note from trip").execute(&db.pool).await.unwrap();
    assert_eq!(readiness(db.pool.clone(), older).await, Ok(()));
}

#[tokio::test]
async fn a_migration_that_a_program_should_know_and_does_not_stops_it() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    on(&db).migrate(&release(&[FIRST, SECOND])).await.unwrap();

    let error = on(&db).migrate(&release(&[FIRST, THIRD])).await.unwrap_err();

    assert!(format!("{error:#}").contains("migration 2 "), "{error:#}");
    sqlx::raw_sql("select seat from trip").execute(&db.pool).await.unwrap_err();
}

#[tokio::test]
async fn a_migration_lets_the_users_of_a_locked_table_pass_and_ends_well() {
    let db = TestDb::create(&NO_MIGRATIONS).await;
    on(&db).migrate(&release(&[FIRST])).await.unwrap();
    let mut reader = db.pool.begin().await.unwrap();
    sqlx::raw_sql("select from trip").execute(&mut *reader).await.unwrap();

    let (args, newer) = (on(&db), release(&[FIRST, SECOND]));
    let using_the_table = async {
        tokio::time::timeout(patience(20), until_it_waits(&db)).await.unwrap();
        // Waits behind the migration, until that gives up its turn. Without a bound neither would ever end.
        sqlx::raw_sql("select from trip").execute(&db.pool).await.unwrap();
        reader.rollback().await.unwrap();
    };
    let (migrated, ()) = tokio::join!(args.migrate(&newer), using_the_table);

    migrated.unwrap();
    sqlx::raw_sql("select note from trip").execute(&db.pool).await.unwrap();
}

async fn until_it_waits(db: &TestDb) {
    let waiting = "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')";
    while !sqlx::query_scalar::<_, bool>(waiting).fetch_one(&db.pool).await.unwrap() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
