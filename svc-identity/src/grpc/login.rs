use proto::identity::v1::{LoginRequest, LoginResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::{Accounts, LoginForm};

pub async fn login(
    accounts: &Accounts,
    request: Request<LoginRequest>,
) -> Result<Response<LoginResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let LoginRequest { username, password, previous_token, client_address, device } = request.into_inner();
    let form = LoginForm { username, password: password.into(), previous_token, client_address, device };
    let started = accounts.login(&context, form).await?;
    let session = Some(convert::session(&started.session));
    Ok(Response::new(LoginResponse { session, token: started.token }))
}
