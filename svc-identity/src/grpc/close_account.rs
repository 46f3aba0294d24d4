use mail::Letterhead;
use proto::identity::v1::{CloseAccountRequest, CloseAccountResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Accounts;

pub async fn close_account(
    accounts: &Accounts,
    request: Request<CloseAccountRequest>,
) -> Result<Response<CloseAccountResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let CloseAccountRequest { current_password, letterhead } = request.into_inner();
    accounts.close_account(&context, current_password.into(), &Letterhead::of(letterhead)).await?;
    Ok(Response::new(CloseAccountResponse {}))
}
