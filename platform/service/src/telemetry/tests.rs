use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;

use clap::Parser;
use opentelemetry::metrics::MeterProvider;
use opentelemetry::trace::TraceContextExt;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use testkit::TemporaryFolder;
use tokio_rustls::TlsAcceptor;
use tonic::transport::Endpoint;
use tracing_subscriber::layer::SubscriberExt;

use super::*;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    telemetry: TelemetryArgs,
}

fn endpoints(settings: &[&str]) -> (Option<String>, Option<String>) {
    let telemetry = Cli::parse_from([&["program"], settings].concat()).telemetry;
    (telemetry.traces_endpoint(), telemetry.metrics_endpoint())
}

#[test]
fn each_signal_goes_where_the_protocol_wants_it() {
    let own = "--otlp-metrics-endpoint=http://p:9090/api/v1/otlp/v1/metrics";
    let to = |text: &str| Some(text.to_owned());
    let table: [(&[&str], _); 5] = [
        (&[], (None, None)),
        (&["--otlp-endpoint="], (None, None)),
        (&["--otlp-endpoint=http://c:4317"], (to("http://c:4317"), to("http://c:4317"))),
        (
            &["--otlp-endpoint=http://c:4318/", "--otlp-protocol=http/protobuf"],
            (to("http://c:4318/v1/traces"), to("http://c:4318/v1/metrics")),
        ),
        (&[own, "--otlp-protocol=http/protobuf"], (None, to("http://p:9090/api/v1/otlp/v1/metrics"))),
    ];
    for (settings, expected) in table {
        assert_eq!(endpoints(settings), expected, "{settings:?}");
    }
}

/// The PEM text of an authority, and what a collector at `localhost` shows that it vouches for.
fn authority() -> (String, ServerConfig) {
    let (key, collectors_key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut parameters = CertificateParams::default();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = parameters.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(parameters, key);
    let collectors = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = collectors.signed_by(&collectors_key, &issuer).unwrap();
    let mut shown = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], collectors_key.into())
        .unwrap();
    shown.alpn_protocols = vec![b"h2".into()];
    (pem, shown)
}

#[tokio::test]
async fn a_collector_with_tls_is_believed_by_the_authority_that_is_named_and_by_no_other() {
    crate::install_crypto();
    let ((ours, shown), (foreign, _)) = (authority(), authority());
    let (listener, address) = testkit::free_listener().await;
    let acceptor = TlsAcceptor::from(Arc::new(shown));
    tokio::spawn(async move {
        let mut taken = Vec::new();
        while let Ok((connection, _)) = listener.accept().await {
            taken.push(acceptor.accept(connection).await);
        }
    });
    let folder = TemporaryFolder::new("collector");
    let file = folder.path().join("ca.pem");
    let url = format!("https://localhost:{}", address.port());
    let named = format!("--otlp-certificate={}", file.display());
    let connects = async |settings: &[&str]| {
        let args = Cli::parse_from([&["program"], settings].concat()).telemetry;
        let endpoint = Endpoint::from_shared(url.clone()).unwrap();
        let Ok(endpoint) = endpoint.tls_config(args.tls_to(&url).unwrap()) else { return false };
        endpoint.connect().await.is_ok()
    };

    std::fs::write(&file, ours).unwrap();
    assert!(connects(&[named.as_str()]).await);
    assert!(!connects(&[]).await, "this machine does not know the authority");
    std::fs::write(&file, foreign).unwrap();
    assert!(!connects(&[named.as_str()]).await, "of another authority");
}

