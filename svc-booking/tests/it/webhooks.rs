//! Word from the provider: believed only when signed, and only as a hint to look.

use std::fmt::Write;

use duffel::WebhookArgs;
use hmac::{Hmac, Mac};
use proto::booking::v1::{BookingStatus, CancelBookingRequest, ReceiveWebhookRequest};
use proto::payments::v1::PaymentStatus;
use secrecy::SecretString;
use serde_json::json;
use service::{Clock, Mode};
use sha2::Sha256;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tonic::{Code, Status};

use crate::fakes::airline::{Confirming, Placing};
use crate::fakes::services::Trouble;
use crate::harness::{Client, Replica, WEBHOOK_SECRET, World, booking, create, finished, guest, pending};

fn signature(secret: &str, body: &str, at: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    let mut signature = format!("t={at},v1=");
    for byte in mac.finalize().into_bytes() {
        write!(signature, "{byte:02x}").unwrap();
    }
    signature
}

pub async fn deliver(world: &World, client: &Client, event: &str, secret: &str) -> Result<(), Status> {
    deliver_signed(client, event, secret, world.clock.now()).await
}

async fn deliver_signed(
    client: &Client,
    event: &str,
    secret: &str,
    signed_at: OffsetDateTime,
) -> Result<(), Status> {
    let object = match event {
        "order_cancellation.confirmed" => json!({ "id": "ore_1", "order_id": "ord_1" }),
        "air.airline_credit.created" => json!({ "id": "acd_9", "order_id": "ord_1" }),
        "order.airline_initiated_change_detected" => json!({ "id": "ord_1", "aic_id": "aic_1" }),
        _ => json!({ "id": "ord_1", "offer_id": "off_1" }),
    };
    let body = json!({
        "id": format!("wev_{event}"), "type": event, "live_mode": false,
        "data": { "object": object },
    });
    let body = body.to_string();
    let at = signed_at.unix_timestamp();
    let signature = signature(secret, &body, at);
    // The context is not needed: providers have none.
    let request = tonic::Request::new(ReceiveWebhookRequest { body: body.into_bytes(), signature });
    client.clone().receive_webhook(request).await.map(|_| ())
}

async fn accepted(world: &World) -> (Replica, String, String) {
    let replica = world.start().await;
    world.airline.will([Placing::Accepted]);
    let payment = world.services.authorise();
    let id = pending(world, &replica, &payment).await;
    (replica, id, payment)
}

#[tokio::test]
async fn word_of_an_order_has_it_looked_for_at_once() {
    let world = World::new().await;
    let (replica, id, payment) = accepted(&world).await;
    world.airline.appear();

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.count("select count(*) from webhook").await, 1);
}

#[tokio::test]
async fn word_that_comes_after_hours_is_a_hint_still() {
    let world = World::new().await;
    let (replica, id, payment) = accepted(&world).await;
    world.airline.appear();
    let three_days_ago = world.clock.now() - Duration::hours(72);

    deliver_signed(&replica.client, "order.created", WEBHOOK_SECRET, three_days_ago).await.unwrap();
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn an_order_that_no_list_shows_is_read_by_the_id_of_its_webhook() {
    let world = World::new().await;
    let (replica, id, payment) = accepted(&world).await;

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn an_order_that_was_reported_is_never_given_up_for_not_being_shown() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::CreatedBut(502, "airline_unknown")]);
    let payment = world.services.authorise();
    let id = pending(&world, &replica, &payment).await;
    world.airline.change_hidden(|order| order["id"] = json!("ord_9"));

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    world.until_asked(3).await;
    world.clock.advance(Duration::hours(25));
    world.until_asked(4).await;

    assert_eq!(world.state(&id).await, "ORDER_UNKNOWN");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 1);
}

