use crate::harness::{authorisation, sandbox, sandbox_with};

#[tokio::test]
async fn the_same_request_under_the_same_key_is_answered_once() {
    let sandbox = sandbox().await;
    let form = authorisation("pm_card_visa");

    let first = sandbox.charge_once("k", "/payment_intents", &form).await;
    let second = sandbox.charge_once("k", "/payment_intents", &form).await;

    assert_eq!(first.body["id"], second.body["id"]);
    assert_eq!((first.header("idempotent-replayed"), second.header("idempotent-replayed")), ("", "true"));
    assert_eq!(second.header("original-request"), first.header("request-id"));
    assert_ne!(second.header("request-id"), first.header("request-id"));
    assert_eq!(second.header("idempotency-key"), "k");
    assert_eq!(sandbox.books().await["payment_intents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_key_is_bound_to_its_parameters_and_its_endpoint() {
    let sandbox = sandbox().await;
    let first = sandbox.charge_once("k", "/payment_intents", &authorisation("pm_card_visa")).await;
    let capture = format!("/payment_intents/{}/capture", first.body["id"].as_str().unwrap());

    let other_card = sandbox.charge_once("k", "/payment_intents", &authorisation("pm_card_amex")).await;
    let other_path = sandbox.charge_once("k", &capture, &[]).await;

    for refused in [other_card, other_path] {
        assert_eq!((refused.status, refused.code()), (400, ""));
        assert_eq!(refused.body["error"]["type"], "idempotency_error");
    }
    assert_eq!(sandbox.books().await["payment_intents"][0]["status"], "requires_capture");
}

#[tokio::test]
async fn a_decline_is_replayed_and_what_never_began_is_not() {
    let sandbox = sandbox().await;
    let declined = authorisation("pm_card_visa_chargeDeclined");

    let first = sandbox.charge_once("declined", "/payment_intents", &declined).await;
    let replayed = sandbox.charge_once("declined", "/payment_intents", &declined).await;
    let invalid = sandbox.charge_once("invalid", "/payment_intents", &[("amount", "5000")]).await;
    let mended = sandbox.charge_once("invalid", "/payment_intents", &authorisation("pm_card_visa")).await;

    assert_eq!((first.status, replayed.status), (402, 402));
    assert_eq!(first.body, replayed.body);
    assert_eq!((invalid.status, mended.status), (400, 200));
}

#[tokio::test]
async fn a_key_whose_request_still_runs_is_in_use() {
    let sandbox = sandbox_with(&["--delay-factor", "1"]).await;
    let form = authorisation("pm_card_visa");

    let (first, second) = tokio::join!(
        sandbox.charge_once("k", "/payment_intents", &form),
        sandbox.charge_once("k", "/payment_intents", &form),
    );
    let later = sandbox.charge_once("k", "/payment_intents", &form).await;

    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    let refused = if first.status == 409 { &first } else { &second };
    assert_eq!(statuses, [200, 409]);
    assert_eq!(refused.code(), "idempotency_key_in_use");
    assert_eq!((later.status, later.header("idempotent-replayed")), (200, "true"));
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let sandbox = sandbox().await;
    let form = authorisation("pm_card_visa");
    let first = sandbox.charge_once("k", "/payment_intents", &form).await;

    sandbox.pass(24 * 3600).await;

    let second = sandbox.charge_once("k", "/payment_intents", &form).await;
    assert_ne!(first.body["id"], second.body["id"]);
}
