//! What is refused before anything is stored.

use proto::payments::v1::PaymentStatus;
use service::{Mode, Problem};
use tonic::Code;

use crate::fakes::services::pounds;
use crate::harness::{World, booking, code, create, guest};

const BOOKINGS: &str = "select count(*) from booking";

#[tokio::test]
async fn r003_a_price_that_changed_is_told_and_the_card_released() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.quote.total = Some(pounds("700")));

    let refused = create(&replica.client, &guest(1), booking(&payment)).await.unwrap_err();

    let problem = Problem::from_status(&refused);
    assert_eq!((problem.code.as_str(), problem.price.unwrap().minor), ("PRICE_CHANGED", 70_000));
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert_eq!(world.count(BOOKINGS).await, 0);
}

#[tokio::test]
async fn an_offer_that_is_gone_is_told_and_the_card_released() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.offer_gone = true);

    let refused = create(&replica.client, &guest(1), booking(&payment)).await.unwrap_err();

    assert_eq!(code(&refused), "OFFER_EXPIRED");
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert_eq!(world.count(BOOKINGS).await, 0);
}

#[tokio::test]
async fn an_offer_that_asks_for_other_documents_is_told_before_anything_is_stored() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    world.services.with(|books| books.offer_refused = Some("DOCUMENTS_UNSUPPORTED"));

    let refused = create(&replica.client, &guest(1), booking(&payment)).await.unwrap_err();

    assert_eq!(
        (code(&refused).as_str(), refused.message()),
        ("DOCUMENTS_UNSUPPORTED", "It takes no passports.")
    );
    assert_eq!(world.services.payment(&payment), PaymentStatus::Voided);
    assert_eq!(world.count(BOOKINGS).await, 0);
}

#[tokio::test]
async fn r002_a_page_that_believes_in_the_other_mode_is_refused_before_anything_is_asked() {
    let world = World::new().await;
    let replica = world.start().await;
    let mut live = guest(1);
    live.mode = Mode::Live;

    let refused = create(&replica.client, &live, booking("pay_1")).await.unwrap_err();

    assert_eq!(code(&refused), "MODE_MISMATCH");
    assert!(world.services.with(|books| books.calls.is_empty()));
}

#[tokio::test]
async fn r001_a_made_up_payment_is_refused_by_its_name_in_live_and_nothing_is_stored() {
    let world = World::new().await;
    let replica = world.start().await;
    let mut live = guest(1);
    live.mode = Mode::Live;
    let mut request = booking("test_pay_0190c3a4-0000-7000-8000-000000000001");
    request.expected_mode = Mode::Live.into();

    let refused = create(&replica.client, &live, request).await.unwrap_err();

    assert_eq!((refused.code(), code(&refused).as_str()), (Code::InvalidArgument, "TEST_PAYMENT_IN_LIVE"));
    assert_eq!(world.count(BOOKINGS).await, 0);
}

#[tokio::test]
async fn without_a_payment_there_is_no_booking() {
    let world = World::new().await;
    let replica = world.start().await;

    let refused = create(&replica.client, &guest(1), booking("")).await.unwrap_err();

    assert_eq!((refused.code(), code(&refused).as_str()), (Code::FailedPrecondition, "PAYMENT_FAILED"));
}

#[tokio::test]
async fn s196_what_is_missing_is_said_field_by_field_and_the_card_stays_held() {
    let world = World::new().await;
    let replica = world.start().await;
    let payment = world.services.authorise();
    let check =
        async |change: fn(&mut proto::booking::v1::CreateBookingRequest), field: &str, message: &str| {
            let mut request = booking(&payment);
            change(&mut request);
            let refused = create(&replica.client, &guest(1), request).await.unwrap_err();
            let problem = Problem::from_status(&refused);
            let told = &problem.fields[0];
            assert_eq!((told.field.as_str(), told.message.as_str()), (field, message));
        };

    check(|it| it.offer_id.clear(), "offerId", "Offer ID is required for booking").await;
    check(|it| it.passengers.clear(), "passengers", "At least one passenger is required for booking").await;
    check(|it| it.amount.clear(), "paymentDetails.amount", "Payment details are required for booking").await;
    check(|it| it.passengers[0].first_name.clear(), "passengers[0].firstName", "First name is required")
        .await;

    assert_eq!(world.services.payment(&payment), PaymentStatus::Authorised);
}

#[tokio::test]
async fn somebody_without_a_session_books_nothing() {
    let world = World::new().await;
    let replica = world.start().await;
    let mut nobody = guest(1);
    nobody.session_id = None;

    let refused = create(&replica.client, &nobody, booking("pay_1")).await.unwrap_err();

    assert_eq!(refused.code(), Code::Unauthenticated);
}
