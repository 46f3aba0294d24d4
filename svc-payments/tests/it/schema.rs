use svc_payments::MIGRATOR;
use testkit::TestDb;

/// What is read whole, and why it stays small.
const SMALL: [testkit::Small; 4] = [
    ("payment_needs_human_idx", "payments that wait for a person"),
    ("reconciliation_difference", "each is a fault that a person looks at"),
    ("reconciliation_run", "a row a mode"),
    ("brand_closure", "a row a brand"),
];

#[test]
fn the_mail_tables_are_those_of_the_platform() {
    let ours = include_str!("../../migrations/20261126120000_create_mail_outbox.sql");

    let steps = [
        include_str!("../../../platform/mail/schema.sql"),
        include_str!("../../../platform/mail/sender.sql"),
        include_str!("../../../platform/mail/attachment.sql"),
        include_str!("../../../platform/mail/sealed.sql"),
    ];
    assert_eq!(ours, steps.join("\n"));
    let given_up = include_str!("../../migrations/20261126120400_index_given_up_mail.sql");
    assert_eq!(given_up, include_str!("../../../platform/mail/given_up.sql"));
    let ended = include_str!("../../migrations/20261126120500_index_ended_mail.sql");
    assert_eq!(ended, include_str!("../../../platform/mail/ended.sql"));
    let unsubscribe = include_str!("../../migrations/20261127000000_add_unsubscribe_url_to_mail.sql");
    assert_eq!(unsubscribe, include_str!("../../../platform/mail/unsubscribe.sql"));
    let on_call = include_str!("../../migrations/20261126120600_create_on_call_case.sql");
    assert_eq!(on_call, include_str!("../../../platform/mail/on_call.sql"));
    let code = include_str!("../../migrations/20261126140000_add_code_to_on_call_case.sql");
    assert_eq!(code, include_str!("../../../platform/mail/on_call_code.sql"));
}

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
