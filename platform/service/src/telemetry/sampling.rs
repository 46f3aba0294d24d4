//! Which traces begin here. Which of them are kept is the collector's affair (docs/telemetry.md).

use opentelemetry::trace::{Link, SpanKind, TraceId, TraceState};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{Sampler, SamplingDecision, SamplingResult, ShouldSample};

/// What spans of queries begin with.
const QUERY: &str = "db.";
/// Each gateway asks every few seconds, and mostly hears nothing new.
const MODE_POLL: &str = "fareway.identity.v1.IdentityService/GetMode";

/// Every trace, but for those that would begin with a query or a question for the mode: a worker looks at its queue several
/// times a second, and mostly finds nothing. What goes on in a trace is in it or not as its beginning is.
pub(super) fn sampler() -> Sampler {
    Sampler::ParentBased(Box::new(NoLonePoll))
}

/// Asked about spans without a parent.
#[derive(Debug, Clone)]
struct NoLonePoll;

impl ShouldSample for NoLonePoll {
    fn should_sample(
        &self,
        _parent: Option<&Context>,
        _trace: TraceId,
        name: &str,
        _kind: &SpanKind,
        _attributes: &[KeyValue],
        _links: &[Link],
    ) -> SamplingResult {
        let is_poll = name.starts_with(QUERY) || name == MODE_POLL;
        let decision = if is_poll { SamplingDecision::Drop } else { SamplingDecision::RecordAndSample };
        SamplingResult { decision, attributes: Vec::new(), trace_state: TraceState::default() }
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{TraceContextExt, Tracer, TracerProvider};
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;

    #[test]
    fn the_question_for_the_mode_is_a_method_of_the_contracts() {
        let methods = proto::methods().unwrap();

        assert!(methods.iter().any(|method| method.name == MODE_POLL), "{methods:?}");
    }

    #[test]
    fn a_query_and_a_question_for_the_mode_are_in_traces_that_something_else_has_begun() {
        let provider = SdkTracerProvider::builder().with_sampler(sampler()).build();
        let tracer = provider.tracer("program");
        let child_of =
            |parent: &Context, name: &'static str| parent.with_span(tracer.start_with_context(name, parent));
        let is_sampled = |context: &Context| context.span().span_context().is_sampled();

        let poll = child_of(&Context::new(), "db.queue.claim");
        let call = child_of(&Context::new(), "grpc.server");

        assert!(!is_sampled(&child_of(&Context::new(), MODE_POLL)));
        assert!(is_sampled(&child_of(&call, MODE_POLL)));
        assert!(!is_sampled(&poll));
        assert!(!is_sampled(&child_of(&poll, "db.booking.load")));
        assert!(is_sampled(&call));
        assert!(is_sampled(&child_of(&call, "db.booking.load")));
    }
}
