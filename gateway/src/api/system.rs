use axum::Json;
use axum::extract::State;
use proto::payments::v1::GetProviderStatusRequest;
use serde::Serialize;
use service::Mode;
use utoipa::ToSchema;

use super::mode_name::ModeName;
use crate::request::Anybody;
use crate::state::Shared;

/// What the shop sells from now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemMode {
    is_live_mode: bool,
    mode: ModeName,
    /// False until the gateway has learnt the mode: then `mode` is an assumption and nothing can be bought.
    known: bool,
    /// Whether live mode takes cards.
    live_cards: bool,
}

/// Test or live.
#[utoipa::path(get, path = "/api/system/mode", tag = "system", responses((status = OK, body = SystemMode)))]
pub(super) async fn get_mode(State(gateway): State<Shared>, anybody: Anybody) -> Json<SystemMode> {
    let known = gateway.modes.known();
    let is_live_mode = known == Some(Mode::Live);
    Json(SystemMode {
        is_live_mode,
        mode: known.unwrap_or(Mode::Test).into(),
        known: known.is_some(),
        live_cards: is_live_mode && takes_live_cards(&gateway, anybody).await,
    })
}

/// No, while svc-payments is away: then it takes none.
async fn takes_live_cards(gateway: &Shared, Anybody(context): Anybody) -> bool {
    let request = context.request(GetProviderStatusRequest {});
    let answer = gateway.services.payments.clone().get_provider_status(request).await;
    answer.is_ok_and(|answer| answer.into_inner().live_cards)
}
