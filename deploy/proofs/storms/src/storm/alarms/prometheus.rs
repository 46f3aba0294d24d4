//! Debian's Prometheus, with the project's scrape configuration and rules in a faster world.

use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use reqwest::Client;
use serde_json::Value;
use servers::Program;

use super::scaled::scaled;
use crate::fleet::free_port;
use crate::http;

const BINARY: &str = "/usr/bin/prometheus";
const PATIENCE: Duration = Duration::from_secs(10);
/// Where nobody listens.
const NOBODY: &str = "127.0.0.1:1";

pub struct Prometheus {
    program: Program,
    client: Client,
    url: String,
}

/// The state of one alert of a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Alert {
    pub name: String,
    /// Else it is pending.
    pub fires: bool,
}

impl Prometheus {
    /// Reads the programs' metrics at this address, and has its files in a folder of its own.
    pub async fn start(folder: &Path, metrics: SocketAddr) -> anyhow::Result<Self> {
        let rules = folder.join("rules");
        fs::create_dir_all(&rules)?;
        for (file, text) in rule_files()? {
            fs::write(rules.join(file.file_name().context("a rule file has a name")?), scaled(&text))?;
        }
        let settings = folder.join("prometheus.yaml");
        fs::write(&settings, configuration(&deployed("otel/prometheus.yaml")?, &rules, metrics))?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let arguments = [
            format!("--config.file={}", settings.display()),
            format!("--storage.tsdb.path={}", folder.join("data").display()),
            format!("--web.listen-address={address}"),
            "--log.level=warn".to_owned(),
        ];
        let log = folder.join("prometheus.log");
        let program = Program::start("prometheus", Path::new(BINARY), arguments, log, address).await?;
        let client = http::client().timeout(PATIENCE).build()?;
        Ok(Self { program, client, url: format!("http://{address}/api/v1") })
    }

    /// All that fire or are pending.
    pub async fn alerts(&self) -> anyhow::Result<Vec<Alert>> {
        let told = self.client.get(format!("{}/alerts", self.url)).send().await?.error_for_status()?;
        alerts_in(&told.json().await?)
    }

    /// The names of those that fire.
    pub async fn firing(&self) -> anyhow::Result<BTreeSet<String>> {
        let alerts = self.alerts().await?;
        Ok(alerts.into_iter().filter(|alert| alert.fires).map(|alert| alert.name).collect())
    }

    /// How many values a query has.
    pub async fn ask(&self, query: &str) -> anyhow::Result<usize> {
        let call = self.client.get(format!("{}/query", self.url)).query(&[("query", query)]);
        let told: Value = call.send().await?.json().await?;
        ensure!(told["status"] == "success", "{}", told["error"]);
        Ok(told["data"]["result"].as_array().map_or(0, Vec::len))
    }

    pub async fn stop(self) {
        self.program.stop().await;
    }
}

fn alerts_in(told: &Value) -> anyhow::Result<Vec<Alert>> {
    let alerts = told["data"]["alerts"].as_array().context("no list of alerts")?.iter();
    let alert = |alert: &Value| {
        let name = alert["labels"]["alertname"].as_str().context("an alert without a name")?;
        Ok(Alert { name: name.to_owned(), fires: alert["state"] == "firing" })
    };
    alerts.map(alert).collect()
}

/// The project's rules, as they are.
pub fn rule_files() -> anyhow::Result<Vec<(PathBuf, String)>> {
    let entries = fs::read_dir(deploy().join("prometheus/rules"))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        Ok((file, text))
    };
    files.into_iter().map(read).collect()
}

/// A file of the folder `deploy`.
pub fn deployed(path: &str) -> anyhow::Result<String> {
    let file = deploy().join(path);
    fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))
}

pub fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The deployed configuration with the addresses of this machine, where nobody exports metrics of Postgres and NATS and
/// no Alertmanager runs.
fn configuration(deployed: &str, rules: &Path, metrics: SocketAddr) -> String {
    deployed
        .replace("scrape_interval: 10s", "scrape_interval: 1s\n  evaluation_interval: 1s")
        .replace("/etc/prometheus/rules", &rules.display().to_string())
        .replace("collector:9464", &metrics.to_string())
        .replace("postgres-exporter:9187", NOBODY)
        .replace("nats-exporter:7777", NOBODY)
        .replace("alarms:9093", NOBODY)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_deployed_configuration_is_read_with_the_addresses_of_this_machine() {
        let deployed = deployed("otel/prometheus.yaml").unwrap();

        let text = configuration(&deployed, Path::new("/tmp/rules"), ([127, 0, 0, 1], 4321).into());

        assert!(text.contains("rule_files: [/tmp/rules/*.yaml]"), "{text}");
        assert!(text.contains("targets: [127.0.0.1:4321]"), "{text}");
        assert!(text.contains("scrape_interval: 1s\n  evaluation_interval: 1s"), "{text}");
        assert_eq!(text.matches(NOBODY).count(), 3, "{text}");
    }

    #[test]
    fn pending_alerts_are_told_from_firing_ones() {
        let alert = |name: &str, state: &str| json!({ "labels": { "alertname": name }, "state": state });
        let told = json!({ "data": { "alerts": [alert("A", "firing"), alert("B", "pending")] } });

        let alerts = alerts_in(&told).unwrap();

        let expected = [("A", true), ("B", false)];
        assert_eq!(alerts, expected.map(|(name, fires)| Alert { name: name.to_owned(), fires }));
    }
}
