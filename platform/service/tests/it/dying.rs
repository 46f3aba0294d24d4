//! A service that dies over a call has not answered it: its caller is told that it is away.

use std::sync::Arc;

use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::brand_service_server::{BrandService, BrandServiceServer};
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use service::{Problem, TlsArgs};
use tokio::sync::Semaphore;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status};

/// Says when a call has come, and never answers it.
struct Silent(Arc<Semaphore>);

#[tonic::async_trait]
impl BrandService for Silent {
    async fn get_brand(&self, _: Request<GetBrandRequest>) -> Result<Response<GetBrandResponse>, Status> {
        self.0.add_permits(1);
        std::future::pending().await
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        Ok(Response::new(ListBrandsResponse::default()))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_dies_over_a_call_is_away() {
    service::install_crypto();
    // Its sockets close when its runtime ends, as they do when a process is killed.
    let process = tokio::runtime::Runtime::new().unwrap();
    let has_come = Arc::new(Semaphore::new(0));
    let service = BrandServiceServer::new(Silent(Arc::clone(&has_come)));
    let (listener, address) = testkit::free_listener().await;
    let listener = listener.into_std().unwrap();
    process.spawn(async move {
        let incoming = TcpIncoming::from(tokio::net::TcpListener::from_std(listener).unwrap());
        Server::builder().add_service(service).serve_with_incoming(incoming).await
    });
    let channel =
        service::client::channel("svc-brand", &format!("http://{address}"), &TlsArgs::plaintext()).unwrap();

    let call =
        tokio::spawn(
            async move { BrandServiceClient::new(channel).get_brand(GetBrandRequest::default()).await },
        );
    has_come.acquire().await.unwrap().forget();
    process.shutdown_background();

    let status = call.await.unwrap().unwrap_err();
    let problem = Problem::from_status(&status);
    assert_eq!(
        (problem.grpc, problem.code.as_str()),
        (Code::Unavailable, "SERVICE_UNAVAILABLE"),
        "{status:?}"
    );
}
