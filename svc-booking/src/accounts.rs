use std::time::Duration;

use anyhow::Context;
use proto::identity::v1::{CreateBookingAccountRequest, CreateBookingAccountResponse};

use crate::domain::Booking;
use crate::upstreams::{Upstreams, context_of};

/// Short: in the first answer the traveller waits for it.
pub(crate) const WITHIN: Duration = Duration::from_secs(5);

/// Has the account of a guest made. `answer_waits`: its password is told in the answer to the booking.
pub async fn create(
    upstreams: &Upstreams,
    booking: &Booking,
    answer_waits: bool,
) -> anyhow::Result<CreateBookingAccountResponse> {
    let primary = booking.primary().context("a booking without travellers")?;
    let context = context_of(booking)?;
    let message = CreateBookingAccountRequest {
        booking_id: booking.id.to_string(),
        email: primary.email.clone(),
        first_name: primary.given_name.clone(),
        last_name: primary.family_name.clone(),
        answer_waits,
        letterhead: Some(booking.letterhead.clone().into_message()),
        session_id: context.session_id.map(|id| id.to_string()).unwrap_or_default(),
    };
    let request = context.request_within(WITHIN, message);
    Ok(upstreams.identity.clone().create_booking_account(request).await?.into_inner())
}
