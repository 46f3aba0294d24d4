//! The real offers service, asking the airline over the simulated network.

use std::sync::Arc;

use proto::offers::v1::offers_service_server::OffersServiceServer;
use tonic::service::Routes;

use super::{duffel, serve};
use crate::clock::SimClock;

pub async fn run(clock: Arc<SimClock>) -> turmoil::Result {
    let calls = svc_offers::calls(duffel(None), clock);
    serve(Routes::new(OffersServiceServer::new(calls))).await
}
