use proto::booking::v1::{ExportBookingsRequest, ExportBookingsResponse, ExportedBooking};
use service::RequestContext;
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use super::booking_id;
use crate::convert;
use crate::domain::{Booking, party};
use crate::ops::Bookings;

pub async fn handle(
    bookings: &Bookings,
    request: Request<ExportBookingsRequest>,
) -> Result<Response<ExportBookingsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let after = match request.get_ref().after_id.as_str() {
        "" => None,
        id => Some(booking_id(id)?),
    };
    let page = bookings.export(&context, after).await?;
    let now = bookings.now();
    let bookings = page.iter().map(|booking| exported(booking, now)).collect();
    Ok(Response::new(ExportBookingsResponse { bookings }))
}

fn exported(booking: &Booking, now: OffsetDateTime) -> ExportedBooking {
    ExportedBooking {
        booking: Some(convert::booking(booking, now)),
        passengers: party::with_passports(&booking.travellers),
    }
}
