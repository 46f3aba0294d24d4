//! Airports and the cities they serve, from `seeds/airports.json`.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use anyhow::{Context, ensure};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde::Deserialize;

#[derive(Debug, Clone, Deserialize)]
pub struct Airport {
    pub id: String,
    pub iata_code: String,
    pub icao_code: String,
    pub name: String,
    pub city_name: String,
    /// The city's own code where it has several airports (LON), else the airport's.
    pub city_code: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    /// IANA name.
    pub time_zone: String,
    pub latitude: f64,
    pub longitude: f64,
    pub size: Size,
    /// The bundled one: the same answer on every machine, whatever its own zone files say.
    #[serde(skip, default = "utc")]
    pub zone: TimeZone,
}

fn utc() -> TimeZone {
    TimeZone::UTC
}

/// How much traffic an airport draws, which decides who flies there and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Regional,
    Large,
    Major,
}

#[derive(Debug, Clone)]
pub enum Place<'a> {
    Airport(&'a Airport),
    City(City<'a>),
}

#[derive(Debug, Clone)]
pub struct City<'a> {
    pub id: String,
    pub iata_code: &'a str,
    pub name: &'a str,
    pub country_code: &'a str,
    pub airports: Vec<&'a Airport>,
}

/// Every airport, by position, by code and by city. Positions are stable for the life of the world.
#[derive(Debug)]
pub(super) struct Airports {
    all: Vec<Airport>,
    by_code: HashMap<String, usize>,
    by_city: BTreeMap<String, Vec<usize>>,
}

impl Airports {
    pub fn load(file: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        let all = serde_json::from_str(&text).with_context(|| format!("parsing {}", file.display()))?;
        Self::new(all)
    }

    fn new(mut all: Vec<Airport>) -> anyhow::Result<Self> {
        let zones = TimeZoneDatabase::bundled();
        let mut by_code = HashMap::new();
        let mut by_city = BTreeMap::<_, Vec<_>>::new();
        for (position, airport) in all.iter_mut().enumerate() {
            let code = airport.iata_code.clone();
            airport.zone = zones.get(&airport.time_zone).with_context(|| format!("time zone of {code}"))?;
            by_city.entry(airport.city_code.clone()).or_default().push(position);
            ensure!(by_code.insert(code, position).is_none(), "{} stands twice", airport.iata_code);
        }
        Ok(Self { all, by_code, by_city })
    }

    pub fn all(&self) -> &[Airport] {
        &self.all
    }

    pub fn position(&self, iata: &str) -> Option<usize> {
        self.by_code.get(iata).copied()
    }

    pub fn get(&self, iata: &str) -> Option<&Airport> {
        self.position(iata).map(|position| &self.all[position])
    }

    /// An airport's code wins over a city's: the two are the same where a city has one airport.
    pub fn place(&self, code: &str) -> Option<Place<'_>> {
        self.get(code).map(Place::Airport).or_else(|| self.city(code).map(Place::City))
    }

    pub fn city(&self, code: &str) -> Option<City<'_>> {
        let (code, positions) = self.by_city.get_key_value(code)?;
        let airports: Vec<_> = positions.iter().map(|position| &self.all[*position]).collect();
        let first = airports.first()?;
        Some(City {
            id: format!("cit_{}_{}", code.to_lowercase(), first.country_code.to_lowercase()),
            iata_code: code,
            name: &first.city_name,
            country_code: &first.country_code,
            airports,
        })
    }

    /// Positions of the airports that a code stands for.
    pub fn resolve(&self, code: &str) -> Vec<usize> {
        match self.position(code) {
            Some(position) => vec![position],
            None => self.by_city.get(code).cloned().unwrap_or_default(),
        }
    }
}
