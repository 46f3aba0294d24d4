//! The same booking again, and two who want one offer.

use proto::booking::v1::{BookingStatus, CreateBookingRequest, GetBookingRequest};
use proto::payments::v1::PaymentStatus;
use service::RequestContext;
use time::Duration;
use tonic::Code;

use crate::fakes::airline::Placing;
use crate::fakes::services::{ACCOUNT, BagSales, Trouble};
use crate::harness::{World, booking, booking_with_bags, code, create, failure, finished, guest, signed_in};

#[tokio::test]
async fn the_same_key_and_body_answer_alike_and_the_password_is_told_once() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.idempotency_key = "k1".into();

    let first = create(&replica.client, &guest(1), request.clone()).await.unwrap();
    let second = create(&replica.client, &guest(1), request.clone()).await.unwrap();
    let after_sign_in = create(&replica.client, &signed_in(1, ACCOUNT), request).await.unwrap();

    assert!(first.account.is_some());
    assert!(second.account.is_none() && after_sign_in.account.is_none());
    assert_eq!(second.booking, first.booking);
    assert_eq!(after_sign_in.booking, first.booking);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn r028_a_booking_whose_answer_was_lost_is_found_by_its_key_and_by_nobody_else() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let find = async |context: RequestContext, key: &str| {
        let request = GetBookingRequest { idempotency_key: key.into(), ..GetBookingRequest::default() };
        let found = replica.client.clone().get_booking(context.request(request)).await;
        found.map(|answer| answer.into_inner().booking.unwrap()).map_err(|status| status.code())
    };
    assert_eq!(find(guest(1), "k1").await, Err(Code::NotFound), "nothing was sent yet");

    let request = CreateBookingRequest { idempotency_key: "k1".into(), ..booking(&payment) };
    let made = create(&replica.client, &guest(1), request).await.unwrap().booking.unwrap();

    assert_eq!(find(guest(1), "k1").await.unwrap().id, made.id);
    assert_eq!(find(signed_in(1, ACCOUNT), "k1").await.unwrap().id, made.id);
    assert_eq!(find(guest(2), "k1").await, Err(Code::NotFound));
    assert_eq!(find(guest(1), "k2").await, Err(Code::NotFound));
    assert_eq!(find(guest(1), "").await, Err(Code::NotFound));
}

#[tokio::test]
async fn r028_a_booking_that_failed_is_still_found_by_its_key() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let request = CreateBookingRequest { idempotency_key: "k1".into(), ..booking(&payment) };
    create(&replica.client, &guest(1), request).await.unwrap();

    let request = GetBookingRequest { idempotency_key: "k1".into(), ..GetBookingRequest::default() };
    let found = replica.client.clone().get_booking(guest(1).request(request)).await.unwrap().into_inner();

    assert_eq!(found.booking.unwrap().status(), BookingStatus::Failed);
}

#[tokio::test]
async fn requests_that_run_at_once_join_one_booking() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut keyed = booking(&payment);
    keyed.idempotency_key = "k1".into();

    let requests = (0..10).map(|n| if n % 2 == 0 { keyed.clone() } else { booking(&payment) });
    let context = guest(1);
    let sent = requests.map(|request| create(&replica.client, &context, request));
    let answers = futures::future::join_all(sent).await;

    let ids: Vec<_> = answers.into_iter().map(|answer| answer.unwrap().booking.unwrap().id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(world.airline.sent().len(), 1);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn a_key_that_comes_with_another_body_is_refused() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut request = booking(&payment);
    request.idempotency_key = "k1".into();
    create(&replica.client, &guest(1), request.clone()).await.unwrap();

    request.passengers[0].last_name = "Lovelace".into();
    let refused = create(&replica.client, &guest(1), request).await.unwrap_err();

    assert_eq!(code(&refused), "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn bag05_the_same_key_with_other_bags_is_another_purchase() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let mut request = booking_with_bags(&payment, 1);
    request.idempotency_key = "k1".into();
    let booked = create(&replica.client, &guest(1), request.clone()).await.unwrap();

    let again = create(&replica.client, &guest(1), request.clone()).await.unwrap();
    request.bags[0].service_id = "ase_another_bag".into();
    let refused = create(&replica.client, &guest(1), request).await.unwrap_err();

    assert_eq!(again.booking, booked.booking);
    assert_eq!(code(&refused), "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn bag05_a_bag_that_is_gone_before_the_booking_is_made_is_refused_and_the_card_released() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.bags = BagSales::Withdrawn);
    let payment = world.services.authorise();

    let refused = create(&replica.client, &guest(1), booking_with_bags(&payment, 1)).await.unwrap_err();

    assert_eq!(code(&refused), "BAG_UNAVAILABLE");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided, "other bags cost another sum");
}

#[tokio::test]
async fn a_quote_without_the_bags_that_were_chosen_makes_no_booking() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.bags = BagSales::Unknown);
    let payment = world.services.authorise();

    let refused = create(&replica.client, &guest(1), booking_with_bags(&payment, 1)).await.unwrap_err();

    assert_eq!(code(&refused), "INTERNAL_ERROR");
    assert_eq!(world.services.called("claim"), 0);
}

