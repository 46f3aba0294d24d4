use anyhow::anyhow;
use proto::booking::v1::{GetItineraryRequest, GetItineraryResponse};
use service::RequestContext;
use tokio::task::spawn_blocking;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::error::Error;
use crate::itinerary_pdf;
use crate::ops::Bookings;
use crate::repository::Reader;

pub async fn handle(
    bookings: &Bookings,
    request: Request<GetItineraryRequest>,
) -> Result<Response<GetItineraryResponse>, Status> {
    let reader = Reader::from(&RequestContext::of(&request)?);
    let booking = bookings.find(&reader, booking_id(&request.get_ref().booking_id)?).await?;
    let (name, now) = (booking.file_name(), bookings.now());
    let drawn = spawn_blocking(move || itinerary_pdf::draw(&booking, now)).await;
    // What a panic said is left out: it may hold what somebody sent.
    let drawn = drawn.unwrap_or_else(|_panicked| Err(anyhow!("an itinerary was not finished")));
    let content = drawn.map_err(Error::Internal)?.ok_or(Error::NotFound)?;
    Ok(Response::new(GetItineraryResponse { content, name }))
}
