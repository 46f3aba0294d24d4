//! Travellers who come at a fixed rate, by k6 (`deploy/k6`), and what they were told.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;
use service::{Clock, SystemClock};
use time::OffsetDateTime;
use tokio::process::Command;
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;

/// What k6 says of its run.
pub struct Outcome {
    /// Whether no threshold was crossed.
    pub holds: bool,
    /// Travellers came until then at least, since 1970.
    pub came_until: Duration,
    summary: Value,
    /// The bookings that were accepted, and what their travellers were told in the end.
    ended: Vec<(String, Uuid)>,
    /// The calls that were refused or broken, where the script tells of each.
    pub refused: Vec<Call>,
    /// The calls whose answers came late, by the script's own measure.
    pub slow: Vec<Call>,
}

/// A call that the script tells of.
#[derive(Debug, Clone)]
pub struct Call {
    /// Since 1970.
    pub began: Duration,
    pub ended: Duration,
    /// Call and status.
    pub what: String,
}

impl Call {
    pub fn took(&self) -> Duration {
        self.ended.saturating_sub(self.began)
    }
}

/// The time that it is, since 1970.
pub fn since_1970() -> Duration {
    (SystemClock.now() - OffsetDateTime::UNIX_EPOCH).unsigned_abs()
}

/// Has them come for so many seconds.
pub async fn come(fleet: &Fleet, script: &str, seconds: u64) -> anyhow::Result<Outcome> {
    let k6 = std::env::var("FAREWAY_K6").context("deploy/scripts/storm says where k6 is")?;
    let (told, summary) = (fleet.folder().join("told"), fleet.folder().join("summary.json"));
    let came_until = since_1970() + Duration::from_secs(seconds);
    let status = Command::new(k6)
        .args(["run", "--quiet", "--no-usage-report", "--log-format", "raw"])
        .arg("--console-output")
        .arg(&told)
        .arg("--summary-export")
        .arg(&summary)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../k6").join(script))
        .env("BASE_URL", fleet.site())
        .env("DURATION", seconds.to_string())
        .status()
        .await
        .context("starting k6")?;
    let told = std::fs::read_to_string(&told)?;
    Ok(Outcome {
        holds: status.success(),
        came_until,
        summary: serde_json::from_str(&std::fs::read_to_string(&summary)?)?,
        ended: told.lines().filter_map(ended).collect(),
        refused: calls(&told, "refused "),
        slow: calls(&told, "slow "),
    })
}

impl Outcome {
    /// How often a counter of the script counted.
    pub fn count(&self, name: &str) -> u64 {
        self.summary["metrics"][name]["count"].as_u64().unwrap_or_default()
    }

    /// Answers, and refusals, that were not as they have to be.
    pub fn wrong(&self) -> u64 {
        self.summary["metrics"]["checks"]["fails"].as_u64().unwrap_or_default()
    }

    /// Milliseconds that answers took: `med`, `p(99)` or `max`.
    pub fn answers_ms(&self, which: &str) -> f64 {
        self.summary["metrics"]["http_req_duration"][which].as_f64().unwrap_or_default()
    }

    pub fn tell(&self, report: &mut Report) {
        for kind in ["searches", "purchases", "polls"] {
            report.row(kind, self.count(kind));
            report.row(format!("{kind} refused"), self.count(&format!("{kind}_refused")));
        }
        report.row("dropped iterations", self.count("dropped_iterations"));
        let [median, p99, longest] = ["med", "p(99)", "max"].map(|which| self.answers_ms(which));
        report.row("answers, ms: median / p99 / longest", format!("{median:.0} / {p99:.0} / {longest:.0}"));
    }

    /// The bookings that nobody may lose: those told as confirmed, and those that became so without a word.
    pub fn acknowledged(&self, books: &Books) -> Vec<Uuid> {
        let told = self.ended.iter().filter(|(end, id)| end == "confirmed" || books.is_ticketed(*id));
        told.map(|(_, id)| *id).collect()
    }
}

/// `confirmed 0190...`
fn ended(line: &str) -> Option<(String, Uuid)> {
    let (end, id) = line.split_once(' ')?;
    Some((end.to_owned(), id.parse().ok()?))
}

fn calls(told: &str, kind: &str) -> Vec<Call> {
    told.lines().filter_map(|line| call(line.strip_prefix(kind)?)).collect()
}

/// `1767225600000 41 GET /api/flights/search 503`: when it began, how long it took, what it was.
fn call(line: &str) -> Option<Call> {
    let mut words = line.splitn(3, ' ');
    let began = Duration::from_millis(words.next()?.parse().ok()?);
    let took = Duration::from_millis(words.next()?.parse().ok()?);
    Some(Call { began, ended: began + took, what: words.next()?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_read_with_its_time() {
        let told = "refused 1767225600000 41 GET /api/flights/search 503\nslow 1 2 GET / 200";

        let [refused] = &calls(told, "refused ")[..] else { panic!("one was refused") };

        assert_eq!(refused.ended.checked_sub(refused.began), Some(Duration::from_millis(41)));
        assert_eq!(refused.what, "GET /api/flights/search 503");
        assert!(told.lines().all(|line| ended(line).is_none()));
    }
}
