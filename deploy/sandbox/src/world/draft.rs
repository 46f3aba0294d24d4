//! What the world answers: offers and seat maps without the ids, tokens and envelopes of any wire format.
//!
//! Amounts are minor units of whatever currency the caller sells in. Times are local to the airport they
//! stand beside.

use jiff::civil::DateTime;

use super::Cabin;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferDraft {
    /// The airline that sells the offer, by IATA code.
    pub airline: String,
    /// `base + tax`, for all passengers and slices.
    pub total: i64,
    pub base: i64,
    pub tax: i64,
    pub slices: Vec<SliceDraft>,
    pub refund: Condition,
    pub change: Condition,
    pub holdable: bool,
    /// True where a border is crossed.
    pub documents_required: bool,
    /// The kinds of identity document that the airline takes, in Duffel's words.
    pub document_types: Vec<&'static str>,
    /// Empty where none is sold.
    pub extra_bags: Vec<ExtraBag>,
    /// CO2 for one passenger, all slices.
    pub emissions_kg: u32,
    /// Airlines whose loyalty programme accounts are taken, by IATA code.
    pub loyalty_programmes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    pub allowed: bool,
    /// `None` where not allowed.
    pub penalty: Option<i64>,
}

/// A checked bag on top of the fare's own, for one passenger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtraBag {
    /// Of one piece, for all that it covers.
    pub price: i64,
    pub weight_kg: u8,
    pub max_quantity: u8,
    pub covers: Covers,
}

/// Where a bag flies with its passenger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covers {
    /// On one slice: each sells it anew.
    Slice,
    /// On all slices together.
    Trip,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceDraft {
    /// IATA airport codes, also where a city was asked for.
    pub origin: String,
    pub destination: String,
    pub fare_brand: String,
    /// From 1, the barest fare of a cabin, to 5 (the "NGS shelf").
    pub shelf: u8,
    pub advance_seat_selection: bool,
    pub priority_boarding: bool,
    pub priority_check_in: bool,
    pub duration_min: u32,
    pub segments: Vec<SegmentDraft>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentDraft {
    /// IATA codes. They differ on a code-share.
    pub marketing: String,
    pub operating: String,
    pub flight_number: String,
    pub operating_flight_number: String,
    pub origin: String,
    pub destination: String,
    pub departing_at: DateTime,
    pub arriving_at: DateTime,
    /// Gate to gate, with stops.
    pub duration_min: u32,
    pub distance_km: u32,
    /// IATA type code.
    pub aircraft: String,
    pub origin_terminal: Option<String>,
    pub destination_terminal: Option<String>,
    /// May be lower than asked for where a short flight lacks the cabin.
    pub cabin: Cabin,
    pub cabin_name: String,
    pub fare_basis: String,
    pub checked_bags: u8,
    pub carry_on_bags: u8,
    pub stops: Vec<StopDraft>,
    pub amenities: Amenities,
    /// The fare includes choosing an ordinary seat.
    pub free_seats: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amenities {
    /// Inches between seat rows.
    pub pitch_in: u8,
    pub wifi: Wifi,
    pub power: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wifi {
    None,
    Paid,
    Free,
}

/// A landing on the way, under the same flight number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopDraft {
    pub airport: String,
    pub arriving_at: DateTime,
    pub departing_at: DateTime,
    pub duration_min: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatMapDraft {
    /// Low deck to high, then front to back.
    pub cabins: Vec<CabinDraft>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CabinDraft {
    pub deck: u8,
    pub cabin: Cabin,
    pub aisles: u8,
    /// First and last row over the wings, as indices into `rows`.
    pub wings: Option<(u32, u32)>,
    pub rows: Vec<RowDraft>,
}

/// One section more than there are aisles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowDraft {
    pub sections: Vec<Vec<ElementDraft>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElementDraft {
    Seat(SeatDraft),
    /// A seat that the airline keeps to itself: it tells neither its name nor anything else.
    Restricted,
    Bassinet,
    Closet,
    Empty,
    ExitRow,
    Galley,
    Lavatory,
    Stairs,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatDraft {
    /// Row and letter: `14B`.
    pub designator: String,
    pub name: Option<&'static str>,
    pub disclosures: Vec<&'static str>,
    /// `None` where the seat can't be chosen; zero where it is free.
    pub price: Option<i64>,
}
