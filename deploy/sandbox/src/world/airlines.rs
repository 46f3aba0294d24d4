//! Airlines, their aircraft and what they call their fares, from `seeds/airlines.json`.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::{Cabin, Wifi};

#[derive(Debug, Clone, Deserialize)]
pub struct Airline {
    pub id: String,
    pub iata_code: String,
    pub name: String,
    pub country_code: String,
    pub alliance: Option<Alliance>,
    pub kind: Kind,
    /// Airports it flies from, the most important first. The Duffel test airline has none and flies anywhere.
    pub hubs: Vec<Hub>,
    /// IATA type codes.
    pub fleet: Vec<String>,
    /// What it sells where the aircraft has it; seats of other cabins are sold as economy.
    pub cabins: Vec<Cabin>,
    /// Airlines it sells seats of beside those of its alliance.
    #[serde(default)]
    pub partners: Vec<String>,
    /// Thousandths of the market's fare.
    pub fare_level: i64,
    /// Airports it leaves to others, and the shortest flight it makes.
    #[serde(default)]
    pub avoids: Vec<String>,
    #[serde(default)]
    pub shortest_km: u32,
    /// Key of its brands in the seeds' fare families.
    pub fare_family: String,
    pub wifi: Wifi,
}

impl Airline {
    /// Whether either puts its own number on the other's flights.
    pub fn shares_codes_with(&self, other: &Self) -> bool {
        let allied = self.alliance.is_some() && self.alliance == other.alliance;
        let partners = self.partners.contains(&other.iata_code) || other.partners.contains(&self.iata_code);
        self.iata_code != other.iata_code && (allied || partners)
    }

    /// The terminal it uses at one of its hubs.
    pub(super) fn terminal(&self, airport: &str) -> Option<&str> {
        self.hubs.iter().find(|hub| hub.iata_code == airport)?.terminal.as_deref()
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Hub {
    pub iata_code: String,
    pub terminal: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alliance {
    Oneworld,
    SkyTeam,
    StarAlliance,
}

/// Who it competes with: a network airline sells connections and code-shares, a low-cost one mostly flights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Network,
    LowCost,
    /// The provider's own test airline.
    Test,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Aircraft {
    pub id: String,
    pub iata_code: String,
    pub name: String,
    pub range_km: u32,
    pub cruise_kmh: u32,
    /// Grams of CO2 a passenger and kilometre in economy, at an ordinary load.
    pub co2_g_per_km: u32,
    /// Front to back, in the layout sold where an airline has all of them.
    pub cabins: Vec<CabinLayout>,
    /// Row numbers of the emergency exits, and the first and last row over the wings.
    pub exit_rows: Vec<u32>,
    pub wing_rows: (u32, u32),
}

#[derive(Debug, Clone, Deserialize)]
pub struct CabinLayout {
    pub cabin: Cabin,
    #[serde(default)]
    pub deck: u8,
    /// First and last row number.
    pub rows: (u32, u32),
    /// Seat letters with a bar for each aisle: `ABC|DEF`.
    pub seats: String,
    pub pitch_in: u8,
}

impl Aircraft {
    pub(super) fn seats(&self) -> u32 {
        self.cabins.iter().map(CabinLayout::n_seats).sum()
    }

    pub(super) fn is_wide_body(&self) -> bool {
        self.cabins.iter().any(|layout| layout.aisles() > 1)
    }
}

impl CabinLayout {
    fn n_seats(&self) -> u32 {
        let across = self.seats.chars().filter(|seat| *seat != '|').count();
        (self.rows.1 - self.rows.0 + 1) * u32::try_from(across).expect("a row is short")
    }

    pub(super) fn aisles(&self) -> u8 {
        u8::try_from(self.seats.matches('|').count()).expect("a row is short")
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Brand {
    pub name: String,
    pub cabin: Cabin,
    /// Thousandths of the cabin's fare.
    pub price: i64,
    pub shelf: u8,
    pub checked_bags: u8,
    pub carry_on_bags: u8,
    /// Cents for one passenger and slice; absent where not allowed.
    pub change_penalty: Option<i64>,
    pub refund_penalty: Option<i64>,
    pub free_seats: bool,
    pub priority: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Airlines {
    aircraft: Vec<Aircraft>,
    fare_families: HashMap<String, Vec<Brand>>,
    #[serde(rename = "airlines")]
    all: Vec<Airline>,
    #[serde(skip)]
    by_code: HashMap<String, usize>,
}

impl Airlines {
    pub fn load(file: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        let mut loaded: Self =
            serde_json::from_str(&text).with_context(|| format!("parsing {}", file.display()))?;
        for (position, airline) in loaded.all.iter().enumerate() {
            let twice = loaded.by_code.insert(airline.iata_code.clone(), position);
            ensure!(twice.is_none(), "{} stands twice", airline.iata_code);
            ensure!(
                loaded.fare_families.contains_key(&airline.fare_family),
                "fares of {}",
                airline.iata_code
            );
        }
        Ok(loaded)
    }

    pub fn all(&self) -> &[Airline] {
        &self.all
    }

    pub fn get(&self, iata: &str) -> Option<&Airline> {
        self.position(iata).map(|position| &self.all[position])
    }

    pub fn position(&self, iata: &str) -> Option<usize> {
        self.by_code.get(iata).copied()
    }

    pub fn all_aircraft(&self) -> &[Aircraft] {
        &self.aircraft
    }

    pub fn aircraft(&self, iata: &str) -> Option<&Aircraft> {
        self.aircraft.iter().find(|aircraft| aircraft.iata_code == iata)
    }

    /// What an airline sells in a cabin, cheapest first.
    pub fn brands(&self, airline: &Airline, cabin: Cabin) -> impl Iterator<Item = &Brand> {
        self.fare_families[&airline.fare_family].iter().filter(move |brand| brand.cabin == cabin)
    }
}