#[tokio::test]
async fn word_that_the_creation_failed_releases_the_card() {
    let world = World::new().await;
    let (replica, id, payment) = accepted(&world).await;

    deliver(&world, &replica.client, "order.creation_failed", WEBHOOK_SECRET).await.unwrap();
    let failed = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(failed.failure.unwrap().code, "BOOKING_FAILED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
}

#[tokio::test]
async fn word_of_an_order_that_was_refused_calls_a_person() {
    let flagged = "select count(*) from booking where needs_human";
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    assert_eq!(world.count(flagged).await, 0);

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();

    assert_eq!(world.count(flagged).await, 1);
}

#[tokio::test]
async fn a_refusal_that_word_of_the_order_has_overtaken_is_looked_into() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::CreatedBut(422, "insufficient_balance")]);
    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 300;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;

    assert_eq!(finished(&replica.client, &guest(1), &id).await.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn word_of_a_refused_order_outlives_the_release_of_the_card() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    world.services.with(|books| books.voids.extend([Trouble::Away; 2]));
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 0;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until_asked(2).await;
    assert_eq!(world.state(&id).await, "VOID_SENT");

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    let failed = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(failed.failure.unwrap().code, "BOOKING_FAILED");
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 1);
}

#[tokio::test]
async fn word_of_an_order_means_no_booking_of_the_offer_that_was_never_ordered() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.claims.push_back(Trouble::Refused));
    let (declined, good) = (world.services.authorise(), world.services.authorise());
    create(&replica.client, &guest(1), booking(&declined)).await.unwrap();
    create(&replica.client, &guest(1), booking(&good)).await.unwrap();

    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();

    assert_eq!(world.count("select count(*) from booking where needs_human").await, 0);
}

/// The mode in which a delivery is believed, by a program that has these secrets.
fn believed(test: Option<&str>, live: Option<&str>, signer: &str, is_live: bool) -> Option<Mode> {
    let args = WebhookArgs {
        duffel_test_webhook_secret: test.map(SecretString::from),
        duffel_live_webhook_secret: live.map(SecretString::from),
    };
    let body = json!({ "id": "wev_1", "type": "order.created", "live_mode": is_live, "data": {} });
    let (body, now) = (body.to_string(), datetime!(2026-03-01 12:00 UTC));
    let signature = signature(signer, &body, now.unix_timestamp());
    args.verify(&signature, body.as_bytes(), now).ok().map(|(mode, _)| mode)
}

#[test]
fn r001_mode_border_word_is_of_the_mode_of_its_secret_and_of_its_body_or_of_none() {
    for test in [None, Some(""), Some("test_secret"), Some("old_secret,test_secret")] {
        for live in [None, Some(""), Some("live_secret"), Some("old_live_secret,live_secret")] {
            for signer in ["test_secret", "live_secret", "other_secret", "", "duffel_test_a"] {
                let knows = |secrets: Option<&str>| secrets.is_some_and(|it| it.ends_with(signer));
                let is_test = signer == "test_secret" && knows(test);
                let is_live = signer == "live_secret" && knows(live);
                let of_test = believed(test, live, signer, false);
                let of_live = believed(test, live, signer, true);
                assert_eq!(of_test, is_test.then_some(Mode::Test), "{test:?} {live:?} {signer}");
                assert_eq!(of_live, is_live.then_some(Mode::Live), "{test:?} {live:?} {signer}");
            }
        }
    }
}

#[tokio::test]
async fn a_forged_delivery_is_refused_and_leaves_nothing() {
    let world = World::new().await;
    let replica = world.start().await;

    let refused = deliver(&world, &replica.client, "order.created", "another").await.unwrap_err();

    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(world.count("select count(*) from webhook").await, 0);
}

async fn ticketed(world: &World) -> (Replica, String) {
    let replica = world.start().await;
    let payment = world.services.authorise();
    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    (replica, booked.booking.unwrap().id)
}

