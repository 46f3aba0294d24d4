//! Replicas of a service, the name that they are found by, and calls to them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, mpsc};
use std::time::Duration;

use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use service::client::{Channel, Pace, channel_over, set_affinity};
use service::server::{Serving, serve};
use service::{DrainArgs, ServerArgs, Shutdown, TlsArgs};
use tokio::net::TcpListener;
use tonic::service::Routes;
use tonic::{Request, Response, Status};

/// Quicker than production's, so that tests need not wait for it.
pub(super) static QUICK: LazyLock<Pace> = LazyLock::new(|| Pace {
    lookup: Duration::from_millis(200),
    retry: Duration::from_millis(100),
    health_check: testkit::patient(Duration::from_millis(200)),
});

/// Counts the calls it gets.
#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

#[tonic::async_trait]
impl BrandService for Counting {
    async fn get_brand(&self, _: Request<GetBrandRequest>) -> Result<Response<GetBrandResponse>, Status> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Response::new(GetBrandResponse::default()))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        self.0.fetch_add(1, Ordering::Relaxed);
        std::future::pending().await
    }
}

pub(super) struct Replica {
    pub(super) address: SocketAddr,
    calls: Arc<AtomicUsize>,
    pub(super) shutdown: Shutdown,
    /// A runtime of its own, so that it can hang or die like a process.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Replica {
    pub(super) async fn start() -> Self {
        let (listener, address) = testkit::free_listener().await;
        let listener = listener.into_std().unwrap();
        let service = Counting::default();
        let calls = Arc::clone(&service.0);
        let shutdown = Shutdown::new();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let ended = shutdown.clone();
        runtime.spawn(async move {
            let serving = Serving {
                name: "svc-brand",
                routes: Routes::new(BrandServiceServer::new(service)),
                allowed: &[],
                readiness: Box::new(|| Box::pin(async { Ok(()) })),
            };
            let args = ServerArgs {
                listen: address,
                tls: TlsArgs::plaintext(),
                drain: DrainArgs::NONE,
                reflection: false,
            };
            let listener = TcpListener::from_std(listener).unwrap();
            serve(serving, &args, listener, ended.into()).await.unwrap();
        });
        Self { address, calls, shutdown, runtime: Some(runtime) }
    }

    pub(super) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Its only thread does nothing more until the guard is dropped: what SIGSTOP does to a process. Answers once it hangs.
    pub(super) fn hang(&self) -> mpsc::Sender<()> {
        let (goes_on, wait) = mpsc::channel();
        let (hangs, has_begun) = mpsc::channel();
        self.runtime.as_ref().unwrap().spawn(async move {
            hangs.send(()).unwrap();
            wait.recv()
        });
        has_begun.recv().unwrap();
        goes_on
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// What the service's name resolves to.
#[derive(Clone)]
pub(super) struct Name(Arc<Mutex<Vec<SocketAddr>>>);

impl Name {
    pub(super) fn at(addresses: Vec<SocketAddr>) -> Self {
        Self(Arc::new(Mutex::new(addresses)))
    }

    pub(super) fn of(replicas: &[Replica]) -> Self {
        Self::at(replicas.iter().map(|replica| replica.address).collect())
    }

    pub(super) fn resolves_to<'a>(&self, replicas: impl IntoIterator<Item = &'a Replica>) {
        *self.0.lock().unwrap() = replicas.into_iter().map(|replica| replica.address).collect();
    }

    pub(super) fn channel(&self) -> Channel {
        let name = self.clone();
        let lookup = Box::new(move || {
            let addresses = name.0.lock().unwrap().clone();
            Box::pin(async move { Ok(addresses) }) as _
        });
        channel_over("svc-brand", lookup, &TlsArgs::plaintext(), *QUICK).unwrap()
    }
}

pub(super) async fn call(channel: &Channel) -> Result<(), Status> {
    let mut request = Request::new(GetBrandRequest::default());
    request.set_timeout(testkit::patience(10));
    BrandServiceClient::new(channel.clone()).get_brand(request).await.map(drop)
}

/// A call that belongs to one replica by its key.
pub(super) async fn call_with(channel: &Channel, key: u32) -> Result<(), Status> {
    let mut request = Request::new(GetBrandRequest::default());
    set_affinity(&mut request, key);
    BrandServiceClient::new(channel.clone()).get_brand(request).await.map(drop)
}

/// A key whose calls go to `replica`.
pub(super) async fn key_of(channel: &Channel, replica: &Replica) -> u32 {
    let mut key = 0;
    loop {
        let before = replica.calls();
        call_with(channel, key).await.unwrap();
        if replica.calls() > before {
            return key;
        }
        key += 1;
    }
}

pub(super) async fn call_until(channel: &Channel, holds: impl Fn() -> bool, what: &str) {
    let calls = async {
        while !holds() {
            call(channel).await.unwrap();
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(testkit::patience(20), calls).await.expect(what);
}

pub(super) fn counts(replicas: &[Replica]) -> Vec<usize> {
    replicas.iter().map(Replica::calls).collect()
}

/// Waits until every replica is connected and healthy: then as many calls as there are replicas reach one each.
pub(super) async fn all_take_turns(channel: &Channel, replicas: &[Replica]) {
    let settled = async {
        loop {
            let before = counts(replicas);
            for _ in replicas {
                call(channel).await.unwrap();
            }
            if replicas.iter().zip(before).all(|(replica, before)| replica.calls() == before + 1) {
                return;
            }
        }
    };
    tokio::time::timeout(testkit::patience(20), settled).await.expect("every replica is healthy");
}

pub(super) async fn nine_are_answered_soon(channel: &Channel) -> bool {
    let calls = async {
        for _ in 0..9 {
            call(channel).await.unwrap();
        }
    };
    tokio::time::timeout(testkit::patience(1), calls).await.is_ok()
}

pub(super) async fn three() -> Vec<Replica> {
    service::install_crypto();
    vec![Replica::start().await, Replica::start().await, Replica::start().await]
}
