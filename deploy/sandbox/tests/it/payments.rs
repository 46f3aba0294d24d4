use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Client, authorisation, sandbox, sandbox_with};

async fn authorised(sandbox: &Client) -> String {
    let payment = sandbox.authorised("pm_card_visa").await.body;
    payment["id"].as_str().unwrap_or_else(|| panic!("{payment}")).to_owned()
}

async fn captured(sandbox: &Client) -> String {
    let id = authorised(sandbox).await;
    assert_eq!(sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await.status, 200);
    id
}

async fn charge_of(sandbox: &Client, id: &str) -> Value {
    sandbox.payment(&format!("/payment_intents/{id}?expand[]=latest_charge")).await.body["latest_charge"]
        .clone()
}

#[tokio::test]
async fn a_payment_is_captured_once_and_the_rest_let_go() {
    let sandbox = sandbox().await;
    let id = authorised(&sandbox).await;
    let path = format!("/payment_intents/{id}/capture");

    let too_much = sandbox.charge(&path, &[("amount_to_capture", "54431")]).await;
    let part = sandbox.charge(&path, &[("amount_to_capture", "50000")]).await;
    let again = sandbox.charge(&path, &[]).await;

    let charge = charge_of(&sandbox, &id).await;
    assert_eq!((too_much.status, too_much.code()), (400, "amount_too_large"));
    assert_eq!(
        (part.body["status"].as_str(), part.body["amount_received"].as_i64()),
        (Some("succeeded"), Some(50000))
    );
    assert_eq!((again.status, again.code()), (400, "payment_intent_unexpected_state"));
    assert_eq!(again.body["error"]["payment_intent"]["status"], "succeeded");
    assert_eq!(
        (charge["amount_captured"].as_i64(), charge["amount_refunded"].as_i64()),
        (Some(50000), Some(0)),
        "what was never taken is not paid back"
    );
}

#[tokio::test]
async fn a_cancelled_payment_releases_what_was_held() {
    let sandbox = sandbox().await;
    let id = authorised(&sandbox).await;
    let path = format!("/payment_intents/{id}/cancel");

    let cancelled = sandbox.charge(&path, &[("cancellation_reason", "abandoned")]).await;
    let again = sandbox.charge(&path, &[]).await;
    let capture = sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await;

    assert_eq!(cancelled.body["status"], "canceled");
    assert_eq!(cancelled.body["cancellation_reason"], "abandoned");
    assert_eq!(cancelled.body["amount_capturable"], 0);
    let charge = charge_of(&sandbox, &id).await;
    assert_eq!((&charge["refunded"], &charge["amount_refunded"]), (&false.into(), &0.into()));
    assert_eq!(sandbox.payment("/events?type=charge.refunded").await.body["data"], json!([]));
    assert_eq!((again.status, again.code()), (400, "payment_intent_unexpected_state"));
    assert_eq!((capture.status, capture.code()), (400, "payment_intent_unexpected_state"));
}

#[tokio::test]
async fn an_authorisation_ends_after_seven_days() {
    let sandbox = sandbox().await;
    let id = authorised(&sandbox).await;

    sandbox.pass(7 * 24 * 3600).await;

    let read = sandbox.payment(&format!("/payment_intents/{id}")).await.body;
    let late = sandbox.charge(&format!("/payment_intents/{id}/capture"), &[]).await;
    assert_eq!(
        (read["status"].as_str(), read["cancellation_reason"].as_str()),
        (Some("canceled"), Some("expired"))
    );
    assert_eq!(late.code(), "payment_intent_unexpected_state");
}

#[tokio::test]
async fn refunds_add_up_and_never_exceed_the_capture() {
    let sandbox = sandbox().await;
    let id = captured(&sandbox).await;
    let held = authorised(&sandbox).await;

    let part = sandbox.charge("/refunds", &[("payment_intent", &id), ("amount", "50000")]).await;
    let too_much = sandbox.charge("/refunds", &[("payment_intent", &id), ("amount", "5000")]).await;
    let rest = sandbox.charge("/refunds", &[("payment_intent", &id)]).await;
    let again = sandbox.charge("/refunds", &[("payment_intent", &id)]).await;
    let uncaptured = sandbox.charge("/refunds", &[("payment_intent", &held)]).await;
    let list = sandbox.payment(&format!("/refunds?payment_intent={id}")).await.body;

    assert_eq!(
        (part.body["status"].as_str(), part.body["amount"].as_i64()),
        (Some("succeeded"), Some(50000))
    );
    assert_eq!((too_much.status, too_much.code()), (400, ""));
    assert_eq!(too_much.body["error"]["param"], "amount");
    assert_eq!(rest.body["amount"], 4430);
    assert_eq!((again.status, again.code()), (400, "charge_already_refunded"));
    assert_eq!((uncaptured.status, uncaptured.code()), (400, ""));
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
    assert_eq!(charge_of(&sandbox, &id).await["refunded"], true);
}

