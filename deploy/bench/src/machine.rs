//! How busy the machine is by itself.

use std::time::Duration;

use anyhow::Context;
use tokio::time::sleep;

const LOOK: Duration = Duration::from_secs(1);

/// One line: the load averages, and the share of the CPU that nobody used in the last second.
pub async fn busyness() -> anyhow::Result<String> {
    let before = Ticks::now()?;
    sleep(LOOK).await;
    let idle = Ticks::now()?.idle_percent_since(&before);
    let averages = std::fs::read_to_string("/proc/loadavg")?;
    let averages = averages.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    Ok(format!("load {averages}, idle {idle} %"))
}

/// Of all processors since the start of the machine.
struct Ticks {
    all: u64,
    idle: u64,
}

impl Ticks {
    fn now() -> anyhow::Result<Self> {
        Self::parse(&std::fs::read_to_string("/proc/stat")?).context("the first line of /proc/stat")
    }

    /// The line is `cpu user nice system idle iowait irq softirq steal guest ...`. What guests use is counted as user too.
    fn parse(text: &str) -> Option<Self> {
        let numbers = text.lines().next()?.split_whitespace().skip(1).take(8);
        let ticks: Vec<u64> = numbers.map_while(|number| number.parse().ok()).collect();
        Some(Self { all: ticks.iter().sum(), idle: ticks.get(3)? + ticks.get(4)? })
    }

    fn idle_percent_since(&self, before: &Self) -> u64 {
        self.idle.saturating_sub(before.idle) * 100 / self.all.saturating_sub(before.all).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_idle_share_is_that_of_the_time_between() {
        let before = Ticks::parse("cpu  100 0 100 700 100 0 0 0 50 0\ncpu0 1 2").unwrap();
        let after = Ticks::parse("cpu  125 0 125 840 110 0 0 0 50 0\ncpu0 1 2").unwrap();

        assert_eq!(after.idle_percent_since(&before), 75);
        assert_eq!(after.idle_percent_since(&after), 0);
        assert!(Ticks::parse("cpu  100 0").is_none());
    }
}
