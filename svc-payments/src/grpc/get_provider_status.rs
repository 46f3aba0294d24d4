use proto::common::v1::ProviderStatus;
use proto::payments::v1::GetProviderStatusResponse;
use tonic::Response;

use crate::ops::Payments;

pub fn handle(payments: &Payments) -> Response<GetProviderStatusResponse> {
    let status = ProviderStatus { test_configured: true, live_configured: payments.takes_live_cards() };
    Response::new(GetProviderStatusResponse {
        status: Some(status),
        raw_live_cards: payments.takes_raw_live_cards(),
    })
}
