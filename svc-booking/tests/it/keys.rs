//! Keys that are replaced: what the old one has sealed is read beside the new one, sealed anew, and read without it.

use clap::Parser;
use proto::booking::v1::Booking;
use service::health::Readiness;
use service::sealing::Sealer;
use svc_booking::RekeyArgs;
use time::Duration;
use uuid::Uuid;

use crate::cancelling::cancel;
use crate::harness::{KEY, Replica, World, booking, code, create, get, guest};
use crate::kept_passengers::{OFFER, ada, keep, kept};
use crate::mailbox::mails;

const NEW: &str = "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";
/// How many beginnings all sealed values have. Where a key names itself in all of them, it is one.
const BEGINNINGS: &str = "select count(distinct substring(sealed from 1 for 5))
    from (
        select travellers as sealed from booking
        union all select credits from cancellation where credits is not null
        union all select sealed from kept_passengers
        union all select sealed from mail_outbox where sealed is not null
        union all select content from mail_attachment
    ) as everything";
/// Bookings that the key sealed which has sealed what was typed.
const SEALED_AS_TYPED: &str = "select count(*)
    from booking
    where substring(travellers from 1 for 5) in (select substring(sealed from 1 for 5) from kept_passengers)";
/// Ends the statements that wait for a lock, and counts them.
const CANCEL_WAITING: &str = "select count(*) filter (where pg_cancel_backend(pid))
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and $1 = ''";
const WRONG_KEYS: Readiness = Readiness::NotReady("the keys do not open the stored data");

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: RekeyArgs,
}

async fn rekey(world: &World, keys: &str) -> Result<(), String> {
    let args = Cli::parse_from(["rekey", "--database-url", &world.db.url, "--pii-key", keys]).args;
    args.run().await.map_err(|error| format!("{error:#}"))
}

fn both(first: &str, second: &str) -> String {
    [first, second].join(",")
}

async fn book(world: &World, replica: &Replica) -> Booking {
    create(&replica.client, &guest(1), booking(&world.services.authorise())).await.unwrap().booking.unwrap()
}

/// A cancelled trip with an airline credit, mails with files that wait, and what somebody has typed, under the first key.
async fn with_all_that_is_sealed() -> (World, String) {
    let world = World::new().await;
    let replica = world.start().await;
    let id = book(&world, &replica).await.id;
    cancel(&replica.client, &id).await.unwrap();
    keep(&replica.client, &guest(2), vec![ada()]).await.unwrap();
    let name = [id.parse::<Uuid>().unwrap().as_bytes(), b"credits".as_slice()].concat();
    let credits = Sealer::new("PII_KEY", &KEY.into(), None).unwrap().seal(&name, b"[]").unwrap();
    sqlx::query("update cancellation set credits = $1").bind(credits).execute(&world.db.pool).await.unwrap();
    assert!(mails(&world).await.len() > 1);
    assert!(world.count("select count(*) from mail_attachment").await > 0);
    (world, id)
}

/// That a replica which starts now reads the trip, and what was typed.
async fn expect_readable(world: &World, id: &str) {
    let replica = world.start().await;
    let read = get(&replica.client, &guest(1), id).await.unwrap();
    assert_eq!(read.passengers[0].given_name, "Ada");
    assert_eq!(kept(&replica.client, &guest(2), OFFER).await, [ada()]);
}

#[tokio::test]
async fn all_that_the_old_key_has_sealed_is_read_beside_the_new_one_sealed_anew_and_read_without_it() {
    let (mut world, id) = with_all_that_is_sealed().await;

    world.pii_key = both(NEW, KEY);
    expect_readable(&world, &id).await;
    assert!(world.count(BEGINNINGS).await > 5, "values of a single key begin with their nonces");
    let refused = rekey(&world, NEW).await.unwrap_err();
    assert!(refused.contains("sealed values open under no key of PII_KEY"), "{refused}");

    rekey(&world, &world.pii_key).await.unwrap();
    assert_eq!(world.count(BEGINNINGS).await, 1);

    world.pii_key = NEW.into();
    expect_readable(&world, &id).await;
    assert_eq!(rekey(&world, NEW).await, Ok(()), "mails and files open too");
}

