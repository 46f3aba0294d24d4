//! What the runbook and the boards ask of Prometheus.

use std::fs;

use anyhow::Context;
use serde_json::Value;

use super::prometheus::{Prometheus, deploy, deployed};
use super::scaled::scaled;
use crate::report::Report;

/// What Grafana fills in.
const VARIABLES: [(&str, &str); 3] =
    [("$__rate_interval", "5m"), ("$__range", "6h"), ("$service", "svc-booking")];

#[derive(Clone)]
struct Query {
    /// The entry or the panel.
    of: String,
    text: String,
}

/// Asks all of them. One that Prometheus refuses is a miss; one without a value is told.
pub async fn ask(prometheus: &Prometheus, report: &mut Report) -> anyhow::Result<()> {
    let queries = [of_runbook(&deployed("../docs/runbook.md")?), of_boards()?].concat();
    let (count, mut empty) = (queries.len(), Vec::new());
    for Query { of, text } in queries {
        match prometheus.ask(&text).await {
            Ok(0) => empty.push((of, text)),
            Ok(_) => {}
            Err(error) => report.miss(format!("{of}: `{text}`: {error:#}")),
        }
    }
    report.row("queries of runbook and boards / without data", format!("{count} / {}", empty.len()));
    for (of, text) in empty {
        report.row(format!("  no data: {of}"), text);
    }
    Ok(())
}

/// Those of the entries' lines "Confirm".
fn of_runbook(runbook: &str) -> Vec<Query> {
    let entries = runbook.split("\n### ").skip(1);
    let of_entry = |entry: &str| {
        let name = entry.lines().next().unwrap_or_default();
        let (_, confirm) = entry.split_once("- **Confirm:**").unwrap_or_default();
        let confirm = confirm.split("\n- **").next().unwrap_or_default();
        let quoted = confirm.split('`').skip(1).step_by(2).filter(|text| text.contains(['(', '{']));
        quoted.map(|text| Query::new(name, text)).collect::<Vec<_>>()
    };
    entries.flat_map(of_entry).collect()
}

fn of_boards() -> anyhow::Result<Vec<Query>> {
    let mut queries = Vec::new();
    for entry in fs::read_dir(deploy().join("grafana"))? {
        let file = entry?.path();
        if file.extension().is_some_and(|ending| ending == "json") {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            queries.extend(of_board(&name, &serde_json::from_str(&fs::read_to_string(&file)?)?)?);
        }
    }
    Ok(queries)
}

fn of_board(name: &str, board: &Value) -> anyhow::Result<Vec<Query>> {
    let mut queries = Vec::new();
    for panel in board["panels"].as_array().context("a board without panels")? {
        let of = format!("{name}, {}", panel["title"].as_str().unwrap_or_default());
        let targets = panel["targets"].as_array().into_iter().flatten();
        queries.extend(targets.filter_map(|target| Some(Query::new(&of, target["expr"].as_str()?))));
    }
    Ok(queries)
}

impl Query {
    fn new(of: &str, text: &str) -> Self {
        let text = VARIABLES.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
        Self { of: of.to_owned(), text: scaled(&text) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_is_confirmed_by_its_queries_and_not_by_what_else_is_quoted() {
        let runbook = "# Runbook\n\n### MailWaits\n\n- **Felt:** `late(r)`\n- **Confirm:** `max(a)` and\n  `sum(rate(b[10m]))`; `/readyz`.\n- **Do:** `c(d)`\n";

        let found = of_runbook(runbook);

        let found: Vec<_> = found.iter().map(|query| (&*query.of, &*query.text)).collect();
        assert_eq!(found, [("MailWaits", "max(a)"), ("MailWaits", "sum(rate(b[10s]))")]);
    }

    #[test]
    fn a_board_asks_with_grafanas_variables_filled_in() {
        let target = json!({ "expr": "rate(a{service=\"$service\"}[$__rate_interval]) + b[$__range]" });
        let board = json!({ "panels": [{ "title": "Calls", "targets": [target] }] });

        let found = of_board("services", &board).unwrap();

        assert_eq!(found[0].of, "services, Calls");
        assert_eq!(found[0].text, "rate(a{service=\"svc-booking\"}[5s]) + b[360s]");
    }
}
