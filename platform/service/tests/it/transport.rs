//! Nobody calls a service without a certificate of ours, nor a method that is not for them.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, SanType};
use service::server::{Serving, serve};
use service::{Allow, DrainArgs, ServerArgs, TlsArgs};
use testkit::Log;
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
    dir: PathBuf,
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("fareway-{name}-{}", std::process::id()));
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::default();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = parameters.self_signed(&key).unwrap().pem();
        Self { dir, pem, issuer: Issuer::new(parameters, key) }
    }

    /// A certificate for `name`, whose holder trusts the authority `trusted`.
    pub fn certificate(&self, name: &str, trusted: &Self) -> TlsArgs {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::new([name.to_owned()]).unwrap();
        let identity = format!("spiffe://fareway/{name}");
        parameters.subject_alt_names.push(SanType::URI(identity.try_into().unwrap()));
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        let folder = self.dir.join(name);
        fs::create_dir_all(&folder).unwrap();
        write(&folder, "ca.pem", &trusted.pem);
        write(&folder, "cert.pem", &certificate.pem());
        write(&folder, "key.pem", &key.serialize_pem());
        TlsArgs::in_dir(folder)
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        // Left behind at worst: it is a temporary folder.
        let _removed = fs::remove_dir_all(&self.dir);
    }
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::write(folder.join(file), text).unwrap();
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

async fn get_brand(address: SocketAddr, tls: &TlsArgs) -> Outcome {
    let channel = service::client::channel("svc-brand", &format!("http://{address}"), tls).unwrap();
    let answer = BrandServiceClient::new(channel).get_brand(GetBrandRequest::default()).await;
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
