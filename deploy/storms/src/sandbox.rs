//! Calls to the sandbox's control.

use std::time::Duration;

use anyhow::ensure;
use serde_json::Value;

/// Plans a fault.
pub async fn plan(sandbox: &str, fault: &Value) -> anyhow::Result<()> {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(10)).build()?;
    let planned = client.post(format!("{sandbox}/_control/faults")).json(fault).send().await?;
    ensure!(planned.status().is_success(), "{fault}: {}", planned.status());
    Ok(())
}
