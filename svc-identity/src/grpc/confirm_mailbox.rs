use mail::Letterhead;
use proto::identity::v1::{
    ConfirmMailboxRequest, ConfirmMailboxResponse, ProveMailboxRequest, ProveMailboxResponse,
    RequestMailboxLinkRequest, RequestMailboxLinkResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::{Accounts, Confirmation};

pub async fn confirm_mailbox(
    accounts: &Accounts,
    request: Request<ConfirmMailboxRequest>,
) -> Result<Response<ConfirmMailboxResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ConfirmMailboxRequest { email, letterhead } = request.into_inner();
    let confirmation = accounts.confirm_mailbox(&context, &email, &Letterhead::of(letterhead)).await?;
    let Confirmation { session_token, password_ended } = confirmation;
    let session_token = session_token.unwrap_or_default();
    Ok(Response::new(ConfirmMailboxResponse { session_token, password_ended }))
}

pub async fn request_mailbox_link(
    accounts: &Accounts,
    request: Request<RequestMailboxLinkRequest>,
) -> Result<Response<RequestMailboxLinkResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let look = Letterhead::of(request.into_inner().letterhead);
    accounts.request_mailbox_link(&context, &look).await?;
    Ok(Response::new(RequestMailboxLinkResponse {}))
}

pub async fn prove_mailbox(
    accounts: &Accounts,
    request: Request<ProveMailboxRequest>,
) -> Result<Response<ProveMailboxResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ProveMailboxRequest { token, letterhead } = request.into_inner();
    let look = Letterhead::of(letterhead);
    let Confirmation { session_token, password_ended } =
        accounts.confirm_mailbox_by_link(&context, &token, &look).await?;
    let session_token = session_token.unwrap_or_default();
    Ok(Response::new(ProveMailboxResponse { session_token, password_ended }))
}
