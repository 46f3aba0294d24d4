//! What each test card does.

use crate::harness::{Answer, authorisation, sandbox};

#[tokio::test]
async fn declined_cards_say_why_and_leave_a_payment_that_takes_another() {
    let sandbox = sandbox().await;
    #[rustfmt::skip]
    let table = [
        ("pm_card_visa_chargeDeclined", "card_declined", "generic_decline", "", "try_again_later"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds", "", "try_again_later"),
        ("pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card", "", "do_not_try_again"),
        ("pm_card_visa_chargeDeclinedStolenCard", "card_declined", "stolen_card", "", "do_not_try_again"),
        ("pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card", "exp_month", "confirm_card_data"),
        ("pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc", "cvc", "confirm_card_data"),
        ("pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error", "", "try_again_later"),
        ("pm_card_radarBlock", "card_declined", "fraudulent", "", ""),
    ];
    for (card, code, decline_code, param, advice) in table {
        let declined = sandbox.authorised(card).await;

        let error = &declined.body["error"];
        let part = |name: &str| error[name].as_str().unwrap_or_default();
        assert_eq!((declined.status, part("type"), part("code")), (402, "card_error", code), "{card}");
        assert_eq!((part("decline_code"), part("param"), part("advice_code")), (decline_code, param, advice));
        assert_eq!(error["payment_intent"]["status"], "requires_payment_method");
        assert_eq!(error["payment_intent"]["last_payment_error"]["code"], code);
        let id = error["payment_intent"]["id"].as_str().unwrap();
        let path = format!("/payment_intents/{id}/confirm");
        let taken = sandbox.charge(&path, &[("payment_method", "pm_card_visa")]).await;
        assert_eq!(taken.body["status"], "requires_capture", "{card}");
    }
}

#[tokio::test]
async fn good_cards_are_authorised_for_seven_days() {
    let sandbox = sandbox().await;
    for (card, brand, last4) in [
        ("pm_card_visa", "visa", "4242"),
        ("pm_card_mastercard", "mastercard", "4444"),
        ("pm_card_mastercard_prepaid", "mastercard", "5100"),
        ("pm_card_amex", "amex", "0005"),
        ("pm_card_gb", "visa", "0000"),
    ] {
        let mut form = authorisation(card).to_vec();
        form.push(("expand[]", "latest_charge"));

        let payment = sandbox.charge("/payment_intents", &form).await.body;

        let charge = &payment["latest_charge"];
        let details = &charge["payment_method_details"]["card"];
        assert_eq!(payment["status"], "requires_capture", "{payment}");
        assert_eq!(payment["amount_capturable"], 54430);
        assert_eq!((details["brand"].as_str(), details["last4"].as_str()), (Some(brand), Some(last4)));
        let window = details["capture_before"].as_i64().unwrap() - charge["created"].as_i64().unwrap();
        assert_eq!(window, 7 * 24 * 3600);
    }
}

#[tokio::test]
async fn tokens_are_cards_too_and_numbers_are_refused() {
    let sandbox = sandbox().await;
    let form = |card: &'static str, value: &'static str| {
        let mut form = authorisation("").to_vec();
        form.retain(|(name, _)| *name != "payment_method");
        form.extend([("payment_method_data[type]", "card"), (card, value)]);
        form
    };

    let token =
        sandbox.charge("/payment_intents", &form("payment_method_data[card][token]", "tok_visa")).await;
    let number = sandbox
        .charge("/payment_intents", &form("payment_method_data[card][number]", "4242424242424242"))
        .await;
    let unknown = sandbox.authorised("pm_card_nobody").await;

    assert_eq!(token.body["status"], "requires_capture");
    assert_eq!((number.status, number.body["error"]["type"].as_str()), (402, Some("invalid_request_error")));
    assert!(!number.body.to_string().contains("4242"));
    assert_eq!((unknown.status, unknown.code()), (404, "resource_missing"));
}

#[tokio::test]
async fn a_challenged_card_waits_for_its_holder() {
    let sandbox = sandbox().await;
    let back = "https://shop.example/booking?payment=1";
    for (card, outcome, status, redirect) in [
        ("pm_card_authenticationRequired", "complete", "requires_capture", "succeeded"),
        ("pm_card_authenticationRequired", "fail", "requires_payment_method", "failed"),
        (
            "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
            "complete",
            "requires_payment_method",
            "failed",
        ),
    ] {
        let mut form = authorisation(card).to_vec();
        form.push(("return_url", back));
        let payment = sandbox.charge("/payment_intents", &form).await.body;
        assert_eq!(payment["status"], "requires_action");
        let page = payment["next_action"]["redirect_to_url"]["url"].as_str().unwrap();
        let secret = payment["client_secret"].as_str().unwrap();

        let shown = sandbox.http.get(page).send().await.unwrap();
        let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
        let html = shown.text().await.unwrap();
        let answer = [("client_secret", secret), ("outcome", outcome)];
        let sent = sandbox.http.post(page.split('?').next().unwrap()).form(&answer).send().await.unwrap();

        let location = sent.headers()["location"].to_str().unwrap();
        let id = payment["id"].as_str().unwrap();
        let settled = sandbox.payment(&format!("/payment_intents/{id}")).await.body;
        assert!(html.contains("544.30 USD") && html.contains("Complete") && html.contains("Fail"));
        assert!(policy.contains("default-src 'none'"));
        assert!(
            location.starts_with(back) && location.contains(&format!("payment_intent={id}")),
            "{location}"
        );
        assert!(location.ends_with(&format!("redirect_status={redirect}")), "{location}");
        assert_eq!(settled["status"], status, "{card}");
    }
}

#[tokio::test]
async fn a_challenge_nobody_can_answer_is_a_decline() {
    let sandbox = sandbox().await;
    for (flag, decline) in [
        ("error_on_requires_action", "authentication_not_handled"),
        ("off_session", "authentication_required"),
    ] {
        let mut form = authorisation("pm_card_authenticationRequired").to_vec();
        form.push((flag, "true"));

        let declined = sandbox.charge("/payment_intents", &form).await;

        assert_eq!((declined.status, declined.code()), (402, "authentication_required"));
        assert_eq!(declined.body["error"]["decline_code"], decline);
    }
}

#[tokio::test]
async fn refunds_of_two_cards_change_their_mind() {
    let sandbox = sandbox().await;
    for (card, first, then) in
        [("pm_card_pendingRefund", "pending", "succeeded"), ("pm_card_refundFail", "succeeded", "failed")]
    {
        let payment = sandbox.authorised(card).await.body;
        let id = payment["id"].as_str().unwrap();
        sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await;

        let refund = sandbox.charge("/refunds", &[("payment_intent", id)]).await.body;
        sandbox.pass(10).await;
        let path = format!("/refunds/{}", refund["id"].as_str().unwrap());
        let later = sandbox.payment(&path).await.body;

        assert_eq!((&refund["status"], &later["status"]), (&first.into(), &then.into()), "{card}");
    }
}

#[tokio::test]
async fn the_providers_own_fields_turn_a_number_into_a_payment_method() {
    let sandbox = sandbox().await;
    let create = async |key: &str, number: &str, year: &str, cvc: &str| {
        let form = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", year),
            ("card[cvc]", cvc),
        ];
        let request = sandbox.http.post(format!("{}/v1/payment_methods", sandbox.base));
        Answer::of(request.bearer_auth(key).form(&form)).await
    };

    let made = create("pk_test_x", "4242424242424242", "2034", "123").await;
    let wrong = create("pk_test_x", "4242424242424241", "2034", "123").await;
    let expired = create("pk_test_x", "4242424242424242", "2020", "123").await;
    let codeless = create("pk_test_x", "4242424242424242", "2034", "12").await;
    let by_server = create("sk_test_x", "4242424242424242", "2034", "123").await;
    let paid = sandbox.authorised(made.body["id"].as_str().unwrap()).await;

    assert_eq!(made.body["card"]["last4"], "4242");
    assert_eq!((wrong.status, wrong.code()), (402, "incorrect_number"));
    assert_eq!((expired.status, expired.code()), (402, "invalid_expiry_year"));
    assert_eq!((codeless.status, codeless.code()), (402, "invalid_cvc"));
    assert_eq!((by_server.status, by_server.code()), (402, ""));
    assert_eq!(paid.body["status"], "requires_capture");
}

