use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::{Client, sandbox, sandbox_with, search_body, text};

async fn open(sandbox: &Client) -> Value {
    let opened = sandbox.post("/air/batch_offer_requests", search_body("JFK-LHR")).await;
    assert_eq!(opened.status, 201);
    opened.body["data"].clone()
}

#[tokio::test]
async fn offers_stream_airline_by_airline_until_none_remain() {
    let sandbox = sandbox_with(&["--delay-factor", "0.1"]).await;
    let opened = open(&sandbox).await;
    assert_eq!(opened["total_batches"], opened["remaining_batches"]);

    let mut reads = 0;
    let mut seen = BTreeSet::new();
    loop {
        let read = sandbox.get(&format!("/air/batch_offer_requests/{}", text(&opened["id"]))).await.body;
        reads += 1;
        for offer in read["data"]["offers"].as_array().unwrap() {
            assert!(seen.insert(text(&offer["id"]).to_owned()), "an offer came twice");
        }
        if read["data"]["remaining_batches"] == 0 {
            break;
        }
    }

    let list =
        sandbox.get(&format!("/air/offers?limit=200&offer_request_id={}", text(&opened["id"]))).await.body;
    assert!(reads > 1);
    assert_eq!(seen.len(), list["data"].as_array().unwrap().len());
}

#[tokio::test]
async fn without_pauses_everything_is_there_at_once() {
    let sandbox = sandbox().await;
    let opened = open(&sandbox).await;

    let read = sandbox.get(&format!("/air/batch_offer_requests/{}", text(&opened["id"]))).await.body;

    assert_eq!(read["data"]["remaining_batches"], 0);
    assert!(!read["data"]["offers"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_batch_lives_a_minute() {
    let sandbox = sandbox().await;
    let opened = open(&sandbox).await;

    sandbox.pass(60).await;

    let gone = sandbox.get(&format!("/air/batch_offer_requests/{}", text(&opened["id"]))).await;
    let list = sandbox.get(&format!("/air/offers?offer_request_id={}", text(&opened["id"]))).await;
    assert_eq!((gone.status, gone.code()), (404, "not_found"));
    assert_eq!(list.status, 200);
}