#[tokio::test]
async fn word_of_a_cancellation_in_doubt_has_it_looked_at_at_once() {
    let world = World::new().await;
    let (replica, id) = ticketed(&world).await;
    world.airline.will_confirm([Confirming::Late]);
    let message = CancelBookingRequest { booking_id: id, ..Default::default() };
    let request = guest(1).request_within(testkit::patience(1), message);
    replica.client.clone().cancel_booking(request).await.expect_err("there is no answer yet");
    world.until_asked(2).await;
    world.airline.confirm_late();

    deliver(&world, &replica.client, "order_cancellation.confirmed", WEBHOOK_SECRET).await.unwrap();

    let done = "select count(*) from cancellation where stage = $1";
    world.until(done, "DONE", "the cancellation").await;
    assert_eq!(world.count("select count(*) from booking where needs_human").await, 0);
}

#[tokio::test]
async fn a_person_is_called_where_the_airline_changes_or_cancels_a_trip() {
    for event in ["order.airline_initiated_change_detected", "order_cancellation.confirmed"] {
        let world = World::new().await;
        let (replica, _) = ticketed(&world).await;
        deliver(&world, &replica.client, "order.updated", WEBHOOK_SECRET).await.unwrap();
        assert_eq!(world.count("select count(*) from booking where needs_human").await, 0);

        deliver(&world, &replica.client, event, WEBHOOK_SECRET).await.unwrap();

        assert_eq!(world.count("select count(*) from booking where needs_human").await, 1, "{event}");
    }
}

#[tokio::test]
async fn a_person_is_called_where_the_airline_changed_an_order_before_it_was_paid_for() {
    for (event, needed) in [("order_cancellation.confirmed", 1), ("order.updated", 0)] {
        let world = World::new().await;
        let replica = world.start().await;
        let payment = world.services.authorise();
        world.services.with(|books| books.captures.extend([Trouble::Away, Trouble::Away]));
        let mut request = booking(&payment);
        request.wait_ms = 300;
        let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
        world.until_asked(2).await;

        deliver(&world, &replica.client, event, WEBHOOK_SECRET).await.unwrap();
        let booked = finished(&replica.client, &guest(1), &id).await;

        assert_eq!(booked.status(), BookingStatus::Confirmed);
        let called = world.count("select count(*) from booking where needs_human").await;
        assert_eq!(called, needed, "{event}");
    }
}

#[tokio::test]
async fn a_change_during_a_cancellation_that_comes_to_nothing_calls_a_person_in_the_end() {
    const NEED: &str = "select count(*) from booking where needs_human";
    let asked = "select count(*) from cancellation join booking on id = booking_id
        where stage = $1 and lease_until is null";
    for (event, needed) in [("order.airline_initiated_change_detected", 1), ("order.updated", 0)] {
        let world = World::new().await;
        let (replica, id) = ticketed(&world).await;
        world.airline.will_confirm([
            Confirming::TurnedAway,
            Confirming::TurnedAway,
            Confirming::Refused("order_not_cancellable"),
        ]);
        let message = CancelBookingRequest { booking_id: id, ..Default::default() };
        let request = guest(1).request_within(testkit::patience(1), message);
        replica.client.clone().cancel_booking(request).await.expect_err("there is no answer yet");
        world.until(asked, "REQUESTED", "the first tries").await;
        assert_eq!(world.count(NEED).await, 0);

        deliver(&world, &replica.client, event, WEBHOOK_SECRET).await.unwrap();
        world.until(asked, "REFUSED", "the refusal").await;

        assert_eq!(world.count(NEED).await, needed, "{event}");
    }
}

#[tokio::test]
async fn a_change_during_a_cancellation_that_is_carried_out_calls_nobody() {
    let world = World::new().await;
    let (replica, id) = ticketed(&world).await;
    world.airline.will_confirm([Confirming::TurnedAway, Confirming::TurnedAway]);
    let message = CancelBookingRequest { booking_id: id, ..Default::default() };
    let request = guest(1).request_within(testkit::patience(1), message);
    replica.client.clone().cancel_booking(request).await.expect_err("there is no answer yet");

    let changed = "order.airline_initiated_change_detected";
    deliver(&world, &replica.client, changed, WEBHOOK_SECRET).await.unwrap();
    world.until("select count(*) from cancellation where stage = $1", "DONE", "the cancellation").await;

    assert_eq!(world.count("select count(*) from booking where needs_human").await, 0);
}
