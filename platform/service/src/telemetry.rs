//! Logs as JSON, and traces and metrics over OTLP where an endpoint is set.

use anyhow::Context as _;
use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Gauge, Histogram};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::WithExportConfig;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tonic::metadata::{MetadataKey, MetadataMap};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};
use uuid::Uuid;

/// The target of the security log's lines (`security_log`).
pub(crate) const SECURITY: &str = "security";

/// Of all programs of this repository.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is told about a running process, and where to.
#[derive(Debug, Clone, clap::Args)]
pub struct TelemetryArgs {
    /// OTLP endpoint (gRPC) for traces and metrics, such as http://collector:4317. Off when not set or empty.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// Which log lines: a level, or directives such as info,sqlx=warn.
    #[arg(long, env = "LOG", default_value = "info,sqlx=warn,async_nats=warn", value_name = "FILTER")]
    pub log: String,
    /// Form of the log lines.
    #[arg(long, env = "LOG_FORMAT", default_value = "json", value_enum)]
    pub log_format: LogFormat,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}

/// Holds what must be flushed before the process ends.
#[derive(Debug, Default)]
pub struct Guard {
    traces: Option<SdkTracerProvider>,
    metrics: Option<SdkMeterProvider>,
}

impl Guard {
    /// Sends the last spans and metrics out.
    pub fn flush(self) {
        let traces = self.traces.map(|provider| provider.shutdown());
        let metrics = self.metrics.map(|provider| provider.shutdown());
        if let Some(Err(error)) = traces.or(metrics) {
            eprintln!("the last traces or metrics were not delivered: {error}");
        }
    }
}

/// Sets up logs, traces and metrics for the whole process. Called once, by `launch`.
pub fn init(name: &'static str, args: &TelemetryArgs) -> anyhow::Result<Guard> {
    let filter = filter(&args.log)?;
    let lines = match args.log_format {
        LogFormat::Json => {
            tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr).boxed()
        }
        LogFormat::Text => {
            tracing_subscriber::fmt::layer().with_target(false).with_writer(std::io::stderr).boxed()
        }
    };
    let mut guard = Guard::default();
    let mut spans = None;
    if let Some(endpoint) = args.otlp_endpoint.as_ref().filter(|endpoint| !endpoint.is_empty()) {
        let resource = resource(name);
        let provider = tracer_provider(endpoint, resource.clone())?;
        spans = Some(tracing_opentelemetry::layer().with_tracer(provider.tracer(name)));
        let meters = meter_provider(endpoint, resource)?;
        opentelemetry::global::set_meter_provider(meters.clone());
        guard = Guard { traces: Some(provider), metrics: Some(meters) };
    }
    tracing_subscriber::registry().with(filter).with(lines).with(spans).init();
    Ok(guard)
}

/// Who tells: the program, its version, and this process of it. Without the last, two replicas write one series, whose
/// counters fall. `OTEL_RESOURCE_ATTRIBUTES` adds what an installation wants to say of itself.
fn resource(name: &'static str) -> Resource {
    let attributes = [
        KeyValue::new("service.version", VERSION),
        KeyValue::new("service.instance.id", Uuid::new_v4().to_string()),
    ];
    Resource::builder().with_service_name(name).with_attributes(attributes).build()
}

/// What `LOG` says. The security log is written whatever it says.
fn filter(log: &str) -> anyhow::Result<EnvFilter> {
    let filter = EnvFilter::try_new(log).context("LOG is not a filter")?;
    Ok(filter.add_directive(format!("{SECURITY}=info").parse()?))
}

fn tracer_provider(endpoint: &str, resource: Resource) -> anyhow::Result<SdkTracerProvider> {
    let exporter =
        opentelemetry_otlp::SpanExporter::builder().with_tonic().with_endpoint(endpoint).build()?;
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}

fn meter_provider(endpoint: &str, resource: Resource) -> anyhow::Result<SdkMeterProvider> {
    let exporter =
        opentelemetry_otlp::MetricExporter::builder().with_tonic().with_endpoint(endpoint).build()?;
    Ok(SdkMeterProvider::builder().with_periodic_exporter(exporter).with_resource(resource).build())
}

/// Duration of gRPC calls in milliseconds, by service, method and code.
pub(crate) fn rpc_duration() -> Histogram<f64> {
    opentelemetry::global::meter("fareway")
        .f64_histogram("rpc.server.duration")
        .with_unit("ms")
        .with_description("Duration of gRPC calls")
        .build()
}

/// What waits in the databases, by service and queue.
pub(crate) fn queue_length() -> Gauge<i64> {
    opentelemetry::global::meter("fareway")
        .i64_gauge("queue.length")
        .with_unit("{item}")
        .with_description("What waits in a service's database")
        .build()
}

/// Events of the security log, by event and outcome.
pub(crate) fn security_events() -> Counter<u64> {
    opentelemetry::global::meter("fareway")
        .u64_counter("security.events")
        .with_unit("{event}")
        .with_description("Events of the security log, also those without a line")
        .build()
}

/// Counts a webhook that was not believed, by the service that refused it and by why.
pub fn count_refused_webhook(service: &'static str, cause: &'static str) {
    let counter = opentelemetry::global::meter("fareway")
        .u64_counter("webhooks.refused")
        .with_unit("{webhook}")
        .with_description("Webhooks that were not believed")
        .build();
    counter.add(1, &[KeyValue::new("service", service), KeyValue::new("cause", cause)]);
}

/// Duration of HTTP requests in milliseconds, by route, method and status.
pub fn http_duration() -> Histogram<f64> {
    opentelemetry::global::meter("fareway")
        .f64_histogram("http.server.duration")
        .with_unit("ms")
        .with_description("Duration of HTTP requests")
        .build()
}

/// Writes the current trace context (W3C traceparent) into the metadata of an outgoing call.
pub fn inject(metadata: &mut MetadataMap) {
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut MetadataCarrier(metadata));
}

/// Makes `span` a child of the trace in the headers, if there is one.
pub fn join(span: &Span, headers: &http::HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&HeaderCarrier(headers));
    // Fails only where no exporter is set up, and then there is no trace to join.
    let _no_exporter = span.set_parent(parent);
}

struct MetadataCarrier<'m>(&'m mut MetadataMap);

impl Injector for MetadataCarrier<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (MetadataKey::from_bytes(key.as_bytes()), value.parse()) {
            self.0.insert(key, value);
        }
    }
}

struct HeaderCarrier<'h>(&'h http::HeaderMap);

impl Extractor for HeaderCarrier<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn no_setting_of_the_log_turns_the_security_log_off() {
        for log in ["info", "off", "error", "info,security=off", "security=error,warn", "sqlx=warn"] {
            let subscriber = tracing_subscriber::registry().with(filter(log).unwrap());
            let is_on = || {
                tracing::enabled!(target: SECURITY, tracing::Level::INFO)
                    && !tracing::enabled!(tracing::Level::TRACE)
            };
            assert!(tracing::subscriber::with_default(subscriber, is_on), "{log}");
        }
    }
}
