use std::time::Duration;

/// How long a test waits for what it expects, at most: `seconds` on a quiet machine.
///
/// `TEST_PATIENCE`, a number, makes every such bound longer where a machine is slow or busy. It never makes a test wait
/// longer for what is there.
pub fn patience(seconds: u64) -> Duration {
    let factor = std::env::var("TEST_PATIENCE").map_or(1, |text| {
        text.parse::<u32>().unwrap_or_else(|_| panic!("TEST_PATIENCE is a whole number, not {text:?}"))
    });
    Duration::from_secs(seconds) * factor.max(1)
}
