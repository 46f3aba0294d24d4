//! Behaviour of the world as its callers see it, on the seeds that are shipped.

mod flights;
mod network;
mod offers;
mod prices;
mod seat_maps;
mod seeds;
mod test_routes;

use std::{path::Path, sync::LazyLock};

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
};

use super::{Cabin, OfferDraft, PassengerKind, Query, QuerySlice, SegmentDraft, SliceDraft, World};

static WORLD: LazyLock<World> = LazyLock::new(|| {
    World::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds")).expect("the seeds are sound")
});

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn today() -> Date {
    day("2026-11-21")
}

/// One adult in economy with at most one connection.
fn one_way(origin: &str, destination: &str, date: &str) -> Query {
    let slice = QuerySlice { origin: origin.into(), destination: destination.into(), date: day(date) };
    Query {
        slices: vec![slice],
        passengers: vec![PassengerKind::Adult],
        cabin: Some(Cabin::Economy),
        max_connections: 1,
    }
}

fn round_trip(origin: &str, destination: &str, out: &str, back: &str) -> Query {
    let mut query = one_way(origin, destination, out);
    query.slices.extend(one_way(destination, origin, back).slices);
    query
}

fn offers(query: &Query) -> Vec<OfferDraft> {
    WORLD.offers(query, today())
}

fn slices(offers: &[OfferDraft]) -> impl Iterator<Item = &SliceDraft> {
    offers.iter().flat_map(|offer| &offer.slices)
}

fn segments(offers: &[OfferDraft]) -> impl Iterator<Item = &SegmentDraft> {
    slices(offers).flat_map(|slice| &slice.segments)
}

/// The true time of a local one at an airport.
fn instant(airport: &str, local: DateTime) -> Timestamp {
    WORLD.airport(airport).unwrap().zone.to_timestamp(local).unwrap()
}

fn departs(segment: &SegmentDraft) -> Timestamp {
    instant(&segment.origin, segment.departing_at)
}

fn arrives(segment: &SegmentDraft) -> Timestamp {
    instant(&segment.destination, segment.arriving_at)
}

fn minutes_between(since: Timestamp, until: Timestamp) -> i64 {
    until.duration_since(since).as_mins()
}