#[tokio::test]
async fn a_card_that_is_blocked_never_reaches_its_bank() {
    let sandbox = sandbox().await;
    let form = [
        ("type", "card"),
        ("card[number]", "4100000000000019"),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2034"),
        ("card[cvc]", "123"),
    ];
    let request = sandbox.http.post(format!("{}/v1/payment_methods", sandbox.base));
    let method = Answer::of(request.bearer_auth("pk_test_x").form(&form)).await.body;

    let blocked = sandbox.authorised(method["id"].as_str().unwrap()).await;

    let charge =
        sandbox.payment(&format!("/charges/{}", blocked.body["error"]["charge"].as_str().unwrap())).await;
    assert_eq!((blocked.status, blocked.code()), (402, "card_declined"));
    assert_eq!(charge.body["outcome"]["type"], "blocked");
    assert_eq!(charge.body["outcome"]["network_status"], "not_sent_to_network");
}

#[tokio::test]
async fn the_script_and_its_frame_are_served() {
    let sandbox = sandbox().await;
    for (path, kind, content) in [
        ("/v3/", "text/javascript", "window.Stripe"),
        ("/v3/card.html", "text/html", "/v3/card.js"),
        ("/v3/card.js", "text/javascript", "/v1/payment_methods"),
    ] {
        let served = Answer::of(sandbox.http.get(format!("{}{path}", sandbox.base))).await;

        assert_eq!((served.status, served.header("content-type")), (200, kind));
        assert!(served.body.as_str().unwrap().contains(content));
    }
}
