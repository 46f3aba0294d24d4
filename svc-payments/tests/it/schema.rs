use svc_payments::MIGRATOR;
use testkit::TestDb;

#[tokio::test]
async fn the_committed_queries_are_described_as_the_migrated_schema_does() {
    let db = TestDb::create(&MIGRATOR).await;

    testkit::expect_fresh_queries(&db, env!("CARGO_MANIFEST_DIR")).await;
}
