//! Travellers come at a fixed rate (`deploy/k6`): at one that has to be held, with faults of the airline; at five times
//! that, when what is too much is refused, searches first. The books agree after both.

use std::time::Duration;

use anyhow::Context;
use serde_json::json;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::sandbox;
use crate::travellers::{self, Outcome};

const FINISHES: Duration = Duration::from_secs(300);
/// No program may need more memory than this, MiB.
const MOST_MEMORY: u64 = 1024;
/// 3 of the 56 routes that travellers choose from: one order in twenty is made, and nobody told.
const FAULTY_ROUTES: [&str; 3] = ["LHR-CDG", "JFK-SFO", "FRA-MAD"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    Held,
    TooMuch,
}

pub async fn run(fleet: &mut Fleet, load: Load, seconds: u64, report: &mut Report) -> anyhow::Result<()> {
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
    let outcome = travellers::come(fleet, script, seconds).await?;
    report.require(outcome.holds, || format!("{script}: a threshold was crossed, or an answer was wrong"));
    outcome.tell(report);
    if load == Load::TooMuch {
        searches_go_first(&outcome, report);
    }
    memory(fleet, report)?;
    fleet.check_alive()?;
    let books = Books::finished(fleet, FINISHES).await?;
    books.tell(&outcome.acknowledged(&books), report);
    Ok(())
}

/// Of searches a larger part is refused than of purchases.
fn searches_go_first(outcome: &Outcome, report: &mut Report) {
    let [searches, purchases] = ["searches", "purchases"].map(|kind| {
        let (refused, all) = (outcome.count(&format!("{kind}_refused")), outcome.count(kind));
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
