//! The six services: how each is reached, and its clients.

use std::time::Duration;

use proto::booking::v1::attention_service_client::AttentionServiceClient as BookingAttentionServiceClient;
use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::brand::v1::brand_admin_service_client::BrandAdminServiceClient;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::enquiry_service_client::EnquiryServiceClient;
use proto::brand::v1::watch_service_client::WatchServiceClient;
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
/// The longest a booking may take: svc-booking's wait (`WAIT_MS` in `api::bookings`), and time to check the request and to
/// make the account. Only this answer carries the new account's password.
pub(crate) const LONGEST_BOOKING: Duration = Duration::from_secs(34);
/// For reads that one airline answers, which may take it 40 s. The page says so after 3 s.
pub(crate) const AIRLINE_DEADLINE: Duration = Duration::from_secs(45);
/// A page of a hundred offers, or the seats of a wide-body, is more than tonic's 4 MiB at worst.
const LARGEST_ANSWER: usize = 16 << 20;

/// One of the six.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    Search,
    Offers,
    Booking,
    Payments,
    Identity,
    Brand,
}

impl Service {
    pub const ALL: [Self; 6] =
        [Self::Search, Self::Offers, Self::Booking, Self::Payments, Self::Identity, Self::Brand];

    /// As it is called in certificates, logs and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "svc-search",
            Self::Offers => "svc-offers",
            Self::Booking => "svc-booking",
            Self::Payments => "svc-payments",
            Self::Identity => "svc-identity",
            Self::Brand => "svc-brand",
        }
    }
}

/// A connection to each service.
#[derive(Debug, Clone)]
pub struct Channels {
    pub search: Channel,
    pub offers: Channel,
    pub booking: Channel,
    pub payments: Channel,
    pub identity: Channel,
    pub brand: Channel,
}

impl Channels {
    /// Connects on first use.
    pub(crate) fn connect(urls: &ServiceUrls, tls: &TlsArgs) -> anyhow::Result<Self> {
        let to = |service: Service, url: &str| channel(service.name(), url, tls);
        Ok(Self {
            search: to(Service::Search, &urls.search_url)?,
            offers: to(Service::Offers, &urls.offers_url)?,
            booking: to(Service::Booking, &urls.booking_url)?,
            payments: to(Service::Payments, &urls.payments_url)?,
            identity: to(Service::Identity, &urls.identity_url)?,
            brand: to(Service::Brand, &urls.brand_url)?,
        })
    }

    pub(crate) const fn to(&self, service: Service) -> &Channel {
        match service {
            Service::Search => &self.search,
            Service::Offers => &self.offers,
            Service::Booking => &self.booking,
            Service::Payments => &self.payments,
            Service::Identity => &self.identity,
            Service::Brand => &self.brand,
        }
    }
}

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
    pub watches: WatchServiceClient<Channel>,
}

impl Services {
    pub fn new(channels: &Channels) -> Self {
        let Channels { search, offers, booking, payments, identity, brand } = channels.clone();
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
            enquiries: EnquiryServiceClient::new(brand.clone()),
            watches: WatchServiceClient::new(brand),
        }
    }

    /// A client of each replica of svc-search that is healthy: a search is in the memory of one of them.
    pub fn each_search(&self) -> Vec<SearchServiceClient<Channel>> {
        let client = |channel| SearchServiceClient::new(channel).max_decoding_message_size(LARGEST_ANSWER);
        self.search_channel.each().into_iter().map(client).collect()
    }
}
