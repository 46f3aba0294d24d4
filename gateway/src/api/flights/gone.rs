use proto::flights::v1::Replacement;
use proto::offers::v1::FindReplacementRequest;
use serde::Serialize;
use service::RequestContext;
use utoipa::ToSchema;

use crate::problem::{ApiError, Code, Problem};
use crate::services::PROVIDER_DEADLINE;
use crate::state::Gateway;

/// The offer cannot be bought any more; its flights perhaps can.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferGone {
    #[serde(flatten)]
    problem: Problem,
    /// The same flights on the same fare, where the code is `OFFER_EXPIRED` and they are still sold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    replacement: Option<Replacement>,
}

impl OfferGone {
    /// Looks for a replacement where one can be. Finding none, for whatever reason, changes nothing about the offer.
    pub async fn of(gateway: &Gateway, context: &RequestContext, offer_id: String, error: ApiError) -> Self {
        let replacement = match error.code {
            Code::OfferExpired => replacement(gateway, context, offer_id).await,
            _ => None,
        };
        Self { problem: Problem::new(error, &context.request_id), replacement }
    }
}

async fn replacement(gateway: &Gateway, context: &RequestContext, offer_id: String) -> Option<Replacement> {
    let request = context.request_within(PROVIDER_DEADLINE, FindReplacementRequest { offer_id });
    let answer = gateway.services.offers.clone().find_replacement(request).await;
    let failed =
        |status: &tonic::Status| tracing::warn!(rpc.code = ?status.code(), "nobody looked for a replacement");
    answer.inspect_err(failed).ok()?.into_inner().replacement
}
