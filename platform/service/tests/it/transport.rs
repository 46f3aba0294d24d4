//! Nobody calls a service without a certificate of ours, nor a method that is not for them.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, SanType, date_time_ymd};
use service::client::Channel;
use service::server::{Serving, serve};
use service::{Allow, DrainArgs, ServerArgs, TlsArgs};
use testkit::{Log, TemporaryFolder};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

/// Answers every call.
pub struct Open;

#[tonic::async_trait]
impl BrandService for Open {
    async fn get_brand(&self, _: Request<GetBrandRequest>) -> Result<Response<GetBrandResponse>, Status> {
        Ok(Response::new(GetBrandResponse::default()))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        Ok(Response::new(ListBrandsResponse::default()))
    }
}

/// An authority and the folders with the certificates it gave out.
pub struct Authority {
    folder: TemporaryFolder,
    pub pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = parameters.self_signed(&key).unwrap().pem();
        Self { folder: TemporaryFolder::new(name), pem, issuer: Issuer::new(parameters, key) }
    }

    /// A certificate for `name`, whose holder trusts the authority `trusted`.
    pub fn certificate(&self, name: &str, trusted: &Self) -> TlsArgs {
        self.write(name, trusted, self.issue(name));
        self.read_anew(name)
    }

    /// One that has ended.
    fn expired_certificate(&self, name: &str) -> TlsArgs {
        let mut parameters = parameters(name);
        parameters.not_after = date_time_ymd(2020, 1, 1);
        self.write(name, self, self.sign(&parameters));
        self.read_anew(name)
    }

    /// The text of a certificate for `name`, and of its key.
    pub fn issue(&self, name: &str) -> (String, String) {
        self.sign(&parameters(name))
    }

    fn sign(&self, parameters: &CertificateParams) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    fn write(&self, name: &str, trusted: &Self, (certificate, key): (String, String)) {
        let folder = self.folder(name);
        fs::create_dir_all(&folder).unwrap();
        write(&folder, "ca.pem", &trusted.pem);
        write(&folder, "cert.pem", &certificate);
        write(&folder, "key.pem", &key);
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// As a program does that starts now.
    fn read_anew(&self, name: &str) -> TlsArgs {
        TlsArgs::in_dir(self.folder(name))
    }
}

fn parameters(name: &str) -> CertificateParams {
    let mut parameters = CertificateParams::new([name.to_owned()]).unwrap();
    let identity = format!("spiffe://fareway/{name}");
    parameters.subject_alt_names.push(SanType::URI(identity.try_into().unwrap()));
    parameters
}

fn write(folder: &Path, file: &str, text: &str) {
    // In one step, as `stack certificates` does: a reader finds the old text or the new, and no half of it.
    let beside = folder.join(format!("{file}.new"));
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, folder.join(file)).unwrap();
}

pub async fn start(tls: TlsArgs) -> (SocketAddr, DropGuard) {
    const ALLOWED: &[Allow] = &[
        Allow { methods: "/fareway.brand.v1.BrandService/GetBrand", callers: &["gateway"] },
        Allow { methods: "/fareway.brand.v1.BrandService/ListBrands", callers: &["gateway", "svc-offers"] },
    ];
    let (listener, listen) = testkit::free_listener().await;
    let stop = CancellationToken::new();
    let serving = Serving {
        name: "svc-brand",
        routes: Routes::new(BrandServiceServer::new(Open)),
        allowed: ALLOWED,
        readiness: Box::new(|| Box::pin(async { Ok(()) })),
    };
    let args = ServerArgs { listen, tls, drain: DrainArgs::NONE, reflection: false };
    let stopped = stop.clone();
    tokio::spawn(async move { serve(serving, &args, listener, stopped.into()).await });
    (listen, stop.drop_guard())
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Answered,
    Forbidden,
    NoConnection,
}

fn client(address: SocketAddr, tls: &TlsArgs) -> BrandServiceClient<Channel> {
    let channel = service::client::channel("svc-brand", &format!("http://{address}"), tls).unwrap();
    BrandServiceClient::new(channel)
}

