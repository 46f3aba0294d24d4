//! What was booked is watched no longer.

use std::time::Duration;

use proto::booking::v1::{Booking, BookingStatus};
use proto::brand::v1::EndBookedWatchesRequest;
use proto::flights::v1::{Place, Slice};
use service::RequestContext;
use tracing::Instrument;

use crate::state::Gateway;

const DEADLINE: Duration = Duration::from_secs(5);

/// Tells svc-brand to end the watches of a booked trip, while the booking is answered. Without svc-brand they go on
/// until their departure, or until somebody ends them.
pub(in crate::api) fn end_booked_watches(
    gateway: &Gateway,
    context: &RequestContext,
    email: Option<String>,
    booking: Option<&Booking>,
) {
    let Some(message) = email.zip(booking).and_then(|(email, booking)| ended_by(email, booking)) else {
        return;
    };
    let request = context.request_within(DEADLINE, message);
    let mut watches = gateway.services.watches.clone();
    let ending = async move {
        if let Err(status) = watches.end_booked_watches(request).await {
            tracing::warn!(rpc.code = ?status.code(), "a trip that was booked is still watched");
        }
    };
    tokio::spawn(ending.in_current_span());
}

/// Nothing where nothing was booked.
fn ended_by(email: String, booking: &Booking) -> Option<EndBookedWatchesRequest> {
    if !matches!(booking.status(), BookingStatus::Confirmed | BookingStatus::Completed) {
        return None;
    }
    let slices = &booking.offer.as_ref()?.slices;
    let (outbound, inbound) = (slices.first()?, slices.get(1));
    let (first, last) = (outbound.segments.first()?, outbound.segments.last()?);
    Some(EndBookedWatchesRequest {
        email,
        origins: codes([outbound.origin.as_ref(), first.origin.as_ref()]),
        destinations: codes([outbound.destination.as_ref(), last.destination.as_ref()]),
        departure_date: departure_date(outbound)?,
        return_date: inbound.and_then(departure_date),
    })
}

/// Of a slice's end and of its airport: the first may be a city. svc-brand knows the cities of airports.
fn codes(places: [Option<&Place>; 2]) -> Vec<String> {
    let mut codes: Vec<_> = places.into_iter().flatten().map(|place| place.iata_code.clone()).collect();
    codes.dedup();
    codes
}

/// The local day of departure, yyyy-mm-dd.
fn departure_date(slice: &Slice) -> Option<String> {
    slice.segments.first()?.departing_at.get(..10).map(str::to_owned)
}
