//! A server of svc-brand's calls without TLS, for tests of what stands around a handler.

use std::net::SocketAddr;

use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use service::client::{Channel, channel};
use service::server::{ServerArgs, Serving, serve};
use service::{DrainArgs, TlsArgs};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

pub struct BrandServer {
    address: SocketAddr,
    stopping: CancellationToken,
    running: JoinHandle<anyhow::Result<()>>,
}

impl BrandServer {
    pub async fn start(handlers: impl BrandService) -> Self {
        let (listener, address) = testkit::free_listener().await;
        let serving = Serving {
            name: "svc-brand",
            routes: Routes::new(BrandServiceServer::new(handlers)),
            allowed: &[],
            readiness: Box::new(|| Box::pin(async { Ok(()) })),
        };
        let args = ServerArgs {
            listen: address,
            tls: TlsArgs::plaintext(),
            drain: DrainArgs::NONE,
            reflection: false,
        };
        let stopping = CancellationToken::new();
        let stopped = stopping.clone();
        let running = tokio::spawn(async move { serve(serving, &args, listener, stopped.into()).await });
        Self { address, stopping, running }
    }

    /// With a connection of its own.
    pub fn client(&self) -> BrandServiceClient<Channel> {
        let url = format!("http://{}", self.address);
        BrandServiceClient::new(channel("svc-brand", &url, &TlsArgs::plaintext()).unwrap())
    }

    pub async fn stop(self) -> anyhow::Result<()> {
        self.stopping.cancel();
        self.running.await?
    }
}
