use mail::Letterhead;
use proto::identity::v1::{
    ChangePasswordRequest, ChangePasswordResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
    ResetPasswordRequest, ResetPasswordResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::ops::{Accounts, ChangedPassword, PasswordChange, PasswordReset};

pub async fn change_password(
    accounts: &Accounts,
    request: Request<ChangePasswordRequest>,
) -> Result<Response<ChangePasswordResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let ChangePasswordRequest { current_password, new_password, letterhead, browser_token } =
        request.into_inner();
    let look = Letterhead::of(letterhead);
    let change = PasswordChange { current: current_password.into(), new: new_password.into(), browser_token };
    let ChangedPassword { session_token, browser_token } =
        accounts.change_password(&context, change, &look).await?;
    Ok(Response::new(ChangePasswordResponse { session_token, browser_token }))
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
    let ResetPasswordRequest { token, new_password, brand_name, browser_token } = request.into_inner();
    let PasswordReset { account_id, browser_token } =
        accounts.reset_password(&token, new_password.into(), &browser_token, &brand_name).await?;
    Ok(Response::new(ResetPasswordResponse { browser_token, account_id: account_id.to_string() }))
}
