//! What the gateway counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::metrics::data::{
    AggregatedMetrics, Metric, MetricData, ResourceMetrics, ScopeMetrics,
};
use opentelemetry_sdk::metrics::exporter::PushMetricExporter;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider, Temporality};

/// What was counted, by the value of the label.
type ByLabel = BTreeMap<String, u64>;

/// The counters of this process that have one label.
pub struct Counters {
    provider: SdkMeterProvider,
    exported: Exported,
}

/// By the counter's name.
#[derive(Clone, Default)]
struct Exported(Arc<Mutex<BTreeMap<String, ByLabel>>>);

impl Counters {
    /// For the whole process, which the runner starts for each test: made before the gateway that is to count.
    pub fn of_this_process() -> Self {
        let exported = Exported::default();
        let reader = PeriodicReader::builder(exported.clone()).build();
        let provider = SdkMeterProvider::builder().with_reader(reader).build();
        opentelemetry::global::set_meter_provider(provider.clone());
        Self { provider, exported }
    }

    /// Of one counter, so far.
    pub fn of(&self, name: &str) -> ByLabel {
        self.provider.force_flush().unwrap();
        self.exported.0.lock().unwrap().get(name).cloned().unwrap_or_default()
    }
}

impl PushMetricExporter for Exported {
    async fn export(&self, metrics: &ResourceMetrics) -> OTelSdkResult {
        let metrics = metrics.scope_metrics().flat_map(ScopeMetrics::metrics);
        *self.0.lock().unwrap() =
            metrics.filter_map(|metric| Some((metric.name().to_owned(), counted(metric)?))).collect();
        Ok(())
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }

    fn temporality(&self) -> Temporality {
        Temporality::Cumulative
    }
}

/// Nothing for what is no counter.
fn counted(metric: &Metric) -> Option<ByLabel> {
    let AggregatedMetrics::U64(MetricData::Sum(sum)) = metric.data() else { return None };
    let points = sum.data_points().filter_map(|point| {
        let label = point.attributes().next()?;
        Some((label.value.to_string(), point.value()))
    });
    Some(points.collect())
}
