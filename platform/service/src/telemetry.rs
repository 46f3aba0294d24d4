//! Logs as JSON, and traces and metrics over OTLP where an endpoint is set.

mod levels;
mod lines;
mod masked;
mod sampling;
mod streams;

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use http::{HeaderMap, HeaderName};
use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Gauge};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::{Status, TracerProvider as _};
use opentelemetry_otlp::{MetricExporter, SpanExporter, WithExportConfig, WithTonicConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tonic::transport::{Certificate, ClientTlsConfig};
use tracing::{Event, Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use uuid::Uuid;

use self::levels::Levels;
use self::masked::{MaskedLines, MaskedSpans};
pub use self::streams::in_current_span;
use crate::metrics::{count, meter};
use crate::tls::read_authorities;

/// The target of the security log's lines (`security_log`).
pub(crate) const SECURITY: &str = "security";

/// The header of a trace's context, as the W3C names it.
pub const TRACE_PARENT: &str = "traceparent";

/// Of all programs of this repository.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is told about a running process, and where to.
#[derive(Debug, Clone, clap::Args)]
pub struct TelemetryArgs {
    /// OTLP endpoint for traces and metrics, such as http://collector:4317; https:// asks for TLS. Off when not set or
    /// empty.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// PEM file of the authorities that are believed about an https:// endpoint by gRPC, in place of those of this
    /// machine.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_CERTIFICATE", value_name = "FILE")]
    pub otlp_certificate: Option<PathBuf>,
    /// Endpoint for metrics, where they go elsewhere. By HTTP the whole address, such as
    /// http://prometheus:9090/api/v1/otlp/v1/metrics.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", value_name = "URL")]
    pub otlp_metrics_endpoint: Option<String>,
    /// How both are spoken to.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_PROTOCOL", default_value = "grpc", value_enum)]
    pub otlp_protocol: OtlpProtocol,
    /// Milliseconds between two deliveries of metrics.
    #[arg(long, env = "OTEL_METRIC_EXPORT_INTERVAL", default_value_t = 15_000, value_name = "MS")]
    pub metrics_interval_ms: u64,
    /// Which log lines: a level, or directives such as info,sqlx=warn.
    #[arg(long, env = "LOG", default_value = "info,sqlx=warn,async_nats=warn", value_name = "FILTER")]
    pub log: String,
    /// Form of the log lines.
    #[arg(long, env = "LOG_FORMAT", default_value = "json", value_enum)]
    pub log_format: LogFormat,
}

/// How traces and metrics are sent, as OpenTelemetry names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OtlpProtocol {
    /// gRPC.
    #[value(name = "grpc")]
    Grpc,
    /// Protobuf over HTTP.
    #[value(name = "http/protobuf")]
    HttpProtobuf,
}

impl TelemetryArgs {
    fn traces_endpoint(&self) -> Option<String> {
        let endpoint = given(self.otlp_endpoint.as_ref())?;
        Some(self.endpoint_of(endpoint, "/v1/traces"))
    }

    fn metrics_endpoint(&self) -> Option<String> {
        let own = given(self.otlp_metrics_endpoint.as_ref());
        own.map(str::to_owned).or_else(|| {
            let endpoint = given(self.otlp_endpoint.as_ref())?;
            Some(self.endpoint_of(endpoint, "/v1/metrics"))
        })
    }

    /// TLS to an endpoint by gRPC, with the authorities that are believed about it. Not used where it is not https://.
    fn tls_to(&self, endpoint: &str) -> anyhow::Result<ClientTlsConfig> {
        let tls = ClientTlsConfig::new();
        if !endpoint.to_ascii_lowercase().starts_with("https://") {
            return Ok(tls);
        }
        let Some(file) = &self.otlp_certificate else { return Ok(tls.with_enabled_roots()) };
        let pem = read_authorities("OTEL_EXPORTER_OTLP_CERTIFICATE", file)?;
        Ok(tls.ca_certificate(Certificate::from_pem(pem)))
    }

    /// By HTTP each signal has a path of its own below the common endpoint (OTLP, "Endpoint URLs for OTLP/HTTP").
    fn endpoint_of(&self, endpoint: &str, path: &str) -> String {
        match self.otlp_protocol {
            OtlpProtocol::Grpc => endpoint.to_owned(),
            OtlpProtocol::HttpProtobuf => format!("{}{path}", endpoint.trim_end_matches('/')),
        }
    }
}

/// A setting that is set and not empty.
fn given(setting: Option<&String>) -> Option<&str> {
    setting.map(String::as_str).filter(|text| !text.is_empty())
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
        for error in [traces, metrics].into_iter().flatten().filter_map(Result::err) {
            eprintln!("the last traces or metrics were not delivered: {error}");
        }
    }
}

/// Sets up logs, traces and metrics for the whole process. Called once, by `launch`.
pub fn init(name: &'static str, args: &TelemetryArgs) -> anyhow::Result<Guard> {
    init_with_log(name, args, std::io::stderr)
}

/// The same with the log elsewhere; for tests.
pub fn init_with_log<W>(name: &'static str, args: &TelemetryArgs, log: W) -> anyhow::Result<Guard>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let levels = Levels::new(&args.log, args.traces_endpoint().is_some())?;
    let lines = match args.log_format {
        LogFormat::Json => lines::json(MaskedLines::json(log)).boxed(),
        LogFormat::Text => {
            tracing_subscriber::fmt::layer().with_target(false).with_writer(MaskedLines::text(log)).boxed()
        }
    };
    let resource = resource(name);
    let mut guard = Guard::default();
    let mut spans = None;
    if let Some(endpoint) = args.traces_endpoint() {
        let provider = tracer_provider(endpoint, args, resource.clone())?;
        spans = Some(tracing_opentelemetry::layer().with_tracer(provider.tracer(name)));
        guard.traces = Some(provider);
    }
    if let Some(endpoint) = args.metrics_endpoint() {
        let meters = meter_provider(endpoint, args, resource)?;
        opentelemetry::global::set_meter_provider(meters.clone());
        guard.metrics = Some(meters);
    }
    let counter = LineCounter::new(name);
    tracing_subscriber::registry().with(levels).with(lines).with(spans).with(counter).init();
    Ok(guard)
}

