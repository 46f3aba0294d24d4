//! The services that a booking asks, and in whose name.

use money::MarkupRate;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use service::client::Channel;
use service::{Principal, Problem, RequestContext, UserRef};
use tonic::Code;

use crate::domain::{Booking, FailureCode};

#[derive(Debug, Clone)]
pub struct Upstreams {
    pub offers: OffersServiceClient<Channel>,
    pub payments: PaymentsServiceClient<Channel>,
    pub identity: IdentityServiceClient<Channel>,
}

/// The context of a booking's own calls: its booker, brand, markup and mode, whatever they are by now.
pub fn context_of(booking: &Booking) -> Result<RequestContext, money::Error> {
    let markup_rate = MarkupRate::parse(&booking.markup_rate)?;
    let mut context =
        RequestContext::new(booking.id.to_string(), booking.mode, booking.brand.clone(), markup_rate);
    context.public_url.clone_from(&booking.public_url);
    for principal in booking.principals.iter().filter_map(|text| text.parse().ok()) {
        match principal {
            Principal::User(id) => context.user = Some(UserRef { id, is_admin: false }),
            Principal::Session(id) => context.session_id = Some(id),
        }
    }
    Ok(context)
}

/// How svc-offers refuses an offer that asks for documents which are not sent.
pub const DOCUMENTS_UNSUPPORTED: &str = "DOCUMENTS_UNSUPPORTED";
/// How it refuses an offer together with a bag that can't be had as it was chosen.
pub const BAG_UNAVAILABLE: &str = "BAG_UNAVAILABLE";

/// An offer that was never given is as gone as one that has ended.
pub fn is_gone(problem: &Problem) -> bool {
    problem.code == FailureCode::OfferExpired.as_str() || problem.grpc == Code::NotFound
}
