use proto::identity::v1::{
    ListSessionsRequest, ListSessionsResponse, LogoutRequest, LogoutResponse, OpenSessionRequest,
    OpenSessionResponse, ResolveSessionRequest, ResolveSessionResponse, RevokeOtherSessionsRequest,
    RevokeOtherSessionsResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::Accounts;

pub async fn open_session(
    accounts: &Accounts,
    request: &Request<OpenSessionRequest>,
) -> Result<Response<OpenSessionResponse>, Status> {
    let opened = accounts.open_session(&RequestContext::of(request)?).await?;
    let session = Some(convert::session(&opened.session));
    Ok(Response::new(OpenSessionResponse { session, token: opened.token }))
}

pub async fn resolve_session(
    accounts: &Accounts,
    request: &Request<ResolveSessionRequest>,
) -> Result<Response<ResolveSessionResponse>, Status> {
    let context = RequestContext::of(request)?;
    let ResolveSessionRequest { token, with_standing } = request.get_ref();
    let found = accounts.resolve_session(&context, token).await?;
    let renewed = found.is_none() && accounts.was_just_renewed(&context, token).await?;
    let standing = match &found {
        Some(session) if *with_standing => Some(convert::standing(accounts.standing(session).await?)),
        _ => None,
    };
    let session = found.as_ref().map(convert::session);
    Ok(Response::new(ResolveSessionResponse { session, renewed, standing }))
}

pub async fn logout(
    accounts: &Accounts,
    request: &Request<LogoutRequest>,
) -> Result<Response<LogoutResponse>, Status> {
    accounts.logout(&request.get_ref().token).await?;
    Ok(Response::new(LogoutResponse {}))
}

pub async fn list_sessions(
    accounts: &Accounts,
    request: &Request<ListSessionsRequest>,
) -> Result<Response<ListSessionsResponse>, Status> {
    let (current, listed) = accounts.list_sessions(&RequestContext::of(request)?).await?;
    Ok(Response::new(ListSessionsResponse { sessions: convert::session_summaries(listed, current) }))
}

pub async fn revoke_other_sessions(
    accounts: &Accounts,
    request: &Request<RevokeOtherSessionsRequest>,
) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
    accounts.revoke_other_sessions(&RequestContext::of(request)?).await?;
    Ok(Response::new(RevokeOtherSessionsResponse {}))
}
