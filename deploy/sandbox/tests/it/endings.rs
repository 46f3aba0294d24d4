//! How an order can end on Duffel's own test routes.

use serde_json::json;

use crate::harness::{ASYNC_MS, sandbox, text};

#[tokio::test]
async fn a_refusal_on_a_test_route_leaves_no_order() {
    let sandbox = sandbox().await;
    let table = [
        ("LHR-LGW", 502, "airline_error", "airline_unknown"),
        ("LGW-STN", 422, "invalid_state_error", "insufficient_balance"),
        ("LGW-LHR", 422, "airline_error", "offer_no_longer_available"),
    ];
    for (route, status, kind, code) in table {
        let offer = sandbox.offer(route).await;

        let refused = sandbox.book(&offer).await;

        assert_eq!((refused.status, refused.code()), (status, code), "{route}");
        assert_eq!(refused.body["errors"][0]["type"], kind, "{route}");
        assert!(sandbox.orders_of(&offer).await.is_empty(), "{route}");
    }
    assert_eq!(sandbox.books().await["orders"], json!([]));
}

#[tokio::test]
async fn an_order_answered_with_200_or_202_appears_or_fails_later() {
    let sandbox = sandbox().await;
    for (route, status, orders) in [("LTN-STN", 200, 1), ("SEN-STN", 202, 1), ("LCY-STN", 202, 0)] {
        let offer = sandbox.offer(route).await;

        let accepted = sandbox.book(&offer).await;
        let at_once = sandbox.orders_of(&offer).await;
        let again = sandbox.book(&offer).await;
        sandbox.pass(ASYNC_MS / 1000 + 1).await;
        let later = sandbox.orders_of(&offer).await;

        assert_eq!(accepted.status, status, "{route}");
        assert!(accepted.body["data"].get("id").is_none(), "{route}");
        assert!(at_once.is_empty(), "{route}");
        assert_eq!((again.status, again.code()), (422, "order_creation_already_attempted"), "{route}");
        assert_eq!(later.len(), orders, "{route}");
    }
}

#[tokio::test]
async fn an_offer_of_the_dearer_route_rises_with_every_look() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("LHR-STN").await;
    let path = format!("/air/offers/{}", text(&offer["id"]));
    let price =
        |offer: &serde_json::Value| text(&offer["total_amount"]).replace('.', "").parse::<i64>().unwrap();

    let first = sandbox.get(&path).await.body;
    let second = sandbox.get(&path).await.body;
    let stale = sandbox.book(&offer).await;
    let current = sandbox.book(&second["data"]).await;

    assert_eq!(price(&first["data"]), price(&offer) + 1000);
    assert_eq!(price(&second["data"]), price(&offer) + 2000);
    assert_eq!(stale.code(), "payment_amount_does_not_match_order_amount");
    assert_eq!(current.status, 201, "{:?}", current.body);
}

#[tokio::test]
async fn an_offer_of_the_vanishing_route_is_gone_when_read() {
    let sandbox = sandbox().await;
    let offer = sandbox.offer("LGW-LHR").await;

    let gone = sandbox.get(&format!("/air/offers/{}", text(&offer["id"]))).await;

    assert_eq!((gone.status, gone.code()), (422, "offer_no_longer_available"));
}
