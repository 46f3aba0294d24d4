//! Which service may call which method: checked on the caller's certificate before a handler runs.

use std::sync::Arc;
use std::task::{Context, Poll};

use tonic::Status;
use tonic::transport::server::{TcpConnectInfo, TlsConnectInfo};
use tower::{Layer, Service};
use x509_parser::prelude::{FromDer, GeneralName, X509Certificate};

use crate::context::request_id;
use crate::security_log::{Call, Entry, Event, SecurityLog};

/// The name in a certificate's URI: `spiffe://fareway/<service>`, after SPIFFE's form of workload identity.
const IDENTITY_PREFIX: &str = "spiffe://fareway/";

/// Every caller of ours may know what health and reflection answer.
const OPEN_TO_ALL: [&str; 2] = ["/grpc.health.v1.", "/grpc.reflection."];

/// Methods that start with a path, and the services that may call them.
///
/// A path is `/fareway.payments.v1.PaymentsService/` for all methods, or goes on with one method's name.
#[derive(Debug, Clone, Copy)]
pub struct Allow {
    /// The path's beginning.
    pub methods: &'static str,
    /// The services' names, as in their certificates.
    pub callers: &'static [&'static str],
}

#[derive(Debug, Clone)]
pub(crate) struct CallerLayer {
    pub allowed: &'static [Allow],
    /// With plaintext there are no certificates, and nobody is checked.
    pub enforced: bool,
    /// Refused callers are told here.
    pub log: SecurityLog,
}

impl<S> Layer<S> for CallerLayer {
    type Service = CallerCheck<S>;

    fn layer(&self, inner: S) -> CallerCheck<S> {
        CallerCheck { inner, layer: self.clone() }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct CallerCheck<S> {
    inner: S,
    layer: CallerLayer,
}

impl<S, B, R> Service<http::Request<B>> for CallerCheck<S>
where
    S: Service<http::Request<B>, Response = http::Response<R>>,
    R: Default,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Send + 'static,
{
    type Response = http::Response<R>;
    type Error = S::Error;
    type Future =
        futures::future::Either<futures::future::Ready<Result<Self::Response, Self::Error>>, S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        if self.layer.enforced && !self.layer.permits(&request) {
            let refused = Status::permission_denied("this caller may not use this method").into_http();
            return futures::future::Either::Left(futures::future::ok(refused));
        }
        futures::future::Either::Right(self.inner.call(request))
    }
}

impl CallerLayer {
    fn permits<B>(&self, request: &http::Request<B>) -> bool {
        let method = request.uri().path();
        if OPEN_TO_ALL.iter().any(|prefix| method.starts_with(prefix)) {
            return true;
        }
        let caller = caller_of(request);
        let permitted = caller.as_deref().is_some_and(|caller| {
            self.allowed
                .iter()
                .any(|allow| method.starts_with(allow.methods) && allow.callers.contains(&caller))
        });
        if !permitted {
            self.log.write(&refusal(request, caller.as_deref()));
        }
        permitted
    }
}

fn refusal<B>(request: &http::Request<B>, caller: Option<&str>) -> Entry {
    let info = request.extensions().get::<TlsConnectInfo<TcpConnectInfo>>();
    let address = info.and_then(|info| info.get_ref().remote_addr()).map(|peer| peer.ip().to_canonical());
    Entry::new(Event::CallerRefused)
        .request(request_id(request.headers()).unwrap_or_default())
        .address(address)
        .caller(caller)
        .call(Call::of_method(request.uri().path()))
}

fn caller_of<B>(request: &http::Request<B>) -> Option<String> {
    let info = request.extensions().get::<TlsConnectInfo<TcpConnectInfo>>()?;
    let certificates: Arc<Vec<_>> = info.peer_certs()?;
    let (_, certificate) = X509Certificate::from_der(certificates.first()?).ok()?;
    let names = certificate.subject_alternative_name().ok()??;
    names.value.general_names.iter().find_map(|name| match name {
        GeneralName::URI(uri) => uri.strip_prefix(IDENTITY_PREFIX).map(str::to_owned),
        _ => None,
    })
}
