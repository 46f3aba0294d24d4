use axum::Json as Answer;
use axum::extract::State;
use proto::brand::v1::{ListWatchesRequest, WatchOwner};
use serde::Serialize;
use service::RequestContext;
use utoipa::ToSchema;

use super::owner;
use super::shapes::{WatchLink, WatchedPrice};
use crate::problem::ApiError;
use crate::request::{Json, KnownMode, SignedInUserInMode};
use crate::state::{Gateway, Shared};

/// Those that have not ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchList {
    watches: Vec<WatchedPrice>,
}

/// What the signed-in user watches.
#[utoipa::path(
    get, path = "/api/watches", tag = "watches",
    responses(
        (status = OK, body = WatchList),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
    )
)]
pub(crate) async fn list_watches(
    State(gateway): State<Shared>,
    SignedInUserInMode { context, user }: SignedInUserInMode,
) -> Result<Answer<WatchList>, ApiError> {
    match owner::of_user(user) {
        Some(owner) => list(&gateway, &context, owner).await,
        None => Ok(Answer(WatchList { watches: Vec::new() })),
    }
}

/// What the address of a mailed link watches.
#[utoipa::path(
    post, path = "/api/watches/list", tag = "watches", request_body = WatchLink,
    responses(
        (status = OK, body = WatchList),
        (status = NOT_FOUND, description = "NOT_FOUND"),
    )
)]
pub(crate) async fn list_watches_of_link(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Json(link): Json<WatchLink>,
) -> Result<Answer<WatchList>, ApiError> {
    list(&gateway, &context, owner::of_link(link.token)).await
}

async fn list(
    gateway: &Gateway,
    context: &RequestContext,
    owner: WatchOwner,
) -> Result<Answer<WatchList>, ApiError> {
    let request = context.request(ListWatchesRequest { owner: Some(owner) });
    let listed = gateway.services.watches.clone().list_watches(request).await?.into_inner();
    Ok(Answer(WatchList { watches: listed.watches.into_iter().map(WatchedPrice::from).collect() }))
}
