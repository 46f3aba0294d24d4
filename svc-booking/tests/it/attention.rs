//! Bookings that a person must look at: what they are shown, what they may do, and what comes of it.

use prost::Message;
use proto::booking::v1::{
    AttentionAction, AttentionItem, BookingStatus, CancelBookingRequest, ListAttentionRequest,
    ListAttentionResponse, MoneyStand, ResolveAttentionRequest,
};
use proto::payments::v1::PaymentStatus;
use serde_json::{Value, json};
use service::{Problem, RequestContext};
use time::Duration;
use tonic::{Code, Status};

use crate::fakes::airline::Placing;
use crate::fakes::services::Trouble;
use crate::harness::{
    Replica, WEBHOOK_SECRET, World, administrator, booking, code, create, finished, guest, signed_in,
};
use crate::mailbox::mails;
use crate::webhooks::deliver;

/// A change of an order, and why that is not the booking's; empty where it is.
type Misfit = (fn(&mut Value), &'static str);

const NOTE: &str = "Airline support, ticket 4711, card 4242 4242 4242 4242";

async fn listed(replica: &Replica) -> ListAttentionResponse {
    let request = administrator().request(ListAttentionRequest {});
    replica.attention.clone().list_attention(request).await.unwrap().into_inner()
}

pub async fn list(replica: &Replica) -> Vec<AttentionItem> {
    listed(replica).await.items
}

pub async fn resolve(
    replica: &Replica,
    context: &RequestContext,
    request: ResolveAttentionRequest,
) -> Result<(), Status> {
    replica.attention.clone().resolve_attention(context.request(request)).await.map(|_| ())
}

pub fn decision_on(item: &AttentionItem, action: AttentionAction) -> ResolveAttentionRequest {
    ResolveAttentionRequest {
        booking_id: item.booking_id.clone(),
        action: action.into(),
        note: NOTE.into(),
        version: item.version,
        ..ResolveAttentionRequest::default()
    }
}

/// On the only booking of the list, as it stands.
async fn decision(replica: &Replica, action: AttentionAction) -> ResolveAttentionRequest {
    let items = list(replica).await;
    let [item] = items.as_slice() else { panic!("one booking is in review") };
    decision_on(item, action)
}

/// A booking whose order nobody has found for hours, and its payment.
pub async fn lost(world: &World, replica: &Replica, placing: Placing) -> (String, String) {
    world.airline.will([placing]);
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.wait_ms = 300;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    for times in 2..=6 {
        world.until_asked(times).await;
        world.clock.advance(Duration::minutes(20));
    }
    let flagged = "select count(*) from booking where needs_human and id::text = $1 and lease_until is null";
    world.until(flagged, &id, "the flag").await;
    // Nothing is due any more: the booking stays as it is seen.
    world.until_asked(7).await;
    (id, payment)
}

#[tokio::test]
async fn a_person_sees_age_state_money_and_evidence_and_no_passport() {
    let world = World::new().await;
    let replica = world.start().await;
    let (id, payment) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;

    let items = list(&replica).await;

    let bytes = String::from_utf8_lossy(&items[0].encode_to_vec()).into_owned();
    assert!(!bytes.contains("CANARY") && !bytes.contains("1985-12-10"), "passports and birth dates stay");
    let [item] = items.as_slice() else { panic!("one booking is in review") };
    assert_eq!((&item.booking_id, item.state.as_str()), (&id, "ORDER_UNKNOWN"));
    assert_eq!((&item.payment_id, item.money()), (&payment, MoneyStand::Held));
    assert_eq!(item.created_at, "2026-03-01T12:00:00Z");
    assert_eq!(item.contact_email, "ada@traveller.example");
    assert!(!item.unknown_since.is_empty());
    let actions: Vec<_> = item.actions().collect();
    assert_eq!(actions, [AttentionAction::AskAgain, AttentionAction::NoOrder, AttentionAction::OrderIs]);
    let sent = item.attempts.iter().find(|it| it.op == "order_create").unwrap();
    assert_eq!((sent.class.as_str(), sent.http_status, sent.request_id.as_str()), ("unknown", 502, "req_1"));
    assert!(item.history.iter().any(|it| it.to_state == "ORDER_UNKNOWN"));
}

#[tokio::test]
async fn what_needs_a_person_is_counted() {
    let world = World::new().await;
    let replica = world.start().await;
    lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;

    for (name, expected) in [("needs_person", 1), ("orders_in_doubt", 1)] {
        let queue = svc_booking::QUEUES.into_iter().find(|queue| queue.name == name).unwrap();
        assert_eq!(service::queues::length(&world.db.pool, queue).await.unwrap(), expected, "{name}");
    }
}

#[tokio::test]
async fn the_airlines_written_word_that_there_is_no_order_releases_the_money() {
    let world = World::new().await;
    let replica = world.start().await;
    let (id, payment) = lost(&world, &replica, Placing::Refused(502, "airline_unknown")).await;

    let decided = decision(&replica, AttentionAction::NoOrder).await;
    resolve(&replica, &administrator(), decided).await.unwrap();
    let failed = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(failed.status(), BookingStatus::Failed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert_eq!(world.airline.sent().len(), 1);
    assert!(list(&replica).await.is_empty());
    let told = "select count(*) from booking_event
        join ruling on ruling.booking_id = booking_event.booking_id and n = ruling
        where to_state = 'VOID_SENT' and cause = 'OrderAbsent' and note = 'Airline support, ticket 4711, card **** **** **** 4242'
            and operator = '00000000-0000-0000-0000-000000000063'";
    assert_eq!(world.count(told).await, 1, "the step names the decision, the decision the operator");
}

#[tokio::test]
async fn an_order_that_shows_outweighs_the_word_that_there_is_none() {
    let world = World::new().await;
    let replica = world.start().await;
    let (id, payment) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;
    let decided = decision(&replica, AttentionAction::NoOrder).await;
    world.airline.appear();

    resolve(&replica, &administrator(), decided).await.unwrap();
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn an_order_that_a_person_names_is_paid_for() {
    let world = World::new().await;
    let replica = world.start().await;
    let (id, payment) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;
    world.airline.change_hidden(|order| order["metadata"] = json!({}));
    let named = ResolveAttentionRequest {
        order_id: "ord_1".into(),
        ..decision(&replica, AttentionAction::OrderIs).await
    };

    resolve(&replica, &administrator(), named).await.unwrap();
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!((booked.status(), booked.booking_reference.as_str()), (BookingStatus::Confirmed, "RZPNX8"));
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn an_order_that_is_not_the_bookings_is_refused_and_nothing_is_kept() {
    let world = World::new().await;
    let replica = world.start().await;
    let (_, payment) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;
    let misfits: [Misfit; 6] = [
        (|it| it["metadata"]["booking_id"] = json!("another"), "This order belongs to another booking."),
        (|it| it["metadata"] = json!({}), ""),
        (|it| it["passengers"][0]["family_name"] = json!("Lovelace"), "This order is for other travellers."),
        (|it| it["passengers"][0]["family_name"] = json!("BYRON"), ""),
        (|it| it["total_amount"] = json!("1.00"), "This order costs another sum."),
        (|it| it["cancelled_at"] = json!("2026-03-01T12:30:00Z"), "This order is cancelled."),
    ];
    let decided = decision(&replica, AttentionAction::OrderIs).await;
    let named = |order: &str| ResolveAttentionRequest { order_id: order.into(), ..decided.clone() };
    for (change, expected) in misfits {
        world.airline.change_hidden(change);
        if !expected.is_empty() {
            let refused = resolve(&replica, &administrator(), named("ord_1")).await.unwrap_err();
            let problem = Problem::from_status(&refused);
            assert_eq!(problem.fields[0].field, "orderId");
            assert_eq!(problem.fields[0].message, expected);
        }
    }
    for order in ["ord_9", "RZPNX8", "ord_1/../x"] {
        let refused = resolve(&replica, &administrator(), named(order)).await.unwrap_err();
        assert_eq!(code(&refused), "VALIDATION_ERROR", "{order}");
    }

    assert_eq!(world.count("select count(*) from ruling").await, 0);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
}

#[tokio::test]
async fn nothing_is_done_without_an_administrator_a_note_and_the_version_they_saw() {
    let world = World::new().await;
    let replica = world.start().await;
    let (_, payment) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;
    let good = decision(&replica, AttentionAction::NoOrder).await;
    let noteless = ResolveAttentionRequest { note: " ".into(), ..good.clone() };
    let older = ResolveAttentionRequest { version: good.version - 1, ..good.clone() };
    let nobodys = ResolveAttentionRequest { booking_id: uuid::Uuid::nil().to_string(), ..good.clone() };
    let user = signed_in(1, uuid::Uuid::from_u128(5));
    let table = [
        (guest(1), good.clone(), "FORBIDDEN"),
        (user, good.clone(), "FORBIDDEN"),
        (administrator(), noteless, "VALIDATION_ERROR"),
        (administrator(), older, "NOT_ALLOWED_NOW"),
        (administrator(), decision(&replica, AttentionAction::PaidBack).await, "NOT_ALLOWED_NOW"),
        (administrator(), decision(&replica, AttentionAction::DealtWith).await, "NOT_ALLOWED_NOW"),
        (administrator(), nobodys, "BOOKING_NOT_FOUND"),
    ];

    for (context, request, expected) in table {
        let refused = resolve(&replica, &context, request).await.unwrap_err();
        assert_eq!(code(&refused), expected);
    }
    let listed = replica.attention.clone().list_attention(guest(1).request(ListAttentionRequest {})).await;
    assert_eq!(code(&listed.unwrap_err()), "FORBIDDEN");
    assert_eq!(world.count("select count(*) from ruling").await, 0);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
}

#[tokio::test]
async fn a_person_may_have_the_airline_asked_at_once() {
    let world = World::new().await;
    let replica = world.start().await;
    let (id, _) = lost(&world, &replica, Placing::CreatedBut(502, "airline_unknown")).await;
    world.airline.appear();

    let again = ResolveAttentionRequest {
        note: String::new(),
        ..decision(&replica, AttentionAction::AskAgain).await
    };
    resolve(&replica, &administrator(), again).await.unwrap();

    assert_eq!(finished(&replica.client, &guest(1), &id).await.status(), BookingStatus::Confirmed);
}

#[tokio::test]
async fn money_that_a_person_paid_back_is_owed_no_more() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    world.services.with(|books| {
        books.voids.push_back(Trouble::Taken);
        books.refund_trouble = Some(Trouble::Refused);
    });
    let mut request = booking(&world.services.authorise());
    request.wait_ms = 0;
    let id = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap().id;
    world.until("select count(*) from booking where needs_human and id::text = $1", &id, "the flag").await;
    world.until_resting("VOID_SENT").await;
    let item = list(&replica).await.remove(0);
    assert_eq!(item.money(), MoneyStand::Taken);
    assert_eq!(item.actions().collect::<Vec<_>>(), [AttentionAction::AskAgain, AttentionAction::PaidBack]);

    resolve(&replica, &administrator(), decision_on(&item, AttentionAction::PaidBack)).await.unwrap();

    let failed = finished(&replica.client, &guest(1), &id).await;
    assert_eq!(failed.status(), BookingStatus::Failed);
    let told = failed.failure.unwrap().message;
    assert!(told.contains("has been paid back") && !told.contains("charged"), "{told}");
    assert!(list(&replica).await.is_empty());
    assert!(world.services.with(|books| books.refunds.is_empty()), "no second refund is tried");
}

/// A cancelled booking whose refund was refused, as a person sees it.
pub async fn with_a_refund_owed(world: &World, replica: &Replica) -> AttentionItem {
    world.services.with(|books| books.refund_trouble = Some(Trouble::Refused));
    let payment = world.services.authorise();
    let booked = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();
    let cancel = guest(1).request(CancelBookingRequest { booking_id: booked.id, ..Default::default() });
    replica.client.clone().cancel_booking(cancel).await.unwrap();
    list(replica).await.remove(0)
}

#[tokio::test]
async fn a_refund_that_a_person_paid_is_told_as_paid() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will_refund(Some(("400.00", "balance")));
    let item = with_a_refund_owed(&world, &replica).await;
    assert_eq!((item.state.as_str(), item.money()), ("REFUND_FAILED", MoneyStand::Taken));
    let sums = [&item.total, &item.owed].map(|sum| sum.as_ref().map(|sum| sum.minor));
    assert_eq!(sums, [Some(64_500), Some(52_070)], "what is owed is what was to go back");

    resolve(&replica, &administrator(), decision_on(&item, AttentionAction::PaidBack)).await.unwrap();

    let cancelled = crate::harness::get(&replica.client, &guest(1), &item.booking_id).await.unwrap();
    assert_eq!(cancelled.cancellation.unwrap().refund_status, "succeeded");
    assert!(list(&replica).await.is_empty());
    let told = "select count(*) from booking_event where to_state = 'DONE' and ruling = 1";
    assert_eq!(world.count(told).await, 1);
    assert_eq!(refund_mails(&world).await, ["did not reach your card", "has been paid"]);
}

/// How the subjects of the mails about a refund end.
pub async fn refund_mails(world: &World) -> Vec<String> {
    let subjects = mails(world).await.into_iter().map(|mail| mail.subject);
    let ending = |subject: String| {
        let (_sum, ending) = subject.strip_prefix("Your refund of ")?.split_once(' ')?;
        Some(ending.to_owned())
    };
    let mut endings: Vec<_> = subjects.filter_map(ending).collect();
    endings.sort();
    endings
}

#[tokio::test]
async fn of_administrators_who_rule_at_once_one_does_and_the_others_are_told_that_it_has_moved_on() {
    let world = World::new().await;
    let replica = world.start().await;
    let item = with_a_refund_owed(&world, &replica).await;
    let administrator = administrator();
    let press = || resolve(&replica, &administrator, decision_on(&item, AttentionAction::PaidBack));

    let answers = futures::future::join_all((0..4).map(|_| press())).await;
    let later = press().await;

    let refused: Vec<_> = answers.iter().chain([&later]).filter_map(|it| it.as_ref().err()).collect();
    assert_eq!(refused.len(), 4);
    for error in refused {
        assert_eq!((error.code(), code(error).as_str()), (Code::FailedPrecondition, "NOT_ALLOWED_NOW"));
    }
    assert_eq!(world.count("select count(*) from ruling").await, 1);
    assert_eq!(world.count("select count(*) from booking_event where to_state = 'DONE'").await, 1);
}

#[tokio::test]
async fn what_is_not_listed_is_counted() {
    let world = World::new().await;
    let replica = world.start().await;
    for _ in 0..101 {
        world.services.with(|books| books.claims.push_back(Trouble::Refused));
        create(&replica.client, &guest(1), booking(&world.services.authorise())).await.unwrap();
    }
    sqlx::query("update booking set needs_human = true").execute(&world.db.pool).await.unwrap();

    let listed = listed(&replica).await;

    assert_eq!((listed.items.len(), listed.total), (100, 101));
}

#[tokio::test]
async fn what_was_dealt_with_calls_nobody_again() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();
    assert_eq!(list(&replica).await[0].actions().collect::<Vec<_>>(), [AttentionAction::DealtWith]);

    let decided = decision(&replica, AttentionAction::DealtWith).await;
    resolve(&replica, &administrator(), decided.clone()).await.unwrap();
    let again = resolve(&replica, &administrator(), decided).await.unwrap_err();
    assert_eq!(code(&again), "NOT_ALLOWED_NOW");
    deliver(&world, &replica.client, "order.created", WEBHOOK_SECRET).await.unwrap();

    assert!(list(&replica).await.is_empty());
}
