use proto::identity::v1::{
    ListSessionsResponse, LogoutRequest, LogoutResponse, OpenSessionResponse, ResolveSessionRequest,
    ResolveSessionResponse, RevokeOtherSessionsResponse, Session,
};
use service::RequestContext;
use service::token::{self, TokenHash};
use uuid::Uuid;

use super::{Identity, convert};
use crate::error::Error;
use crate::store;
use crate::store::session::Key;

pub async fn open(identity: &Identity, context: &RequestContext) -> Result<OpenSessionResponse, Error> {
    let (id, token) = (Uuid::now_v7(), token::generate());
    let (hash, now) = (TokenHash::of(&token), identity.clock.now());
    store::session::insert_guest(&identity.pool, id, hash, &context.brand, now).await?;
    let session = Session { id: id.to_string(), user: None, brand: context.brand.clone() };
    Ok(OpenSessionResponse { session: Some(session), token })
}

pub async fn resolve(
    identity: &Identity,
    context: &RequestContext,
    request: ResolveSessionRequest,
) -> Result<ResolveSessionResponse, Error> {
    let key = Key::Token(TokenHash::of(&request.token));
    let now = identity.clock.now();
    let found = store::session::find_alive(&identity.pool, key, &context.brand, now).await?;
    if let Some(session) = found.as_ref().filter(|session| session.wants_to_be_seen(now)) {
        store::session::mark_seen(&identity.pool, session.id, now).await?;
    }
    Ok(ResolveSessionResponse { session: found.as_ref().map(convert::session) })
}

pub async fn logout(identity: &Identity, request: LogoutRequest) -> Result<LogoutResponse, Error> {
    store::session::delete(&identity.pool, Key::Token(TokenHash::of(&request.token))).await?;
    Ok(LogoutResponse {})
}

pub async fn list(identity: &Identity, context: &RequestContext) -> Result<ListSessionsResponse, Error> {
    let (session, account) = identity.signed_in(context).await?;
    let listed = store::session::list(&identity.pool, &account, identity.clock.now()).await?;
    let sessions = listed.into_iter().map(|listed| convert::session_summary(listed, session.id)).collect();
    Ok(ListSessionsResponse { sessions })
}

pub async fn revoke_others(
    identity: &Identity,
    context: &RequestContext,
) -> Result<RevokeOtherSessionsResponse, Error> {
    let (session, account) = identity.signed_in(context).await?;
    let mut connection = identity.pool.acquire().await?;
    store::session::delete_all(&mut connection, account.id, Some(session.id)).await?;
    Ok(RevokeOtherSessionsResponse {})
}
