//! A peer that accepts connections and never speaks: a process that was stopped, or hangs.

use std::ops::RangeInclusive;
use std::time::Duration;

use proto::brand::v1::GetBrandRequest;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use service::{AdminArgs, Problem, TlsArgs};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tonic::{Code, Request};

use crate::transport::{Authority, start};

/// Connecting, and the health check, take two seconds of the tests' clock, which stands still while anything is done.
const TWO_SECONDS: RangeInclusive<Duration> = Duration::from_secs(2)..=Duration::from_millis(2100);

/// The kernel accepts connections, and nobody reads from them.
async fn silence() -> (TcpListener, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

/// How a call ends that may take `within`, or that it did not end long after.
async fn call(url: &str, tls: &TlsArgs, within: Duration) -> Code {
    service::install_crypto();
    let channel = service::client::channel("svc-brand", url, tls).unwrap();
    let mut request = Request::new(GetBrandRequest::default());
    request.set_timeout(within);
    let mut client = BrandServiceClient::new(channel);
    let answer = tokio::time::timeout(testkit::patience(10), client.get_brand(request)).await;
    Problem::from_status(&answer.expect("the call ends").unwrap_err()).grpc
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_never_speaks_tls_is_no_connection_after_two_seconds() {
    let (_listener, url) = silence().await;
    let ours = Authority::new("silent");
    let tls = ours.certificate("gateway", &ours);

    let began = Instant::now();

    assert_eq!(call(&url, &tls, Duration::from_mins(10)).await, Code::Unavailable);
    assert!(TWO_SECONDS.contains(&began.elapsed()), "{:?}", began.elapsed());
}

/// Without a limit on the connection its callers would wait for the first one for ever.
#[tokio::test]
async fn a_peer_that_did_not_speak_tls_is_connected_to_anew() {
    let ours = Authority::new("slow");
    service::install_crypto();
    let (speaks, _stop) = start(ours.certificate("svc-brand", &ours)).await;
    let (listener, url) = silence().await;
    tokio::spawn(async move {
        let _silent = listener.accept().await.unwrap();
        loop {
            let (mut caller, _) = listener.accept().await.unwrap();
            let mut peer = TcpStream::connect(speaks).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut caller, &mut peer).await });
        }
    });
    let channel = service::client::channel("svc-brand", &url, &ours.certificate("gateway", &ours)).unwrap();
    let mut client = BrandServiceClient::new(channel);

    let answered = async { while client.get_brand(GetBrandRequest::default()).await.is_err() {} };

    tokio::time::timeout(testkit::patience(15), answered).await.expect("a connection that speaks");
}

#[tokio::test]
async fn a_call_ends_by_its_deadline_before_the_connection_stands() {
    let (_listener, url) = silence().await;
    let ours = Authority::new("hasty");
    let tls = ours.certificate("gateway", &ours);

    assert_eq!(call(&url, &tls, Duration::from_millis(100)).await, Code::DeadlineExceeded);
}

#[tokio::test]
async fn a_call_that_nobody_answers_ends_by_its_deadline() {
    let (_listener, url) = silence().await;

    assert_eq!(call(&url, &TlsArgs::plaintext(), Duration::from_millis(100)).await, Code::DeadlineExceeded);
}

#[tokio::test(start_paused = true)]
async fn a_health_check_of_a_program_that_hangs_fails_after_two_seconds() {
    let (listener, _url) = silence().await;
    let args = AdminArgs { admin_listen: listener.local_addr().unwrap() };

    let began = Instant::now();

    assert!(args.probe().await.is_err());
    assert!(TWO_SECONDS.contains(&began.elapsed()), "{:?}", began.elapsed());
}
