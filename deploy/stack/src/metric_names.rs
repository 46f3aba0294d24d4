//! What a metric is called in Prometheus.

use anyhow::bail;

/// As Prometheus and the collector translate it (OpenTelemetry, "Prometheus and OpenMetrics Compatibility").
pub fn name_in_prometheus(name: &str, unit: &str, is_counter: bool) -> anyhow::Result<String> {
    let unit = match unit {
        "s" => "_seconds",
        "d" => "_days",
        "By" => "_bytes",
        unit if unit.is_empty() || unit.starts_with('{') => "",
        unit => bail!("{name} has the unit {unit}, which has no suffix here"),
    };
    Ok(format!("{}{unit}{}", name.replace('.', "_"), if is_counter { "_total" } else { "" }))
}
