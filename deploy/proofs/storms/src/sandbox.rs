//! Calls to the sandbox's control.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::http;

const PATIENCE: Duration = Duration::from_secs(10);

/// Plans a fault.
pub async fn plan(sandbox: &str, fault: &Value) -> anyhow::Result<()> {
    let planned = client()?.post(format!("{sandbox}/_control/faults")).json(fault).send().await?;
    ensure!(planned.status().is_success(), "{fault}: {}", planned.status());
    Ok(())
}

/// The operations of the calls that a `wait` holds up.
pub async fn waiting(sandbox: &str) -> anyhow::Result<Vec<String>> {
    Ok(client()?.get(format!("{sandbox}/_control/waiting")).send().await?.json().await?)
}

/// How often an operation was called.
pub async fn calls(sandbox: &str, operation: &str) -> anyhow::Result<usize> {
    let url = format!("{sandbox}/_control/requests?op={operation}");
    let told: Value = client()?.get(url).send().await?.error_for_status()?.json().await?;
    Ok(usize::try_from(told[operation].as_u64().unwrap_or_default())?)
}

/// The texts of the mails to an address, the newest first.
pub async fn mails_to(sandbox: &str, email: &str) -> anyhow::Result<Vec<String>> {
    let url = format!("{sandbox}/mailbox.json");
    let mailbox: Value = client()?.get(url).send().await?.error_for_status()?.json().await?;
    let mails = mailbox["messages"].as_array().context("no list of mails")?.iter();
    let texts = mails.filter(|mail| mail["to"][0] == email).filter_map(|mail| mail["text"].as_str());
    Ok(texts.map(str::to_owned).collect())
}

/// Lets the calls that wait go on.
pub async fn let_go_on(sandbox: &str) -> anyhow::Result<()> {
    delete(sandbox, "waiting").await
}

/// No fault is planned any more, and no call waits.
pub async fn calm(sandbox: &str) -> anyhow::Result<()> {
    delete(sandbox, "faults").await?;
    let_go_on(sandbox).await
}

/// Spends the calls of our token, window after window, down to what is to be left, as other processes would.
pub async fn spend(sandbox: &str, left: u32, is_over: &AtomicBool) -> anyhow::Result<()> {
    let (client, url) = (client()?, format!("{sandbox}/air/airlines?limit=1"));
    while !is_over.load(Ordering::Relaxed) {
        let call = client.get(&url).bearer_auth("duffel_test_sandbox").header("duffel-version", "v2");
        let Ok(answer) = call.send().await else { continue };
        let remaining = answer.headers().get("ratelimit-remaining").context("no rate limit")?;
        if remaining.to_str()?.parse::<u32>()? <= left {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(())
}

async fn delete(sandbox: &str, what: &str) -> anyhow::Result<()> {
    client()?.delete(format!("{sandbox}/_control/{what}")).send().await?.error_for_status()?;
    Ok(())
}

fn client() -> reqwest::Result<reqwest::Client> {
    http::client().timeout(PATIENCE).build()
}
