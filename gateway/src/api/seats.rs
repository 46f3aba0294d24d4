use proto::offers::v1::SeatSelection;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ids::check_id;
use crate::problem::ApiError;

/// A seat that a traveller chose. Its cabin and price may be sent along; the server's own count.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SelectedSeat {
    /// The offer's passenger id.
    passenger_id: String,
    /// The service id of the seat, from the seat map.
    seat_id: String,
}

/// The seats as the services read them. Fails for `seats[n]` where an id is none.
pub(super) fn selections(seats: Vec<SelectedSeat>) -> Result<Vec<SeatSelection>, ApiError> {
    let selection = |(n, seat): (usize, SelectedSeat)| {
        check_id(format!("seats[{n}].passengerId"), &seat.passenger_id)?;
        check_id(format!("seats[{n}].seatId"), &seat.seat_id)?;
        Ok(SeatSelection { passenger_id: seat.passenger_id, service_id: seat.seat_id })
    };
    seats.into_iter().enumerate().map(selection).collect()
}
