//! What happens around every gRPC call: a span joined to the caller's trace, RED metrics, and a task of its own.

use std::panic::AssertUnwindSafe;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::BoxFuture;
use opentelemetry::KeyValue;
use opentelemetry::metrics::Histogram;
use tonic::{Code, Status};
use tower::{Layer, Service};
use tracing::Instrument;

use crate::metrics::{code_name, is_fault, rpc_labels, rpc_server_duration};
use crate::telemetry::{join, mark_failed};

/// Each caller asks each replica every second: in traces and figures these calls would hide all others.
pub(crate) const HEALTH_CHECK: &str = "grpc.health.v1.";

#[derive(Debug, Clone)]
pub(crate) struct CallLayer {
    service: &'static str,
    duration: Histogram<f64>,
}

impl CallLayer {
    pub fn new(service: &'static str) -> Self {
        Self { service, duration: rpc_server_duration() }
    }
}

impl<S> Layer<S> for CallLayer {
    type Service = Call<S>;

    fn layer(&self, inner: S) -> Call<S> {
        Call { inner, layer: self.clone() }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Call<S> {
    inner: S,
    layer: CallLayer,
}

impl<S, B, R> Service<http::Request<B>> for Call<S>
where
    S: Service<http::Request<B>, Response = http::Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Default + Send + 'static,
{
    type Response = http::Response<R>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let method = request.uri().path().trim_start_matches('/').to_owned();
        if method.starts_with(HEALTH_CHECK) {
            return Box::pin(self.inner.call(request));
        }
        let request_id = crate::context::request_id(request.headers()).map(str::to_owned);
        let span = tracing::info_span!(
            "grpc.server",
            otel.name = method,
            otel.kind = "server",
            service = self.layer.service,
            rpc.method = method,
            rpc.status = tracing::field::Empty,
            request.id = request_id,
        );
        join(&span, request.headers());
        let (histogram, service) = (self.layer.duration.clone(), self.layer.service);
        let started = Instant::now();
        // A task of its own: if the caller goes away, the handler still runs to its end and is recorded. A booking
        // must not stop halfway, and sqlx 0.9.0 returns a connection to its pool inside an open transaction if a
        // future is dropped (sqlx #4385).
        let handler = AssertUnwindSafe(self.inner.call(request).instrument(span.clone())).catch_unwind();
        let recorded = tokio::spawn(async move {
            // The panic's text may hold what somebody sent. The hook has logged its place.
            let outcome = handler.await.unwrap_or_else(|_panicked| Ok(fault_of_ours()));
            let code = outcome.as_ref().map_or(Code::Unknown, |r| code_of(r.headers()));
            let took = started.elapsed();
            span.record("rpc.status", tracing::field::debug(code));
            span.in_scope(|| log_call(service, &method, request_id.as_deref(), code, took));
            if is_fault(code) {
                mark_failed(&span, code_name(code));
            }
            let labels = rpc_labels(KeyValue::new("service", service), method, code, is_fault(code));
            histogram.record(took.as_secs_f64(), &labels);
            outcome
        });
        Box::pin(async move { recorded.await.unwrap_or_else(|_panicked| Ok(fault_of_ours())) })
    }
}

fn fault_of_ours<B: Default>() -> http::Response<B> {
    Status::internal("Something went wrong. Please try again.").into_http()
}

/// Writes one line a call. It names the call by fields of its own: a quiet `LOG` makes no span where no traces are sent.
fn log_call(service: &str, method: &str, request_id: Option<&str>, code: Code, took: Duration) {
    let duration_ms = took.as_secs_f64() * 1000.0;
    let message = if is_fault(code) { "a call failed" } else { "answered" };
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
                service,
                rpc.method = method,
                request.id = request_id,
                ?code,
                duration_ms,
                "{message}"
            )
        };
    }
    if needs_attention(code) { line!(warn) } else { line!(debug) }
}

/// Whether a person must be able to read of it. A dependency that is away or too slow fails each call: that has a line of its
/// own, and is in the metric and in the span. So is a method that an older replica does not know yet.
fn needs_attention(code: Code) -> bool {
    matches!(code, Code::Internal | Code::Unknown | Code::DataLoss)
}

/// An error stands in the headers; a success in the trailers, which come later.
pub(crate) fn code_of(headers: &http::HeaderMap) -> Code {
    Status::from_header_map(headers).map_or(Code::Ok, |status| status.code())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use testkit::Log;
    use tracing::Level;
    use tracing::subscriber::with_default;

    use super::*;

    /// What is written of a call without a span.
    fn line_of(code: Code) -> String {
        let log = Log::default();
        with_default(log.subscriber(Level::DEBUG), || {
            log_call("svc-brand", "fareway.brand.v1.BrandService/GetBrand", Some("r1"), code, Duration::ZERO);
        });
        log.text()
    }

    #[test]
    fn a_fault_of_ours_is_a_warning_and_a_dependency_that_is_away_is_none() {
        for (code, level, message) in [
            (Code::Internal, "WARN", "a call failed"),
            (Code::Unknown, "WARN", "a call failed"),
            (Code::DataLoss, "WARN", "a call failed"),
            (Code::Unavailable, "DEBUG", "a call failed"),
            (Code::DeadlineExceeded, "DEBUG", "a call failed"),
            (Code::Unimplemented, "DEBUG", "a call failed"),
            (Code::NotFound, "DEBUG", "answered"),
            (Code::Ok, "DEBUG", "answered"),
        ] {
            let line = line_of(code);
            assert!(line.contains(level) && line.contains(message), "{code:?}: {line}");
        }
    }

    #[test]
    fn the_line_of_a_call_names_it_without_a_span() {
        let line = line_of(Code::Internal);

        for field in [
            r#"service="svc-brand""#,
            r#"rpc.method="fareway.brand.v1.BrandService/GetBrand""#,
            r#"request.id="r1""#,
            "code=Internal",
        ] {
            assert!(line.contains(field), "{field} is not in {line}");
        }
    }

    #[tokio::test]
    async fn a_call_is_recorded_as_it_ended_although_its_caller_has_gone() {
        let log = Log::default();
        let _listens = tracing::subscriber::set_default(log.subscriber(Level::DEBUG));
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let mut ended = Some(ended);
        let mut calls = CallLayer::new("svc-brand").layer(tower::service_fn(move |_: http::Request<()>| {
            let ended = ended.take().unwrap();
            async move {
                ended.await.unwrap();
                Ok::<_, Infallible>(Status::data_loss("lost").into_http::<String>())
            }
        }));
        let request =
            http::Request::builder().uri("/fareway.brand.v1.BrandService/GetBrand").body(()).unwrap();

        drop(calls.call(request));
        end.send(()).unwrap();

        let recorded = async {
            while !log.text().contains("code=DataLoss") {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(testkit::patience(20), recorded).await.expect("the call is recorded");
    }
}