#[test]
fn a_file_without_an_authority_stops_the_start_where_it_is_needed() {
    let folder = TemporaryFolder::new("no-authority");
    let file = folder.path().join("ca.pem");
    let setting = format!("--otlp-certificate={}", file.display());
    let args = Cli::parse_from(["program", &setting]).telemetry;
    let key = KeyPair::generate().unwrap().serialize_pem();
    let no_certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

    let refuses = |fault: &str| {
        let refused = args.tls_to("https://c:4317").unwrap_err().to_string();
        assert_eq!(refused, format!("OTEL_EXPORTER_OTLP_CERTIFICATE, {}, {fault}", file.display()));
        assert!(args.tls_to("http://c:4317").is_ok());
    };
    refuses("can't be read");
    for text in ["", "no certificate", key.as_str(), no_certificate] {
        std::fs::write(&file, text).unwrap();
        refuses("holds no certificate of a CA");
    }
}

#[test]
fn what_follows_from_a_span_is_in_its_trace() {
    let provider = SdkTracerProvider::builder().build();
    let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("program"));

    tracing::subscriber::with_default(tracing_subscriber::registry().with(spans), || {
        let trace_of = |span: &Span| span.context().span().span_context().trace_id();
        let (cause, effect, stranger) =
            (tracing::info_span!("cause"), tracing::info_span!("effect"), tracing::info_span!("other"));
        join_parent(&effect, trace_parent(&cause).as_deref());
        join_parent(&stranger, None);

        assert_eq!(trace_of(&effect), trace_of(&cause));
        assert_ne!(trace_of(&stranger), trace_of(&cause));
    });
}

#[test]
fn a_span_has_no_place_where_no_traces_are_sent() {
    let silent = tracing_subscriber::registry();

    let parent = tracing::subscriber::with_default(silent, || trace_parent(&tracing::info_span!("cause")));

    assert_eq!(parent, None);
}

/// Takes one request, answers it well, and returns its first line and its body.
fn take_one(listener: &TcpListener) -> (String, String) {
    let (connection, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(connection);
    let lines = reader.by_ref().lines().map(Result::unwrap);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let length =
        head.iter().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap()];
    reader.read_exact(&mut body).unwrap();
    reader.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    (head[0].clone(), String::from_utf8_lossy(&body).into_owned())
}

#[test]
fn metrics_go_by_http_where_that_is_chosen() {
    crate::install_crypto();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("--otlp-endpoint=http://{}", listener.local_addr().unwrap());
    let args = Cli::parse_from(["program", &endpoint, "--otlp-protocol=http/protobuf"]).telemetry;
    let taken = std::thread::spawn(move || take_one(&listener));

    let meters = meter_provider(args.metrics_endpoint().unwrap(), &args, resource("program")).unwrap();
    meters.meter("fareway").u64_counter("counted").build().add(1, &[]);
    meters.force_flush().unwrap();

    assert_eq!(taken.join().unwrap().0, "POST /v1/metrics HTTP/1.1");
}

#[test]
fn no_card_number_is_in_a_span_that_is_sent() {
    const CARD: &str = "4242424242424242";
    crate::install_crypto();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("--otlp-endpoint=http://{}", listener.local_addr().unwrap());
    let args = Cli::parse_from(["program", &endpoint, "--otlp-protocol=http/protobuf"]).telemetry;
    let taken = std::thread::spawn(move || take_one(&listener));
    let endpoint = args.traces_endpoint().unwrap();
    let provider = tracer_provider(endpoint, &args, resource("program")).unwrap();
    let spans = tracing_opentelemetry::layer().with_tracer(provider.tracer("program"));

    tracing::subscriber::with_default(tracing_subscriber::registry().with(spans), || {
        let span = tracing::info_span!("call", typed = CARD);
        span.in_scope(|| tracing::info!(again = CARD, "a line with {CARD}"));
        mark_failed(&span, format!("{CARD} is refused"));
    });
    provider.force_flush().unwrap();

    let (head, sent) = taken.join().unwrap();
    assert_eq!(head, "POST /v1/traces HTTP/1.1");
    assert!(!sent.contains(CARD), "{sent}");
    assert_eq!(sent.matches("************4242").count(), 4, "{sent}");
}