/// Counts the lines of the log that tell of trouble: an alarm stands on them.
struct LineCounter {
    service: &'static str,
    lines: Counter<u64>,
}

impl LineCounter {
    fn new(service: &'static str) -> Self {
        let lines =
            meter().u64_counter("log.events").with_description("Lines of level error and warn").build();
        Self { service, lines }
    }
}

impl<S: Subscriber> Layer<S> for LineCounter {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let level = match *metadata.level() {
            Level::ERROR => "error",
            Level::WARN => "warn",
            _ => return,
        };
        let labels = [
            KeyValue::new("service", self.service),
            KeyValue::new("level", level),
            KeyValue::new("target", metadata.target()),
        ];
        self.lines.add(1, &labels);
    }
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

fn tracer_provider(
    endpoint: String,
    args: &TelemetryArgs,
    resource: Resource,
) -> anyhow::Result<SdkTracerProvider> {
    let builder = SpanExporter::builder();
    let exporter = match args.otlp_protocol {
        OtlpProtocol::Grpc => {
            let tls = args.tls_to(&endpoint)?;
            builder.with_tonic().with_tls_config(tls).with_endpoint(endpoint).build()?
        }
        OtlpProtocol::HttpProtobuf => builder.with_http().with_endpoint(endpoint).build()?,
    };
    let builder = SdkTracerProvider::builder().with_sampler(sampling::sampler());
    Ok(builder.with_batch_exporter(MaskedSpans(exporter)).with_resource(resource).build())
}

fn meter_provider(
    endpoint: String,
    args: &TelemetryArgs,
    resource: Resource,
) -> anyhow::Result<SdkMeterProvider> {
    let builder = MetricExporter::builder();
    let exporter = match args.otlp_protocol {
        OtlpProtocol::Grpc => {
            let tls = args.tls_to(&endpoint)?;
            builder.with_tonic().with_tls_config(tls).with_endpoint(endpoint).build()?
        }
        OtlpProtocol::HttpProtobuf => builder.with_http().with_endpoint(endpoint).build()?,
    };
    let interval = Duration::from_millis(args.metrics_interval_ms);
    let reader = PeriodicReader::builder(exporter).with_interval(interval).build();
    Ok(SdkMeterProvider::builder().with_reader(reader).with_resource(resource).build())
}

/// What waits in the databases, by service and queue.
pub(crate) fn queue_length() -> Gauge<i64> {
    meter()
        .i64_gauge("queue.length")
        .with_unit("{item}")
        .with_description("What waits in a service's database")
        .build()
}

/// Events of the security log, by event and outcome.
pub(crate) fn security_events() -> Counter<u64> {
    meter()
        .u64_counter("security.events")
        .with_unit("{event}")
        .with_description("Events of the security log, also those without a line")
        .build()
}

/// Counts a webhook that was not believed, by the service that refused it and by why.
pub fn count_refused_webhook(service: &'static str, cause: &'static str) {
    let labels = [KeyValue::new("service", service), KeyValue::new("cause", cause)];
    count("webhooks.refused", "Webhooks that were not believed", &labels);
}

/// Marks a span as one of something that has failed, which a collector keeps (docs/telemetry.md). `cause` is a code of
/// ours or a status: nothing that somebody typed.
pub fn mark_failed(span: &Span, cause: impl Into<Cow<'static, str>>) {
    span.set_status(Status::error(cause));
}

/// Writes the trace context of a span (W3C traceparent) into the headers of an outgoing call.
pub(crate) fn inject(span: &Span, headers: &mut HeaderMap) {
    TraceContextPropagator::new().inject_context(&span.context(), &mut HeaderWriter(headers));
}

/// A span's place in its trace, to be sent or kept with what follows from it. None where no traces are sent.
pub fn trace_parent(span: &Span) -> Option<String> {
    let mut headers = HeaderMap::new();
    inject(span, &mut headers);
    Some(headers.get(TRACE_PARENT)?.to_str().ok()?.to_owned())
}

/// Makes `span` a child of what `trace_parent` said, if it said anything.
pub fn join_parent(span: &Span, parent: Option<&str>) {
    let mut headers = HeaderMap::new();
    if let Some(parent) = parent.and_then(|parent| parent.parse().ok()) {
        headers.insert(TRACE_PARENT, parent);
    }
    join(span, &headers);
}

/// Makes `span` a child of the trace in the headers, if there is one.
pub(crate) fn join(span: &Span, headers: &HeaderMap) {
    let parent = TraceContextPropagator::new().extract(&HeaderCarrier(headers));
    // Fails where no traces are sent, where the span is filtered out, and where it has begun: entered, or asked for its context.
    // Callers join a span as soon as it is made.
    let _not_joined = span.set_parent(parent);
}

struct HeaderWriter<'h>(&'h mut HeaderMap);

impl Injector for HeaderWriter<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (HeaderName::from_bytes(key.as_bytes()), value.parse()) {
            self.0.insert(key, value);
        }
    }
}

struct HeaderCarrier<'h>(&'h HeaderMap);

impl Extractor for HeaderCarrier<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

#[cfg(test)]
mod tests;
