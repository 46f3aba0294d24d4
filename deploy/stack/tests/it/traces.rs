//! One request is one trace, from the gateway through the services to SQL: read as a collector receives it. The log's lines
//! name it.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::MetricsServiceServer;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::{AnyValue, any_value};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use serde_json::Value;
use service::telemetry::{LogFormat, OtlpProtocol, TelemetryArgs};
use tonic::{Request, Response, Status};

use crate::metrics;
use crate::system::on_the_system;
use crate::traveller::{DECLINED_CARD, http_client};

/// Spans are sent every five seconds.
const PATIENCE_S: u64 = 15;

static SPANS: Mutex<Vec<Span>> = Mutex::new(Vec::new());
/// Who sent them.
static SENDERS: Mutex<Vec<Resource>> = Mutex::new(Vec::new());
/// Of the log of all programs, since the system was started.
static LINES: Mutex<Vec<Value>> = Mutex::new(Vec::new());

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

/// Keeps the lines of the log, and shows them as always.
struct Lines;

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(line)?;
        LINES.lock().unwrap().push(serde_json::from_slice(line)?);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
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
        otlp_certificate: None,
        otlp_metrics_endpoint: None,
        otlp_protocol: OtlpProtocol::Grpc,
        metrics_interval_ms: 1_000,
        log: "info,service::calls=debug,gateway::edge=debug,sqlx=off,h2=off,hyper=off,tonic=off".to_owned(),
        log_format: LogFormat::Json,
    };
    // Kept for the whole process, which ends with the last test.
    std::mem::forget(service::telemetry::init_with_log("stack", &args, || Lines).unwrap());
    service::measure_process("stack", env!("CARGO_PKG_VERSION"), None);
}

/// The first of `kept` that fits, as soon as there is one.
async fn until_there<T: Clone>(kept: &Mutex<Vec<T>>, what: &str, fits: impl Fn(&T) -> bool) -> T {
    let end = Instant::now() + testkit::patience(PATIENCE_S);
    while Instant::now() < end {
        if let Some(found) = kept.lock().unwrap().iter().find(|one| fits(one)) {
            return found.clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} has not come");
}

fn attribute(span: &Span, name: &str) -> Option<AnyValue> {
    span.attributes.iter().find(|attribute| attribute.key == name)?.value.clone()
}

fn hex(id: &[u8]) -> String {
    id.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn is_failed(span: &Span) -> bool {
    span.status.as_ref().is_some_and(|status| status.code == StatusCode::Error as i32)
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
    let end = Instant::now() + testkit::patience(PATIENCE_S);
    while Instant::now() < end {
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
        SPANS.lock().unwrap().clear();

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

#[test]
fn both_sides_of_a_call_have_a_span_and_no_trace_begins_with_a_query() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let capture = "fareway.payments.v1.PaymentsService/CapturePayment";
        SPANS.lock().unwrap().clear();

        traveller.buy("SFO", "NRT").await;

        until_traced(capture, &[capture, capture, "booking.drive"]).await;
        let sent = |span: &Span| span.name == capture && span.kind == SpanKind::Client as i32;
        assert!(!is_failed(&until_there(&SPANS, "the caller's side", sent).await));
        let spans = SPANS.lock().unwrap().clone();
        let lone = spans.iter().find(|span| span.name.starts_with("db.") && span.parent_span_id.is_empty());
        assert!(lone.is_none(), "{lone:?}");
    });
}

#[test]
fn a_request_begins_a_trace_whatever_trace_its_sender_claims_to_be_in() {
    on_the_system(async |shared| {
        let claimed = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
        let client = http_client(Duration::from_secs(10));
        let request = client.get(format!("{}/api/system/mode", shared.at.site));

        let answer = request.header("traceparent", claimed).send().await.unwrap();

        let id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
        let id = Some(any_value::Value::StringValue(id));
        let is_root = |span: &Span| {
            let named = attribute(span, "request.id").and_then(|id| id.value);
            span.parent_span_id.is_empty() && named == id
        };
        let root = until_there(&SPANS, "the request's span", is_root).await;
        assert!(!claimed.contains(&hex(&root.trace_id)), "{root:?}");
    });
}

#[test]
fn a_call_that_failed_is_marked_as_an_error() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        let offer = traveller.search("SFO", "NRT").await[0].clone();

        traveller.pay(&offer, DECLINED_CARD).await;

        let declined = |span: &Span| span.name == "payment_intents.confirm" && is_failed(span);
        until_there(&SPANS, "the declined call", declined).await;
    });
}

#[test]
fn a_stream_that_fails_on_its_way_marks_its_request_as_failed() {
    on_the_system(async |shared| {
        SPANS.lock().unwrap().clear();

        metrics::fail_a_stream(&shared.traveller()).await;

        let failed = |span: &Span| span.name == "GET /api/flights/search/stream" && is_failed(span);
        until_there(&SPANS, "the failed stream", failed).await;
    });
}

#[test]
fn an_event_is_in_one_trace_from_its_publishing_to_its_consumer_and_its_id_leads_there() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();
        SPANS.lock().unwrap().clear();

        traveller.buy("SFO", "NRT").await;

        until_traced("process payment.captured", &["publish payment.captured"]).await;
        let taken = |span: &Span| span.name == "process payment.captured";
        let id = attribute(&until_there(&SPANS, "the consumer's span", taken).await, "event.id");
        let written = |span: &Span| span.name == "db.outbox.insert" && attribute(span, "event.id") == id;
        until_there(&SPANS, "the span that wrote it", written).await;
        assert!(id.is_some());
    });
}

#[test]
fn the_lines_of_a_booking_name_one_trace_in_every_program_that_took_part() {
    on_the_system(async |shared| {
        let mut traveller = shared.traveller();

        let (_, booked) = traveller.buy("SFO", "NRT").await;

        let id = &booked.body["id"];
        let is_made = |line: &Value| line["message"] == "a booking was made" && line["booking.id"] == *id;
        let made = until_there(&LINES, "the line of the booking", is_made).await;
        let is_of_trace = |line: &Value| line["trace_id"].is_string() && line["trace_id"] == made["trace_id"];
        for program in ["svc-booking", "svc-payments", "svc-offers"] {
            let told = |line: &Value| {
                is_of_trace(line) && line["message"] == "answered" && line["span"]["service"] == program
            };
            until_there(&LINES, program, told).await;
        }
        let asked = |line: &Value| is_of_trace(line) && line["route"] == "/api/bookings";
        let asked = until_there(&LINES, "the gateway's line", asked).await;
        assert!(asked["request.id"].is_string() && asked["span_id"].is_string(), "{asked}");
        assert_eq!(asked["span"]["request.id"], asked["request.id"]);
        assert_ne!(asked["span_id"], made["span_id"]);
    });
}
