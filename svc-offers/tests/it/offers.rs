use duffel::testing::offer;
use serde_json::json;
use service::Mode;
use time::Duration;
use tonic::Code;
use wiremock::ResponseTemplate;

use crate::harness::{OFFER, Offers, context, data, refusal};

const EXPIRED: &str = "This flight offer has expired. Please select another flight.";

#[tokio::test]
async fn r003_an_offer_comes_with_its_services_at_the_brands_price() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&offer())).await;

    let offer = offers.get().await.unwrap();

    assert_eq!(offer.price.unwrap().amount, "645.00");
    let asked = &offers.provider.received_requests().await.unwrap()[0];
    assert_eq!(asked.url.query(), Some("return_available_services=true"));
}

#[tokio::test]
async fn r007_travellers_who_verify_share_one_answer_for_a_few_seconds() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&offer())).await;

    let (one, two, three) = tokio::join!(offers.verify(), offers.verify(), offers.verify());
    offers.clock.advance(Duration::milliseconds(4_999));
    offers.verify().await.unwrap();

    assert!([one, two, three].into_iter().all(|verified| verified.unwrap().valid));
    assert_eq!(offers.asked().await, 1);
    offers.clock.advance(Duration::milliseconds(1));
    offers.verify().await.unwrap();
    assert_eq!(offers.asked().await, 2);
}

#[tokio::test]
async fn r007_a_shared_answer_ends_with_the_offer() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&offer())).await;
    offers.clock.advance(Duration::minutes(29) + Duration::seconds(59));
    assert!(offers.verify().await.unwrap().valid);

    offers.clock.advance(Duration::seconds(2));
    let verified = offers.verify().await.unwrap();

    assert_eq!((verified.valid, verified.code.as_str()), (false, "OFFER_EXPIRED"));
    assert_eq!(verified.message, EXPIRED);
    assert_eq!(offers.asked().await, 1);
}

#[tokio::test]
async fn r034_an_offer_that_can_be_sold_says_until_when() {
    let offers = Offers::start().await;
    offers.answers(OFFER, data(&offer())).await;

    let verified = offers.verify().await.unwrap();

    assert_eq!((verified.valid, verified.code.as_str()), (true, ""));
    assert_eq!(verified.expires_at, "2026-03-01T12:30:00.123456Z");
}

#[tokio::test]
async fn r034_an_offer_that_is_gone_is_an_answer_to_verify_and_an_error_to_get() {
    let offers = Offers::start().await;
    for code in ["offer_no_longer_available", "offer_expired", "offer_request_already_booked"] {
        offers.answers(OFFER, refusal(422, code)).await;
        offers.clock.advance(Duration::minutes(1));

        let verified = offers.verify().await.unwrap();
        let problem = offers.get().await.unwrap_err();

        assert_eq!((verified.valid, verified.code.as_str()), (false, "OFFER_EXPIRED"), "{code}");
        assert_eq!((problem.grpc, problem.code.as_str()), (Code::FailedPrecondition, "OFFER_EXPIRED"));
        assert_eq!(problem.message, EXPIRED);
    }
}

#[tokio::test]
async fn r034_an_id_the_provider_never_gave_is_not_found() {
    let offers = Offers::start().await;
    offers.answers(OFFER, refusal(404, "not_found")).await;

    for problem in [offers.get().await.unwrap_err(), offers.verify().await.unwrap_err()] {
        assert_eq!((problem.grpc, problem.code.as_str()), (Code::NotFound, "OFFER_NOT_FOUND"));
    }
    assert_eq!(offers.asked().await, 1, "what is unknown is remembered like an offer");
}

#[tokio::test]
async fn an_id_that_could_lead_elsewhere_is_not_found_without_asking() {
    let offers = Offers::start().await;

    let problem = offers.verify_id("../orders/ord_1").await.unwrap_err();

    assert_eq!(problem.code, "OFFER_NOT_FOUND");
    assert_eq!(offers.asked().await, 0);
}

#[tokio::test]
async fn r034_a_provider_that_is_away_is_said_to_be_so_and_asked_again() {
    let offers = Offers::start().await;
    for status in [401, 429, 500, 502, 504] {
        offers.answers(OFFER, ResponseTemplate::new(status)).await;

        let problem = offers.verify().await.unwrap_err();

        assert_eq!(
            (problem.grpc, problem.code.as_str()),
            (Code::Unavailable, "PROVIDER_UNAVAILABLE"),
            "{status}"
        );
    }
    offers.answers(OFFER, data(&offer())).await;
    assert!(offers.verify().await.unwrap().valid);
}

#[tokio::test]
async fn a_mode_without_a_provider_says_so() {
    let mut offers = Offers::start().await;
    offers.context = context(Mode::Live);

    let problem = offers.get().await.unwrap_err();

    assert_eq!((problem.grpc, problem.code.as_str()), (Code::Unavailable, "PROVIDER_NOT_CONFIGURED"));
    assert_eq!(offers.provider_status().await, (true, false));
}

#[tokio::test]
async fn an_offer_that_asks_for_documents_which_we_cannot_send_is_refused_in_every_way() {
    let offers = Offers::start().await;
    let mut brazilian = offer();
    brazilian["passenger_identity_documents_required"] = true.into();
    brazilian["supported_passenger_identity_document_types"] = json!(["tax_id"]);
    offers.answers(OFFER, data(&brazilian)).await;

    let problems = [
        offers.get().await.unwrap_err(),
        offers.verify().await.unwrap_err(),
        offers.quote(&[]).await.unwrap_err(),
    ];

    for problem in problems {
        let told = (problem.grpc, problem.code.as_str());
        assert_eq!(told, (Code::FailedPrecondition, "DOCUMENTS_UNSUPPORTED"));
        assert!(problem.message.contains("takes no passports"), "{}", problem.message);
    }
}

#[tokio::test]
async fn an_offer_whose_amounts_make_no_sense_is_a_fault_of_ours_to_look_at() {
    let offers = Offers::start().await;
    let mut broken = offer();
    broken["total_amount"] = "12.345".into();
    offers.answers(OFFER, data(&broken)).await;

    assert_eq!(offers.get().await.unwrap_err().code, "INTERNAL_ERROR");
}
