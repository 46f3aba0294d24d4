use proto::preflight::v1::preflight_service_client::PreflightServiceClient;
use proto::preflight::v1::{CheckRequest, State};

use crate::harness::Offers;

#[tokio::test]
async fn without_a_live_token_live_mode_has_to_wait() {
    let offers = Offers::start().await;
    let mut preflight = PreflightServiceClient::connect(format!("http://{}", offers.address)).await.unwrap();

    let told = preflight.check(CheckRequest {}).await.unwrap().into_inner().lines;

    let seen: Vec<_> = told.iter().map(|line| (line.code.as_str(), line.state(), line.is_required)).collect();
    assert_eq!(
        seen,
        [
            ("DUFFEL_LIVE_TOKEN", State::Failed, true),
            ("PUBLISHED_SECRETS", State::Passed, true),
            ("SETTINGS", State::Failed, true),
        ]
    );
}
