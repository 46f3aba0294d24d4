//! Distances over the globe and how long it takes to fly them.

use super::Airport;

const EARTH_RADIUS_KM: f64 = 6371.0;
/// Airways are not straight: flown over great-circle distance.
const ROUTING: f64 = 1.05;
/// Taxi out and in, climb and approach.
const GROUND_AND_CLIMB_MIN: f64 = 42.0;
/// Mean westerly wind at cruising height in the belts of the jet streams.
const JET_STREAM_KMH: f64 = 75.0;

/// Great-circle distances between all airports, by position.
#[derive(Debug)]
pub(super) struct Distances {
    airports: usize,
    km: Vec<u32>,
}

impl Distances {
    pub fn between_all(airports: &[Airport]) -> Self {
        let km = airports.iter().flat_map(|from| airports.iter().map(|to| distance_km(from, to))).collect();
        Self { airports: airports.len(), km }
    }

    pub fn km(&self, from: usize, to: usize) -> u32 {
        self.km[from * self.airports + to]
    }
}

fn distance_km(from: &Airport, to: &Airport) -> u32 {
    let (lat1, lat2) = (from.latitude.to_radians(), to.latitude.to_radians());
    let half_dlat = (lat2 - lat1) / 2.0;
    let half_dlon = (to.longitude - from.longitude).to_radians() / 2.0;
    let haversine = half_dlat.sin().powi(2) + lat1.cos() * lat2.cos() * half_dlon.sin().powi(2);
    whole(2.0 * EARTH_RADIUS_KM * haversine.sqrt().asin())
}

/// Minutes from gate to gate, in steps of five as timetables have them: with the wind eastbound, against it
/// westbound.
pub(super) fn block_min(from: &Airport, to: &Airport, km: u32, cruise_kmh: u32) -> u32 {
    let km = f64::from(km.max(1));
    let middle = f64::midpoint(from.latitude, to.latitude);
    let eastward_km = shortest_turn(to.longitude - from.longitude).to_radians()
        * middle.to_radians().cos()
        * EARTH_RADIUS_KM;
    let jet = if (20.0..65.0).contains(&middle.abs()) { JET_STREAM_KMH } else { JET_STREAM_KMH / 5.0 };
    // Short flights spend too little time at height to reach cruising speed or find the wind.
    let cruising = (km / 1500.0).clamp(0.6, 1.0);
    let speed =
        f64::from(cruise_kmh) * (0.7 + 0.3 * cruising) + jet * cruising * (eastward_km / km).clamp(-1.0, 1.0);
    whole((km * ROUTING / speed * 60.0 + GROUND_AND_CLIMB_MIN) / 5.0) * 5
}

/// Degrees of longitude the short way round: Tokyo to Los Angeles is east.
fn shortest_turn(degrees: f64) -> f64 {
    (degrees + 540.0).rem_euclid(360.0) - 180.0
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "never negative, at most 20,016 km"
)]
fn whole(value: f64) -> u32 {
    value.round() as u32
}
