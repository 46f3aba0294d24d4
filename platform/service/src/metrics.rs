//! The instruments that programs share, as docs/telemetry.md lists them.

use std::time::Duration;

use opentelemetry::metrics::{Counter, Gauge, Histogram, Meter, UpDownCounter};
use opentelemetry::{KeyValue, StringValue};
use proto::common::v1::Mode;
use tonic::Code;

/// The buckets of durations, in seconds: the longest call to a provider may take 130.
const BOUNDS: [f64; 16] =
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0, 45.0, 60.0, 130.0];
/// In the place of a method that a service does not have: anybody may make one up.
const NO_METHOD: &str = "_OTHER";

/// The meter of all instruments of ours.
pub fn meter() -> Meter {
    opentelemetry::global::meter("fareway")
}

/// A histogram of durations in seconds.
pub fn duration(name: &'static str, description: &'static str) -> Histogram<f64> {
    meter()
        .f64_histogram(name)
        .with_unit("s")
        .with_description(description)
        .with_boundaries(BOUNDS.to_vec())
        .build()
}

/// Counts one more of something that is rare: the instrument is looked up each time.
pub(crate) fn count(name: &'static str, description: &'static str, labels: &[KeyValue]) {
    meter().u64_counter(name).with_description(description).build().add(1, labels);
}

/// A mode as metrics name it.
pub fn mode_label(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Test | Mode::Unspecified => "test",
    }
}

/// Counts things that differ in one label.
#[derive(Debug, Clone)]
pub struct Tally {
    counter: Counter<u64>,
    label: &'static str,
}

impl Tally {
    /// None yet.
    pub fn new(name: &'static str, description: &'static str, label: &'static str) -> Self {
        Self { counter: meter().u64_counter(name).with_description(description).build(), label }
    }

    /// Counts one more with this value of the label.
    pub fn add(&self, value: impl Into<StringValue>) {
        self.add_with(value, &[]);
    }

