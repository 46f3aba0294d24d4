//! The person on duty is mailed when a booking needs a decision.

use proto::booking::v1::AttentionAction;
use time::Duration;

use crate::attention::{decision_on, list, lost, resolve};
use crate::fakes::airline::Placing;
use crate::harness::{World, administrator};
use crate::mailbox::{WaitingMail, mails};

const ADDRESS: &str = "person@on-call.example";

async fn calls(world: &World) -> Vec<WaitingMail> {
    mails(world).await.into_iter().filter(|mail| mail.recipient == ADDRESS).collect()
}

async fn until_called(world: &World, times: &str) {
    let called = "select (count(*) = $1::text::int)::int::bigint from mail_outbox
        where dedupe_key like 'on-call/%'";
    world.until(called, times, "a call").await;
}

#[tokio::test]
async fn a_booking_that_needs_a_person_calls_them_once_and_again_after_an_hour_until_it_is_resolved() {
    let mut world = World::new().await;
    world.more.push(format!("--on-call-email={ADDRESS}"));
    world.more.push("--system-url=https://fly.example/".to_owned());
    let replica = world.start().await;
    let (id, _) = lost(&world, &replica, Placing::Refused(502, "airline_unknown")).await;
    until_called(&world, "1").await;

    world.clock.advance(Duration::hours(1));
    until_called(&world, "2").await;
    // It was asked about again, and rests.
    world.until_asked(8).await;
    let [item] = list(&replica).await.try_into().unwrap_or_else(|_| panic!("one booking"));
    resolve(&replica, &administrator(), decision_on(&item, AttentionAction::NoOrder)).await.unwrap();
    world.until("select count(*) from booking where not needs_human and id::text = $1", &id, "the end").await;
    world.clock.advance(Duration::hours(1));
    let forgotten = "select (count(*) = 0)::int::bigint from on_call_case where $1 <> ''";
    world.until(forgotten, &id, "a look after the end").await;

    let calls = calls(&world).await;
    assert_eq!(calls.len(), 2, "not after it is resolved");
    let first = &calls[0];
    assert_eq!(first.subject, "A booking needs a decision");
    let reason = "We sent the order once and don't know whether the airline has it.";
    let link = format!("https://fly.example/admin-settings#booking-{id}");
    for words in [&*id, reason, "£645", "in test mode", &link] {
        assert!(first.text.contains(words), "{words} in {}", first.text);
    }
    assert!(calls[1].text.contains("nobody has taken it"), "{}", calls[1].text);
    for call in &calls {
        for personal in ["Ada", "Byron", "traveller.example", "CANARY", "RZPNX8", "LHR"] {
            assert!(!call.text.contains(personal), "{personal} in {}", call.text);
        }
    }
}

#[tokio::test]
async fn nobody_is_mailed_where_nobody_is_on_duty() {
    let mut world = World::new().await;
    world.more.push("--on-call-email=".to_owned());
    let replica = world.start().await;
    lost(&world, &replica, Placing::Refused(502, "airline_unknown")).await;

    assert_eq!(calls(&world).await.len(), 0);
    assert_eq!(world.count("select count(*) from on_call_case").await, 0);
}
