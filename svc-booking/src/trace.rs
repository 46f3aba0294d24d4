//! Joins a booking's later work to the trace of the request that made it.

use tonic::metadata::MetadataMap;
use tracing::Span;

/// As the W3C names it.
const TRACE_PARENT: &str = "traceparent";

/// The trace that the current request is part of, to be kept with its booking.
pub fn parent() -> Option<String> {
    let mut metadata = MetadataMap::new();
    service::telemetry::inject(&mut metadata);
    Some(metadata.get(TRACE_PARENT)?.to_str().ok()?.to_owned())
}

/// Makes a span part of the trace that was kept.
pub fn join(span: &Span, parent: Option<&str>) {
    let mut metadata = MetadataMap::new();
    if let Some(parent) = parent.and_then(|parent| parent.parse().ok()) {
        metadata.insert(TRACE_PARENT, parent);
    }
    service::telemetry::join(span, &metadata.into_headers());
}
