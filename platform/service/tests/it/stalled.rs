//! Readers that take no more of their answers: they hold up neither other calls nor the service's end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto::search::v1::search_flights_stream_response::Event;
use proto::search::v1::search_service_client::SearchServiceClient;
use proto::search::v1::search_service_server::{SearchService, SearchServiceServer};
use proto::search::v1::{
    FillFareDatesRequest, FillFareDatesResponse, GetBestOrderRequest, GetBestOrderResponse,
    GetWatchedFareRequest, GetWatchedFareResponse, ListFareDatesRequest, ListFareDatesResponse,
    ListFareGraphRequest, ListFareGraphResponse, ListFaresRequest, ListFaresResponse, SearchFlightsRequest,
    SearchFlightsResponse, SearchFlightsStreamRequest, SearchFlightsStreamResponse,
};
use service::client::Channel;
use service::server::{Serving, serve_with_grace};
use service::{DrainArgs, ServerArgs, TlsArgs};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tonic::service::Routes;
use tonic::{Request, Response, Status, Streaming};

const MESSAGE: usize = 16 << 10;
/// Quicker than production's.
const GRACE: Duration = Duration::from_millis(500);

/// Streams without end. Counts the bytes that it was asked for.
#[derive(Clone, Default)]
struct Endless(Arc<AtomicUsize>);

#[tonic::async_trait]
impl SearchService for Endless {
    type SearchFlightsStreamStream = BoxStream<'static, Result<SearchFlightsStreamResponse, Status>>;
    type FillFareDatesStream = BoxStream<'static, Result<FillFareDatesResponse, Status>>;

    async fn search_flights(
        &self,
        _: Request<SearchFlightsRequest>,
    ) -> Result<Response<SearchFlightsResponse>, Status> {
        Ok(Response::new(SearchFlightsResponse::default()))
    }

    async fn search_flights_stream(
        &self,
        _: Request<SearchFlightsStreamRequest>,
    ) -> Result<Response<Self::SearchFlightsStreamStream>, Status> {
        let sent = Arc::clone(&self.0);
        let messages = stream::repeat_with(move || {
            sent.fetch_add(MESSAGE, Ordering::Relaxed);
            Ok(SearchFlightsStreamResponse { event: Some(Event::OffersJson("x".repeat(MESSAGE))) })
        });
        Ok(Response::new(messages.boxed()))
    }

    async fn list_fares(&self, _: Request<ListFaresRequest>) -> Result<Response<ListFaresResponse>, Status> {
        Ok(Response::new(ListFaresResponse::default()))
    }

    async fn get_best_order(
        &self,
        _: Request<GetBestOrderRequest>,
    ) -> Result<Response<GetBestOrderResponse>, Status> {
        Ok(Response::new(GetBestOrderResponse::default()))
    }

    async fn get_watched_fare(
        &self,
        _: Request<GetWatchedFareRequest>,
    ) -> Result<Response<GetWatchedFareResponse>, Status> {
        Ok(Response::new(GetWatchedFareResponse::default()))
    }

    async fn list_fare_dates(
        &self,
        _: Request<ListFareDatesRequest>,
    ) -> Result<Response<ListFareDatesResponse>, Status> {
        Ok(Response::new(ListFareDatesResponse::default()))
    }

    async fn list_fare_graph(
        &self,
        _: Request<ListFareGraphRequest>,
    ) -> Result<Response<ListFareGraphResponse>, Status> {
        Ok(Response::new(ListFareGraphResponse::default()))
    }

    async fn fill_fare_dates(
        &self,
        _: Request<FillFareDatesRequest>,
    ) -> Result<Response<Self::FillFareDatesStream>, Status> {
        Ok(Response::new(stream::empty().boxed()))
    }
}

struct Replica {
    channel: Channel,
    sent: Arc<AtomicUsize>,
    stop: CancellationToken,
    server: AbortOnDropHandle<anyhow::Result<()>>,
}

impl Replica {
    async fn start() -> Self {
        service::install_crypto();
        let (listener, listen): (_, SocketAddr) = testkit::free_listener().await;
        let endless = Endless::default();
        let sent = Arc::clone(&endless.0);
        let stop = CancellationToken::new();
        let serving = Serving {
            name: "svc-search",
            routes: Routes::new(SearchServiceServer::new(endless)),
            allowed: &[],
            readiness: Box::new(|| Box::pin(async { Ok(()) })),
        };
        let args =
            ServerArgs { listen, tls: TlsArgs::plaintext(), drain: DrainArgs::NONE, reflection: false };
        let stopped = stop.clone();
        let server =
            tokio::spawn(
                async move { serve_with_grace(GRACE, serving, &args, listener, stopped.into()).await },
            );
        let channel =
            service::client::channel("svc-search", &format!("http://{listen}"), &TlsArgs::plaintext())
                .unwrap();
        Self { channel, sent, stop, server: AbortOnDropHandle::new(server) }
    }

    fn client(&self) -> SearchServiceClient<Channel> {
        SearchServiceClient::new(self.channel.clone())
    }

    /// Streams of which nothing is read, once the replica has sent so much on all of them.
    async fn stalled(
        &self,
        streams: usize,
        until_sent: usize,
    ) -> Vec<Streaming<SearchFlightsStreamResponse>> {
        let mut stalled = Vec::new();
        for _ in 0..streams {
            let request = SearchFlightsStreamRequest::default();
            stalled.push(self.client().search_flights_stream(request).await.unwrap().into_inner());
        }
        let is_sent = async {
            while self.sent.load(Ordering::Relaxed) < until_sent {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(testkit::patience(20), is_sent).await.expect("the streams are sent");
        stalled
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_that_stall_hold_up_no_other_call_to_their_replica() {
    let replica = Replica::start().await;
    // hyper's own window of a connection is 5 MiB.
    let _stalled = replica.stalled(40, 5 << 20).await;

    let mut request = Request::new(SearchFlightsRequest::default());
    request.set_timeout(testkit::patience(10));
    replica.client().search_flights(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_stalls_holds_up_the_end_of_its_service_no_longer_than_the_grace_period() {
    let mut replica = Replica::start().await;
    let _stalled = replica.stalled(1, 256 << 10).await;

    replica.stop.cancel();

    let ended = tokio::time::timeout(testkit::patience(10), &mut replica.server).await;
    ended.expect("the service ends").unwrap().unwrap();
}
