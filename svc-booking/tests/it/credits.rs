//! Airline credits: what a traveller gets in place of money, with the code that it is spent by.

use proto::booking::v1::{AirlineCredit, BookingStatus, Cancellation};
use time::Duration;

use crate::attention::{list, with_a_refund_owed};
use crate::cancelling::{booked, cancel};
use crate::fakes::services::pounds;
use crate::harness::{Replica, WEBHOOK_SECRET, World, get, guest};
use crate::mailbox::{self, WaitingMail};
use crate::webhooks::deliver;

const CODE: &str = "CREDIT4711";
/// The second traveller's.
const SECOND_CODE: &str = "CREDIT2";
const LOOKED_FOR: &str = "select count(*) from cancellation where credits_due_at is not null";
const DONE: &str = "select count(*) from cancellation where credits_due_at is null and $1 = ''";
const CREATED: &str = "air.airline_credit.created";

/// A booking that the airline gives credit for, cancelled.
async fn cancelled(world: &World) -> (Replica, String) {
    let (replica, booking) = booked(world).await;
    world.airline.will_refund(Some(("500.00", "airline_credits")));
    cancel(&replica.client, &booking.id).await.unwrap();
    (replica, booking.id)
}

async fn cancellation(replica: &Replica, id: &str) -> Cancellation {
    let booking = get(&replica.client, &guest(1), id).await.unwrap();
    assert_eq!(booking.status(), BookingStatus::Cancelled);
    booking.cancellation.unwrap()
}

async fn credits(replica: &Replica, id: &str) -> Vec<AirlineCredit> {
    cancellation(replica, id).await.credits
}

/// The mails, but for the confirmation of the booking.
async fn mails(world: &World) -> Vec<WaitingMail> {
    mailbox::mails(world).await.split_off(1)
}

async fn codes(replica: &Replica, id: &str) -> Vec<String> {
    credits(replica, id).await.into_iter().map(|credit| credit.code).collect()
}

/// Everything is looked at again: a replica looks when it starts.
async fn look_later(world: &World) -> Replica {
    world.clock.advance(Duration::minutes(2));
    let later = world.start().await;
    world.until(DONE, "", "the credits").await;
    later
}

#[tokio::test]
async fn a_credit_is_on_the_trip_and_in_the_mail_with_its_code() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));

    let (replica, id) = cancelled(&world).await;

    let credit = credits(&replica, &id).await.remove(0);
    assert_eq!((credit.holder.as_str(), credit.code.as_str()), ("Ada Byron", CODE));
    assert_eq!((credit.amount, credit.issued_on.as_str()), (Some(pounds("500")), "2026-02-14"));
    let WaitingMail { text, html, .. } = mails(&world).await.remove(0);
    let words = "Airline credit for Ada Byron (Future Flight Credit)\n  Code: CREDIT4711\n  Amount: £500\n  \
                 Issued on: Sat, Feb 14, 2026\n\nGive the code to the airline";
    assert!(text.contains(words), "{text}");
    assert!(html.contains("<strong>CREDIT4711</strong>") && html.contains("<td>£500</td>"), "{html}");
}

#[tokio::test]
async fn what_comes_with_the_cancellation_for_everybody_is_not_looked_for() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));
    world.airline.will_credit_second("acd_2", SECOND_CODE);

    let (replica, id) = cancelled(&world).await;

    assert_eq!(codes(&replica, &id).await, [CODE, SECOND_CODE]);
    assert_eq!(world.count(LOOKED_FOR).await, 0);
}

#[tokio::test]
async fn the_credit_of_another_traveller_that_comes_later_is_found_without_a_webhook() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));
    let (replica, id) = cancelled(&world).await;

    world.airline.list_credit_of_second("acd_2", SECOND_CODE);
    look_later(&world).await;

    assert_eq!(codes(&replica, &id).await, [CODE, SECOND_CODE]);
    let [_, later] = &mails(&world).await[..] else { panic!("one mail more") };
    assert!(later.text.contains(SECOND_CODE) && later.text.contains("Grace Byron"), "{}", later.text);
}

#[tokio::test]
async fn no_code_can_be_read_in_a_cancellation_in_a_waiting_mail_or_in_what_others_are_told() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));

    cancelled(&world).await;

    let sealed = "select count(*) from cancellation where credits is not null";
    let legible =
        "select (select count(*) from cancellation where position('CREDIT4711' in credits::text) > 0
            or position('\\x4352454449543437' in credits::text) > 0)
        + (select count(*) from mail_outbox as mail where position('CREDIT4711' in mail::text) > 0)
        + (select count(*) from outbox where position(convert_to('CREDIT4711', 'utf8') in payload) > 0)";
    assert_eq!((world.count(sealed).await, world.count(legible).await), (1, 0));
}

#[tokio::test]
async fn a_code_that_comes_later_is_found_and_mailed_once() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", None);
    world.airline.will_credit_second("acd_2", SECOND_CODE);
    let (replica, id) = cancelled(&world).await;
    let first = mails(&world).await.remove(0).text;
    assert!(first.contains("Code: not issued yet. We'll e-mail you"), "{first}");
    let told = cancellation(&replica, &id).await;
    assert_eq!((told.credits[0].code.as_str(), told.awaits_credits), ("", true));

    world.airline.issue_credit("acd_1", CODE);
    look_later(&world).await;
    deliver(&world, &replica.client, CREATED, WEBHOOK_SECRET).await.unwrap();

    assert_eq!(credits(&replica, &id).await[0].code, CODE);
    let [_, later] = &mails(&world).await[..] else { panic!("one mail more") };
    assert_eq!(later.subject, "Your airline credit code");
    for body in [&later.text, &later.html] {
        assert!(body.contains(CODE) && body.contains("£500"), "{body}");
    }
}