    /// Counts one more with this value of the label, and with other labels.
    pub fn add_with(&self, value: impl Into<StringValue>, others: &[(&'static str, &str)]) {
        let value: StringValue = value.into();
        let others = others.iter().map(|(label, value)| KeyValue::new(*label, (*value).to_owned()));
        let own = KeyValue::new(self.label, value);
        self.counter.add(1, &[own].into_iter().chain(others).collect::<Vec<_>>());
    }
}

/// What there is of something at this moment.
#[derive(Debug, Clone)]
pub struct InFlight {
    counter: UpDownCounter<i64>,
    labels: Vec<KeyValue>,
}

/// One of them, until this is dropped.
#[derive(Debug)]
pub struct UnderWay(InFlight);

impl InFlight {
    /// None yet.
    pub fn new(
        name: &'static str,
        description: &'static str,
        labels: &[(&'static str, &'static str)],
    ) -> Self {
        let counter = meter().i64_up_down_counter(name).with_description(description).build();
        Self { counter, labels: labels.iter().map(|(name, value)| KeyValue::new(*name, *value)).collect() }
    }

    /// Counts one more until the guard is dropped.
    #[must_use]
    pub fn begin(&self) -> UnderWay {
        self.counter.add(1, &self.labels);
        UnderWay(self.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.counter.add(-1, &self.0.labels);
    }
}

/// The calls to one mode of a provider.
#[derive(Debug, Clone)]
pub struct ProviderCalls {
    duration: Histogram<f64>,
    remaining: Gauge<u64>,
    limit: Gauge<u64>,
    labels: [KeyValue; 2],
}

impl ProviderCalls {
    /// None yet.
    pub fn new(provider: &'static str, mode: Mode) -> Self {
        let gauge = |name, description| {
            meter().u64_gauge(name).with_unit("{call}").with_description(description).build()
        };
        Self {
            duration: duration("provider.call.duration", "Duration of calls to a provider"),
            remaining: gauge("provider.rate_limit.remaining", "Calls left of the provider's window"),
            limit: gauge("provider.rate_limit.limit", "Calls of the provider's window"),
            labels: [KeyValue::new("provider", provider), KeyValue::new("mode", mode_label(mode))],
        }
    }

    /// Notes a call that has ended. `outcome` is one of docs/telemetry.md.
    pub fn record(&self, operation: &'static str, outcome: &'static str, took: Duration) {
        let [provider, mode] = self.labels.clone();
        let labels =
            [provider, mode, KeyValue::new("operation", operation), KeyValue::new("outcome", outcome)];
        self.duration.record(took.as_secs_f64(), &labels);
    }

    /// Notes what an answer said of the rate limit.
    pub fn rate_limit(&self, limit: u32, remaining: u32) {
        self.limit.record(limit.into(), &self.labels);
        self.remaining.record(remaining.into(), &self.labels);
    }
}

/// The outcome of a call that was answered with this status.
pub fn outcome_of(status: http::StatusCode) -> &'static str {
    match status.as_u16() {
        200..=299 => "ok",
        401 | 403 => "denied",
        429 => "limited",
        500.. => "unavailable",
        _ => "refused",
    }
}

/// Duration of HTTP requests, by route, method and status.
pub fn http_duration() -> Histogram<f64> {
    duration("http.server.request.duration", "Duration of HTTP server requests")
}

/// Duration of gRPC calls as their service sees them.
pub(crate) fn rpc_server_duration() -> Histogram<f64> {
    duration("rpc.server.call.duration", "Duration of incoming gRPC calls")
}

/// Duration of gRPC calls as their caller sees them.
pub(crate) fn rpc_client_duration() -> Histogram<f64> {
    duration("rpc.client.call.duration", "Duration of outgoing gRPC calls")
}

/// What the conventions say of a gRPC call that has ended.
pub(crate) fn rpc_labels(side: KeyValue, method: String, code: Code, is_error: bool) -> Vec<KeyValue> {
    let method = if code == Code::Unimplemented { NO_METHOD.to_owned() } else { method };
    let code = code_name(code);
    let mut labels = vec![
        side,
        KeyValue::new("rpc.system.name", "grpc"),
        KeyValue::new("rpc.method", method),
        KeyValue::new("rpc.response.status_code", code),
    ];
    if is_error {
        labels.push(KeyValue::new("error.type", code));
    }
    labels
}

/// Whether the service is at fault, and not its caller (semantic conventions for gRPC).
pub(crate) fn is_fault(code: Code) -> bool {
    matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    )
}

/// The name in the specification of gRPC.
pub(crate) fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    fn names(labels: &[KeyValue]) -> Vec<(&str, String)> {
        labels.iter().map(|label| (label.key.as_str(), label.value.to_string())).collect()
    }

    #[test]
    fn a_method_that_somebody_made_up_makes_no_new_name() {
        let labels =
            rpc_labels(KeyValue::new("service", "a"), "a.B/Made".to_owned(), Code::Unimplemented, true);

        assert!(names(&labels).contains(&("rpc.method", NO_METHOD.to_owned())), "{labels:?}");
    }

    #[test]
    fn only_an_error_has_a_type() {
        let good = rpc_labels(
            KeyValue::new("service", "a"),
            "a.B/C".to_owned(),
            Code::NotFound,
            is_fault(Code::NotFound),
        );
        let bad = rpc_labels(
            KeyValue::new("service", "a"),
            "a.B/C".to_owned(),
            Code::Internal,
            is_fault(Code::Internal),
        );

        assert!(!names(&good).iter().any(|(name, _)| *name == "error.type"), "{good:?}");
        assert!(names(&bad).contains(&("error.type", "INTERNAL".to_owned())), "{bad:?}");
    }

    #[test]
    fn every_answer_of_a_provider_is_one_of_the_listed_outcomes() {
        let table = [
            (200, "ok"),
            (202, "ok"),
            (302, "refused"),
            (401, "denied"),
            (402, "refused"),
            (403, "denied"),
            (422, "refused"),
            (429, "limited"),
            (503, "unavailable"),
        ];
        for (status, expected) in table {
            assert_eq!(outcome_of(StatusCode::from_u16(status).unwrap()), expected, "{status}");
        }
    }
}