#[tokio::test]
async fn the_oldest_bookings_are_sealed_anew_last_and_show_that_a_run_broke_off() {
    let (mut world, _) = with_all_that_is_sealed().await;
    let replica = world.start().await;
    for other in 2..=4 {
        let offer = format!("off_{other}");
        world.services.with(|books| {
            books.quote.request_key = format!("pas_{other}");
            books.quote.offer.as_mut().unwrap().id.clone_from(&offer);
        });
        let mut next = booking(&world.services.authorise());
        next.offer_id = offer;
        create(&replica.client, &guest(1), next).await.unwrap();
    }
    drop(replica);

    // Another transaction holds one of the oldest bookings, and the run is broken off where it waits for it.
    let mut third = world.db.pool.begin().await.unwrap();
    let hold = sqlx::query("select id from booking order by id offset 2 limit 1 for update");
    hold.execute(&mut *third).await.unwrap();
    let keys = both(NEW, KEY);
    let cancelling = world.until(CANCEL_WAITING, "", "the run at the third booking");
    let (broken_off, ()) = tokio::join!(rekey(&world, &keys), cancelling);
    broken_off.unwrap_err();
    third.rollback().await.unwrap();

    assert_eq!(world.count(SEALED_AS_TYPED).await, 1, "the newest alone");
    world.pii_key = NEW.into();
    world.expect_first_readiness(WRONG_KEYS).await;
    rekey(&world, &keys).await.unwrap();
    world.expect_first_readiness(Readiness::Ready).await;
}

#[tokio::test]
async fn replicas_that_know_one_key_and_two_read_what_the_other_writes() {
    let mut world = World::new().await;
    let one = world.start().await;
    world.pii_key = both(KEY, NEW);
    let two = world.start().await;

    let of_two = book(&world, &two).await.id;

    keep(&two.client, &guest(3), vec![ada()]).await.unwrap();
    assert_eq!(get(&one.client, &guest(1), &of_two).await.unwrap().passengers[0].given_name, "Ada");
    assert_eq!(kept(&one.client, &guest(3), OFFER).await, [ada()]);
    keep(&one.client, &guest(4), vec![ada()]).await.unwrap();
    assert_eq!(kept(&two.client, &guest(4), OFFER).await, [ada()]);
}

#[tokio::test]
async fn a_replica_whose_keys_do_not_open_what_is_stored_is_not_ready() {
    let mut world = World::new().await;
    world.pii_key = NEW.into();
    // Nothing is stored.
    world.expect_first_readiness(Readiness::Ready).await;

    world.pii_key = KEY.into();
    let replica = world.start().await;
    book(&world, &replica).await;

    world.expect_first_readiness(Readiness::Ready).await;
    world.pii_key = NEW.into();
    world.expect_first_readiness(WRONG_KEYS).await;
    world.pii_key = both(NEW, KEY);
    world.expect_first_readiness(Readiness::Ready).await;
}

#[tokio::test]
async fn a_replica_with_wrong_keys_forgets_nobody_before_they_are_right() {
    let mut world = World::new().await;
    let replica = world.start().await;
    book(&world, &replica).await;
    drop(replica);
    // The passports are due. A sweep that can't open them would put them off for a day.
    world.clock.advance(Duration::days(54 + 91));

    world.pii_key = NEW.into();
    world.expect_first_readiness(WRONG_KEYS).await;
    let _replica = world.start().await;
    rekey(&world, &both(NEW, KEY)).await.unwrap();

    world.until("select count(*) from booking where erase_at is null and $1 = ''", "", "the erasure").await;
}

#[tokio::test]
async fn a_purchase_that_is_repeated_across_a_change_of_keys_is_the_same_purchase() {
    let mut world = World::new().await;
    let replica = world.start().await;
    let mut request = booking(&world.services.authorise());
    request.idempotency_key = "k1".into();
    let booked = create(&replica.client, &guest(1), request.clone()).await.unwrap();
    let repeated = async |world: &World| {
        let replica = world.start().await;
        create(&replica.client, &guest(1), request.clone()).await.map(|answer| answer.booking)
    };

    world.hmac_keys = both(NEW, KEY);
    let again = repeated(&world).await.unwrap();
    world.hmac_keys = NEW.to_owned();
    let forgotten = repeated(&world).await.unwrap_err();

    assert_eq!(again, booked.booking);
    assert_eq!(code(&forgotten), "IDEMPOTENCY_KEY_REUSED");
}
