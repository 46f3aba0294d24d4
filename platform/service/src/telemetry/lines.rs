//! JSON lines with the ids of the trace and the span that they were written in: a log leads to its trace and back.

use std::fmt;

use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, TraceContextExt};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{Format, Json, JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, Layer, MakeWriter};
use tracing_subscriber::registry::LookupSpan;

/// One JSON object a line, with `trace_id` and `span_id` where a span is entered that is sent.
pub(super) fn json<S, W>(writer: W) -> Layer<S, JsonFields, Traced, W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'w> MakeWriter<'w> + 'static,
{
    Layer::new().json().flatten_event(true).map_event_format(Traced).with_writer(writer)
}

/// The library's JSON, and the ids behind it.
#[derive(Debug)]
pub(super) struct Traced(Format<Json>);

impl<S, N> FormatEvent<S, N> for Traced
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let Some(span) = current_span() else { return self.0.format_event(context, writer, event) };
        let mut line = String::new();
        self.0.format_event(context, Writer::new(&mut line), event)?;
        let open = line.trim_end().strip_suffix('}').ok_or(fmt::Error)?;
        let (trace_id, span_id) = (span.trace_id(), span.span_id());
        writeln!(writer, r#"{open},"trace_id":"{trace_id}","span_id":"{span_id}"}}"#)
    }
}

/// The span that this thread is in. None where it is not sent, and where no traces are: then this is one look at the thread.
fn current_span() -> Option<SpanContext> {
    Context::map_current(|current| {
        let span = current.span();
        let context = span.span_context();
        (context.is_valid() && context.is_sampled()).then(|| context.clone())
    })
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::TracerProvider;
    use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
    use testkit::Log;
    use tracing::subscriber::with_default;
    use tracing_opentelemetry::OpenTelemetrySpanExt;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn a_line_in_a_span_names_its_trace_and_its_span() {
        let (log, provider) = (Log::default(), SdkTracerProvider::builder().build());
        let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("program"));
        let subscriber = tracing_subscriber::registry().with(json(log.clone())).with(spans);

        let span = with_default(subscriber, || {
            let span = tracing::info_span!("call", request.id = "r1");
            span.in_scope(|| tracing::info!("inside"));
            tracing::info!("outside");
            span.context().span().span_context().clone()
        });

        let text = log.text();
        let line = |word| text.lines().find(|line| line.contains(word)).unwrap();
        let ids = format!(r#","trace_id":"{}","span_id":"{}"}}"#, span.trace_id(), span.span_id());
        assert!(line("inside").starts_with(r#"{"timestamp":"#), "{text}");
        assert!(line("inside").contains(r#""request.id":"r1""#), "{text}");
        assert!(line("inside").ends_with(&ids), "{text}");
        assert!(!line("outside").contains("trace_id"), "{text}");
    }

    #[test]
    fn a_line_names_no_trace_that_is_not_sent() {
        let log = Log::default();
        let provider = SdkTracerProvider::builder().with_sampler(Sampler::AlwaysOff).build();
        let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("program"));
        let subscriber = tracing_subscriber::registry().with(json(log.clone())).with(spans);

        with_default(subscriber, || tracing::info_span!("call").in_scope(|| tracing::info!("inside")));

        let text = log.text();
        assert!(text.contains("inside") && !text.contains("trace_id"), "{text}");
    }

    #[test]
    fn a_line_names_no_trace_where_none_is_sent() {
        let log = Log::default();
        let subscriber = tracing_subscriber::registry().with(json(log.clone()));

        with_default(subscriber, || tracing::info_span!("call").in_scope(|| tracing::info!("inside")));

        let text = log.text();
        assert!(text.contains("inside") && text.ends_with("}\n"), "{text}");
        assert!(!text.contains("trace_id"), "{text}");
    }
}