#[tokio::test]
async fn bag05_a_tab_whose_bag_is_gone_is_told_that_the_offer_was_booked_with_other_details() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());
    create(&replica.client, &guest(1), booking(&first)).await.unwrap();
    world.services.with(|books| books.bags = BagSales::Withdrawn);

    let mut other = booking_with_bags(&second, 1);
    other.idempotency_key = "k2".into();
    let refused = create(&replica.client, &guest(1), other).await.unwrap_err();

    assert_eq!(code(&refused), "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
}

#[tokio::test]
async fn a_second_card_for_the_same_booking_is_released() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());

    let booked = create(&replica.client, &guest(1), booking(&first)).await.unwrap();
    let again = create(&replica.client, &guest(1), booking(&second)).await.unwrap();

    assert_eq!(again.booking.unwrap().id, booked.booking.unwrap().id);
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
    assert_eq!(world.services.payment(&first), PaymentStatus::Captured);
}

#[tokio::test]
async fn two_tabs_of_one_traveller_join_one_booking_whatever_their_keys_and_cards() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());
    let mut one = booking(&first);
    one.idempotency_key = "k1".into();
    let mut other = booking(&second);
    other.idempotency_key = "k2".into();

    let context = guest(1);
    let (one, other) =
        tokio::join!(create(&replica.client, &context, one), create(&replica.client, &context, other));

    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(other.booking, one.booking);
    assert!(one.account.is_none() || other.account.is_none());
    assert_eq!(world.airline.sent().len(), 1);
    let mut cards = [world.services.payment(&first), world.services.payment(&second)];
    cards.sort();
    assert_eq!(cards, [PaymentStatus::Captured, PaymentStatus::Voided]);
}

#[tokio::test]
async fn a_tab_with_other_passengers_is_not_told_that_they_are_booked() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());
    create(&replica.client, &guest(1), booking(&first)).await.unwrap();

    for payment in [&first, &second] {
        let mut other = booking(payment);
        other.idempotency_key = "k2".into();
        other.passengers[0].last_name = "Lovelace".into();
        let refused = create(&replica.client, &guest(1), other).await.unwrap_err();
        assert_eq!(code(&refused), "IDEMPOTENCY_KEY_REUSED");
    }

    assert_eq!(world.services.payment(&first), PaymentStatus::Captured);
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
}

#[tokio::test]
async fn what_was_authorised_for_another_offer_is_left_to_that_one() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.payments.get_mut(&payment).unwrap().offer_id = "off_9".into());

    let refused = create(&replica.client, &guest(1), booking(&payment)).await.unwrap_err();

    assert_eq!(code(&refused), "PAYMENT_FAILED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
}

