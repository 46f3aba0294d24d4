//! What is forgotten, and when.

use time::Duration;

use crate::cancelling::cancel;
use crate::fakes::services::Trouble;
use crate::harness::{World, booking, create, failure, get, guest};

const KEPT: &str = "select count(*) from booking where erase_at is not null";

#[tokio::test]
async fn r023_passports_and_birth_dates_are_forgotten_ninety_days_after_the_trip() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let id = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap().id;
    let sealed = async || -> i32 {
        sqlx::query_scalar("select length(travellers) from booking").fetch_one(&world.db.pool).await.unwrap()
    };
    let before = sealed().await;

    // The trip ends on 2026-04-24. A replica sweeps when it starts, webhooks last.
    sqlx::query(
        "insert into webhook (provider, mode, event_id, kind, received_at)
        select 'duffel', mode, 'wev_1', 'ping.triggered', created_at from booking",
    )
    .execute(&world.db.pool)
    .await
    .unwrap();
    world.clock.advance(Duration::days(54 + 89));
    let _early = world.start().await;
    let no_webhook = "select count(*) from booking where not exists (select from webhook) and $1 = ''";
    world.until(no_webhook, "", "a sweep").await;
    assert_eq!(world.count("select count(*) from http_key").await, 0);
    assert_eq!(world.count(KEPT).await, 1);
    world.clock.advance(Duration::days(2));
    let _later = world.start().await;
    world.until("select count(*) from booking where erase_at is null and $1 = ''", "", "the erasure").await;

    assert!(sealed().await < before, "less is kept");
    let read = get(&replica.client, &guest(1), &id).await.unwrap();
    assert_eq!(read.passengers[0].given_name, "Ada", "who travelled is still known");
}

#[tokio::test]
async fn r023_passports_of_who_does_not_travel_are_forgotten_within_a_day_and_all_of_who_paid_nothing() {
    let world = World::new().await;
    let replica = world.start().await;
    let cancelled = create(&replica.client, &guest(1), booking(&world.services.authorise())).await.unwrap();
    let cancelled = cancelled.booking.unwrap().id;
    cancel(&replica.client, &cancelled).await.unwrap();
    world.services.with(|books| {
        books.quote.request_key = "pas_z".into();
        books.quote.offer.as_mut().unwrap().id = "off_2".into();
        books.claims.push_back(Trouble::Refused);
    });
    let mut refused = booking(&world.services.authorise());
    refused.offer_id = "off_2".into();
    let refused = create(&replica.client, &guest(1), refused).await.unwrap();
    failure(&refused);
    assert_eq!(world.count(KEPT).await, 2);
    let sealed = async || -> Vec<i32> {
        let query = "select length(travellers) from booking order by id";
        sqlx::query_scalar(query).fetch_all(&world.db.pool).await.unwrap()
    };
    let before = sealed().await;

    world.clock.advance(Duration::hours(25));
    let _later = world.start().await;

    let both = "select count(*) / 2 from booking where erase_at is null and $1 = ''";
    world.until(both, "", "the erasure of both").await;
    assert!(sealed().await.iter().zip(&before).all(|(after, before)| after < before), "less is kept of both");
    let cancelled = get(&replica.client, &guest(1), &cancelled).await.unwrap();
    let refused = get(&replica.client, &guest(1), &refused.booking.unwrap().id).await.unwrap();
    assert_eq!(cancelled.passengers[0].given_name, "Ada");
    assert!(refused.passengers.is_empty(), "nobody has to be written to");
}

#[tokio::test]
async fn r023_a_party_that_does_not_open_keeps_no_other_from_being_forgotten() {
    let world = World::new().await;
    let replica = world.start().await;
    create(&replica.client, &guest(1), booking(&world.services.authorise())).await.unwrap();
    world.services.with(|books| {
        books.quote.request_key = "pas_z".into();
        books.quote.offer.as_mut().unwrap().id = "off_2".into();
    });
    let mut second = booking(&world.services.authorise());
    second.offer_id = "off_2".into();
    create(&replica.client, &guest(1), second).await.unwrap();
    let spoil = "update booking set travellers = '\\x00', erase_at = erase_at - interval '1 day'
        where id = (select min(id::text)::uuid from booking)";
    sqlx::query(spoil).execute(&world.db.pool).await.unwrap();

    world.clock.advance(Duration::days(54 + 91));
    let _later = world.start().await;

    world.until("select count(*) from booking where erase_at is null and $1 = ''", "", "the erasure").await;
    assert_eq!(world.count(KEPT).await, 1, "the other is tried again, a day later");
}
