use proto::brand::v1 as wire;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::flights::{FareOnDay, instant};
use crate::problem::{Amount, ApiError};

/// The flights of a search, on exact dates.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TripToWatch {
    /// IATA code of an airport or city.
    origin: String,
    destination: String,
    /// yyyy-mm-dd, at the origin.
    departure_date: String,
    return_date: Option<String>,
    /// economy, premium_economy, business or first.
    cabin_class: String,
    adults: i32,
    children: i32,
    infants: i32,
    /// Full years of each child and infant on the day of the last flight.
    #[serde(default)]
    ages: Vec<i32>,
}

impl From<TripToWatch> for wire::WatchedTrip {
    fn from(trip: TripToWatch) -> Self {
        Self {
            origin: trip.origin,
            destination: trip.destination,
            departure_date: trip.departure_date,
            return_date: trip.return_date.filter(|date| !date.is_empty()),
            cabin_class: trip.cabin_class,
            adults: trip.adults,
            children: trip.children,
            infants: trip.infants,
            ages: trip.ages,
        }
    }
}

/// A trip as it is watched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchedTrip {
    origin: String,
    destination: String,
    departure_date: String,
    /// Null for one way.
    return_date: Option<String>,
    cabin_class: String,
    adults: i32,
    children: i32,
    infants: i32,
    /// Empty where none were told.
    ages: Vec<i32>,
}

impl From<wire::WatchedTrip> for WatchedTrip {
    fn from(trip: wire::WatchedTrip) -> Self {
        Self {
            origin: trip.origin,
            destination: trip.destination,
            departure_date: trip.departure_date,
            return_date: trip.return_date,
            cabin_class: trip.cabin_class,
            adults: trip.adults,
            children: trip.children,
            infants: trip.infants,
            ages: trip.ages,
        }
    }
}

/// `pending`: its mailed link was not followed yet. `ended`: for good.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WatchState {
    Pending,
    Active,
    Paused,
    Ended,
}

impl From<wire::WatchState> for WatchState {
    fn from(state: wire::WatchState) -> Self {
        match state {
            wire::WatchState::Pending => Self::Pending,
            wire::WatchState::Active => Self::Active,
            wire::WatchState::Paused => Self::Paused,
            wire::WatchState::Ended | wire::WatchState::Unspecified => Self::Ended,
        }
    }
}

/// A price that somebody watches. Amounts are what the trip was sold for, the markup of now included.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchedPrice {
    id: String,
    trip: WatchedTrip,
    state: WatchState,
    /// Whether it goes on after its first mail.
    again: bool,
    /// When the watch began; null until a price was seen.
    first: Option<Amount>,
    /// When it was last seen.
    now: Option<Amount>,
    lowest: Option<Amount>,
    /// RFC 3339, UTC: when `now` was seen.
    seen_at: Option<String>,
    /// At most one price a day, the oldest first, in one currency.
    history: Vec<FareOnDay>,
}

impl From<wire::WatchedPrice> for WatchedPrice {
    fn from(told: wire::WatchedPrice) -> Self {
        Self {
            state: told.state().into(),
            id: told.id,
            trip: told.trip.unwrap_or_default().into(),
            again: told.again,
            first: Amount::of(told.first),
            now: Amount::of(told.now),
            lowest: Amount::of(told.lowest),
            seen_at: told.seen_at.and_then(instant),
            history: told.history.into_iter().filter_map(|on| FareOnDay::of(on.day, on.amount)).collect(),
        }
    }
}

/// The watch that an answer is about.
pub(super) fn told(watch: Option<wire::WatchedPrice>) -> Result<WatchedPrice, ApiError> {
    given("watch", watch).map(WatchedPrice::from)
}

/// A part that every answer has.
pub(super) fn given<Part>(field: &str, part: Option<Part>) -> Result<Part, ApiError> {
    part.ok_or_else(|| {
        tracing::error!(field, "svc-brand gave an incomplete answer");
        ApiError::internal()
    })
}

/// What a mail's link holds.
// Without Debug: tokens are not for logs.
#[derive(Deserialize, ToSchema)]
pub(crate) struct WatchLink {
    /// From the link in the mail, or from the answer of `/api/watches/confirm`.
    pub(super) token: String,
}
