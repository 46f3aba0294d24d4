//! Waiting for something to become true: asked again and again, for a bounded time.

use std::time::Duration;

use anyhow::bail;
use tokio::time::Instant;

const POLL: Duration = Duration::from_millis(100);
/// So many letters are told of the last answer.
const LONGEST: usize = 300;

/// Asks until the answer is good. After `patience` it fails, with the last answer that was not.
pub async fn until<T>(
    what: &str,
    patience: Duration,
    mut ask: impl AsyncFnMut() -> Result<T, String>,
) -> anyhow::Result<T> {
    let end = Instant::now() + patience;
    loop {
        match ask().await {
            Ok(found) => return Ok(found),
            Err(not_yet) if Instant::now() > end => {
                let told: String = not_yet.chars().take(LONGEST).collect();
                bail!("{what}: not within {} s: {told}", patience.as_secs())
            }
            Err(_) => tokio::time::sleep(POLL).await,
        }
    }
}
