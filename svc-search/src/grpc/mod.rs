//! The service's calls.

mod convert;
mod search_flights;

use std::sync::Arc;

use duffel::Clients;
use proto::search::v1::search_service_server::SearchService;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::SharedClock;
use tonic::{Request, Response, Status};

use crate::cache::Cache;

#[derive(Debug)]
pub(crate) struct Search {
    pub clients: Clients,
    pub cache: Arc<Cache>,
    pub clock: SharedClock,
}

#[tonic::async_trait]
impl SearchService for Search {
    async fn search_flights(
        &self,
        request: Request<SearchFlightsRequest>,
    ) -> Result<Response<SearchFlightsResponse>, Status> {
        search_flights::search_flights(self, request).await
    }
}
