use proto::offers::v1::SeatSelection;
use serde::Deserialize;
use utoipa::ToSchema;

/// A seat that a traveller chose. Its cabin and price may be sent along; the server's own count.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SelectedSeat {
    /// The offer's passenger id.
    passenger_id: String,
    /// The service id of the seat, from the seat map.
    seat_id: String,
}

pub(super) fn selections(seats: &[SelectedSeat]) -> Vec<SeatSelection> {
    let selection = |seat: &SelectedSeat| SeatSelection {
        passenger_id: seat.passenger_id.clone(),
        service_id: seat.seat_id.clone(),
    };
    seats.iter().map(selection).collect()
}
