//! Nobody gets past a service's door but the callers in its list: each method of the contracts is called with the
//! certificate of each program, with none, with one of another authority and with one that has ended.
//!
//! Who is expected to get past is read in those lists: that the doors keep them is tried here, and not that they are right.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use http::uri::PathAndQuery;
use proto::{Method, methods};
use service::server::{Serving, serve};
use service::{Allow, Clock, DrainArgs, ServerArgs, SystemClock, TlsArgs};
use stack::certificates::{NAMES, make, make_at};
use testkit::TemporaryFolder;
use time::Duration;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::client::Grpc;
use tonic::service::Routes;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request};
use tonic_prost::ProstCodec;

/// Asked by every caller of ours, whatever the lists say.
const HEALTH: &str = "/grpc.health.v1.Health/Check";
/// The package that all services serve.
const OF_ALL: &str = "fareway.preflight.v1";

/// A service, the package of its methods, and its list.
struct Door {
    service: &'static str,
    package: &'static str,
    allowed: &'static [Allow],
}

const DOORS: [Door; 6] = [
    Door { service: "svc-search", package: "fareway.search.v1", allowed: svc_search::ALLOWED },
    Door { service: "svc-offers", package: "fareway.offers.v1", allowed: svc_offers::ALLOWED },
    Door { service: "svc-booking", package: "fareway.booking.v1", allowed: svc_booking::ALLOWED },
    Door { service: "svc-payments", package: "fareway.payments.v1", allowed: svc_payments::ALLOWED },
    Door { service: "svc-identity", package: "fareway.identity.v1", allowed: svc_identity::ALLOWED },
    Door { service: "svc-brand", package: "fareway.brand.v1", allowed: svc_brand::ALLOWED },
];

impl Door {
    /// Whether the service serves this method.
    fn is_of(&self, method: &Method) -> bool {
        [self.package, OF_ALL].contains(&method.package.as_str())
    }

    /// The paths of the methods that the service serves.
    fn paths(&self) -> Vec<String> {
        let methods = methods().unwrap().into_iter().filter(|method| self.is_of(method));
        methods.map(|method| format!("/{}", method.name)).collect()
    }

    /// The programs that may call a method.
    fn callers(&self, path: &str) -> BTreeSet<&'static str> {
        let entries = self.allowed.iter().filter(|entry| is_for(entry, path));
        entries.flat_map(|entry| entry.callers).copied().collect()
    }
}

/// Whether an entry of a list is for a method: for it alone, or for all of its service.
fn is_for(entry: &Allow, path: &str) -> bool {
    entry.methods == path || entry.methods.ends_with('/') && path.starts_with(entry.methods)
}

#[test]
fn every_method_has_its_callers_and_every_entry_of_a_list_names_methods_and_programs_that_exist() {
    for method in methods().unwrap() {
        assert!(DOORS.iter().any(|door| door.is_of(&method)), "no service serves {}", method.name);
    }
    for Door { service, allowed, .. } in &DOORS {
        for Allow { callers, .. } in *allowed {
            let strangers: Vec<_> = callers.iter().filter(|caller| !NAMES.contains(caller)).collect();
            assert!(strangers.is_empty(), "{service}: {strangers:?} are no programs of ours");
        }
    }
    for door in &DOORS {
        let (service, paths) = (door.service, door.paths());
        for path in &paths {
            assert!(!door.callers(path).is_empty(), "{service}: nobody may call {path}");
        }
        for entry in door.allowed {
            let is_known = paths.iter().any(|path| is_for(entry, path));
            assert!(is_known, "{service}: there is no method {}", entry.methods);
        }
    }
}

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// It gets past the door.
    Admitted,
    /// The caller is known, and the method is not for it.
    Forbidden,
    NoConnection,
}

/// Who calls.
struct Caller {
    name: String,
    /// None where the certificate is no good.
    program: Option<&'static str>,
    /// None where there is no certificate.
    identity: Option<Identity>,
}

impl Caller {
    /// A program of ours with its own certificate.
    fn ours(program: &'static str, certificates: &Certificates) -> Self {
        let identity = Some(certificates.identity("ours", program));
        Self { name: program.to_owned(), program: Some(program), identity }
    }

    /// Somebody who would be the gateway.
    fn stranger(name: &str, identity: Option<Identity>) -> Self {
        Self { name: name.to_owned(), program: None, identity }
    }

    /// How this caller's call of a method has to end.
    fn expected(&self, door: &Door, path: &str) -> Outcome {
        match self.program {
            None => Outcome::NoConnection,
            Some(program) if path == HEALTH || door.callers(path).contains(program) => Outcome::Admitted,
            Some(_) => Outcome::Forbidden,
        }
    }
}

/// Of each program: a good one (`ours`), one that has ended (`expired`), and one of another authority (`foreign`).
struct Certificates(TemporaryFolder);

