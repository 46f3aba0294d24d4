//! What the OpenTelemetry libraries say becomes lines of ours.

use service::telemetry::{LogFormat, OtlpProtocol, TelemetryArgs, init_with_log};
use testkit::Log;

fn args() -> TelemetryArgs {
    TelemetryArgs {
        otlp_endpoint: None,
        otlp_metrics_endpoint: None,
        otlp_protocol: OtlpProtocol::Grpc,
        metrics_interval_ms: 1_000,
        log: "info".to_owned(),
        log_format: LogFormat::Json,
    }
}

/// Alone in its process, as the runner has each test: it sets the subscriber of all of it, as a program does. One of a
/// thread takes no line while it is asked about another.
#[test]
fn what_the_telemetry_libraries_say_is_one_warning_of_each_kind_that_names_its_cause() {
    const ABSENT: &str = "BatchSpanProcessor.ExportError";
    const FAULT: &str = "MeterProvider.InternalError";
    let log = Log::default();
    init_with_log("program", &args(), log.clone()).unwrap();

    for _ in 0..3 {
        tracing::error!(name: ABSENT, target: "opentelemetry_sdk", "refused by 10.0.0.1");
    }
    tracing::warn!(name: FAULT, target: "opentelemetry_sdk", "refused by a lock");
    tracing::info!(target: "opentelemetry_sdk", "refused by nobody");

    let text = log.text();
    let lines: Vec<_> = text.lines().collect();
    let [undelivered, fault] = lines.as_slice() else { panic!("{text}") };
    for (line, message, cause) in [
        (undelivered, "traces or metrics are not delivered", ABSENT),
        (fault, "a fault of the telemetry libraries", FAULT),
    ] {
        let is_warning = line.contains(r#""level":"WARN""#) && line.contains(message);
        assert!(is_warning && line.contains(cause) && !line.contains("refused"), "{line}");
    }
}
