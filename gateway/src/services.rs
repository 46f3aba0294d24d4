//! The six services, as clients.

use std::time::Duration;

use proto::booking::v1::attention_service_client::AttentionServiceClient as BookingAttentionServiceClient;
use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::brand::v1::brand_admin_service_client::BrandAdminServiceClient;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::enquiry_service_client::EnquiryServiceClient;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::attention_service_client::AttentionServiceClient as PaymentAttentionServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::search::v1::search_service_client::SearchServiceClient;
use service::TlsArgs;
use service::client::{Channel, channel};

use crate::config::ServiceUrls;

/// For calls that wait for an airline or a card provider.
pub(crate) const PROVIDER_DEADLINE: Duration = Duration::from_secs(30);
/// For reads that one airline answers, which may take it 40 s. The page says so after 3 s.
pub(crate) const AIRLINE_DEADLINE: Duration = Duration::from_secs(45);
/// A page of a hundred offers, or the seats of a wide-body, is more than tonic's 4 MiB at worst.
const LARGEST_ANSWER: usize = 16 << 20;

/// Clients are cheap to clone and share the connections to a service.
#[derive(Debug, Clone)]
pub(crate) struct Services {
    pub search: SearchServiceClient<Channel>,
    search_channel: Channel,
    pub offers: OffersServiceClient<Channel>,
    pub booking: BookingServiceClient<Channel>,
    pub attention: BookingAttentionServiceClient<Channel>,
    pub payments: PaymentsServiceClient<Channel>,
    pub payment_attention: PaymentAttentionServiceClient<Channel>,
    pub identity: IdentityServiceClient<Channel>,
    pub brand: BrandServiceClient<Channel>,
    pub brand_admin: BrandAdminServiceClient<Channel>,
    pub enquiries: EnquiryServiceClient<Channel>,
}

/// A connection to each service, by its name: to search, offers, booking, payments, identity and brand in this order.
pub type Channels = [(&'static str, Channel); 6];

/// Connects on first use.
pub(crate) fn connect(urls: &ServiceUrls, tls: &TlsArgs) -> anyhow::Result<Channels> {
    let to = |name, url: &str| anyhow::Ok((name, channel(name, url, tls)?));
    Ok([
        to("svc-search", &urls.search_url)?,
        to("svc-offers", &urls.offers_url)?,
        to("svc-booking", &urls.booking_url)?,
        to("svc-payments", &urls.payments_url)?,
        to("svc-identity", &urls.identity_url)?,
        to("svc-brand", &urls.brand_url)?,
    ])
}

impl Services {
    pub fn new(channels: &Channels) -> Self {
        let [search, offers, booking, payments, identity, brand] =
            channels.each_ref().map(|(_, channel)| channel.clone());
        Self {
            search_channel: search.clone(),
            search: SearchServiceClient::new(search).max_decoding_message_size(LARGEST_ANSWER),
            offers: OffersServiceClient::new(offers).max_decoding_message_size(LARGEST_ANSWER),
            attention: BookingAttentionServiceClient::new(booking.clone())
                .max_decoding_message_size(LARGEST_ANSWER),
            booking: BookingServiceClient::new(booking).max_decoding_message_size(LARGEST_ANSWER),
            payment_attention: PaymentAttentionServiceClient::new(payments.clone())
                .max_decoding_message_size(LARGEST_ANSWER),
            payments: PaymentsServiceClient::new(payments),
            identity: IdentityServiceClient::new(identity),
            brand: BrandServiceClient::new(brand.clone()),
            brand_admin: BrandAdminServiceClient::new(brand.clone()),
            enquiries: EnquiryServiceClient::new(brand),
        }
    }

    /// A client of each replica of svc-search that is healthy: a search is in the memory of one of them.
    pub fn each_search(&self) -> Vec<SearchServiceClient<Channel>> {
        let client = |channel| SearchServiceClient::new(channel).max_decoding_message_size(LARGEST_ANSWER);
        self.search_channel.each().into_iter().map(client).collect()
    }
}
