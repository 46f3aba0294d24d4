use mail::Letterhead;
use proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
    ResetPasswordRequest, ResetPasswordResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::Accounts;

pub async fn change_password(
    accounts: &Accounts,
    request: Request<ChangePasswordRequest>,
) -> Result<Response<ChangePasswordResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ChangePasswordRequest { current_password, new_password, letterhead } = request.into_inner();
    let look = Letterhead::of(letterhead);
    accounts.change_password(&context, current_password.into(), new_password.into(), &look).await?;
    Ok(Response::new(ChangePasswordResponse {}))
}

pub async fn request_password_reset(
    accounts: &Accounts,
    request: Request<RequestPasswordResetRequest>,
) -> Result<Response<RequestPasswordResetResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let RequestPasswordResetRequest { email, client_address, letterhead } = request.into_inner();
    let look = Letterhead::of(letterhead);
    accounts.request_password_reset(&context, &email, &client_address, &look).await?;
    Ok(Response::new(RequestPasswordResetResponse {}))
}

pub async fn reset_password(
    accounts: &Accounts,
    request: Request<ResetPasswordRequest>,
) -> Result<Response<ResetPasswordResponse>, Status> {
    let ResetPasswordRequest { token, new_password } = request.into_inner();
    accounts.reset_password(&token, new_password.into()).await?;
    Ok(Response::new(ResetPasswordResponse {}))
}
