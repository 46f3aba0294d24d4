//! `svc-booking rekey`, run beside the system, and what its log says that it did.

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use stack::programs::{CommandLine, built};
use tokio::process::Command;

use super::BOOKING;
use super::secrets::setting_of;

const MOST_RUNS: usize = 10;
/// The line that closes a column (platform/service/src/sealing/rekey.rs).
const COLUMN_DONE: &str = "a column is sealed anew";

/// The command, for the database of the service.
pub struct Rekey {
    database_url: String,
}

/// The sum of all columns.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rekeyed {
    pub read: u64,
    pub resealed: u64,
    /// Values that open under none of the keys.
    pub unreadable: u64,
}

impl Rekey {
    pub fn of(lines: &[CommandLine]) -> anyhow::Result<Self> {
        Ok(Self { database_url: setting_of(lines, BOOKING, "database-url")?.to_owned() })
    }

    /// Repeats it until no value is left that another key than the first has sealed. Answers how many values it sealed anew,
    /// in how many runs.
    pub async fn until_done(&self, keys: &str) -> anyhow::Result<(u64, usize)> {
        let mut resealed = 0;
        for runs in 1..=MOST_RUNS {
            let rekeyed = self.run(keys).await?;
            ensure!(rekeyed.unreadable == 0, "rekey can't open values: {rekeyed:?}");
            if rekeyed.resealed == 0 {
                return Ok((resealed, runs));
            }
            resealed += rekeyed.resealed;
        }
        bail!("after {MOST_RUNS} runs of rekey values are left")
    }

    /// Runs it once.
    pub async fn run(&self, keys: &str) -> anyhow::Result<Rekeyed> {
        let ran = Command::new(built(BOOKING)?)
            .args(["rekey", "--database-url", &*self.database_url, "--pii-key", keys])
            .output()
            .await
            .context("starting svc-booking rekey")?;
        let log = String::from_utf8_lossy(&ran.stderr);
        let rekeyed = Rekeyed::told(&log);
        ensure!(rekeyed.read > 0, "rekey has read nothing ({}): {log}", ran.status);
        ensure!(ran.status.success() || rekeyed.unreadable > 0, "rekey ({}): {log}", ran.status);
        Ok(rekeyed)
    }
}

impl Rekeyed {
    fn told(log: &str) -> Self {
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut sum = Self::default();
        for line in lines.filter(|line| line["message"] == COLUMN_DONE) {
            let count = |name: &str| line[name].as_u64().unwrap_or_default();
            sum.read += count("read");
            sum.resealed += count("resealed");
            sum.unreadable += count("unreadable");
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_run_are_added_up_and_other_lines_left_out() {
        let log = r#"{"level":"INFO","message":"sealing anew","column":"a","read":1,"resealed":1,"unreadable":0}
{"level":"INFO","message":"a column is sealed anew","column":"a","read":2,"resealed":1,"unreadable":0}
{"level":"INFO","message":"a column is sealed anew","column":"b","read":5,"resealed":0,"unreadable":3}
{"level":"INFO","message":"all sealed values are the first key's","read":7,"resealed":1}
no JSON"#;

        assert_eq!(Rekeyed::told(log), Rekeyed { read: 7, resealed: 1, unreadable: 3 });
    }
}
