use proto::identity::v1::{LoginRequest, LoginResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::ops::{Accounts, LoggedIn, LoginForm};

pub async fn login(
    accounts: &Accounts,
    request: Request<LoginRequest>,
) -> Result<Response<LoginResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let LoginRequest { username, password, previous_token, client_address, device, browser_token } =
        request.into_inner();
    let password = password.into();
    let form = LoginForm { username, password, previous_token, browser_token, client_address, device };
    let LoggedIn { started, browser_token } = accounts.login(&context, form).await?;
    let session = Some(convert::session(&started.session));
    Ok(Response::new(LoginResponse { session, token: started.token, browser_token }))
}
