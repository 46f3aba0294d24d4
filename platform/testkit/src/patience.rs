use std::time::Duration;

/// How long a test waits for what it expects, at most: `seconds` on a quiet machine.
pub fn patience(seconds: u64) -> Duration {
    patient(Duration::from_secs(seconds))
}

/// A bound that is longer where a machine is slow or busy: `TEST_PATIENCE`, a whole number, says how many times.
///
/// As a bound it never makes a test wait longer for what is there. A delay that a test plans may be as much longer too.
pub fn patient(quiet: Duration) -> Duration {
    let factor = std::env::var("TEST_PATIENCE").map_or(1, |text| {
        text.parse::<u32>().unwrap_or_else(|_| panic!("TEST_PATIENCE is a whole number, not {text:?}"))
    });
    quiet * factor.max(1)
}
