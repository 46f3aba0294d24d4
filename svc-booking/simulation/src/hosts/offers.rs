//! The real offers service, asking the airline over the simulated network.

use std::sync::Arc;

use proto::offers::v1::offers_service_server::OffersServiceServer;
use tonic::transport::Server;

use super::duffel;
use crate::clock::SimClock;
use crate::network::incoming;

pub async fn run(clock: Arc<SimClock>) -> turmoil::Result {
    let calls = svc_offers::calls(duffel(None), clock);
    let server = Server::builder().add_service(OffersServiceServer::new(calls));
    server.serve_with_incoming(incoming().await?).await?;
    Ok(())
}
