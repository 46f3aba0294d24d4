use std::time::Duration;

use failpoint::failpoint;
use proto::booking::v1::{CreateBookingRequest, CreateBookingResponse, NewAccount};
use service::RequestContext;
use tokio::time::Instant;
use tonic::{Request, Response, Status};

use super::convert;
use crate::accounts;
use crate::domain::Booking;
use crate::domain::booking::AccountState;
use crate::door::Door;
use crate::error::Error;
use crate::intake::Taken;
use crate::letters;

/// No answer is waited for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

pub async fn handle(
    door: &Door,
    request: Request<CreateBookingRequest>,
) -> Result<Response<CreateBookingResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let wait = Duration::from_millis(request.wait_ms.into()).min(LONGEST_WAIT);
    // Time for the account is kept: its password is told in this answer alone.
    let left = context.patience(wait + accounts::WITHIN).saturating_sub(accounts::WITHIN);
    let deadline = Instant::now() + left;
    let Taken { id, is_new, mut subscription } = door.intake.take(&context, request).await?;
    failpoint!("http.committed_unanswered");
    let booking = subscription
        .until(door.store.as_ref(), id, deadline, |booking| {
            booking.saga.state.is_end() || booking.awaits_holder()
        })
        .await;
    let booking = leave_open(door, booking.map_err(Error::Internal)?).await.map_err(Error::Internal)?;
    let account = if is_new && booking.account == AccountState::Due {
        door.accounts.make(&booking).await
    } else {
        None
    };
    Ok(Response::new(response(door, &booking, account)))
}

/// The booking to answer with. Where that has no end, the end is written to the traveller, whenever it comes.
async fn leave_open(door: &Door, booking: Booking) -> anyhow::Result<Booking> {
    if booking.saga.state.is_end() || door.store.leave_open(booking.id).await? {
        return Ok(booking);
    }
    // It has ended just now.
    Ok(door.store.load(booking.id).await?.unwrap_or(booking))
}

fn response(door: &Door, booking: &Booking, account: Option<NewAccount>) -> CreateBookingResponse {
    CreateBookingResponse {
        booking: Some(convert::booking(booking, door.clock.now())),
        account,
        email_content: letters::confirmation(booking),
        action_url: booking.action_url.clone().unwrap_or_default(),
    }
}
