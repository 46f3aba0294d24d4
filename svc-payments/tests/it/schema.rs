use svc_payments::MIGRATOR;
use testkit::TestDb;

/// What is read whole, and why it stays small.
const SMALL: [testkit::Small; 4] = [
    ("payment_needs_human_idx", "payments that wait for a person"),
    ("reconciliation_difference", "each is a fault that a person looks at"),
    ("reconciliation_run", "a row a mode"),
    ("brand_closure", "a row a brand"),
];

#[tokio::test]
async fn the_committed_queries_are_described_as_the_migrated_schema_does() {
    let db = TestDb::create(&MIGRATOR).await;

    testkit::expect_fresh_queries(&db, env!("CARGO_MANIFEST_DIR")).await;
}

#[tokio::test]
async fn no_statement_reads_all_of_a_table_that_grows() {
    let db = TestDb::create(&MIGRATOR).await;

    testkit::expect_no_scans(&db, env!("CARGO_MANIFEST_DIR"), &SMALL).await;
}
