//! The service's calls.

mod convert;
mod convert_fares;
mod fill_fare_dates;
mod get_watched_fare;
mod list_fare_dates;
mod list_fare_graph;
mod list_fares;
mod search_flights;
mod search_flights_stream;
mod trip;

use std::sync::Arc;

use futures::stream::BoxStream;
use proto::search::v1::search_service_server::SearchService;
use proto::search::v1::{
    FillFareDatesRequest, FillFareDatesResponse, GetBestOrderRequest, GetBestOrderResponse,
    GetWatchedFareRequest, GetWatchedFareResponse, ListFareDatesRequest, ListFareDatesResponse,
    ListFareGraphRequest, ListFareGraphResponse, ListFaresRequest, ListFaresResponse, SearchFlightsRequest,
    SearchFlightsResponse, SearchFlightsStreamRequest, SearchFlightsStreamResponse,
};
use service::SharedClock;
use tonic::{Request, Response, Status};

use crate::cache::Cache;
use crate::domain::{CONNECTION_MIN, HARD_CONNECTION_MIN};
use crate::fares_seen::FaresSeen;
use crate::look_ups::LookUps;
use crate::searches::Searches;

#[derive(Debug)]
pub(crate) struct Search {
    pub searches: Arc<Searches>,
    pub cache: Arc<Cache>,
    pub clock: SharedClock,
    /// Of the median price: what an hour counts in the order "best".
    pub hour_percent: u8,
    pub fares: Arc<FaresSeen>,
    pub look_ups: Arc<LookUps>,
    /// Whether anything is shown of the dates around a trip.
    pub fare_dates: bool,
}

#[tonic::async_trait]
impl SearchService for Search {
    type SearchFlightsStreamStream = BoxStream<'static, Result<SearchFlightsStreamResponse, Status>>;
    type FillFareDatesStream = BoxStream<'static, Result<FillFareDatesResponse, Status>>;

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

    async fn list_fare_dates(
        &self,
        request: Request<ListFareDatesRequest>,
    ) -> Result<Response<ListFareDatesResponse>, Status> {
        list_fare_dates::list_fare_dates(self, request)
    }

    async fn list_fare_graph(
        &self,
        request: Request<ListFareGraphRequest>,
    ) -> Result<Response<ListFareGraphResponse>, Status> {
        list_fare_graph::list_fare_graph(self, request)
    }

    async fn fill_fare_dates(
        &self,
        request: Request<FillFareDatesRequest>,
    ) -> Result<Response<Self::FillFareDatesStream>, Status> {
        fill_fare_dates::fill_fare_dates(self, request)
    }

    async fn get_watched_fare(
        &self,
        request: Request<GetWatchedFareRequest>,
    ) -> Result<Response<GetWatchedFareResponse>, Status> {
        get_watched_fare::get_watched_fare(self, request).await
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
