use mail::Letterhead;
use proto::identity::v1::{RegisterRequest, RegisterResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::convert;
use crate::domain::account::Profile;
use crate::ops::Accounts;

pub async fn register(
    accounts: &Accounts,
    request: Request<RegisterRequest>,
) -> Result<Response<RegisterResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let RegisterRequest { username, email, first_name, last_name, password, brand_name, letterhead } =
        request.into_inner();
    let look = Letterhead::of(letterhead);
    let profile = Profile { username, email, first_name, last_name };
    let account = accounts.register(&context, profile, password.into(), &brand_name, &look).await?;
    Ok(Response::new(RegisterResponse { user: Some(convert::user(&account, false)) }))
}
