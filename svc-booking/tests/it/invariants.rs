//! Invariants that the database itself holds, whatever a program does.

use crate::harness::{World, booking, create, guest};

async fn refused_by(world: &World, statement: &'static str) -> String {
    let refused = sqlx::query(statement).execute(&world.db.pool).await.unwrap_err();
    refused.as_database_error().unwrap().constraint().unwrap().to_owned()
}

#[tokio::test]
async fn no_statement_can_dispatch_twice_or_take_money_without_an_order() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    let table = [
        (
            "insert into provider_attempt (booking_id, op, n, prepared_at)
            select id, 'order_create', 2, created_at from booking",
            "provider_attempt_order_once",
        ),
        (
            "insert into offer_dispatch select mode, 'pas_other', offer_id, booking_id, dispatched_at from offer_dispatch",
            "offer_dispatch_booking_once",
        ),
        ("update booking set order_id = null", "booking_order_before_capture"),
        ("update booking set state = 'FAILED'", "booking_failed_for_a_reason"),
        (
            "insert into cancellation (booking_id, stage, quote_id, fare_minor, markup_minor, to_card_minor, refund_to)
            select id, 'REFUND_SENT', 'ore_1', 0, 0, 1, 'card' from booking",
            "cancellation_confirmed_before_refund",
        ),
    ];
    for (statement, constraint) in table {
        assert_eq!(refused_by(&world, statement).await, constraint);
    }
}
