//! One request is one trace, from the gateway through the services to SQL: read as a collector receives it.

use std::sync::Mutex;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::MetricsServiceServer;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use service::telemetry::{LogFormat, OtlpProtocol, TelemetryArgs};
use tonic::{Request, Response, Status};

use crate::metrics;
use crate::system::on_the_system;

static SPANS: Mutex<Vec<Span>> = Mutex::new(Vec::new());
/// Who sent them.
static SENDERS: Mutex<Vec<Resource>> = Mutex::new(Vec::new());

struct Collector;

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for received in request.into_inner().resource_spans {
            SENDERS.lock().unwrap().extend(received.resource);
            SPANS.lock().unwrap().extend(received.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

/// Starts a collector and sends this process's traces and metrics to it.
pub async fn collect() {
    let (listener, address) = testkit::free_listener().await;
    let incoming = tonic::transport::server::TcpIncoming::from(listener);
    let server = tonic::transport::Server::builder()
        .add_service(TraceServiceServer::new(Collector))
        .add_service(MetricsServiceServer::new(metrics::Collector));
    tokio::spawn(server.serve_with_incoming(incoming));
    let args = TelemetryArgs {
        otlp_endpoint: Some(format!("http://{address}")),
        otlp_metrics_endpoint: None,
        otlp_protocol: OtlpProtocol::Grpc,
        metrics_interval_ms: 1_000,
        log: "info,sqlx=off,h2=off,hyper=off,tonic=off".to_owned(),
        log_format: LogFormat::Json,
    };
    // Kept for the whole process, which ends with the last test.
    std::mem::forget(service::telemetry::init("stack", &args).unwrap());
    service::measure_process("stack", env!("CARGO_PKG_VERSION"), None);
}

/// Names of the spans from `span` up to the root of its trace.
fn path_to_root(spans: &[Span], span: &Span) -> Vec<String> {
    let mut path = vec![span.name.clone()];
    let mut current = span;
    while let Some(parent) = spans.iter().find(|other| other.span_id == current.parent_span_id) {
        path.push(parent.name.clone());
        current = parent;
    }
    path
}

/// Waits until some span whose name starts with `leaf` has ancestors that start with `ancestors`, in that order.
async fn until_traced(leaf: &str, ancestors: &[&str]) {
    let mut nearest = Vec::new();
    for _ in 0..200 {
        let spans = SPANS.lock().unwrap().clone();
        for span in spans.iter().filter(|span| span.name.starts_with(leaf)) {
            let path = path_to_root(&spans, span);
            let mut wanted = ancestors.iter();
            let mut next = wanted.next();
            for name in &path {
                if next.is_some_and(|ancestor| name.starts_with(ancestor)) {
                    next = wanted.next();
                }
            }
            if next.is_none() {
                return;
            }
            nearest = path;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{leaf} is in no trace of {ancestors:?}; the last one seen: {nearest:?}");
}

#[test]
fn a_booking_is_one_trace_from_the_gateway_to_payments_and_sql() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();

        let (_, booked) = traveller.buy("SFO", "NRT").await;

        assert_eq!(booked.status.as_u16(), 201, "{booked:?}");
        let pay = "POST /api/payments/process-card";
        let book = "POST /api/bookings";
        until_traced("fareway.offers.v1.OffersService/QuoteOffer", &["fareway.payments.v1.", pay]).await;
        until_traced("fareway.payments.v1.PaymentsService/CapturePayment", &["fareway.booking.v1.", book])
            .await;
        until_traced("db.", &["fareway.payments.v1.", pay]).await;
        until_traced("db.", &["fareway.booking.v1.", book]).await;
        let sender = SENDERS.lock().unwrap()[0].clone();
        let names: Vec<_> = sender.attributes.iter().map(|attribute| attribute.key.as_str()).collect();
        for name in ["service.name", "service.version", "service.instance.id"] {
            assert!(names.contains(&name), "{name} is not in {names:?}");
        }
    });
}
