use proto::common::v1::ProviderStatus;
use proto::payments::v1::GetProviderStatusResponse;
use tonic::Response;

use crate::flow::Payments;

pub fn handle(payments: &Payments) -> Response<GetProviderStatusResponse> {
    let status = ProviderStatus { test_configured: true, live_configured: payments.stripe.live.is_some() };
    Response::new(GetProviderStatusResponse {
        status: Some(status),
        raw_live_cards: payments.raw_live_cards(),
    })
}