impl Certificates {
    /// As `stack certificates` makes them. Those that have ended are of the authority that all programs trust.
    fn make() -> Self {
        let folder = TemporaryFolder::new("doors");
        let at = |kind: &str| folder.path().join(kind);
        let long_ago = SystemClock.now() - Duration::days(500);
        make_at(long_ago, &at("expired"), Some(&at("authority"))).unwrap();
        make(&at("ours"), Some(&at("authority"))).unwrap();
        make(&at("foreign"), None).unwrap();
        let made = Self(folder);
        let authority = |kind: &str| read(&made.of(kind, "gateway"), "ca.pem");
        assert_eq!(authority("expired"), authority("ours"), "nothing but their time is wrong with them");
        assert_ne!(authority("foreign"), authority("ours"));
        made
    }

    fn of(&self, kind: &str, program: &str) -> PathBuf {
        self.0.path().join(kind).join(program)
    }

    fn identity(&self, kind: &str, program: &str) -> Identity {
        let folder = self.of(kind, program);
        Identity::from_pem(read(&folder, "cert.pem"), read(&folder, "key.pem"))
    }

    fn callers(&self) -> Vec<Caller> {
        let ours = NAMES.into_iter().map(|program| Caller::ours(program, self));
        let strangers = [
            Caller::stranger("nobody", None),
            Caller::stranger("a foreign authority", Some(self.identity("foreign", "gateway"))),
            Caller::stranger("an expired certificate", Some(self.identity("expired", "gateway"))),
        ];
        ours.chain(strangers).collect()
    }

    /// To a service at this address. It is connected by the first call, and by the next after a loss.
    fn channel(&self, caller: &Caller, service: &str, address: SocketAddr) -> Channel {
        let trusted = Certificate::from_pem(read(&self.of("ours", service), "ca.pem"));
        let tls = ClientTlsConfig::new().ca_certificate(trusted).domain_name(service);
        let tls = match caller.identity.clone() {
            Some(identity) => tls.identity(identity),
            None => tls,
        };
        let endpoint = Endpoint::from_shared(format!("https://{address}")).unwrap();
        endpoint.tls_config(tls).unwrap().connect_lazy()
    }

    /// Serves a door with nothing behind it: callers that get past read so.
    async fn open(&self, door: &Door) -> (SocketAddr, DropGuard) {
        let (listener, listen) = testkit::free_listener().await;
        let serving = Serving {
            name: door.service,
            routes: Routes::default(),
            allowed: door.allowed,
            readiness: Box::new(|| Box::pin(async { Ok(()) })),
        };
        let tls = TlsArgs::in_dir(self.of("ours", door.service));
        let args = ServerArgs { listen, tls, drain: DrainArgs::NONE, reflection: false };
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        tokio::spawn(async move { serve(serving, &args, listener, stopped.into()).await });
        (listen, stop.drop_guard())
    }
}

fn read(folder: &Path, file: &str) -> Vec<u8> {
    std::fs::read(folder.join(file)).unwrap()
}

async fn call(channel: &Channel, path: &str) -> Outcome {
    let mut client = Grpc::new(channel.clone());
    if client.ready().await.is_err() {
        return Outcome::NoConnection;
    }
    let method = PathAndQuery::try_from(path).unwrap();
    let answer = client.unary(Request::new(()), method, ProstCodec::<(), ()>::default());
    let answer = timeout(testkit::patience(30), answer).await.expect("a call ends");
    let Err(status) = answer else { return Outcome::Admitted };
    // What a service answers has no source; what breaks on the way has, whatever its code.
    if status.source().is_some() {
        return Outcome::NoConnection;
    }
    match status.code() {
        Code::Unimplemented => Outcome::Admitted,
        Code::PermissionDenied => Outcome::Forbidden,
        _ => panic!("{path}: unexpected {status:?}"),
    }
}

#[tokio::test]
async fn nobody_gets_past_a_door_but_the_callers_in_its_list() {
    service::install_crypto();
    let certificates = Certificates::make();
    let mut counts = BTreeMap::<Outcome, usize>::new();
    for door in &DOORS {
        let (address, _open) = certificates.open(door).await;
        let mut paths = door.paths();
        paths.push(HEALTH.to_owned());
        for caller in certificates.callers() {
            let channel = certificates.channel(&caller, door.service, address);
            for path in &paths {
                let outcome = call(&channel, path).await;
                let expected = caller.expected(door, path);
                assert_eq!(outcome, expected, "{} calls {path} of {}", caller.name, door.service);
                *counts.entry(outcome).or_default() += 1;
            }
        }
    }

    let methods = methods().unwrap().len();
    println!("mtls-matrix: {methods} methods of {} services; calls: {counts:?}; 0 misses", DOORS.len());
    assert!(methods > 80 && counts.values().sum::<usize>() > 800, "{methods} methods, {counts:?}");
}
