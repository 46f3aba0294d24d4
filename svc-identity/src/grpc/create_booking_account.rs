use mail::Letterhead;
use proto::identity::v1::{CreateBookingAccountRequest, CreateBookingAccountResponse};
use secrecy::ExposeSecret;
use service::RequestContext;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::error::Error;
use crate::ops::{Accounts, BookingAccount, BookingAccountRequest};

pub async fn create_booking_account(
    accounts: &Accounts,
    request: Request<CreateBookingAccountRequest>,
) -> Result<Response<CreateBookingAccountResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let booking = BookingAccountRequest {
        booking_id: parse_id("bookingId", &request.booking_id)?,
        session_id: parse_id("sessionId", &request.session_id)?,
        email: request.email,
        first_name: request.first_name,
        last_name: request.last_name,
        answer_waits: request.answer_waits,
    };
    let look = Letterhead::of(request.letterhead);
    let created = accounts.create_booking_account(&context, &booking, &look).await?;
    Ok(Response::new(created.map(response).unwrap_or_default()))
}

fn response(created: BookingAccount) -> CreateBookingAccountResponse {
    let BookingAccount { account, password, session_token } = created;
    CreateBookingAccountResponse {
        created: true,
        user_id: account.id.to_string(),
        username: account.username,
        password: password.map(|password| password.expose_secret().to_owned()).unwrap_or_default(),
        session_token: session_token.unwrap_or_default(),
    }
}

fn parse_id(field: &str, text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::field(field, "This is not an id"))
}
