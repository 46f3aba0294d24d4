//! Two of every program. While travellers come, the certificates between programs are replaced as SECURITY.md says: by others
//! of the same authority, then in three steps by those of another. After each step programs start anew beside those that
//! run. No call fails and no new connection is refused; in the end each service shows its newest certificate, and what the old
//! authority signed is refused.

mod caller;
mod files;
mod handshakes;
mod steps;

use std::io;
use std::time::Duration;

use anyhow::ensure;
use tokio::time::sleep;

use self::files::Files;
use self::handshakes::Handshakes;
use self::steps::{STEPS, Step};
use super::meanwhile::Meanwhile;
use super::older::Older;
use crate::balancer::Balancer;
use crate::cluster::{Cluster, ROLL};
use crate::fleet::{Fleet, GATEWAY};
use crate::report::Report;
use crate::shop::Shop;

/// One replica of each starts anew after every step: it meets those that took the new files while they ran.
const START_ANEW: [&str; 2] = [GATEWAY, "svc-booking"];
/// Before the first step and after the last.
const QUIET: Duration = Duration::from_secs(15);
/// Between two steps, as SECURITY.md says.
const STEP: Duration = Duration::from_secs(30);
/// To connect to all services takes no longer.
const LOOK: Duration = Duration::from_secs(5);
/// The line of a program that uses what its files hold by now (platform/service/src/tls/renewal.rs).
const TAKEN: &str = "took a new certificate";

pub async fn run(fleet: &Fleet, older: usize, report: &mut Report) -> anyhow::Result<()> {
    ensure!(older > 0, "without an older booking nothing is read");
    let files = Files::make(fleet)?;
    let mut cluster = Cluster::start(fleet).await?;
    let _balancer = Balancer::start(fleet.site_port(), &cluster.gateways()).await?;
    fleet.until_open().await?;
    let older = Older::buy(&Shop::open(fleet)?, older).await?;

    let length = length(&cluster);
    let replacing = Box::pin(replace(&mut cluster, &files, report));
    let meanwhile = Meanwhile::of(fleet, &older, length, replacing).await?;
    cluster.check_alive()?;
    meanwhile.judge(report);
    meanwhile.compare_books(fleet, &older, report).await?;
    cluster.stop().await;
    Ok(())
}

/// How long all of it takes at most.
fn length(cluster: &Cluster) -> Duration {
    let steps = STEPS.iter().skip(1).map(|step| {
        let rolls = u32::try_from(rolled_after(step, cluster).len()).unwrap_or(u32::MAX);
        STEP + LOOK * 2 + ROLL.saturating_mul(rolls)
    });
    QUIET * 2 + steps.sum::<Duration>()
}

/// Places of the replicas that start anew after a step.
fn rolled_after(step: &Step, cluster: &Cluster) -> Vec<usize> {
    if step.all_start_anew {
        return (0..cluster.replicas.len()).collect();
    }
    let first_of = |name: &str| cluster.replicas.iter().position(|replica| replica.name == name);
    START_ANEW.into_iter().filter_map(first_of).collect()
}

async fn replace(cluster: &mut Cluster, files: &Files, report: &mut Report) -> anyhow::Result<()> {
    sleep(QUIET).await;
    let mut handshakes = Handshakes::of(files);
    let mut taken = 0;
    for (before, now) in STEPS.iter().zip(&STEPS[1..]) {
        let lines = lines_of_taking(cluster)?;
        files.put_in_place(now)?;
        handshakes.go_on(cluster, [before, now], STEP).await?;
        for (replica, lines) in cluster.replicas.iter().zip(lines) {
            let has_taken = replica.lines_with(TAKEN)? > lines;
            taken += usize::from(has_taken);
            report.require(has_taken, || format!("{replica} has not taken the files: {}", now.what));
        }
        handshakes.check(cluster, now).await?;
        let rolled = rolled_after(now, cluster);
        cluster.roll_out(&rolled).await?;
        handshakes.check(cluster, now).await?;
    }
    sleep(QUIET).await;
    let (running, steps) = (cluster.replicas.len(), STEPS.len() - 1);
    report.row("new files taken by a running program", format!("{taken} of {}", running * steps));
    handshakes.tell(report);
    Ok(())
}

/// How often each replica says that it has taken new files.
fn lines_of_taking(cluster: &Cluster) -> io::Result<Vec<usize>> {
    cluster.replicas.iter().map(|replica| replica.lines_with(TAKEN)).collect()
}
