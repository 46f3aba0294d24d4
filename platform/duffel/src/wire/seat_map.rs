use serde::Deserialize;

use super::name::{names, optional_name};
use super::{CabinClass, lenient, or_default, word::words};

/// The seats of one segment.
#[derive(Debug, Clone, Deserialize)]
pub struct SeatMap {
    pub id: String,
    pub slice_id: String,
    pub segment_id: String,
    #[serde(default, deserialize_with = "lenient")]
    pub cabins: Vec<SeatCabin>,
}

/// Decks come from low to high, cabins from front to back.
#[derive(Debug, Clone, Deserialize)]
pub struct SeatCabin {
    pub deck: i32,
    pub cabin_class: CabinClass,
    pub aisles: i32,
    pub wings: Option<Wings>,
    #[serde(default, deserialize_with = "or_default")]
    pub rows: Vec<Row>,
}

/// Indices into all rows of the cabin, from 0.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Wings {
    pub first_row_index: i32,
    pub last_row_index: i32,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Row {
    #[serde(default, deserialize_with = "or_default")]
    pub sections: Vec<Section>,
}

/// What stands between two aisles, or an aisle and the hull. A row may have fewer elements than the others.
#[derive(Debug, Clone, Deserialize)]
pub struct Section {
    #[serde(default, deserialize_with = "lenient")]
    pub elements: Vec<Element>,
}

words! {
    ElementKind {
        Seat = "seat",
        RestrictedSeat = "restricted_seat_general",
        Bassinet = "bassinet",
        Empty = "empty",
        ExitRow = "exit_row",
        Lavatory = "lavatory",
        Galley = "galley",
        Closet = "closet",
        Stairs = "stairs",
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Element {
    #[serde(rename = "type")]
    pub kind: ElementKind,
    /// Absent on a seat that the airline keeps to itself.
    pub designator: Option<String>,
    #[serde(default, deserialize_with = "optional_name")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "names")]
    pub disclosures: Vec<String>,
    /// Empty: not for sale.
    #[serde(default, deserialize_with = "lenient")]
    pub available_services: Vec<SeatService>,
}

/// A seat as it is sold to one passenger.
#[derive(Debug, Clone, Deserialize)]
pub struct SeatService {
    pub id: String,
    pub passenger_id: String,
    pub total_amount: String,
    pub total_currency: String,
}
