use svc_booking::MIGRATOR;
use testkit::TestDb;

/// What is read whole, and why it stays small.
const SMALL: [testkit::Small; 6] = [
    ("booking_needs_human_idx", "bookings that wait for a person"),
    ("booking_next_action_idx", "bookings under way"),
    ("booking_unfinished_idx", "bookings under way"),
    ("booking_lease_owner_idx", "bookings that a worker has in hand"),
    ("cancellation_stage_idx", "only stages under way are asked for"),
    ("closed_account", "accounts that were closed a day ago, or have a booking under way"),
];

#[test]
fn the_event_tables_are_those_of_the_platform() {
    let ours = include_str!("../../migrations/20261101000000_create_event_tables.sql");

    assert_eq!(ours, include_str!("../../../platform/events/schema.sql"));
}

#[test]
fn the_mail_table_is_that_of_the_platform() {
    let ours = include_str!("../../migrations/20261121000000_create_mail_outbox.sql");

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

#[test]
fn the_table_of_calls_is_that_of_the_platform() {
    let ours = include_str!("../../migrations/20261126120600_create_on_call_case.sql");

    assert_eq!(ours, include_str!("../../../platform/mail/on_call.sql"));
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

#[tokio::test]
#[should_panic(expected = "webhook")]
async fn a_statement_that_no_index_leads_to_its_rows_is_found() {
    let db = TestDb::create(&MIGRATOR).await;
    // Another index begins with the mode too, and leads to all webhooks of it.
    sqlx::query("drop index webhook_order_idx").execute(&db.pool).await.unwrap();

    testkit::expect_no_scans(&db, env!("CARGO_MANIFEST_DIR"), &SMALL).await;
}

#[tokio::test]
#[should_panic(expected = "mail_outbox")]
async fn a_statement_of_the_platform_that_has_no_index_at_all_is_found() {
    let db = TestDb::create(&MIGRATOR).await;
    sqlx::query("drop index mail_outbox_ended_idx").execute(&db.pool).await.unwrap();

    testkit::expect_no_scans(&db, env!("CARGO_MANIFEST_DIR"), &SMALL).await;
}
