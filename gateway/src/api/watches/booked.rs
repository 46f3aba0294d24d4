//! What was booked is watched no longer.

use std::time::Duration;

use proto::booking::v1::{Booking, BookingStatus};
use proto::brand::v1::EndBookedWatchesRequest;
use proto::flights::v1::{Place, Slice};
use service::RequestContext;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tracing::Instrument;

use crate::state::Gateway;

const DEADLINE: Duration = Duration::from_secs(5);

/// Tells svc-brand to end the watches of a booked trip, while the booking is answered: once a gateway, by whichever answer
/// says first that it is booked, up to a day later. Without svc-brand they go on until their departure, or until somebody
/// ends them.
pub(in crate::api) fn end_booked_watches(
    gateway: &Gateway,
    context: &RequestContext,
    email: Option<String>,
    booking: Option<&Booking>,
) {
    let Some((email, booking)) = email.zip(booking) else { return };
    let Some((message, booked_at)) = ended_by(email, booking) else { return };
    let (trips, id) = (gateway.booked_trips.clone(), booking.id.clone());
    // A watch is of the booking's mode, which may be switched before it is looked at.
    let mut context = context.clone();
    context.mode = booking.mode();
    let request = context.request_within(DEADLINE, message);
    let mut watches = gateway.services.watches.clone();
    let ending = async move {
        if !trips.is_due(&id, booked_at).await {
            return;
        }
        if let Err(status) = watches.end_booked_watches(request).await {
            tracing::warn!(rpc.code = ?status.code(), "a trip that was booked is still watched");
            trips.forget(&id).await;
        }
    };
    tokio::spawn(ending.in_current_span());
}

/// What ends, and when it was booked: seconds since 1970. Nothing where nothing was booked.
fn ended_by(email: String, booking: &Booking) -> Option<(EndBookedWatchesRequest, i64)> {
    if !matches!(booking.status(), BookingStatus::Confirmed | BookingStatus::Completed) {
        return None;
    }
    let slices = &booking.offer.as_ref()?.slices;
    let (outbound, inbound) = (slices.first()?, slices.get(1));
    let (first, last) = (outbound.segments.first()?, outbound.segments.last()?);
    let booked_at = OffsetDateTime::parse(&booking.created_at, &Rfc3339).ok()?.unix_timestamp();
    let message = EndBookedWatchesRequest {
        email,
        origins: codes([outbound.origin.as_ref(), first.origin.as_ref()]),
        destinations: codes([outbound.destination.as_ref(), last.destination.as_ref()]),
        departure_date: departure_date(outbound)?,
        return_date: inbound.and_then(departure_date),
        booked_at: Some(booked_at),
    };
    Some((message, booked_at))
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
