//! What a flight costs: distance, cabin, airline, day and demand, in whole minor units and thousandths.

use jiff::civil::{Date, Weekday};

use super::{Airport, Cabin, PassengerKind};

const START: i64 = 4_500;
/// Minor units a kilometre, up to a distance.
const BY_DISTANCE: [(u32, i64); 3] = [(1_000, 9), (4_000, 5), (u32::MAX, 4)];
/// Thousandths from so many days before departure on.
const BY_DAYS_LEFT: [(i32, i64); 7] =
    [(60, 900), (30, 960), (21, 1_030), (14, 1_130), (7, 1_350), (3, 1_700), (i32::MIN, 2_050)];
const BY_MONTH: [i64; 12] = [930, 930, 970, 1_000, 1_020, 1_120, 1_220, 1_200, 1_000, 980, 940, 1_120];
/// A slower way is sold for less, down to this.
const SLOWEST: i64 = 780;

/// Airports' and states' charges at departure, for a passenger with a seat: within the country, and abroad.
/// Rounded from what tickets show; the United Kingdom's duty grows with distance.
const DEPARTURE_TAX: [(&str, i64, i64); 9] = [
    ("AE", 2_040, 2_720),
    ("AU", 1_810, 6_390),
    ("CA", 2_830, 4_460),
    ("DE", 3_120, 7_940),
    ("FR", 2_470, 6_180),
    ("GB", 3_280, 4_850),
    ("IN", 1_160, 2_950),
    ("JP", 1_020, 3_670),
    ("US", 1_560, 4_270),
];
const OTHER_DEPARTURE_TAX: (i64, i64) = (1_890, 3_840);
/// Air passenger duty above 2,000 miles from London.
const UK_LONG_HAUL: (u32, i64) = (3_219, 8_200);

/// All that moves the fare of one slice but the brand.
pub(super) struct Trip {
    pub km: u32,
    pub cabin: Cabin,
    /// Thousandths: the airline's, and the flight's own of that day.
    pub airline_level: i64,
    pub demand: i64,
    /// Beyond the fastest way of that day.
    pub extra_min: u32,
    pub date: Date,
    pub today: Date,
    /// Sold together with a way back.
    pub returning: bool,
}

impl Trip {
    /// An adult's fare, whole units of a currency that has hundredths.
    pub fn adult_fare(&self, brand: i64) -> i64 {
        let factors = [
            cabin(self.cabin),
            self.airline_level,
            self.demand,
            (1_000 - i64::from(self.extra_min) / 3).max(SLOWEST),
            days_left(self.today, self.date),
            weekday(self.date),
            BY_MONTH[usize::from(self.date.month().unsigned_abs()) - 1],
            if self.returning { 880 } else { 1_000 },
            brand,
        ];
        whole_units(factors.into_iter().fold(by_distance(self.km), thousandths))
    }
}

/// An adult's fare is the whole; a child's three quarters; an infant has no seat.
pub(super) fn passenger_fare(adult_fare: i64, passenger: PassengerKind) -> i64 {
    let share = match passenger {
        PassengerKind::Adult | PassengerKind::Child { age: 12.. } => 1_000,
        PassengerKind::Child { .. } => 750,
        PassengerKind::Infant => 100,
    };
    whole_units(thousandths(adult_fare, share))
}

/// Of one departure, for one passenger.
pub(super) fn departure_tax(
    from: &Airport,
    to: &Airport,
    km: u32,
    cabin: Cabin,
    passenger: PassengerKind,
) -> i64 {
    if passenger == PassengerKind::Infant {
        return 0;
    }
    let known = DEPARTURE_TAX.iter().find(|(country, ..)| *country == from.country_code);
    let (domestic, abroad) = known.map_or(OTHER_DEPARTURE_TAX, |(_, domestic, abroad)| (*domestic, *abroad));
    if from.country_code == to.country_code {
        return domestic;
    }
    let (beyond_km, duty) = UK_LONG_HAUL;
    let duty = if from.country_code == "GB" && km > beyond_km { duty } else { 0 };
    abroad + if cabin == Cabin::Economy { duty } else { duty * 2 }
}

pub(super) fn days_until(today: Date, date: Date) -> i32 {
    date.since(today).map_or(0, |span| span.get_days())
}

pub(super) fn is_weekend(date: Date) -> bool {
    matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

fn by_distance(km: u32) -> i64 {
    let mut from = 0;
    let mut fare = START;
    for (to, rate) in BY_DISTANCE {
        fare += i64::from(km.clamp(from, to) - from) * rate;
        from = to;
    }
    fare
}

fn cabin(cabin: Cabin) -> i64 {
    match cabin {
        Cabin::Economy => 1_000,
        Cabin::PremiumEconomy => 1_850,
        Cabin::Business => 4_200,
        Cabin::First => 6_800,
    }
}

fn days_left(today: Date, date: Date) -> i64 {
    let left = days_until(today, date);
    BY_DAYS_LEFT.iter().find(|(days, _)| left >= *days).map_or(1_000, |(_, level)| *level)
}

fn weekday(date: Date) -> i64 {
    match date.weekday() {
        Weekday::Friday | Weekday::Sunday => 1_110,
        Weekday::Tuesday | Weekday::Wednesday | Weekday::Saturday => 940,
        Weekday::Monday | Weekday::Thursday => 1_000,
    }
}

fn thousandths(amount: i64, factor: i64) -> i64 {
    (amount * factor + 500) / 1_000
}

fn whole_units(amount: i64) -> i64 {
    (amount + 50) / 100 * 100
}
