//! No role is a way to rows that are not its own: neither a service's, nor the one that statistics are read with.

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};

use crate::system::on_the_system;

/// Each schema, with a statement that reads a table of it.
const READS: [(&str, &str); 4] = [
    ("booking", "select from booking.booking"),
    ("payments", "select from payments.payment"),
    ("identity", "select from identity.account"),
    ("brand", "select from brand.brand"),
];
/// What the service may not do to each table that is written once, if only by leaving a value as it is.
const CHANGES: [(&str, &str); 8] = [
    ("booking", "update booking.booking_event set cause = cause"),
    ("booking", "delete from booking.booking_event"),
    ("identity", "update identity.mode_change set to_mode = to_mode"),
    ("identity", "delete from identity.mode_change"),
    ("payments", "update payments.ledger_posting set kind = kind"),
    ("payments", "delete from payments.ledger_posting"),
    ("payments", "update payments.ledger_entry set account = account"),
    ("payments", "delete from payments.ledger_entry"),
];
/// What would take the lock off, for the service that writes the table.
const UNLOCKS: [(&str, &str); 4] = [
    ("booking", "alter table booking.booking_event disable trigger user"),
    ("identity", "alter table identity.mode_change disable trigger user"),
    ("payments", "alter table payments.ledger_posting disable trigger user"),
    ("payments", "alter table payments.ledger_entry disable trigger user"),
];
const PERMISSION_DENIED: &str = "42501";
const RESTRICT_VIOLATION: &str = "23001";

#[test]
fn no_role_of_a_service_reaches_another_services_schema() {
    on_the_system(async |shared| {
        let options: PgConnectOptions = shared.at.database.parse().unwrap();
        for (own, _) in READS {
            for role in [format!("svc_{own}"), format!("svc_{own}_owner")] {
                let mut connection =
                    PgConnection::connect_with(&options.clone().username(&role)).await.unwrap();
                for (schema, statement) in READS {
                    let read = sqlx::query(statement).execute(&mut connection).await;

                    let refused = read.err().map(|error| code_of(&error));
                    let expected = (schema != own).then(|| PERMISSION_DENIED.to_owned());
                    assert_eq!(refused, expected, "{role} reads {schema}");
                }
            }
        }
    });
}

#[test]
fn no_service_changes_or_deletes_what_is_written_once_or_takes_the_lock_off() {
    on_the_system(async |shared| {
        let options: PgConnectOptions = shared.at.database.parse().unwrap();
        let changes = CHANGES.map(|change| (change, RESTRICT_VIOLATION));
        let unlocks = UNLOCKS.map(|unlock| (unlock, PERMISSION_DENIED));
        for ((service, statement), expected) in changes.into_iter().chain(unlocks) {
            let role = options.clone().username(&format!("svc_{service}"));
            let mut connection = PgConnection::connect_with(&role).await.unwrap();

            let done = sqlx::query(statement).execute(&mut connection).await;

            let refused = done.err().map(|error| code_of(&error));
            assert_eq!(refused.as_deref(), Some(expected), "{statement}");
        }
    });
}

fn code_of(error: &sqlx::Error) -> String {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.map_or_else(|| error.to_string(), Into::into)
}

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
