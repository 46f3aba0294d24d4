//! What takes payments and settles them: the whole of a replica but for its listener, its broker and its database,
//! which are given to it.

use std::sync::Arc;
use std::time::Duration;

use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_server::{PaymentsService, PaymentsServiceServer};
use secrecy::SecretSlice;
use service::SharedClock;
use service::client::Channel;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::config::LimitArgs;
use crate::flow::Payments;
use crate::grpc::Rpc;
use crate::repository::Repository;
use crate::stripe::{Clients, WebhookArgs};
use crate::worker;

/// What an engine is made of.
#[derive(Clone)]
pub struct Parts {
    pub store: Arc<dyn Repository>,
    pub clock: SharedClock,
    pub offers: OffersServiceClient<Channel>,
    pub stripe: Clients,
    pub webhooks: WebhookArgs,
    pub limits: LimitArgs,
    /// Tells requests with the same key apart.
    pub hmac_key: SecretSlice<u8>,
    pub accept_raw_live_cards: bool,
    /// Where a cardholder comes back to whose brand has no site of its own.
    pub system_url: Url,
}

/// The operations on payments, and the settler of what they leave open.
pub struct Engine {
    pub(crate) payments: Arc<Payments>,
}

impl Engine {
    pub fn new(parts: Parts) -> Self {
        let payments = Payments {
            store: parts.store,
            clock: parts.clock,
            offers: parts.offers,
            stripe: parts.stripe,
            webhooks: parts.webhooks,
            limits: parts.limits,
            hmac_key: parts.hmac_key,
            accept_raw_live_cards: parts.accept_raw_live_cards,
            system_url: parts.system_url,
            told: Arc::default(),
            due: Arc::new(Notify::new()),
        };
        Self { payments: Arc::new(payments) }
    }

    /// The calls of the service, for whatever serves them.
    pub fn calls(&self) -> PaymentsServiceServer<impl PaymentsService> {
        PaymentsServiceServer::new(Rpc(self.payments.clone()))
    }

    /// Until `shutdown`, sweeps every `interval`, and settles then and whenever something has become due.
    pub async fn run(self, interval: Duration, shutdown: CancellationToken) {
        worker::run(self.payments, interval, shutdown).await;
    }
}
