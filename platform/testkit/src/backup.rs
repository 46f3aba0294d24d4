//! A test's database, set back to what it was, as a restore from a backup does.

use time::OffsetDateTime;

use crate::TestDb;

const BACK_UP: &str = "do $$
declare name text;
begin
    create schema backup;
    for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create table backup.%1$I as table public.%1$I', name);
    end loop;
end $$";

const SET_BACK: &str = "do $$
declare name text;
begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'backup' loop
        execute format('delete from public.%I', name);
        execute format('insert into public.%1$I overriding system value select * from backup.%1$I', name);
    end loop;
end $$";

const MARK: &str = "do $$
begin
    execute format(
        'alter database %I set fareway.restored_at = %L', current_database(), current_setting('test.restored_at')
    );
end $$";

/// What Postgres says to one of two that wait for each other.
const DEADLOCK: &str = "40P01";

impl TestDb {
    /// Copies every table as all of them are at one moment.
    pub async fn back_up(&self) {
        let mut transaction = self.pool.begin().await.expect("a connection");
        for statement in ["set transaction isolation level repeatable read", BACK_UP] {
            sqlx::query(statement).execute(&mut *transaction).await.expect("tables that can be copied");
        }
        transaction.commit().await.expect("tables that can be copied");
    }

    /// Sets every table back to its copy, as the superuser does. Again where a worker held rows the other way round.
    pub async fn set_back(&self) {
        while let Err(error) = sqlx::query(SET_BACK).execute(&self.pool).await {
            let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
            assert_eq!(code.as_deref(), Some(DEADLOCK), "{error}");
        }
    }

    /// Notes that the database was restored then, as `deploy/scripts/backup restore` does. Connections that are open do not
    /// learn of it.
    pub async fn mark_restored(&self, at: OffsetDateTime) {
        let mut connection = self.pool.acquire().await.expect("a connection");
        sqlx::query("select set_config('test.restored_at', $1::timestamptz::text, false)")
            .bind(at)
            .execute(&mut *connection)
            .await
            .expect("a setting of the session");
        sqlx::query(MARK).execute(&mut *connection).await.expect("the superuser may");
    }
}
