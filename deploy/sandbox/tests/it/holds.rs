use serde_json::{Value, json};

use crate::harness::{Client, order_body, sandbox, text};

async fn held(sandbox: &Client) -> Value {
    let offer = sandbox.offer("JFK-EWR").await;
    let mut body = order_body(&offer);
    body["type"] = json!("hold");
    body.as_object_mut().unwrap().remove("payments");
    let placed = sandbox.post("/air/orders", body).await;
    assert_eq!(placed.status, 201, "{:?}", placed.body);
    placed.body["data"].clone()
}

fn payment(order: &Value, amount: &Value) -> Value {
    json!({
        "order_id": order["id"],
        "payment": { "type": "balance", "amount": amount, "currency": order["total_currency"] },
    })
}

#[tokio::test]
async fn a_hold_is_paid_later_and_then_ticketed() {
    let sandbox = sandbox().await;
    let order = held(&sandbox).await;
    assert_eq!(order["payment_status"]["awaiting_payment"], true);
    assert_eq!(order["documents"], json!([]));

    let short = sandbox.post("/air/payments", payment(&order, &json!("1.00"))).await;
    let paid = sandbox.post("/air/payments", payment(&order, &order["total_amount"])).await;
    let again = sandbox.post("/air/payments", payment(&order, &order["total_amount"])).await;

    let order = sandbox.get(&format!("/air/orders/{}", text(&order["id"]))).await.body;
    assert_eq!(short.code(), "payment_amount_does_not_match_order_amount");
    assert_eq!((paid.status, &paid.body["data"]["status"]), (201, &json!("succeeded")));
    assert_eq!(again.code(), "already_paid");
    assert_eq!(order["data"]["payment_status"]["awaiting_payment"], false);
    assert_eq!(order["data"]["documents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_hold_not_paid_in_time_lapses() {
    let sandbox = sandbox().await;
    let order = held(&sandbox).await;

    sandbox.pass(72 * 3600).await;

    let late = sandbox.post("/air/payments", payment(&order, &order["total_amount"])).await;
    let read = sandbox.get(&format!("/air/orders/{}", text(&order["id"]))).await.body;
    assert_eq!(late.code(), "past_payment_required_by_date");
    assert_eq!(read["data"]["payment_status"]["awaiting_payment"], false);
    assert!(read["data"]["payment_status"]["paid_at"].is_null());
}
