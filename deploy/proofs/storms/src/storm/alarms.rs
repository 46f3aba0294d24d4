//! Alarms on a running system: every program delivers its metrics to a real Prometheus with the project's own rules, whose
//! windows and waits alone are shorter: a minute lasts a second, and none is under five. Without a fault nothing fires. Then
//! one fault after the other sets off its alerts, and all end after the last. What the runbook and the boards ask is asked
//! in the end.

mod collector;
mod faults;
mod prometheus;
mod queries;
mod scaled;
mod scene;
mod strangers;

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context;
use futures::future::join_all;
use tokio::time::{Instant, sleep};

use self::collector::Collector;
use self::faults::{Fault, NOT_REHEARSED, ROUNDS, WITHOUT_A_FAULT, rehearsed};
use self::prometheus::Prometheus;
use self::scene::Scene;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::shop::all_confirmed;
use crate::until::until;

/// Travellers who buy at a time while nothing is wrong.
const TRAVELLERS: usize = 2;
/// All programs have delivered by then.
const STARTS: Duration = Duration::from_secs(30);
/// An alert fires within this once all faults of its round have begun. Queues are measured every 30 s.
const FIRES: Duration = Duration::from_secs(120);
/// An alert ends within this after the last fault, or before it is to fire again.
const ENDS: Duration = Duration::from_secs(150);
/// Between two looks at the alerts.
const LOOK: Duration = Duration::from_secs(1);

pub async fn run(fleet: &mut Fleet, quiet_s: u64, report: &mut Report) -> anyhow::Result<()> {
    let port = fleet.metrics_port().context("the programs deliver no metrics")?;
    let (programs, folder) = (fleet.names().len(), fleet.folder().join("prometheus"));
    let collector = Collector::start(port).await?;
    let prometheus = Prometheus::start(&folder, collector.address).await?;
    all_are_heard(&prometheus, programs).await?;
    let mut rehearsal = Rehearsal { scene: Scene::of(fleet)?, prometheus, fired: BTreeSet::new() };
    rehearsal.stay_silent(Duration::from_secs(quiet_s), report).await?;
    for round in ROUNDS {
        Box::pin(rehearsal.rehearse(round, report)).await?;
    }
    rehearsal.all_end(report).await?;
    rehearsal.tell_others(report);
    queries::ask(&rehearsal.prometheus, report).await?;
    rehearsal.prometheus.stop().await;
    fleet.check_alive()
}

async fn all_are_heard(prometheus: &Prometheus, programs: usize) -> anyhow::Result<()> {
    // Before its first samples Prometheus finds all of them silent.
    let heard = "build_info unless on () ALERTS{alertname=\"ProgramSilent\"}";
    until("all programs deliver their metrics", STARTS, async || {
        let count = prometheus.ask(heard).await.map_err(|error| format!("{error:#}"))?;
        if count == programs { Ok(()) } else { Err(format!("{count} of {programs}")) }
    })
    .await
}

struct Rehearsal<'f> {
    scene: Scene<'f>,
    prometheus: Prometheus,
    /// Everything that has fired under a fault.
    fired: BTreeSet<String>,
}

