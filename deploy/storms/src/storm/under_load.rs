//! Travellers come at a fixed rate (`deploy/k6`): at one that has to be held, with faults of the airline; at five times
//! that, when what is too much is refused, searches first. The books agree after both.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};
use tokio::process::Command;
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::sandbox;

const SETTLES: Duration = Duration::from_secs(300);
/// No program may need more memory than this, MiB.
const MOST_MEMORY: u64 = 1024;
/// 3 of the 56 routes that travellers choose from: one order in twenty is made, and nobody told.
const FAULTY_ROUTES: [&str; 3] = ["LHR-CDG", "JFK-SFO", "FRA-MAD"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    Held,
    TooMuch,
}

pub async fn run(fleet: &mut Fleet, load: Load, seconds: usize, report: &mut Report) -> anyhow::Result<()> {
    let script = match load {
        Load::Held => "soak.js",
        Load::TooMuch => "overload.js",
    };
    if load == Load::Held {
        for route in FAULTY_ROUTES {
            let effect = json!({ "kind": "html", "status": 502, "phase": "after" });
            let fault =
                json!({ "on": "duffel.orders.create", "match": { "route": route }, "effect": effect });
            sandbox::plan(&fleet.sandbox(), &fault).await?;
        }
    }
    let outcome = travellers(fleet, script, seconds).await?;
    report.require(outcome.holds, || format!("{script}: a threshold was crossed, or an answer was wrong"));
    tell(&outcome.summary, report);
    if load == Load::TooMuch {
        searches_go_first(&outcome.summary, report);
    }
    memory(fleet, report)?;
    fleet.check_alive()?;
    let books = Books::settled(fleet, SETTLES).await?;
    let told = outcome.ended.iter().filter(|(end, id)| end == "confirmed" || books.is_ticketed(*id));
    let acknowledged: Vec<Uuid> = told.map(|(_, id)| *id).collect();
    books.tell(&acknowledged, report);
    Ok(())
}

/// What k6 says of its run.
struct Outcome {
    holds: bool,
    summary: Value,
    /// The bookings that were accepted, and what their travellers were told in the end.
    ended: Vec<(String, Uuid)>,
}

async fn travellers(fleet: &Fleet, script: &str, seconds: usize) -> anyhow::Result<Outcome> {
    let k6 = std::env::var("FAREWAY_K6").context("deploy/scripts/storm says where k6 is")?;
    let (told, summary) = (fleet.folder().join("told"), fleet.folder().join("summary.json"));
    let status = Command::new(k6)
        .args(["run", "--quiet", "--no-usage-report", "--log-format", "raw"])
        .arg("--console-output")
        .arg(&told)
        .arg("--summary-export")
        .arg(&summary)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../k6").join(script))
        .env("BASE_URL", fleet.site())
        .env("DURATION", seconds.to_string())
        .status()
        .await
        .context("starting k6")?;
    let told = std::fs::read_to_string(&told)?;
    let ended = told.lines().filter_map(|line| {
        let (end, id) = line.split_once(' ')?;
        Some((end.to_owned(), id.parse().ok()?))
    });
    Ok(Outcome {
        holds: status.success(),
        summary: serde_json::from_str(&std::fs::read_to_string(&summary)?)?,
        ended: ended.collect(),
    })
}

fn tell(summary: &Value, report: &mut Report) {
    for name in ["searches", "searches_refused", "purchases", "purchases_refused", "dropped_iterations"] {
        report.row(name.replace('_', " "), count(summary, name));
    }
    let times = &summary["metrics"]["http_req_duration"];
    report.row(
        "answers, ms: median / p99 / longest",
        format!("{:.0} / {:.0} / {:.0}", ms(times, "med"), ms(times, "p(99)"), ms(times, "max")),
    );
}

fn count(summary: &Value, name: &str) -> u64 {
    summary["metrics"][name]["count"].as_u64().unwrap_or_default()
}

fn ms(times: &Value, name: &str) -> f64 {
    times[name].as_f64().unwrap_or_default()
}

/// Of searches a larger part is refused than of purchases.
fn searches_go_first(summary: &Value, report: &mut Report) {
    let [searches, purchases] = ["searches", "purchases"].map(|kind| {
        let (refused, all) = (count(summary, &format!("{kind}_refused")), count(summary, kind));
        refused * 1_000 / all.max(1)
    });
    report.row("refused of 1,000: searches / purchases", format!("{searches} / {purchases}"));
    report.require(searches > 0, || "nothing was refused: this was no overload".to_owned());
    report.require(searches >= purchases, || "purchases were refused before searches".to_owned());
}

fn memory(fleet: &Fleet, report: &mut Report) -> anyhow::Result<()> {
    let peaks = fleet.memory_peaks()?;
    let (name, most) = peaks.into_iter().max_by_key(|(_, mib)| *mib).context("nothing runs")?;
    report.row("most memory of a program, MiB", format!("{most} ({name})"));
    report.require(most < MOST_MEMORY, || format!("{name} took {most} MiB"));
    Ok(())
}
