//! What becomes a line, and what becomes a span: a quiet log does not end the traces.

use std::cmp::max;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use tokio::time::Instant;
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::Context;
use tracing_subscriber::{EnvFilter, Layer};

use super::SECURITY;
use crate::line_a_minute::LineAMinute;

/// Spans of traces, whatever `LOG` says.
const SPANS: LevelFilter = LevelFilter::INFO;

/// What targets of the OpenTelemetry libraries begin with.
const SDK: &str = "opentelemetry";

/// Parts of the names of their events that say of something that it was not exported, or dropped, or taken in part alone.
const NOT_DELIVERED: [&str; 6] =
    ["Export.", "ExportError", "ExportFailed", "DroppingStarted", "Dropped", "PartialSuccess"];

/// Filters lines by `LOG`. Where traces are sent, it lets all spans of `SPANS` through.
///
/// The OpenTelemetry libraries write an error at each attempt while a collector is away. Their lines are left out. A warning of
/// ours takes their place, with the name of the event: one a minute of all that is not delivered, and one of each other fault.
/// `LOG` turns it off with `opentelemetry=off`.
#[derive(Debug)]
pub(super) struct Levels {
    log: EnvFilter,
    traced: bool,
    undelivered: Mutex<LineAMinute>,
    /// By the name of the event, which is constant: the libraries have some dozens.
    faults: Mutex<HashMap<&'static str, LineAMinute>>,
}

impl Levels {
    /// Fails where `log` is no filter. The security log is written whatever it says.
    pub fn new(log: &str, traced: bool) -> anyhow::Result<Self> {
        let log = EnvFilter::try_new(log).context("LOG is not a filter")?;
        Ok(Self {
            log: log.add_directive(format!("{SECURITY}=info").parse()?),
            traced,
            undelivered: Mutex::default(),
            faults: Mutex::default(),
        })
    }

    /// The decision where it does not depend on `LOG`; None where it does.
    fn decided(&self, metadata: &Metadata<'_>) -> Option<bool> {
        (self.traced && metadata.is_span()).then(|| *metadata.level() <= SPANS)
    }

    /// How many warnings of this kind were held back, where one is due at `now`.
    fn warning_due(&self, cause: &'static str, now: Instant) -> Option<u64> {
        if is_undelivered(cause) {
            return self.undelivered.lock().unwrap_or_else(PoisonError::into_inner).allow(now);
        }
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.entry(cause).or_default().allow(now)
    }
}

/// Whether an event of this name means that traces or metrics are lost. The libraries' other events are faults in them, or in
/// how they are used.
fn is_undelivered(cause: &str) -> bool {
    NOT_DELIVERED.iter().any(|part| cause.contains(part))
}

/// Stands in place of an event of the libraries. `cause` is its name, which is constant: its text may quote anything.
fn warn(cause: &str, held_back: u64) {
    if is_undelivered(cause) {
        tracing::warn!(cause, held_back, "traces or metrics are not delivered");
    } else {
        tracing::warn!(cause, held_back, "a fault of the telemetry libraries");
    }
}

impl<S: Subscriber> Layer<S> for Levels {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        // Asked in any case: it notes the spans that its directives name.
        let of_log = Layer::<S>::register_callsite(&self.log, metadata);
        match self.decided(metadata) {
            Some(true) => Interest::always(),
            Some(false) => Interest::never(),
            None => of_log,
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>, context: Context<'_, S>) -> bool {
        self.decided(metadata).unwrap_or_else(|| Layer::<S>::enabled(&self.log, metadata, context))
    }

    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if !metadata.target().starts_with(SDK) {
            return true;
        }
        let cause = metadata.name();
        if *metadata.level() <= LevelFilter::WARN
            && let Some(held_back) = self.warning_due(cause, Instant::now())
        {
            warn(cause, held_back);
        }
        false
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        let of_log = Layer::<S>::max_level_hint(&self.log)?;
        Some(if self.traced { max(of_log, SPANS) } else { of_log })
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        Layer::<S>::on_new_span(&self.log, attributes, id, context);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        Layer::<S>::on_record(&self.log, id, values, context);
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        Layer::<S>::on_enter(&self.log, id, context);
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        Layer::<S>::on_exit(&self.log, id, context);
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        Layer::<S>::on_close(&self.log, id, context);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use testkit::Log;
    use tracing::subscriber::with_default;
    use tracing::{Level, Span};
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    /// What is written and which span is made under this `LOG`.
    fn under(log: &str, traced: bool) -> (String, Span) {
        let written = Log::default();
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(written.clone());
        let subscriber = tracing_subscriber::registry().with(Levels::new(log, traced).unwrap()).with(lines);
        let span = with_default(subscriber, || {
            tracing::info!("a usual line");
            tracing::warn!("a warning");
            tracing::info_span!("call")
        });
        (written.text(), span)
    }

