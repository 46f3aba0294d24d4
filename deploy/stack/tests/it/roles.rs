//! The role that statistics are read with is no way to the rows.

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};

use crate::system::on_the_system;

#[test]
fn the_exporters_role_has_pg_monitor_alone_and_reads_no_row() {
    on_the_system(async |shared| {
        let options: PgConnectOptions = shared.at.database.parse().unwrap();
        let mut monitor = PgConnection::connect_with(&options.username("monitor")).await.unwrap();

        let roles: Vec<String> = sqlx::query_scalar(
            "select granted.rolname::text
            from pg_auth_members
            join pg_roles as granted on granted.oid = pg_auth_members.roleid
            where pg_auth_members.member = 'monitor'::regrole",
        )
        .fetch_all(&mut monitor)
        .await
        .unwrap();
        let (tables, readable): (i64, i64) = sqlx::query_as(
            "select count(*), count(*) filter (where has_table_privilege(pg_class.oid, 'select, insert, update, delete'))
            from pg_class
            join pg_namespace on pg_namespace.oid = pg_class.relnamespace
            where pg_class.relkind = 'r' and nspname in ('booking', 'payments', 'identity', 'brand')",
        )
        .fetch_one(&mut monitor)
        .await
        .unwrap();

        assert_eq!(roles, ["pg_monitor"]);
        assert!(tables > 20, "{tables} tables");
        assert_eq!(readable, 0);
        assert!(sqlx::query("select from booking.booking").execute(&mut monitor).await.is_err());
    });
}
