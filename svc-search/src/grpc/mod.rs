//! The service's calls.

mod convert;
mod list_fares;
mod search_flights;
mod search_flights_stream;

use std::sync::Arc;

use futures::stream::BoxStream;
use proto::search::v1::search_service_server::SearchService;
use proto::search::v1::{
    GetBestOrderRequest, GetBestOrderResponse, ListFaresRequest, ListFaresResponse, SearchFlightsRequest,
    SearchFlightsResponse, SearchFlightsStreamRequest, SearchFlightsStreamResponse,
};
use service::SharedClock;
use tonic::{Request, Response, Status};

use crate::cache::Cache;
use crate::domain::{CONNECTION_MIN, HARD_CONNECTION_MIN};
use crate::searches::Searches;

#[derive(Debug)]
pub(crate) struct Search {
    pub searches: Arc<Searches>,
    pub cache: Arc<Cache>,
    pub clock: SharedClock,
    /// Of the median price: what an hour counts in the order "best".
    pub hour_percent: u8,
}

#[tonic::async_trait]
impl SearchService for Search {
    type SearchFlightsStreamStream = BoxStream<'static, Result<SearchFlightsStreamResponse, Status>>;

    async fn search_flights(
        &self,
        request: Request<SearchFlightsRequest>,
    ) -> Result<Response<SearchFlightsResponse>, Status> {
        search_flights::search_flights(self, request).await
    }

    async fn search_flights_stream(
        &self,
        request: Request<SearchFlightsStreamRequest>,
    ) -> Result<Response<Self::SearchFlightsStreamStream>, Status> {
        search_flights_stream::search_flights_stream(self, request).await
    }

    async fn list_fares(
        &self,
        request: Request<ListFaresRequest>,
    ) -> Result<Response<ListFaresResponse>, Status> {
        list_fares::list_fares(self, &request)
    }

    async fn get_best_order(
        &self,
        _: Request<GetBestOrderRequest>,
    ) -> Result<Response<GetBestOrderResponse>, Status> {
        Ok(Response::new(GetBestOrderResponse {
            hour_percent: self.hour_percent.into(),
            connection_minutes: CONNECTION_MIN,
            hard_connection_minutes: HARD_CONNECTION_MIN,
        }))
    }
}
