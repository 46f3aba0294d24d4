//! The operator's script for backup, restore and the check afterwards, run on a fleet.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde::Deserialize;
use servers::LOCAL_PASSWORD;
use tokio::process::Command;
use tokio::time::Instant;

use crate::books::Listed;
use crate::fleet::Fleet;
use crate::report::Report;

/// How long the check waits until nothing is under way, seconds: svc-payments compares what has been quiet for two minutes,
/// and what it finds may move a payment once more.
const WAIT: &str = "480";
/// Where the database that was lost is kept.
const ASIDE: &str = "fareway_lost";

pub struct Backup {
    file: PathBuf,
    settings: [(&'static str, String); 4],
}

impl Backup {
    /// The one backup of a fleet, to be taken.
    pub fn of(fleet: &Fleet) -> Self {
        let operator = format!("nats://operator:{LOCAL_PASSWORD}@");
        Self {
            file: fleet.folder().join("fareway.dump"),
            settings: [
                ("POSTGRES_URL", fleet.database()),
                ("NATS_URL", fleet.broker().replace("nats://", &operator)),
                ("DUFFEL_TEST_URL", fleet.sandbox()),
                ("DUFFEL_TEST_TOKEN", "duffel_test_sandbox".to_owned()),
            ],
        }
    }

    /// Takes it, and answers how long that took.
    pub async fn take(&self) -> anyhow::Result<Duration> {
        self.timed(&["take", self.path()?]).await
    }

    /// Restores it in the place of what is there, and answers how long that took.
    pub async fn restore(&self) -> anyhow::Result<Duration> {
        self.timed(&["restore", self.path()?, "--set-aside", ASIDE]).await
    }

    /// What the check finds.
    pub async fn check(&self) -> anyhow::Result<Found> {
        let checked = self.run(&["check", self.path()?, "--wait", WAIT, "--json"]).await?;
        serde_json::from_slice(&checked.stdout)
            .with_context(|| format!("the check says {}", String::from_utf8_lossy(&checked.stderr)))
    }

    fn path(&self) -> anyhow::Result<&str> {
        self.file.to_str().context("a folder with a plain name")
    }

    async fn timed(&self, words: &[&str]) -> anyhow::Result<Duration> {
        let began = Instant::now();
        let ran = self.run(words).await?;
        ensure!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
        Ok(began.elapsed())
    }

    async fn run(&self, words: &[&str]) -> anyhow::Result<Output> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/backup");
        let settings = self.settings.clone();
        Command::new(script)
            .args(words)
            .envs(settings)
            .output()
            .await
            .context("starting deploy/scripts/backup")
    }
}

#[derive(Debug, Deserialize)]
pub struct Found {
    findings: Vec<Finding>,
    looked_at: BTreeMap<String, u64>,
}

#[derive(Debug, Deserialize)]
struct Finding {
    kind: String,
    id: String,
    explained: bool,
    what: String,
    booking: String,
    intent: String,
}

impl Found {
    /// Tells what was looked at and listed, and counts each difference that is not explained as a miss.
    pub fn tell(&self, report: &mut Report) {
        for (what, count) in &self.looked_at {
            report.row(format!("the check looked at: {what}"), count);
        }
        let (explained, faults): (Vec<_>, Vec<_>) = self.findings.iter().partition(|it| it.explained);
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in &explained {
            *kinds.entry(&finding.kind).or_default() += 1;
        }
        for (kind, count) in kinds {
            report.row(format!("listed as of after the backup: {kind}"), count);
        }
        report.row("differences, explained / unexplained", format!("{} / {}", explained.len(), faults.len()));
        for fault in faults {
            report.miss(format!("unexplained: {} {}: {}", fault.kind, fault.id, fault.what));
        }
    }

    /// What a person was given to look at: what came after the backup.
    pub fn listed(&self) -> Listed {
        let explained = || self.findings.iter().filter(|it| it.explained);
        let named =
            |name: fn(&Finding) -> &String| explained().map(name).filter(|it| !it.is_empty()).cloned();
        Listed {
            bookings: named(|it| &it.booking).collect(),
            orders: explained().filter(|it| it.kind == "order").map(|it| it.id.clone()).collect(),
            intents: named(|it| &it.intent).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_is_explained_is_listed_and_what_is_not_is_a_miss() {
        let found: Found = serde_json::from_value(serde_json::json!({
            "findings": [
                { "kind": "order", "id": "ord_1", "explained": true, "what": "", "booking": "b1", "intent": "" },
                { "kind": "money", "id": "pi_1", "explained": true, "what": "", "booking": "", "intent": "pi_1" },
                { "kind": "money", "id": "pi_2", "explained": false, "what": "", "booking": "b2", "intent": "pi_2" },
            ],
            "looked_at": { "orders of test mode": 2 },
        }))
        .unwrap();
        let mut report = Report::default();

        let listed = found.listed();
        found.tell(&mut report);

        assert_eq!(listed.bookings, BTreeSet::from(["b1".to_owned()]));
        assert_eq!(listed.orders, BTreeSet::from(["ord_1".to_owned()]));
        assert_eq!(listed.intents, BTreeSet::from(["pi_1".to_owned()]));
        assert!(report.to_string().contains("MISS: unexplained: money pi_2"), "{report}");
    }
}
