//! The database is set back to a backup: what the others did since is not in it.

use proto::booking::v1::BookingStatus;
use proto::payments::v1::PaymentStatus;
use service::Clock;
use time::Duration;
use time::format_description::well_known::Rfc3339;

use crate::harness::{Victim, World, booking, create, guest, settled};

/// Long after the offer, and the time for the bank's question, have ended.
const UNTIL_THE_RESTORE: Duration = Duration::hours(3);
const NEXT_ASK: Duration = Duration::minutes(2);

/// A copy of every table.
const BACK_UP: &str = "do $$
declare name text;
begin
    create schema backup;
    for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create table backup.%1$I as table public.%1$I', name);
    end loop;
end $$";

/// Every table as in the copy, as if it had been restored by the superuser.
const SET_BACK: &str = "do $$
declare name text;
begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'backup' loop
        execute format('delete from public.%I', name);
        execute format('insert into public.%1$I overriding system value select * from backup.%1$I', name);
    end loop;
end $$";

/// As `deploy/scripts/backup restore` notes it.
const NOTE: &str = "do $$
begin
    execute format(
        'alter database %I set fareway.restored_at = %L', current_database(), current_setting('test.now')
    );
end $$";

async fn set_back(world: &World) {
    let mut connection = world.db.pool.acquire().await.unwrap();
    sqlx::query(SET_BACK).execute(&mut *connection).await.unwrap();
    sqlx::query("select set_config('test.now', $1, false)")
        .bind(world.clock.now().format(&Rfc3339).unwrap())
        .execute(&mut *connection)
        .await
        .unwrap();
    sqlx::query(NOTE).execute(&mut *connection).await.unwrap();
}

/// A booking whose cardholder is asked by their bank, a backup of that moment, and the system that goes on.
async fn backed_up(world: &World) -> (String, String, Victim) {
    let victim = world.start_victim().await;
    let payment = world.services.challenge();
    let response = create(&victim.client, &guest(1), booking(&payment)).await.unwrap();
    world.until_not_due("AWAIT_3DS").await;
    sqlx::query(BACK_UP).execute(&world.db.pool).await.unwrap();
    (payment, response.booking.unwrap().id, victim)
}

async fn kill(victim: Victim, world: &World) {
    victim.kill();
    world.until_alone().await;
}

#[tokio::test]
async fn an_order_that_was_sent_after_the_backup_is_taken_in_and_none_is_sent() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    let before = settled(&victim.client, &guest(1), &id).await;
    assert_eq!(before.status(), BookingStatus::Confirmed);
    kill(victim, &world).await;

    world.clock.advance(UNTIL_THE_RESTORE);
    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    let replica = world.start().await;
    let after = settled(&replica.client, &guest(1), &id).await;

    assert_eq!(after.status(), BookingStatus::Confirmed);
    assert_eq!(after.booking_reference, before.booking_reference);
    assert_eq!((world.airline.sent().len(), world.airline.standing()), (1, 1), "one dispatch, ever");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.services.called("void"), 0);
}

#[tokio::test]
async fn a_booking_that_was_not_ordered_since_the_backup_goes_on_as_always() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    kill(victim, &world).await;

    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    let replica = world.start().await;
    let booked = settled(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn a_restored_booking_waits_while_nobody_can_say_whether_its_order_was_sent() {
    let world = World::new().await;
    let (payment, id, victim) = backed_up(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.clock.advance(NEXT_ASK);
    settled(&victim.client, &guest(1), &id).await;
    kill(victim, &world).await;

    world.clock.advance(UNTIL_THE_RESTORE);
    set_back(&world).await;
    world.services.answer(&payment, PaymentStatus::Authorised);
    world.airline.refuses_lists(true);
    let replica = world.start().await;
    world.until_not_due("AWAIT_3DS").await;
    assert_eq!(world.services.called("void"), 0);

    world.airline.refuses_lists(false);
    world.clock.advance(Duration::minutes(1));
    let booked = settled(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.airline.sent().len(), 1);
}
