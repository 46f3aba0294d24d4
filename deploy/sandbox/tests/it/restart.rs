//! The real program, killed and started again on the same journal.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::harness::{Client, authorisation, search_body, seeds, text};

struct Process {
    child: Child,
    client: Client,
}

impl Process {
    fn start(journal: &PathBuf) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandbox"))
            .args(["--listen", "127.0.0.1:0", "--delay-factor", "0", "--search-lag-ms", "0"])
            .args(["--async-order-delay-ms", "600000"])
            .arg("--seeds")
            .arg(seeds())
            .arg("--journal")
            .arg(journal)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, client: Client::at(base) }
    }

    /// SIGKILL: nothing can be put in order first.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killed already, or never to be missed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn journal(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sandbox-{name}-{}.journal", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[tokio::test]
async fn offers_orders_payments_and_keys_survive_a_kill() {
    let journal = journal("kill");
    let first = Process::start(&journal);
    let booked = first.client.offer("JFK-LHR").await;
    let open = first.client.offer("LHR-JFK").await;
    let pending = first.client.offer("SEN-STN").await;
    let order = first.client.book(&booked).await.body;
    first.client.book(&pending).await;
    let form = authorisation("pm_card_visa");
    let payment = first.client.charge_once("k", "/payment_intents", &form).await.body;
    first.client.pass(60).await;
    first.kill();

    let second = Process::start(&journal);

    let client = &second.client;
    assert_eq!(client.orders_of(&booked).await[0]["id"], order["data"]["id"]);
    assert_eq!(client.book(&booked).await.code(), "offer_request_already_booked");
    let reread = client.get(&format!("/air/offers/{}", text(&open["id"]))).await.body;
    assert_eq!(reread["data"]["total_amount"], open["total_amount"]);
    assert_eq!(reread["data"]["slices"], open["slices"]);
    let replayed = client.charge_once("k", "/payment_intents", &form).await;
    assert_eq!((&replayed.body["id"], replayed.header("idempotent-replayed")), (&payment["id"], "true"));
    assert!(client.orders_of(&pending).await.is_empty());
    client.pass(560).await;
    assert_eq!(client.orders_of(&pending).await.len(), 1);
    let fresh = client.post("/air/offer_requests", search_body("JFK-LHR")).await;
    assert_ne!(fresh.body["data"]["id"], json!(null));
}

#[tokio::test]
async fn a_torn_last_line_is_forgotten() {
    let journal = journal("torn");
    let first = Process::start(&journal);
    let offer = first.client.offer("JFK-LHR").await;
    first.kill();
    let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(br#"[{"duffel":{"order_sto"#).unwrap();
    drop(file);

    let second = Process::start(&journal);
    let booked = second.client.book(&offer).await;
    second.kill();
    let third = Process::start(&journal);

    assert_eq!(booked.status, 201);
    assert_eq!(third.client.orders_of(&offer).await.len(), 1);
}

#[tokio::test]
async fn a_polite_stop_ends_well() {
    let mut process = Process::start(&journal("stop"));

    let told = Command::new("kill").arg(process.child.id().to_string()).status().unwrap();

    assert!(told.success());
    assert!(process.child.wait().unwrap().success());
}
