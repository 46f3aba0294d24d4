use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CabinClass, Lenient, Offer, PassengerKind, lenient, or_default, readable};

/// Changes of planes that are searched for. The provider finds journeys of two only where they are asked for: its own
/// default is one.
pub const MAX_CONNECTIONS: u8 = 2;

/// A search: who flies where and when.
#[derive(Debug, Clone, Serialize)]
pub struct NewOfferRequest {
    pub slices: Vec<NewSlice>,
    pub passengers: Vec<NewPassenger>,
    pub cabin_class: CabinClass,
    /// Changes of planes at most, on each slice.
    pub max_connections: u8,
    /// How long each airline may take, 2 to 60 s.
    #[serde(skip)]
    pub supplier_timeout: Duration,
}

#[derive(Debug, Clone, Serialize)]
pub struct NewSlice {
    /// IATA code of an airport or a city.
    pub origin: String,
    pub destination: String,
    /// `yyyy-mm-dd` at the origin.
    pub departure_date: String,
}

/// A traveller, by kind or by age. The provider wants everybody under 18 by age: full years on the day of the last
/// slice's departure.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum NewPassenger {
    Kind {
        #[serde(rename = "type")]
        kind: PassengerKind,
    },
    Age {
        age: u8,
    },
}

/// A search that was answered at once.
#[derive(Debug, Clone, Deserialize)]
pub struct OfferRequest {
    pub id: String,
    pub live_mode: bool,
    #[serde(default, deserialize_with = "or_default")]
    pub passengers: Vec<SearchedPassenger>,
    /// Empty where offers were not asked for.
    #[serde(default, deserialize_with = "lenient")]
    pub offers: Vec<Offer>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct SearchedPassenger {
    pub id: String,
}

/// A search that is answered airline by airline. A read gives each offer once.
#[derive(Debug, Clone, Deserialize)]
#[serde(bound(deserialize = "Offers: Deserialize<'de> + Default"))]
pub struct BatchOfferRequest<Offers = Vec<Offer>> {
    pub id: String,
    pub live_mode: bool,
    pub total_batches: u32,
    pub remaining_batches: u32,
    #[serde(default, deserialize_with = "or_default")]
    pub offers: Offers,
}

/// The same, where an offer may be unreadable. Each is looked for and then read, which takes longer.
pub(crate) type LenientBatch = BatchOfferRequest<Vec<Lenient<Offer>>>;

impl From<LenientBatch> for BatchOfferRequest {
    /// Passes over the offers that can't be read.
    fn from(batch: LenientBatch) -> Self {
        let BatchOfferRequest { id, live_mode, total_batches, remaining_batches, offers } = batch;
        Self { id, live_mode, total_batches, remaining_batches, offers: readable(offers) }
    }
}