#[tokio::test]
async fn a_reload_finds_the_booking_though_its_offer_is_sold() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());
    let booked = create(&replica.client, &guest(1), booking(&first)).await.unwrap();
    world.services.with(|books| books.offer_gone = true);

    for context in [guest(1), signed_in(1, ACCOUNT), signed_in(7, ACCOUNT)] {
        let mut reloaded = booking(&second);
        reloaded.idempotency_key = "k2".into();
        let again = create(&replica.client, &context, reloaded).await.unwrap();

        assert_eq!(again.booking, booked.booking);
        assert!(again.account.is_none());
    }
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
    assert_eq!(world.services.payment(&first), PaymentStatus::Captured);
}

#[tokio::test]
async fn of_two_travellers_who_want_one_offer_the_second_is_told_and_pays_nothing() {
    let world = World::new().await;
    let replica = world.start().await;
    let (first, second) = (world.services.authorise(), world.services.authorise());

    let booked = create(&replica.client, &guest(1), booking(&first)).await.unwrap();
    let refused = create(&replica.client, &guest(2), booking(&second)).await.unwrap_err();

    assert_eq!(booked.booking.unwrap().status(), BookingStatus::Confirmed);
    assert_eq!(code(&refused), "OFFER_EXPIRED");
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
    assert_eq!(world.airline.sent().len(), 1);
}

#[tokio::test]
async fn an_offer_that_was_dispatched_is_never_dispatched_again_even_after_a_refusal() {
    let world = World::new().await;
    let replica = world.start().await;
    world.airline.will([Placing::Refused(422, "insufficient_balance")]);
    let (first, second) = (world.services.authorise(), world.services.authorise());

    let failed = create(&replica.client, &guest(1), booking(&first)).await.unwrap();
    let refused = create(&replica.client, &guest(1), booking(&second)).await.unwrap_err();

    assert_eq!(failure(&failed), "BOOKING_FAILED");
    assert_eq!(code(&refused), "OFFER_EXPIRED");
    assert_eq!(world.airline.sent().len(), 1);
    assert_eq!(world.services.payment(&second), PaymentStatus::Voided);
}

#[tokio::test]
async fn a_payment_pays_for_one_booking() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    create(&replica.client, &guest(1), booking(&payment)).await.unwrap();
    world.services.with(|books| {
        books.quote.request_key = "pas_other".into();
        books.quote.offer.as_mut().unwrap().id = "off_2".into();
    });

    let mut other = booking(&payment);
    other.offer_id = "off_2".into();
    let refused = create(&replica.client, &guest(1), other).await.unwrap_err();

    assert_eq!(code(&refused), "PAYMENT_FAILED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn a_strangers_refused_try_with_a_payment_does_not_spoil_it_for_its_owner() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.claims.push_back(Trouble::Refused));
    let stranger = create(&replica.client, &guest(2), booking(&payment)).await.unwrap().booking.unwrap();
    // The provider's money was never touched: payments knows whose it is.
    world.services.with(|books| {
        let kept = books.payments.get_mut(&payment).unwrap();
        kept.status = PaymentStatus::Authorised.into();
        kept.booking_id.clear();
    });

    let owner = create(&replica.client, &guest(1), booking(&payment)).await.unwrap().booking.unwrap();

    assert_eq!(stranger.status(), BookingStatus::Failed);
    assert_eq!(owner.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.payment(&payment), PaymentStatus::Captured);
}

#[tokio::test]
async fn a_tab_with_an_old_price_does_not_release_the_card_that_another_tab_pays_with() {
    let world = World::new().await;
    let replica = world.start().await;
    world.services.with(|books| books.claims.extend([Trouble::Away; 2]));
    let payment = world.services.authorise();
    let mut first = booking(&payment);
    first.wait_ms = 0;
    let id = create(&replica.client, &guest(1), first).await.unwrap().booking.unwrap().id;

    let mut stale = booking(&payment);
    stale.idempotency_key = "k2".into();
    stale.amount = "600".into();
    let refused = create(&replica.client, &guest(1), stale).await.unwrap_err();
    world.until_asked(2).await;
    world.clock.advance(Duration::minutes(1));
    let booked = finished(&replica.client, &guest(1), &id).await;

    assert_eq!(code(&refused), "PRICE_CHANGED");
    assert_eq!(booked.status(), BookingStatus::Confirmed);
    assert_eq!(world.services.called("void"), 0);
}
