use mail::Letterhead;
use proto::identity::v1::{ConfirmMailboxRequest, ConfirmMailboxResponse};
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