#[tokio::test]
async fn the_types_of_a_payment_are_named_as_the_pinned_version_names_them() {
    let sandbox = sandbox().await;
    let terms = [("amount", "5000"), ("currency", "usd")];
    let create =
        async |types| sandbox.charge("/payment_intents", &[terms[0], terms[1], (types, "card")]).await;

    let made = create("allowed_payment_method_types[0]").await;
    let refused = create("payment_method_types[0]").await;
    let id = made.body["id"].as_str().unwrap();
    let confirmed = sandbox
        .charge(&format!("/payment_intents/{id}/confirm"), &[("payment_method_types[0]", "card")])
        .await;

    assert_eq!(made.status, 200);
    for refused in [refused, confirmed] {
        assert_eq!((refused.status, refused.code()), (400, "payment_method_types_no_longer_supported"));
    }
}

#[tokio::test]
async fn the_most_that_is_charged_at_once_follows_the_currency() {
    let sandbox = sandbox().await;
    let make = async |amount, currency| {
        sandbox.charge("/payment_intents", &[("amount", amount), ("currency", currency)]).await
    };

    for (amount, currency) in [("100000000", "usd"), ("100000000", "vnd"), ("10000000000", "jpy")] {
        assert_eq!(make(amount, currency).await.code(), "amount_too_large", "{amount} {currency}");
    }
    for (amount, currency) in [("99999999", "usd"), ("9999999999", "jpy")] {
        assert_eq!(make(amount, currency).await.status, 200, "{amount} {currency}");
    }
}

#[tokio::test]
async fn a_payment_can_be_made_first_and_confirmed_later() {
    let sandbox = sandbox().await;

    let made = sandbox.charge("/payment_intents", &[("amount", "5000"), ("currency", "USD")]).await.body;
    let path = format!("/payment_intents/{}/confirm", made["id"].as_str().unwrap());
    let cardless = sandbox.charge(&path, &[]).await;
    let paid = sandbox.charge(&path, &[("payment_method", "pm_card_visa")]).await.body;

    assert_eq!(
        (made["status"].as_str(), made["currency"].as_str()),
        (Some("requires_payment_method"), Some("usd"))
    );
    assert_eq!(cardless.code(), "payment_intent_unexpected_state");
    assert_eq!((paid["status"].as_str(), paid["amount_received"].as_i64()), (Some("succeeded"), Some(5000)));
}

#[tokio::test]
async fn a_payment_that_makes_no_sense_is_refused_by_parameter() {
    let sandbox = sandbox().await;
    let table = [
        (vec![("currency", "usd")], "parameter_missing", "amount"),
        (vec![("amount", "5000")], "parameter_missing", "currency"),
        (vec![("amount", "12.5"), ("currency", "usd")], "parameter_invalid_integer", "amount"),
        (vec![("amount", "10"), ("currency", "usd")], "amount_too_small", "amount"),
        (vec![("amount", "100000000"), ("currency", "usd")], "amount_too_large", "amount"),
        (vec![("amount", "5000"), ("currency", "usd"), ("capture_method", "later")], "", "capture_method"),
        (vec![("amount", "5000"), ("currency", "xyz")], "", "currency"),
        (vec![("amount", "5000"), ("currency", "huf")], "amount_too_small", "amount"),
        (vec![("amount", "5001"), ("currency", "kwd")], "", "amount"),
        (vec![("amount", "5000"), ("curency", "usd")], "parameter_unknown", "curency"),
    ];
    for (form, code, param) in table {
        let refused = sandbox.charge("/payment_intents", &form).await;

        assert_eq!((refused.status, refused.code()), (400, code), "{param}");
        assert_eq!(refused.body["error"]["param"], param);
    }
}

#[tokio::test]
async fn a_parameter_that_no_call_knows_is_refused_and_changes_nothing() {
    let sandbox = sandbox().await;
    let id = authorised(&sandbox).await;
    let of = |call: &str| format!("/payment_intents/{id}{call}");
    let writes = [
        (of(""), "payment_methods"),
        (of("/confirm"), "confirm"),
        (of("/capture"), "amount"),
        (of("/cancel"), "cancelation_reason"),
        ("/refunds".into(), "intent"),
        ("/payment_methods".into(), "card[cvv]"),
    ];
    for (path, name) in writes {
        let refused = sandbox.charge_once("key", &path, &[(name, "1")]).await;
        assert_eq!((refused.status, refused.code()), (400, "parameter_unknown"), "{path}");
        assert_eq!(refused.body["error"]["param"], name);
    }

    for path in ["/payment_intents?status=succeeded", "/refunds?status=failed", "/events?since=1"] {
        let refused = sandbox.payment(path).await;
        assert_eq!((refused.status, refused.code()), (400, "parameter_unknown"), "{path}");
    }
    assert_eq!(sandbox.payment(&of("")).await.body["status"], "requires_capture");
    assert_eq!(sandbox.charge_once("key", &of("/capture"), &[]).await.status, 200, "the key is free");
}

