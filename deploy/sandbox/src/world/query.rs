//! What a caller asks the world for.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    pub slices: Vec<QuerySlice>,
    pub passengers: Vec<PassengerKind>,
    /// `None` is sold as economy.
    pub cabin: Option<Cabin>,
    pub max_connections: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct QuerySlice {
    /// IATA code of an airport or a city.
    pub origin: String,
    pub destination: String,
    /// Of departure, at the origin.
    pub date: Date,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassengerKind {
    Adult,
    Child {
        age: u8,
    },
    /// On an adult's lap: has no seat.
    Infant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cabin {
    Economy,
    PremiumEconomy,
    Business,
    First,
}

impl Cabin {
    pub fn name(self) -> &'static str {
        match self {
            Self::Economy => "Economy",
            Self::PremiumEconomy => "Premium Economy",
            Self::Business => "Business",
            Self::First => "First",
        }
    }

    /// The letter that opens a fare basis.
    pub(super) fn booking_class(self) -> char {
        match self {
            Self::Economy => 'Y',
            Self::PremiumEconomy => 'W',
            Self::Business => 'J',
            Self::First => 'F',
        }
    }
}
