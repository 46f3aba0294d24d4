use svc_brand::MIGRATOR;
use testkit::TestDb;

/// What is read whole, and why it stays small.
const SMALL: [testkit::Small; 2] = [
    ("brand", "the brands of an installation"),
    ("watch_look", "a row a brand, mode and day, of eight days"),
];

#[test]
fn the_event_tables_are_those_of_the_platform() {
    let ours = include_str!("../../migrations/20261101000000_create_event_tables.sql");

    assert_eq!(ours, include_str!("../../../platform/events/schema.sql"));
}

#[test]
fn the_mail_table_is_that_of_the_platform() {
    let ours = include_str!("../../migrations/20261121120000_create_mail_outbox.sql");

    assert_eq!(ours, include_str!("../../../platform/mail/schema.sql"));
    let sender = include_str!("../../migrations/20261121140000_add_mail_sender.sql");
    assert_eq!(sender, include_str!("../../../platform/mail/sender.sql"));
    let attachment = include_str!("../../migrations/20261122020000_create_mail_attachment.sql");
    assert_eq!(attachment, include_str!("../../../platform/mail/attachment.sql"));
    let sealed = include_str!("../../migrations/20261123210000_seal_mail.sql");
    assert_eq!(sealed, include_str!("../../../platform/mail/sealed.sql"));
    let given_up = include_str!("../../migrations/20261126100400_index_given_up_mail.sql");
    assert_eq!(given_up, include_str!("../../../platform/mail/given_up.sql"));
    let ended = include_str!("../../migrations/20261126100500_index_ended_mail.sql");
    assert_eq!(ended, include_str!("../../../platform/mail/ended.sql"));
    let unsubscribe = include_str!("../../migrations/20261127000000_add_unsubscribe_url_to_mail.sql");
    assert_eq!(unsubscribe, include_str!("../../../platform/mail/unsubscribe.sql"));
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