/// Over a connection of its own.
async fn get_brand(address: SocketAddr, tls: &TlsArgs) -> Outcome {
    let answer = client(address, tls).get_brand(GetBrandRequest::default()).await;
    match answer.map_err(|status| status.code()) {
        Ok(_) => Outcome::Answered,
        Err(Code::PermissionDenied) => Outcome::Forbidden,
        // Which of the two depends on whose side finds the certificate wanting first.
        Err(Code::Unavailable | Code::Unknown) => Outcome::NoConnection,
        Err(other) => panic!("unexpected {other:?}"),
    }
}

#[tokio::test]
async fn only_named_callers_with_a_certificate_of_ours_reach_a_method() {
    service::install_crypto();
    let ours = Authority::new("ours");
    let foreign = Authority::new("foreign");
    let (address, _stop) = start(ours.certificate("svc-brand", &ours)).await;

    let check = async |tls: TlsArgs, expected: Outcome, who: &str| {
        assert_eq!(get_brand(address, &tls).await, expected, "{who}");
    };
    check(ours.certificate("gateway", &ours), Outcome::Answered, "the gateway").await;
    let log = Log::default();
    tracing::subscriber::set_global_default(log.subscriber(tracing::Level::INFO)).unwrap();
    check(ours.certificate("svc-offers", &ours), Outcome::Forbidden, "a service it is not for").await;
    let text = log.text();
    let lines: Vec<_> = text.lines().filter(|line| line.contains("security.event=")).collect();
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    for field in [
        "security.event=\"caller.refused\"",
        "client.address=127.0.0.1",
        "call=\"/fareway.brand.v1.BrandService/GetBrand\"",
        "caller=\"svc-offers\"",
    ] {
        assert!(line.contains(field), "{field} is not in {line}");
    }
    check(foreign.certificate("gateway", &ours), Outcome::NoConnection, "a foreign authority").await;
    check(TlsArgs::plaintext(), Outcome::NoConnection, "plaintext").await;
}

/// How often the files are read in these tests.
const OFTEN: Duration = Duration::from_millis(20);

/// New connections are made until the server takes one.
async fn is_served(address: SocketAddr, tls: &TlsArgs) {
    let served = async { while get_brand(address, tls).await != Outcome::Answered {} };
    tokio::time::timeout(testkit::patience(30), served).await.expect("the server takes its certificate");
}

