#[test]
fn the_event_tables_are_those_of_the_platform() {
    let ours = include_str!("../../migrations/20261101000000_create_event_tables.sql");

    assert_eq!(ours, include_str!("../../../platform/events/schema.sql"));
}
