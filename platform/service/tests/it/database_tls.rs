//! Which Postgres is believed over TLS, and whom one lets in that takes TLS alone.

use std::fs;

use rcgen::date_time_ymd;
use servers::Postgres;
use service::postgres::DatabaseArgs;
use service::server_certificate::{self, Server};
use sqlx::migrate::Migrator;
use testkit::{TemporaryFolder, TestDb};

use crate::transport::Authority;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

/// Whether a program's connection is encrypted, or why it has none.
async fn is_encrypted(url: &str) -> Result<bool, String> {
    let pool = DatabaseArgs { database_url: url.into(), database_connections: 1 }.pool().unwrap();
    let question = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
    let answer = sqlx::query_scalar::<_, bool>(question).fetch_one(&pool).await;
    answer.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_postgres_is_believed_by_its_authority_and_its_name_alone_and_lets_nobody_in_without_tls() {
    let (ours, foreign) = (Authority::new("ours"), Authority::new("foreign"));
    let folder = TemporaryFolder::new("postgres");
    let trusting = |authority: &Authority, name: &str| {
        let file = folder.path().join(name);
        fs::write(&file, &authority.pem).unwrap();
        format!("sslmode=verify-full&sslrootcert={}", file.display())
    };
    let (ours_alone, foreign_alone) = (trusting(&ours, "ours.pem"), trusting(&foreign, "foreign.pem"));
    let port = testkit::free_port();
    let (certificate, key) = ours.issue("localhost");
    let postgres = Postgres::start_with_tls(folder.path(), port, &certificate, &key).await.unwrap();
    let url = &postgres.url;
    let by_address = url.replace("@localhost", "@127.0.0.1");
    let without_tls = TestDb::create(&NO_MIGRATIONS).await;

    assert_eq!(is_encrypted(&format!("{url}?{ours_alone}")).await, Ok(true));
    for (what, url, why) in [
        ("of another authority", format!("{url}?{foreign_alone}"), "invalid peer certificate"),
        ("of no known authority", format!("{url}?sslmode=verify-full"), "invalid peer certificate"),
        ("for another name", format!("{by_address}?{ours_alone}"), "certificate not valid for name"),
        ("without TLS", format!("{url}?sslmode=disable"), "no encryption"),
        ("a server without", format!("{}&{ours_alone}", without_tls.url), "server does not support TLS"),
    ] {
        let refusal = is_encrypted(&url).await.expect_err(what);
        assert!(refusal.contains(why), "{what}: {refusal}");
    }
    let end = server_certificate::end(Server::Postgres, "localhost", port).await.unwrap();
    assert_eq!(end, date_time_ymd(4096, 1, 1), "as its certificate says");
    postgres.stop().await;
}
