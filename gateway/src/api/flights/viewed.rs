use std::time::Duration;

use proto::payments::v1::ProveOfferViewRequest;
use service::RequestContext;

use crate::cookies::NewCookies;
use crate::state::Gateway;

/// svc-payments proves it without its database.
const PATIENCE: Duration = Duration::from_secs(1);

/// The proof that the request's session looks at an offer; None without a session, or while svc-payments is away. Its
/// visitor opens the flight again before a card is taken.
pub(super) async fn prove_view(gateway: &Gateway, context: &RequestContext) -> Option<String> {
    context.session_id?;
    let request = context.request_within(PATIENCE, ProveOfferViewRequest {});
    match gateway.services.payments.clone().prove_offer_view(request).await {
        Ok(proved) => Some(proved.into_inner().proof),
        Err(status) => {
            tracing::debug!(rpc.code = ?status.code(), "an offer was viewed without a proof");
            None
        }
    }
}

/// Gives the browser the proof, for its card.
pub(super) fn keep_view(gateway: &Gateway, cookies: &NewCookies, proof: Option<String>) {
    if let Some(proof) = proof {
        cookies.add(gateway.cookies.set_offer_view(proof));
    }
}
