//! The timetable: every departure of every service, worked out once and the same every week.

use std::collections::HashMap;

use anyhow::ensure;
use jiff::{Timestamp, civil::Weekday};

use super::{
    Aircraft, Airline, Airport, Size,
    airlines::Airlines,
    airports::Airports,
    draw::{below, draw},
    geo::{Distances, block_min},
    network::{Service, services},
};

const ALL_DAYS: u8 = 0b0111_1111;
const MINUTES_A_DAY: i32 = 24 * 60;
/// Any instant in northern winter would do.
const REFERENCE: Timestamp = Timestamp::constant(1_767_225_600, 0);
/// Code-shares are numbered from here on, an airline's own flights below.
const FIRST_CODE_SHARE: u32 = 7_000;

/// One airline's nonstop flights from one airport to another.
#[derive(Debug)]
pub(super) struct Route {
    pub airline: usize,
    pub origin: usize,
    pub destination: usize,
    pub km: u32,
    pub departures: Vec<Departure>,
}

#[derive(Debug, Clone)]
pub(super) struct Departure {
    pub number: u32,
    /// Local minute of the day.
    pub minute: u16,
    /// A bit a weekday, Monday lowest.
    days: u8,
    pub aircraft: usize,
    pub block_min: u32,
}

impl Departure {
    pub fn operates_on(&self, day: Weekday) -> bool {
        self.days & (1 << day.to_monday_zero_offset()) != 0
    }
}

/// Routes in order of origin, then destination.
#[derive(Debug)]
pub(super) struct Timetable {
    routes: Vec<Route>,
}

impl Timetable {
    pub fn build(airlines: &Airlines, airports: &Airports, distances: &Distances) -> anyhow::Result<Self> {
        let mut routes = Vec::new();
        for (position, airline) in airlines.all().iter().enumerate() {
            let scheduler = Scheduler::new(airline, airlines, airports);
            let mut number = 0;
            for service in services(position, airlines, airports, distances) {
                let (out, back) = scheduler.both_ways(&service, &mut number);
                routes.extend([out, back]);
            }
            ensure!(number < FIRST_CODE_SHARE, "{} has too many flights: {number}", airline.iata_code);
        }
        routes.sort_by_key(|route| (route.origin, route.destination, route.airline));
        Ok(Self { routes })
    }

    pub fn from(&self, origin: usize) -> &[Route] {
        self.range(|route| route.origin.cmp(&origin))
    }

    pub fn between(&self, origin: usize, destination: usize) -> &[Route] {
        self.range(|route| (route.origin, route.destination).cmp(&(origin, destination)))
    }

    fn range(&self, side: impl Fn(&Route) -> std::cmp::Ordering) -> &[Route] {
        let start = self.routes.partition_point(|route| side(route).is_lt());
        let end = start + self.routes[start..].partition_point(|route| side(route).is_eq());
        &self.routes[start..end]
    }
}

/// The number a partner sells a flight under.
pub(super) fn code_share_number(partner: &str, operating: &str, number: u32) -> u32 {
    FIRST_CODE_SHARE + below(9_999 - FIRST_CODE_SHARE, ("code-share", partner, operating, number))
}

struct Scheduler<'a> {
    airline: &'a Airline,
    airports: &'a [Airport],
    fleet: Vec<(usize, &'a Aircraft)>,
    /// Offsets from UTC in minutes in northern winter: near enough to tell a decent hour from a bad one.
    offsets: HashMap<usize, i32>,
}

impl<'a> Scheduler<'a> {
    fn new(airline: &'a Airline, airlines: &'a Airlines, airports: &'a Airports) -> Self {
        let in_fleet = |(_, aircraft): &(usize, &Aircraft)| airline.fleet.contains(&aircraft.iata_code);
        let offset = |airport: &Airport| airport.zone.to_offset(REFERENCE).seconds() / 60;
        Self {
            airline,
            airports: airports.all(),
            fleet: airlines.all_aircraft().iter().enumerate().filter(in_fleet).collect(),
            offsets: airports.all().iter().map(offset).enumerate().collect(),
        }
    }

    /// Numbers go odd out of the hub and even back, the longest flights first.
    fn both_ways(&self, service: &Service, number: &mut u32) -> (Route, Route) {
        let flights = service.weekly.div_ceil(7);
        let first = *number + 1;
        *number += flights * 2;
        let out = self.route(service, service.hub, service.other, first);
        let back = self.route(service, service.other, service.hub, first + 1);
        (out, back)
    }