impl Rehearsal<'_> {
    /// While travellers buy and nothing is wrong, no alert fires or is about to.
    async fn stay_silent(&self, length: Duration, report: &mut Report) -> anyhow::Result<()> {
        let (told, seen) = tokio::try_join!(self.scene.sell(TRAVELLERS, length), self.seen_for(length))?;
        report.row("without a fault, s", length.as_secs());
        all_confirmed(&told, report);
        for alert in seen {
            match WITHOUT_A_FAULT.into_iter().find(|(known, _)| *known == alert) {
                Some((_, why)) => report.row(format!("  {alert} all the same"), why),
                None => report.miss(format!("{alert} is there without a fault")),
            }
        }
        Ok(())
    }

    async fn seen_for(&self, length: Duration) -> anyhow::Result<BTreeSet<String>> {
        let (end, mut seen) = (Instant::now() + length, BTreeSet::new());
        while Instant::now() < end {
            seen.extend(self.prometheus.alerts().await?.into_iter().map(|alert| alert.name));
            sleep(LOOK).await;
        }
        Ok(seen)
    }

    /// Faults begin together, and end when each has set off its alerts.
    async fn rehearse(&mut self, faults: &[Fault], report: &mut Report) -> anyhow::Result<()> {
        let alerts: BTreeSet<_> = faults.iter().flat_map(|fault| fault.alerts()).copied().collect();
        for alert in self.until_silent(&alerts).await? {
            report.miss(format!("{alert} still fires before its fault"));
        }
        for fault in faults {
            let begun = Box::pin(self.scene.begin(*fault)).await;
            begun.with_context(|| format!("beginning: {}", fault.name()))?;
        }
        for (fault, alert) in self.until_fired(faults, report).await? {
            report.miss(format!("{alert} did not fire: {}", fault.name()));
        }
        for fault in faults.iter().rev() {
            let ended = Box::pin(self.scene.end(*fault)).await;
            ended.with_context(|| format!("ending: {}", fault.name()))?;
        }
        Ok(())
    }

    /// Reports each alert as it fires. Returns those that did not.
    async fn until_fired(
        &mut self,
        faults: &[Fault],
        report: &mut Report,
    ) -> anyhow::Result<Vec<(Fault, &'static str)>> {
        let begun = Instant::now();
        let of_fault =
            |fault: &Fault| fault.alerts().iter().map(|alert| (*fault, *alert)).collect::<Vec<_>>();
        let mut silent: Vec<_> = faults.iter().flat_map(of_fault).collect();
        for turn in 0.. {
            let firing = self.prometheus.firing().await?;
            silent.retain(|(fault, alert)| {
                let fires = firing.contains(*alert);
                if fires {
                    report.row(*alert, format!("{}: {} s", fault.name(), begun.elapsed().as_secs()));
                }
                !fires
            });
            self.fired.extend(firing);
            if silent.is_empty() || begun.elapsed() > FIRES {
                break;
            }
            let unheard: BTreeSet<_> = silent.iter().map(|(fault, _)| *fault).collect();
            join_all(unheard.into_iter().map(|fault| Box::pin(self.scene.go_on(fault, turn)))).await;
            sleep(LOOK).await;
        }
        Ok(silent)
    }

    /// Waits until none of these alerts fires, while visitors search. Returns those that still do.
    async fn until_silent(&self, alerts: &BTreeSet<&str>) -> anyhow::Result<Vec<String>> {
        let end = Instant::now() + ENDS;
        loop {
            let mut firing: Vec<_> = self.prometheus.firing().await?.into_iter().collect();
            firing.retain(|alert| alerts.contains(alert.as_str()));
            if firing.is_empty() || Instant::now() > end {
                return Ok(firing);
            }
            Box::pin(self.scene.search()).await;
            sleep(LOOK).await;
        }
    }

    async fn all_end(&self, report: &mut Report) -> anyhow::Result<()> {
        let begun = Instant::now();
        let alerts: BTreeSet<_> = rehearsed().filter(|alert| self.fired.contains(*alert)).collect();
        let firing = self.until_silent(&alerts).await?;
        let ended = format!("{} of {}", alerts.len() - firing.len(), alerts.len());
        report.row("alerts that ended", ended);
        report.row("last fault to the end of all alerts, s", begun.elapsed().as_secs());
        for alert in firing {
            report.miss(format!("{alert} does not end"));
        }
        Ok(())
    }

    /// What fired besides, and what was not tried.
    fn tell_others(&self, report: &mut Report) {
        let known: BTreeSet<_> = rehearsed().chain(WITHOUT_A_FAULT.map(|(alert, _)| alert)).collect();
        for alert in self.fired.iter().filter(|alert| !known.contains(alert.as_str())) {
            report.row(format!("  fired besides: {alert}"), "");
        }
        for (alert, why) in NOT_REHEARSED {
            report.row(format!("  not rehearsed: {alert}"), why);
        }
    }
}