/// Waits for a line of the log that has all these words.
async fn logged(log: &Log, words: &[&str]) -> String {
    let found = async {
        loop {
            let text = log.text();
            let line = text.lines().find(|line| words.iter().all(|word| line.contains(word)));
            if let Some(line) = line {
                return line.to_owned();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let found = tokio::time::timeout(testkit::patience(20), found).await;
    found.unwrap_or_else(|_| panic!("{words:?} are not in {}", log.text()))
}

/// Calls one after the other over one channel, until it is told to stop; then returns how each ended.
fn calls(
    mut client: BrandServiceClient<Channel>,
    stop: CancellationToken,
) -> JoinHandle<Vec<Result<(), Status>>> {
    tokio::spawn(async move {
        let mut outcomes = Vec::new();
        while !stop.is_cancelled() {
            outcomes.push(client.get_brand(GetBrandRequest::default()).await.map(drop));
        }
        outcomes
    })
}

#[tokio::test]
async fn certificates_of_another_authority_are_taken_while_calls_go_on_and_none_fails() {
    service::install_crypto();
    let (old, new) = (Authority::new("old"), Authority::new("new"));
    let server = old.certificate("svc-brand", &old).read_every(OFTEN);
    let (address, _stop) = start(server).await;
    let caller = old.certificate("gateway", &old);
    let next_caller = new.certificate("gateway", &new);
    let both = format!("{}{}", old.pem, new.pem);
    is_served(address, &caller).await;
    let stop = CancellationToken::new();
    let calls = calls(client(address, &caller), stop.clone());
    assert_eq!(get_brand(address, &next_caller).await, Outcome::NoConnection);

    write(&old.folder("svc-brand"), "ca.pem", &both);
    write(&new.folder("gateway"), "ca.pem", &both);
    assert_eq!(get_brand(address, &caller).await, Outcome::Answered, "while both are trusted");
    is_served(address, &new.read_anew("gateway")).await;
    let (certificate, key) = new.issue("svc-brand");
    write(&old.folder("svc-brand"), "cert.pem", &certificate);
    write(&old.folder("svc-brand"), "key.pem", &key);
    assert_eq!(
        get_brand(address, &new.read_anew("gateway")).await,
        Outcome::Answered,
        "by either certificate"
    );
    write(&new.folder("gateway"), "ca.pem", &new.pem);
    is_served(address, &new.read_anew("gateway")).await;

    stop.cancel();
    let outcomes = calls.await.unwrap();
    let failed: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(failed.is_empty() && !outcomes.is_empty(), "{failed:?} of {}", outcomes.len());
}

#[tokio::test]
async fn a_caller_takes_its_new_certificate_for_its_next_connection() {
    service::install_crypto();
    let (old, new) = (Authority::new("caller-old"), Authority::new("caller-new"));
    let (address, _stop) = start(new.certificate("svc-brand", &new)).await;
    let caller = old.certificate("gateway", &new).read_every(OFTEN);
    let mut client = client(address, &caller);
    client.get_brand(GetBrandRequest::default()).await.unwrap_err();

    old.write("gateway", &new, new.issue("gateway"));

    let answered = async { while client.get_brand(GetBrandRequest::default()).await.is_err() {} };
    tokio::time::timeout(testkit::patience(20), answered).await.expect("it connects with the new one");
}

#[tokio::test]
async fn files_that_do_not_match_are_told_and_those_of_before_stay_in_use() {
    service::install_crypto();
    let log = Log::default();
    let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
    let ours = Authority::new("unmatched");
    let (address, _stop) = start(ours.certificate("svc-brand", &ours).read_every(OFTEN)).await;
    let caller = ours.certificate("gateway", &ours);
    let (certificate, key) = ours.issue("svc-brand");
    assert_eq!(get_brand(address, &caller).await, Outcome::Answered, "by the first certificate");

    write(&ours.folder("svc-brand"), "key.pem", &key);
    logged(&log, &["WARN", "new certificates can't be used", "KeyMismatch"]).await;
    assert_eq!(get_brand(address, &caller).await, Outcome::Answered);

    write(&ours.folder("svc-brand"), "cert.pem", &certificate);
    logged(&log, &["INFO", "took a new certificate", "ends=4096-01-01"]).await;
    assert_eq!(get_brand(address, &caller).await, Outcome::Answered);
    let warnings = log.text().matches("new certificates can't be used").count();
    assert_eq!(warnings, 1, "{}", log.text());
}

#[tokio::test]
async fn an_expired_certificate_is_refused_and_named_in_the_log_of_both_sides() {
    service::install_crypto();
    let log = Log::default();
    let _while_it_lives = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
    let ours = Authority::new("expired");
    let (address, _stop) = start(ours.certificate("svc-brand", &ours)).await;
    let mut client = client(address, &ours.expired_certificate("gateway"));

    client.get_brand(GetBrandRequest::default()).await.unwrap_err();

    let line = logged(&log, &["WARN", "a TLS handshake failed", "certificate expired"]).await;
    assert!(line.contains("client.address=127.0.0.1"), "{line}");
    logged(&log, &["WARN", "lost the connection to a replica", "CertificateExpired"]).await;
}

#[tokio::test]
async fn peers_that_never_speak_hold_nobody_back() {
    service::install_crypto();
    let ours = Authority::new("patient");
    let (address, _stop) = start(ours.certificate("svc-brand", &ours)).await;
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }

    assert_eq!(get_brand(address, &ours.certificate("gateway", &ours)).await, Outcome::Answered);
}
