//! The six services, as clients.

use std::time::Duration;

use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::search::v1::search_service_client::SearchServiceClient;
use service::TlsArgs;
use service::client::channel;
use tonic::transport::Channel;

use crate::config::ServiceUrls;

/// For calls that wait for an airline or a card provider.
pub(crate) const PROVIDER_DEADLINE: Duration = Duration::from_secs(30);
/// A page of a hundred offers, or the seats of a wide-body, is more than tonic's 4 MiB at worst.
const LARGEST_ANSWER: usize = 16 << 20;

/// Clients are cheap to clone and share one connection a service.
#[derive(Debug, Clone)]
pub(crate) struct Services {
    pub search: SearchServiceClient<Channel>,
    pub offers: OffersServiceClient<Channel>,
    pub booking: BookingServiceClient<Channel>,
    pub payments: PaymentsServiceClient<Channel>,
    pub identity: IdentityServiceClient<Channel>,
    pub brand: BrandServiceClient<Channel>,
}

impl Services {
    /// Connects on first use.
    pub fn new(urls: &ServiceUrls, tls: &TlsArgs) -> anyhow::Result<Self> {
        let search = SearchServiceClient::new(channel("svc-search", &urls.search_url, tls)?);
        let offers = OffersServiceClient::new(channel("svc-offers", &urls.offers_url, tls)?);
        let booking = BookingServiceClient::new(channel("svc-booking", &urls.booking_url, tls)?);
        Ok(Self {
            search: search.max_decoding_message_size(LARGEST_ANSWER),
            offers: offers.max_decoding_message_size(LARGEST_ANSWER),
            booking: booking.max_decoding_message_size(LARGEST_ANSWER),
            payments: PaymentsServiceClient::new(channel("svc-payments", &urls.payments_url, tls)?),
            identity: IdentityServiceClient::new(channel("svc-identity", &urls.identity_url, tls)?),
            brand: BrandServiceClient::new(channel("svc-brand", &urls.brand_url, tls)?),
        })
    }
}