    #[test]
    fn a_quiet_log_does_not_end_the_traces() {
        let (lines, span) = under("warn", true);

        assert!(!lines.contains("a usual line") && lines.contains("a warning"), "{lines}");
        assert!(!span.is_disabled());
    }

    #[test]
    fn a_quiet_log_makes_no_spans_where_no_traces_are_sent() {
        let (lines, span) = under("warn", false);

        assert!(lines.contains("a warning"), "{lines}");
        assert!(span.is_disabled());
    }

    #[test]
    fn what_the_libraries_say_of_an_absent_collector_is_no_line_of_any_log() {
        let written = Log::default();
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(written.clone());
        let levels = Levels::new("trace,opentelemetry=trace", true).unwrap();

        with_default(tracing_subscriber::registry().with(levels).with(lines), || {
            tracing::error!(target: "opentelemetry_sdk", "BatchSpanProcessor.ExportError");
            tracing::warn!(target: "opentelemetry-otlp", "refused");
            tracing::info!("a usual line");
        });

        let text = written.text();
        assert!(text.contains("a usual line"), "{text}");
        assert!(!text.contains("ExportError") && !text.contains("refused"), "{text}");
    }

    #[test]
    fn a_log_can_leave_out_that_no_collector_is_there() {
        let levels = Levels::new("info,opentelemetry=off", true).unwrap();

        let written = with_default(tracing_subscriber::registry().with(levels), || {
            [
                tracing::enabled!(target: "opentelemetry_sdk", Level::ERROR),
                tracing::enabled!(target: "opentelemetry-otlp", Level::ERROR),
                tracing::enabled!(target: "service", Level::INFO),
            ]
        });

        assert_eq!(written, [false, false, true]);
    }

    #[test]
    fn an_absent_collector_is_one_warning_a_minute_and_hides_no_fault() {
        const ABSENT: &str = "BatchSpanProcessor.ExportError";
        const FAULT: &str = "InstrumentCreationFailed";
        const OTHER: &str = "Context.OutOfOrderDrop";
        let levels = Levels::new("info", true).unwrap();
        let began = Instant::now();

        let due = [(0, ABSENT), (1, ABSENT), (2, FAULT), (3, OTHER), (59, ABSENT), (60, ABSENT)]
            .map(|(seconds, cause)| levels.warning_due(cause, began + Duration::from_secs(seconds)));

        assert_eq!(due, [Some(0), None, Some(0), Some(0), None, Some(2)]);
    }

    /// Names of events of `opentelemetry`, `opentelemetry_sdk` and `opentelemetry-otlp`, 0.33.1.
    #[test]
    fn what_was_not_exported_or_dropped_is_not_delivered_and_all_else_is_a_fault() {
        for undelivered in [
            "BatchSpanProcessor.ExportError",
            "BatchSpanProcessor.Export.Error",
            "BatchSpanProcessor.SpanDroppingStarted",
            "BatchSpanProcessor.SpansDropped",
            "PeriodicReader.ExportError",
            "PeriodicReader.ExportFailed",
            "Export.Failed.DeadlineExceeded",
            "Export.Failed.Exhausted",
            "TonicTracesClient.PartialSuccess",
            "HttpMetricsClient.PartialSuccess",
        ] {
            assert!(is_undelivered(undelivered), "{undelivered}");
        }
        for fault in [
            "Exporter.Config.InvalidEnvironmentVariable",
            "Context.OutOfOrderDrop",
            "MeterProvider.Drop.ShutdownFailed",
            "BatchSpanProcessor.OnEnd.AfterShutdown",
            "PeriodReaderThreadStartError",
            "InstrumentCreationFailed",
        ] {
            assert!(!is_undelivered(fault), "{fault}");
        }
    }

    #[test]
    fn a_talkative_log_makes_no_further_spans() {
        let levels = Levels::new("trace", true).unwrap();

        let made = with_default(tracing_subscriber::registry().with(levels), || {
            [tracing::info_span!("call"), tracing::debug_span!("detail")].map(|span| !span.is_disabled())
        });

        assert_eq!(made, [true, false]);
    }

    #[test]
    fn no_setting_of_the_log_turns_the_security_log_off() {
        for log in ["info", "off", "error", "info,security=off", "security=error,warn", "sqlx=warn"] {
            let subscriber = tracing_subscriber::registry().with(Levels::new(log, false).unwrap());
            let is_on =
                || tracing::enabled!(target: SECURITY, Level::INFO) && !tracing::enabled!(Level::TRACE);
            assert!(with_default(subscriber, is_on), "{log}");
        }
    }
}
