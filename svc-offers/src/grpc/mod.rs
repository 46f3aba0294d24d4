//! The service's calls.

mod convert;
mod find_replacement;
mod get_offer;
mod get_seat_maps;
mod list_bag_prices;
mod quote_offer;
mod verify_offer;

use std::sync::Arc;

use proto::offers::v1::offers_service_server::OffersService;
use proto::offers::v1::{
    FindReplacementRequest, FindReplacementResponse, GetOfferRequest, GetOfferResponse,
    GetProviderStatusRequest, GetProviderStatusResponse, GetSeatMapsRequest, GetSeatMapsResponse,
    ListBagPricesRequest, ListBagPricesResponse, QuoteOfferRequest, QuoteOfferResponse, VerifyOfferRequest,
    VerifyOfferResponse,
};
use service::metrics::Tally;
use tonic::{Request, Response, Status};

use crate::lookup::Lookup;

#[derive(Debug)]
pub(crate) struct Offers {
    lookup: Arc<Lookup>,
    /// By airline.
    bags_refused: Tally,
    /// By outcome.
    bags_looked_up: Tally,
}

impl Offers {
    pub fn new(lookup: Arc<Lookup>) -> Self {
        let bags_refused = Tally::new("bags.refused", "Quotes refused for a bag", "airline");
        let bags_looked_up = Tally::new("bags.looked_up", "Prices with a bag asked for by a list", "outcome");
        Self { lookup, bags_refused, bags_looked_up }
    }
}

#[tonic::async_trait]
impl OffersService for Offers {
    async fn get_offer(
        &self,
        request: Request<GetOfferRequest>,
    ) -> Result<Response<GetOfferResponse>, Status> {
        get_offer::get_offer(&self.lookup, request).await
    }

    async fn verify_offer(
        &self,
        request: Request<VerifyOfferRequest>,
    ) -> Result<Response<VerifyOfferResponse>, Status> {
        verify_offer::verify_offer(&self.lookup, request).await
    }

    async fn find_replacement(
        &self,
        request: Request<FindReplacementRequest>,
    ) -> Result<Response<FindReplacementResponse>, Status> {
        find_replacement::find_replacement(&self.lookup, request).await
    }

    async fn get_seat_maps(
        &self,
        request: Request<GetSeatMapsRequest>,
    ) -> Result<Response<GetSeatMapsResponse>, Status> {
        get_seat_maps::get_seat_maps(&self.lookup, request).await
    }

    async fn quote_offer(
        &self,
        request: Request<QuoteOfferRequest>,
    ) -> Result<Response<QuoteOfferResponse>, Status> {
        quote_offer::quote_offer(&self.lookup, &self.bags_refused, request).await
    }

    async fn list_bag_prices(
        &self,
        request: Request<ListBagPricesRequest>,
    ) -> Result<Response<ListBagPricesResponse>, Status> {
        list_bag_prices::list_bag_prices(&self.lookup, &self.bags_looked_up, request).await
    }

    async fn get_provider_status(
        &self,
        _request: Request<GetProviderStatusRequest>,
    ) -> Result<Response<GetProviderStatusResponse>, Status> {
        let status = self.lookup.clients().status();
        Ok(Response::new(GetProviderStatusResponse { status: Some(status) }))
    }
}
