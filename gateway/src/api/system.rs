use axum::Json;
use axum::extract::State;
use proto::payments::v1::{GetProviderStatusRequest, GetProviderStatusResponse};
use serde::Serialize;
use tonic::Response;
use utoipa::ToSchema;

use crate::card_fields::Fields;
use crate::modes::Mode;
use crate::request::AnyRequest;
use crate::state::Shared;

/// What the shop sells from now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemMode {
    is_live_mode: bool,
    mode: Mode,
    /// False until the gateway has learnt the mode: then `mode` is an assumption and nothing can be bought.
    known: bool,
    /// Whether live mode takes cards.
    live_cards: bool,
    /// Where they are, a card is typed there: process-card takes a `paymentMethodId`.
    card_fields: Option<Fields>,
}

/// Test or live.
#[utoipa::path(get, path = "/api/system/mode", tag = "system", responses((status = OK, body = SystemMode)))]
pub(super) async fn get_mode(State(gateway): State<Shared>, request: AnyRequest) -> Json<SystemMode> {
    let known = gateway.modes.known();
    let is_live_mode = known == Some(Mode::Live);
    let live_cards = is_live_mode && takes_live_cards(&gateway, request).await;
    let card_fields =
        known.filter(|_| live_cards || !is_live_mode).and_then(|mode| gateway.card_fields.of(mode));
    Json(SystemMode {
        is_live_mode,
        mode: known.unwrap_or(Mode::Test),
        known: known.is_some(),
        live_cards,
        card_fields: card_fields.cloned(),
    })
}

/// By the provider's own fields, or as numbers where the operator answers for them. No, while svc-payments is away:
/// then it takes none.
async fn takes_live_cards(gateway: &Shared, AnyRequest(context): AnyRequest) -> bool {
    let request = context.request(GetProviderStatusRequest {});
    let has_fields = gateway.card_fields.of(Mode::Live).is_some();
    let answer =
        gateway.services.payments.clone().get_provider_status(request).await.map(Response::into_inner);
    answer.is_ok_and(|GetProviderStatusResponse { status, raw_live_cards }| {
        raw_live_cards || (has_fields && status.is_some_and(|status| status.live_configured))
    })
}
