//! The bags that airlines sell on top of their fares.

use super::{
    Covers, ExtraBag,
    airlines::{Airline, Kind},
    fares::Trip,
};

/// The airline that sells a heavier bag too, and one for the whole trip.
const SELLS_TWO_WEIGHTS: &str = "BA";
/// What a heavier bag costs more.
const HEAVIER: i64 = 3_500;

pub(super) fn extra_bags(airline: &Airline, trips: &[Trip]) -> Vec<ExtraBag> {
    let is_test = airline.kind == Kind::Test;
    let longest = trips.iter().map(|trip| trip.km).max().unwrap_or(0);
    let price = match longest {
        _ if is_test => 2_000,
        ..1_500 => 3_500,
        1_500..5_000 => 4_500,
        _ => 7_500,
    };
    let bag =
        ExtraBag { price, weight_kg: 23, max_quantity: if is_test { 1 } else { 2 }, covers: Covers::Slice };
    let mut bags = vec![bag];
    if airline.iata_code == SELLS_TWO_WEIGHTS {
        bags.push(ExtraBag { price: price + HEAVIER, weight_kg: 32, ..bag });
        bags.extend(for_the_trip(bag, trips.len()));
    }
    bags
}

/// A tenth cheaper than a bag for each slice. A single slice is no trip of its own.
fn for_the_trip(bag: ExtraBag, slices: usize) -> Option<ExtraBag> {
    let slices = i64::try_from(slices).ok().filter(|slices| *slices > 1)?;
    Some(ExtraBag { price: bag.price * slices * 9 / 10, covers: Covers::Trip, ..bag })
}
