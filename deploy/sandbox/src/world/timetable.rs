//! The timetable: every departure of every service, worked out once and the same every week.

use anyhow::ensure;
use jiff::{Timestamp, civil::Weekday};

use super::{
    Aircraft, Airline, Airport, Size,
    airlines::Airlines,
    airports::Airports,
    draw::below,
    geo::{Distances, block_min},
    network::{Planner, Service, services},
    partners::Partners,
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
    pub fn build(
        airlines: &Airlines,
        airports: &Airports,
        distances: &Distances,
        partners: &Partners,
    ) -> anyhow::Result<Self> {
        let offset = |airport: &Airport| airport.zone.to_offset(REFERENCE).seconds() / 60;
        let offsets: Vec<_> = airports.all().iter().map(offset).collect();
        let mut routes = Vec::new();
        for position in 0..airlines.all().len() {
            let scheduler = Scheduler::new(position, airlines, airports.all(), &offsets);
            let mut number = 0;
            for service in services(&Planner::new(position, airlines, airports, partners), distances) {
                let (out, back) = scheduler.both_ways(&service, &mut number);
                routes.extend([out, back]);
            }
            let code = &scheduler.airline.iata_code;
            ensure!(number < FIRST_CODE_SHARE, "{code} has too many flights: {number}");
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
    FIRST_CODE_SHARE + below(10_000 - FIRST_CODE_SHARE, ("code-share", partner, operating, number))
}

struct Scheduler<'a> {
    position: usize,
    airline: &'a Airline,
    airports: &'a [Airport],
    fleet: Vec<(usize, &'a Aircraft)>,
    /// Of every airport from UTC, in minutes: near enough all year to tell a decent hour from a bad one.
    offsets: &'a [i32],
}

impl<'a> Scheduler<'a> {
    fn new(position: usize, airlines: &'a Airlines, airports: &'a [Airport], offsets: &'a [i32]) -> Self {
        let airline = &airlines.all()[position];
        let in_fleet = |(_, aircraft): &(usize, &Aircraft)| airline.fleet.contains(&aircraft.iata_code);
        Self {
            position,
            airline,
            airports,
            fleet: airlines.all_aircraft().iter().enumerate().filter(in_fleet).collect(),
            offsets,
        }
    }

    /// Numbers go odd out of the hub and even back, the longest flights first.
    fn both_ways(&self, service: &Service, number: &mut u32) -> (Route, Route) {
        let first = *number + 1;
        *number += service.flights_a_day() * 2;
        let out = self.route(service, service.hub, service.other, first);
        let back = self.route(service, service.other, service.hub, first + 1);
        (out, back)
    }

    fn route(&self, service: &Service, origin: usize, destination: usize, first: u32) -> Route {
        let (from, to) = (&self.airports[origin], &self.airports[destination]);
        let minutes_ahead = self.offsets[destination] - self.offsets[origin];
        let types = self.types(service.km, from.size.min(to.size));
        let n_types = u32::try_from(types.len()).expect("a fleet has few types");
        let of = service.flights_a_day();
        let departure = |nth: u32| {
            let number = first + nth * 2;
            let question = (self.airline.iata_code.as_str(), number);
            let (aircraft, kind) = types[below(n_types, ("aircraft", question)) as usize];
            let block_min = block_min(from, to, service.km, kind.cruise_kmh);
            let minute = decent_minute(block_min, minutes_ahead, (nth, of), question);
            let days = if nth < service.weekly / 7 { ALL_DAYS } else { some_days(service.weekly % 7, first) };
            Departure { number, minute, days, aircraft, block_min }
        };
        Route {
            airline: self.position,
            origin,
            destination,
            km: service.km,
            departures: (0..of).map(departure).collect(),
        }
    }

    /// Of the types that reach, those whose size fits; where none does, whatever reaches.
    fn types(&self, km: u32, smaller_end: Size) -> Vec<(usize, &'a Aircraft)> {
        let reaching = || self.fleet.iter().copied().filter(|(_, kind)| kind.range_km >= km);
        let fitting: Vec<_> = reaching().filter(|(_, kind)| fits(kind, km, smaller_end)).collect();
        if fitting.is_empty() { reaching().collect() } else { fitting }
    }
}

/// Wide bodies fly far or between the largest airports; small jets and turboprops the short and thin routes.
fn fits(kind: &Aircraft, km: u32, smaller_end: Size) -> bool {
    let seats = kind.seats();
    match km {
        ..900 => seats < 240 && (smaller_end < Size::Major || seats > 90),
        900..3_500 => seats > 72 && (seats < 240 || smaller_end == Size::Major && km > 2_500),
        3_500..4_500 => seats > 110,
        _ if seats > 450 => smaller_end == Size::Major,
        _ => kind.is_wide_body() || (smaller_end < Size::Major && km < 6_300),
    }
}

/// `count` of the seven days, well apart, starting on a day of its own.
fn some_days(count: u32, question: u32) -> u8 {
    let start = below(7, ("first day", question));
    (0..count).fold(0, |days, nth| days | 1 << ((start + nth * 7 / count) % 7))
}

/// Local departure of the `nth` of `of` flights a day, spread over the hours at which both ends are awake.
fn decent_minute(block_min: u32, minutes_ahead: i32, (nth, of): (u32, u32), question: (&str, u32)) -> u16 {
    let block = i32::try_from(block_min).expect("no flight lasts years");
    let earliest_arrival = if block > 300 { 5 * 60 } else { 6 * 60 + 30 };
    let decent = |minute: &i32| {
        let arrival = (minute + block + minutes_ahead).rem_euclid(MINUTES_A_DAY);
        (earliest_arrival..=23 * 60 + 30).contains(&arrival)
    };
    // Far to the east one flies overnight: by day, the day would be gone on arrival.
    let first_hour = if block >= 360 && minutes_ahead >= 240 { 16 } else { 6 };
    let all_slots: Vec<_> = (first_hour * 60..23 * 60 + 45).step_by(15).collect();
    let decent_slots: Vec<_> = all_slots.iter().copied().filter(decent).collect();
    let slots = if decent_slots.is_empty() { all_slots } else { decent_slots };
    let len = u32::try_from(slots.len()).expect("a day has few quarters of an hour");
    let own_share = (len / of).max(1);
    let slot = (nth * len / of + below(own_share, ("slot", question))).min(len - 1) as usize;
    let five_minutes = u16::try_from(below(3, ("minute", question))).expect("less than three") * 5;
    u16::try_from(slots[slot]).expect("a minute of the day") + five_minutes
}
