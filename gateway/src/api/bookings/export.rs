//! A user's own copy of their bookings.

use proto::booking::v1::{ExportBookingsRequest, ExportedBooking, PassengerDetails};
use proto::flights::v1::Slice;
use serde::Serialize;
use service::RequestContext;
use utoipa::ToSchema;

use super::bags::BookedBag;
use super::record::{Status, booking_of};
use super::typed::TypedPassenger;
use crate::modes::Mode;
use crate::problem::{Amount, ApiError, said};
use crate::state::Gateway;

/// A booking with all that is kept of its passengers.
// Without Debug: it holds names and passports.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedTrip {
    id: String,
    status: Status,
    mode: Mode,
    /// The airline's reference (PNR); empty until there is one.
    booking_reference: String,
    /// RFC 3339, UTC.
    created_at: String,
    /// What was paid, or would have been.
    total: Option<Amount>,
    flights: Vec<Slice>,
    /// Numbers of seats that were chosen, such as 14A.
    seats: Vec<String>,
    /// Bags that were bought beside those of the fare.
    bags: Vec<BookedBag>,
    passengers: Vec<ExportedPassenger>,
    /// Numbers of the airline's electronic tickets.
    ticket_numbers: Vec<String>,
    /// RFC 3339, UTC. Null unless it was cancelled.
    cancelled_at: Option<String>,
    /// What goes back to the card. Null unless it was cancelled.
    refund: Option<Amount>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedPassenger {
    /// As typed. The date of birth is empty once it is forgotten.
    details: TypedPassenger,
    /// Null where none was asked for, and once it is forgotten.
    passport: Option<ExportedPassport>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedPassport {
    number: String,
    /// yyyy-mm-dd.
    expiry_date: String,
    /// ISO 3166-1 alpha-2.
    issuing_country: String,
}

/// Reads all bookings of the signed-in user, page by page. The caller has asked for the password.
pub(crate) async fn export_trips(
    gateway: &Gateway,
    context: &RequestContext,
) -> Result<Vec<ExportedTrip>, ApiError> {
    let (mut trips, mut after_id) = (Vec::<ExportedTrip>::new(), String::new());
    loop {
        let request = context.request(ExportBookingsRequest { after_id: after_id.clone() });
        let answer = gateway.services.booking.clone().export_bookings(request).await?;
        let page = answer.into_inner().bookings.into_iter().map(ExportedTrip::try_from);
        let page = page.collect::<Result<Vec<_>, _>>()?;
        let Some(last) = page.last() else { return Ok(trips) };
        after_id.clone_from(&last.id);
        trips.extend(page);
    }
}

impl TryFrom<ExportedBooking> for ExportedTrip {
    type Error = ApiError;

    fn try_from(exported: ExportedBooking) -> Result<Self, ApiError> {
        let booking = booking_of(exported.booking)?;
        let (status, mode) = (Status::from(booking.status()), Mode::try_from(booking.mode())?);
        let cancellation = booking.cancellation.unwrap_or_default();
        Ok(Self {
            id: booking.id,
            status,
            mode,
            booking_reference: booking.booking_reference,
            created_at: booking.created_at,
            total: Amount::of(booking.total),
            flights: booking.offer.unwrap_or_default().slices,
            seats: booking.seats.into_iter().map(|seat| seat.designator).collect(),
            bags: booking.bags.into_iter().map(BookedBag::from).collect(),
            passengers: exported.passengers.into_iter().map(ExportedPassenger::from).collect(),
            ticket_numbers: booking.passengers.into_iter().flat_map(|it| it.ticket_numbers).collect(),
            cancelled_at: said(cancellation.cancelled_at),
            refund: Amount::of(cancellation.refund),
        })
    }
}

impl From<PassengerDetails> for ExportedPassenger {
    fn from(mut kept: PassengerDetails) -> Self {
        let passport = kept.passport_number.take().map(|number| ExportedPassport {
            number,
            expiry_date: kept.passport_expiry_date.take().unwrap_or_default(),
            issuing_country: kept.passport_issuing_country.take().unwrap_or_default(),
        });
        Self { details: kept.into(), passport }
    }
}