    fn route(&self, service: &Service, origin: usize, destination: usize, first: u32) -> Route {
        let daily = service.weekly / 7;
        let departures = (0..service.weekly.div_ceil(7))
            .map(|nth| {
                let days = if nth < daily { ALL_DAYS } else { some_days(service.weekly % 7, first) };
                self.departure(
                    service,
                    (origin, destination),
                    first + nth * 2,
                    (nth, service.weekly.div_ceil(7)),
                    days,
                )
            })
            .collect();
        Route { airline: service.airline, origin, destination, km: service.km, departures }
    }

    fn departure(
        &self,
        service: &Service,
        (origin, destination): (usize, usize),
        number: u32,
        (nth, of): (u32, u32),
        days: u8,
    ) -> Departure {
        let (from, to) = (&self.airports[origin], &self.airports[destination]);
        let (aircraft, kind) = self.aircraft(service, from.size.min(to.size), number);
        let block = block_min(from, to, service.km, kind.cruise_kmh);
        let minutes_ahead = self.offsets[&destination] - self.offsets[&origin];
        let minute = decent_hour(block, minutes_ahead, nth, of, (&self.airline.iata_code, number));
        Departure { number, minute, days, aircraft, block_min: block }
    }

    /// Among the types that reach, those whose size fits; where none does, whatever reaches.
    fn aircraft(&self, service: &Service, smaller_end: Size, number: u32) -> (usize, &'a Aircraft) {
        let reaching: Vec<_> = self.fleet.iter().filter(|(_, kind)| kind.range_km >= service.km).collect();
        let fitting: Vec<_> =
            reaching.iter().filter(|(_, kind)| fits(kind, service.km, smaller_end)).collect();
        let nth = |len: usize| {
            let len = u32::try_from(len).expect("a fleet has few types");
            below(len, ("aircraft", &self.airline.iata_code, number)) as usize
        };
        if fitting.is_empty() { *reaching[nth(reaching.len())] } else { **fitting[nth(fitting.len())] }
    }
}

/// Wide bodies fly far or between the largest airports; small jets and turboprops the short and thin routes.
fn fits(kind: &Aircraft, km: u32, smaller_end: Size) -> bool {
    let seats = kind.seats();
    match km {
        ..900 => seats < 240 && (smaller_end < Size::Major || seats > 90),
        900..3_500 => seats > 72 && (seats < 240 || smaller_end == Size::Major && km > 2_500),
        3_500..4_500 => seats > 110,
        _ => kind.is_wide_body() || smaller_end < Size::Major,
    }
}

/// `count` of the seven days, well apart, starting on a day of its own.
fn some_days(count: u32, question: u32) -> u8 {
    let start = below(7, ("first day", question));
    (0..count).fold(0, |days, nth| days | 1 << ((start + nth * 7 / count) % 7))
}

/// The `nth` of `of` departures, spread over the hours at which both ends are awake.
fn decent_hour(block_min: u32, minutes_ahead: i32, nth: u32, of: u32, question: (&str, u32)) -> u16 {
    let block = i32::try_from(block_min).expect("no flight lasts years");
    let earliest_arrival = if block > 300 { 5 * 60 } else { 6 * 60 + 30 };
    let decent = |minute: &i32| {
        let arrival = (minute + block + minutes_ahead).rem_euclid(MINUTES_A_DAY);
        (earliest_arrival..=23 * 60 + 30).contains(&arrival)
    };
    // Far to the east one flies overnight: by day, the day would be gone on arrival.
    let first_hour = if block >= 360 && minutes_ahead >= 240 { 16 } else { 6 };
    let all_slots = || (first_hour * 60..23 * 60 + 45).step_by(15);
    let mut slots: Vec<i32> = all_slots().filter(decent).collect();
    if slots.is_empty() {
        slots = all_slots().collect();
    }
    let len = u32::try_from(slots.len()).expect("a day has few quarters of an hour");
    let step = len.div_ceil(of).max(1);
    let slot = (nth * len / of + below(step, ("slot", question))).min(len - 1) as usize;
    let five_minutes = i32::try_from(draw(("minute", question)) % 3).expect("less than three") * 5;
    u16::try_from(slots[slot] + five_minutes).expect("a minute of the day")
}
