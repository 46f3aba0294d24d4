//! One flight on one day: what the timetable says, in true time.

use jiff::{SignedDuration, Timestamp, civil::Date, civil::DateTime};

use super::{
    Airport, StopDraft,
    timetable::{Departure, Route},
};

/// Positions refer to the world's airports, airlines and aircraft.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub airline: usize,
    pub number: u32,
    pub origin: usize,
    pub destination: usize,
    pub km: u32,
    pub aircraft: usize,
    pub departs: Timestamp,
    pub arrives: Timestamp,
    pub departs_local: DateTime,
    pub arrives_local: DateTime,
    pub stop: Option<StopDraft>,
}

impl Flight {
    /// None on days of the week without it.
    pub fn on(date: Date, route: &Route, departure: &Departure, airports: &[Airport]) -> Option<Self> {
        if !departure.operates_on(date.weekday()) {
            return None;
        }
        let hour = i8::try_from(departure.minute / 60).ok()?;
        let minute = i8::try_from(departure.minute % 60).ok()?;
        let (from, to) = (&airports[route.origin], &airports[route.destination]);
        let departs = from.zone.to_timestamp(date.at(hour, minute, 0, 0)).ok()?;
        let arrives = departs + minutes(departure.block_min);
        Some(Self {
            airline: route.airline,
            number: departure.number,
            origin: route.origin,
            destination: route.destination,
            km: route.km,
            aircraft: departure.aircraft,
            departs,
            arrives,
            departs_local: from.zone.to_datetime(departs),
            arrives_local: to.zone.to_datetime(arrives),
            stop: None,
        })
    }

    pub fn duration_min(&self) -> u32 {
        minutes_between(self.departs, self.arrives)
    }
}

pub(super) fn minutes(count: u32) -> SignedDuration {
    SignedDuration::from_mins(i64::from(count))
}

/// Zero where `until` comes first.
pub(super) fn minutes_between(since: Timestamp, until: Timestamp) -> u32 {
    u32::try_from(until.duration_since(since).as_mins()).unwrap_or(0)
}
