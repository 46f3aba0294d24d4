//! What the OpenTelemetry libraries say becomes lines of ours, and no line has a card number.

use service::telemetry::{LogFormat, OtlpProtocol, TelemetryArgs, init_with_log};
use testkit::Log;

fn args() -> TelemetryArgs {
    TelemetryArgs {
        otlp_endpoint: None,
        otlp_certificate: None,
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

const CARD: &str = "4242424242424242";

/// What is written of a card in a message, in fields, in a span's field, and in an error. Call it once a process.
fn lines_with_a_card(log_format: LogFormat) -> Vec<String> {
    let log = Log::default();
    init_with_log("program", &TelemetryArgs { log_format, ..args() }, log.clone()).unwrap();

    tracing::info!("a message with {CARD}");
    tracing::info!(typed = CARD, "a field");
    tracing::info!(number = 4_242_424_242_424_242_u64, "a number");
    tracing::info_span!("call", typed = CARD).in_scope(|| tracing::info!("in a span"));
    tracing::error!(error = %anyhow::anyhow!("{CARD} was refused"), "an error");
    tracing::error!(error = ?std::io::Error::other(format!("\n{CARD}")), "an error as debugging shows it");

    log.text().lines().map(str::to_owned).collect()
}

fn check_masked(lines: &[String]) {
    assert_eq!(lines.len(), 6, "{lines:?}");
    for line in lines {
        assert!(!line.contains(CARD) && line.contains("************4242"), "{line}");
    }
}

#[test]
fn r008_a_card_number_in_a_line_of_json_is_masked_wherever_it_stands() {
    let lines = lines_with_a_card(LogFormat::Json);

    check_masked(&lines);
    for line in &lines {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line.is_object()), "{line}");
    }
}

#[test]
fn r008_a_card_number_in_a_line_for_people_is_masked_wherever_it_stands() {
    check_masked(&lines_with_a_card(LogFormat::Text));
}
