use std::fs;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use testkit::TemporaryFolder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;

const ENDED: i32 = 2020;
const LASTS: i32 = 4000;

#[test]
fn whenever_events_may_have_been_missed_the_listeners_are_told() {
    let check = |event: async_nats::Event, expected: usize| {
        let (gaps, heard) = broadcast::channel(8);
        report(&event, &gaps);
        assert_eq!(heard.len(), expected, "{event}");
    };
    check(async_nats::Event::Connected, 1);
    check(async_nats::Event::SlowConsumer(1), 1);
    check(async_nats::Event::Disconnected, 0);
}

struct Authority {
    folder: TemporaryFolder,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new(name: &str) -> Self {
        let (folder, key) = (TemporaryFolder::new(name), KeyPair::generate().unwrap());
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        fs::write(folder.path().join("ca.pem"), parameters.self_signed(&key).unwrap().pem()).unwrap();
        Self { folder, issuer: Issuer::new(parameters, key) }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// A broker that speaks TLS alone. Its certificate is for 127.0.0.1, of this authority, and ends when `year` begins.
    async fn broker(&self, year: i32) -> servers::Nats {
        let mut parameters = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
        parameters.not_after = date_time_ymd(year, 1, 1);
        let key = KeyPair::generate().unwrap();
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        let folder = self.folder.path().join(year.to_string());
        fs::create_dir_all(&folder).unwrap();
        let (certificate_file, key_file) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&certificate_file, certificate.pem()).unwrap();
        fs::write(&key_file, key.serialize_pem()).unwrap();
        let port = testkit::free_port();
        servers::Nats::start_with_tls(&folder, port, &certificate_file, &key_file).await.unwrap()
    }
}

fn args(url: &str, authorities: Option<PathBuf>) -> NatsArgs {
    NatsArgs { nats_ca_file: authorities, ..NatsArgs::open(url) }
}

/// Whether one try to connect succeeds.
async fn connects(args: &NatsArgs) -> bool {
    service::install_crypto();
    args.options().unwrap().connect(&args.nats_url).await.is_ok()
}

#[tokio::test]
async fn only_a_broker_with_a_certificate_of_the_named_authority_that_has_not_ended_is_believed() {
    let (ours, foreign) = (Authority::new("our-authority"), Authority::new("foreign-authority"));
    let (good, ended) = (ours.broker(LASTS).await, ours.broker(ENDED).await);
    let plain = testkit::nats().await;
    let asks_for_tls = plain.url.replace("nats://", "tls://");
    let table = [
        (good.url.as_str(), Some(ours.file()), true, "a good one"),
        (good.url.as_str(), Some(foreign.file()), false, "of another authority"),
        (good.url.as_str(), None, false, "of an authority that this machine does not know"),
        (ended.url.as_str(), Some(ours.file()), false, "one that has ended"),
        (asks_for_tls.as_str(), None, false, "a broker without TLS"),
        (plain.url.as_str(), Some(ours.file()), false, "a broker without TLS, and an authority is named"),
        (plain.url.as_str(), None, true, "nobody asked for TLS"),
    ];
    for (url, authorities, expected, what) in table {
        assert_eq!(connects(&args(url, authorities)).await, expected, "{what}");
    }
}

#[tokio::test]
async fn a_broker_with_tls_answers_nobody_who_speaks_plaintext() {
    let authority = Authority::new("no-plaintext");
    let broker = authority.broker(LASTS).await;
    let mut connection = TcpStream::connect(broker.url.replace("tls://", "")).await.unwrap();
    let (mut greeting, mut told) = ([0; 4], Vec::new());
    connection.read_exact(&mut greeting).await.unwrap();

    connection.write_all(b"CONNECT {\"verbose\":false}\r\nPING\r\n").await.unwrap();
    let reading = connection.read_to_end(&mut told);
    let _reset_or_ended = tokio::time::timeout(testkit::patience(20), reading).await.expect("it hangs up");

    let told = String::from_utf8_lossy(&told);
    assert_eq!(&greeting, b"INFO");
    assert!(!told.contains("PONG"), "{told}");
}

#[tokio::test]
async fn a_file_without_an_authority_stops_the_start() {
    let folder = TemporaryFolder::new("no-authority");
    let file = folder.path().join("ca.pem");
    let refusal = async || {
        let refused = connect(&args("tls://127.0.0.1:1", Some(file.clone()))).await;
        format!("{:#}", refused.unwrap_err())
    };

    let missing = refusal().await;
    fs::write(&file, "no certificate").unwrap();
    let empty = refusal().await;

    assert!(missing.contains("ca.pem, can't be read"), "{missing}");
    assert!(empty.contains("holds no certificate of a CA"), "{empty}");
}

#[tokio::test]
async fn when_the_certificate_of_a_broker_ends_is_read_even_after_its_end() {
    let authority = Authority::new("end-of-a-broker");
    for year in [ENDED, LASTS] {
        let broker = authority.broker(year).await;
        let address: ServerAddr = broker.url.parse().unwrap();

        let end = server_certificate::end(Server::Nats, address.host(), address.port()).await.unwrap();

        assert_eq!(end, date_time_ymd(year, 1, 1));
    }
}