#[tokio::test]
async fn a_payment_that_was_never_charged_has_nothing_to_refund() {
    let sandbox = sandbox().await;
    let made = sandbox.charge("/payment_intents", &[("amount", "5000"), ("currency", "usd")]).await.body;

    let refused = sandbox.charge("/refunds", &[("payment_intent", made["id"].as_str().unwrap())]).await;

    assert_eq!((refused.status, refused.code()), (400, ""));
}

#[tokio::test]
async fn search_finds_by_metadata_some_time_later_while_lists_know_at_once() {
    let sandbox = sandbox_with(&["--search-lag-ms", "60000"]).await;
    let id = authorised(&sandbox).await;
    let search = async || {
        let query = [("query", "metadata['booking_id']:'bk_1' AND status:'requires_capture'")];
        Answer::of(sandbox.stripe(Method::GET, "/payment_intents/search").query(&query)).await.body
    };

    let before = search().await;
    let listed = sandbox.payment("/payment_intents").await.body;
    sandbox.pass(61).await;
    let after = search().await;

    assert_eq!(before["data"].as_array().unwrap().len(), 0);
    assert_eq!(listed["data"][0]["id"], id);
    assert_eq!(
        (after["object"].as_str(), &after["data"][0]["id"]),
        (Some("search_result"), &id.as_str().into())
    );
}

#[tokio::test]
async fn keys_tell_the_mode_and_one_mode_knows_nothing_of_the_other() {
    let sandbox = sandbox().await;
    let id = authorised(&sandbox).await;
    let read = |key: &str| {
        sandbox.http.get(format!("{}/v1/payment_intents/{id}", sandbox.base)).basic_auth(key, Some(""))
    };

    let seen = Answer::of(read("sk_test_x")).await;
    let unseen = Answer::of(read("sk_live_x")).await;
    let nobody = Answer::of(read("nobody")).await;
    let published = Answer::of(read("pk_test_x")).await;

    assert_eq!((seen.status, &seen.body["livemode"]), (200, &false.into()));
    assert_eq!((unseen.status, unseen.code()), (404, "resource_missing"));
    assert_eq!(nobody.status, 401);
    assert_eq!((published.status, published.code()), (403, "secret_key_required"));
}

#[tokio::test]
async fn every_answer_names_its_request_and_version() {
    let sandbox = sandbox().await;
    let pinned =
        sandbox.stripe(Method::GET, "/payment_intents").header("stripe-version", "2026-10-28.endive");

    let pinned = Answer::of(pinned).await;

    assert!(pinned.header("request-id").starts_with("req_"));
    assert_eq!(pinned.header("stripe-version"), "2026-10-28.endive");
    for version in ["latest", "2026-10-29", "2026-10-28", "2019-01-01.dahlia"] {
        let request = sandbox.stripe(Method::GET, "/payment_intents").header("stripe-version", version);
        let unknown = Answer::of(request).await;
        assert_eq!((unknown.status, unknown.code()), (400, ""), "{version}");
    }
}

#[tokio::test]
async fn events_tell_the_story_of_a_payment() {
    let sandbox = sandbox().await;
    let id = captured(&sandbox).await;
    sandbox.charge("/refunds", &[("payment_intent", &id)]).await;

    let events = sandbox.payment("/events?limit=100").await.body;

    let mut kinds: Vec<_> =
        events["data"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    let expected = [
        "charge.captured",
        "charge.refunded",
        "charge.succeeded",
        "payment_intent.amount_capturable_updated",
        "payment_intent.created",
        "payment_intent.succeeded",
        "refund.created",
    ];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn metadata_is_merged_and_an_empty_value_unsets() {
    let sandbox = sandbox().await;
    let payment = sandbox.charge("/payment_intents", &authorisation("pm_card_visa")).await.body;
    let path = format!("/payment_intents/{}", payment["id"].as_str().unwrap());

    let updated = sandbox.charge(&path, &[("metadata[booking_id]", ""), ("metadata[step]", "2")]).await;

    assert_eq!(updated.body["metadata"], serde_json::json!({ "step": "2" }));
}