#[tokio::test]
async fn a_webhook_has_a_credit_read_that_no_cancellation_lists() {
    let world = World::new().await;
    world.airline.will_credit_second("acd_2", SECOND_CODE);
    let (replica, id) = cancelled(&world).await;
    assert_eq!(codes(&replica, &id).await, [SECOND_CODE]);
    world.airline.issue_credit("acd_9", CODE);

    for _ in 0..2 {
        deliver(&world, &replica.client, CREATED, WEBHOOK_SECRET).await.unwrap();
        let _later = world.start().await;
        world.until(DONE, "", "the credit").await;
    }

    assert_eq!(codes(&replica, &id).await, [SECOND_CODE, CODE]);
    assert_eq!(mails(&world).await.len(), 2, "the cancellation and the code");
}

#[tokio::test]
async fn a_webhook_of_a_credit_that_cannot_be_read_yet_is_not_forgotten() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));
    world.airline.will_credit_second("acd_2", SECOND_CODE);
    let (replica, id) = cancelled(&world).await;
    deliver(&world, &replica.client, CREATED, WEBHOOK_SECRET).await.unwrap();
    let _early = world.start().await;
    let looked = "select count(*) from cancellation where credits_due_at >= confirmed_at and $1 = ''";
    world.until(looked, "", "a look").await;

    world.airline.issue_credit("acd_9", "CREDIT9");
    look_later(&world).await;

    assert_eq!(codes(&replica, &id).await, [CODE, SECOND_CODE, "CREDIT9"]);
}

#[tokio::test]
async fn a_credit_that_is_reported_after_ninety_days_is_asked_for_until_its_code_is_there() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));
    let (replica, id) = cancelled(&world).await;
    world.clock.advance(Duration::days(100));
    deliver(&world, &replica.client, CREATED, WEBHOOK_SECRET).await.unwrap();
    let _early = world.start().await;
    let looked = "select count(*) from cancellation
        where credits_due_at > confirmed_at + interval '100 days' and $1 = ''";
    world.until(looked, "", "a look in vain").await;

    world.airline.issue_credit("acd_9", "CREDIT9");
    world.clock.advance(Duration::days(1));
    let _later = world.start().await;
    world.until(DONE, "", "the credit").await;

    assert_eq!(codes(&replica, &id).await, [CODE, "CREDIT9"]);
}

#[tokio::test]
async fn a_credit_of_a_trip_that_was_not_cancelled_from_here_calls_a_person() {
    let world = World::new().await;
    let (replica, _) = booked(&world).await;
    assert!(list(&replica).await.is_empty());

    deliver(&world, &replica.client, CREATED, WEBHOOK_SECRET).await.unwrap();

    assert_eq!(list(&replica).await.len(), 1);
}

/// A trip of whose cancellation a credit was reported, before that came to this stage.
async fn reported_before(world: &World, stage: &str) {
    world.airline.will_credit("acd_1", Some(CODE));
    cancelled(world).await;
    let back = "update cancellation
        set stage = $1, confirmed_at = null, credits_due_at = requested_at, reported_credits = '{acd_9}'";
    sqlx::query(back).bind(stage).execute(&world.db.pool).await.unwrap();
}

#[tokio::test]
async fn no_credit_is_looked_for_once_a_trip_stands() {
    let world = World::new().await;
    reported_before(&world, "REFUSED").await;

    let _later = world.start().await;

    world.until(DONE, "", "the end").await;
}

#[tokio::test]
async fn a_credit_of_a_cancellation_in_doubt_is_looked_for_ever_less_often() {
    let world = World::new().await;
    reported_before(&world, "CONFIRM_UNKNOWN").await;

    world.clock.advance(Duration::hours(5));
    let _later = world.start().await;

    let rests = "select count(*) from cancellation
        where credits_due_at >= requested_at + interval '10 hours' and $1 = ''";
    world.until(rests, "", "a longer pause").await;
}

#[tokio::test]
async fn a_credit_outlives_the_passports_and_is_forgotten_after_three_years() {
    let world = World::new().await;
    world.airline.will_credit("acd_1", Some(CODE));
    let (replica, id) = cancelled(&world).await;

    world.clock.advance(Duration::days(2 * 365));
    let _later = world.start().await;
    world.until("select count(*) from booking where erase_at is null and $1 = ''", "", "the erasure").await;
    assert_eq!(credits(&replica, &id).await[0].code, CODE);

    world.clock.advance(Duration::days(366));
    let _last = world.start().await;
    world.until("select count(*) from cancellation where credits is null and $1 = ''", "", "the sweep").await;
    assert!(credits(&replica, &id).await.is_empty());
}

#[tokio::test]
async fn administrators_see_the_credits_of_a_cancelled_trip() {
    let world = World::new().await;
    world.airline.will_refund(Some(("500.00", "airline_credits")));
    world.airline.will_credit("acd_1", Some(CODE));
    let replica = world.start().await;

    let item = with_a_refund_owed(&world, &replica).await;

    assert_eq!((item.credits[0].code.as_str(), item.credits[0].holder.as_str()), (CODE, "Ada Byron"));
    assert_eq!(list(&replica).await.len(), 1);
}
