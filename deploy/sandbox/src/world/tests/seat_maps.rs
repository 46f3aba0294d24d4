use std::collections::HashSet;

use super::{
    super::{Cabin, CabinDraft, ElementDraft, SeatDraft, SegmentDraft},
    WORLD, offers, one_way, segments,
};

fn a_segment(origin: &str, destination: &str, operating: &str) -> SegmentDraft {
    let found = offers(&one_way(origin, destination, "2027-01-20"));
    let nonstop =
        |segment: &&SegmentDraft| (&*segment.origin, &*segment.destination) == (origin, destination);
    segments(&found).filter(nonstop).find(|segment| segment.operating == operating).unwrap().clone()
}

fn cabin(segment: &SegmentDraft, cabin: Cabin) -> CabinDraft {
    WORLD.seat_map(segment, cabin).cabins.remove(0)
}

fn seats(cabin: &CabinDraft) -> Vec<&SeatDraft> {
    let elements = cabin.rows.iter().flat_map(|row| &row.sections).flatten();
    elements
        .filter_map(|element| if let ElementDraft::Seat(seat) = element { Some(seat) } else { None })
        .collect()
}

#[test]
fn every_cabin_of_every_aircraft_has_one_section_more_than_aisles_and_seats_of_their_own() {
    let segment = a_segment("JFK", "LHR", "BA");
    for aircraft in WORLD.airlines().iter().flat_map(|airline| &airline.fleet) {
        let segment = SegmentDraft { aircraft: aircraft.clone(), ..segment.clone() };
        for cabin in
            WORLD.aircraft(aircraft).unwrap().cabins.iter().map(|layout| cabin(&segment, layout.cabin))
        {
            let designators: HashSet<_> = seats(&cabin).iter().map(|seat| &seat.designator).collect();

            assert_eq!(designators.len(), seats(&cabin).len(), "{aircraft}");
            assert!(
                cabin.rows.iter().all(|row| row.sections.len() == usize::from(cabin.aisles) + 1),
                "{aircraft}"
            );
            assert!(
                cabin.wings.is_none_or(|(first, last)| first <= last && (last as usize) < cabin.rows.len())
            );
        }
    }
}

#[test]
fn a_cabin_has_taken_free_and_paid_seats_and_exit_rows_with_more_legroom() {
    let cabin = cabin(&a_segment("JFK", "LHR", "BA"), Cabin::Economy);
    let seats = seats(&cabin);

    let exits = cabin.rows.iter().filter(|row| row.sections[0] == [ElementDraft::ExitRow]).count();
    let taken = seats.iter().filter(|seat| seat.price.is_none()).count();
    let legroom =
        seats.iter().filter(|seat| seat.name == Some("Extra legroom seat")).filter_map(|seat| seat.price);

    assert!(exits >= 1);
    assert!(taken > seats.len() / 5 && taken < seats.len() * 19 / 20, "{taken} of {}", seats.len());
    assert!(legroom.min() > seats.iter().filter_map(|seat| seat.price).min());
}

#[test]
fn ordinary_seats_are_free_where_the_fare_says_so() {
    let mut segment = a_segment("JFK", "LHR", "BA");
    let cheapest = |segment: &SegmentDraft| {
        let cabin = cabin(segment, Cabin::Economy);
        seats(&cabin).iter().filter_map(|seat| seat.price).min()
    };

    segment.free_seats = false;
    let paid = cheapest(&segment);
    segment.free_seats = true;
    let free = cheapest(&segment);

    assert_eq!((paid, free), (Some(2_200), Some(0)));
}

#[test]
fn a_low_cost_cabin_begins_at_row_1() {
    let cabin = cabin(&a_segment("LGW", "BCN", "U2"), Cabin::Economy);

    assert_eq!(seats(&cabin)[0].designator, "1A");
}

#[test]
fn a_code_share_shows_the_seats_of_the_flight_that_is_flown() {
    let own = a_segment("JFK", "LHR", "BA");
    let shared = SegmentDraft { marketing: "AA".into(), flight_number: "7001".into(), ..own.clone() };
    let next_day = SegmentDraft { departing_at: own.departing_at.tomorrow().unwrap(), ..own.clone() };

    assert_eq!(WORLD.seat_map(&own, Cabin::Economy), WORLD.seat_map(&shared, Cabin::Economy));
    assert_ne!(WORLD.seat_map(&own, Cabin::Economy), WORLD.seat_map(&next_day, Cabin::Economy));
}

#[test]
fn the_test_airlines_economy_has_192_seats_of_which_76_are_on_sale_at_20() {
    let cabin = cabin(&a_segment("LHR", "JFK", "ZZ"), Cabin::Economy);
    let prices: Vec<_> = seats(&cabin).iter().filter_map(|seat| seat.price).collect();

    assert_eq!((seats(&cabin).len(), prices.len()), (192, 76));
    assert!(prices.iter().all(|price| *price == 2_000));
}

#[test]
fn some_airlines_keep_exit_seats_back_and_have_a_short_row_and_sell_no_seat_less() {
    let own = a_segment("JFK", "LHR", "BA");
    let sold = |cabin: &CabinDraft| seats(cabin).iter().filter(|seat| seat.price.is_some()).count();
    let map =
        |airline: &str| cabin(&SegmentDraft { operating: airline.into(), ..own.clone() }, Cabin::Economy);
    let restricted = |cabin: &CabinDraft| {
        cabin
            .rows
            .iter()
            .flat_map(|row| &row.sections)
            .flatten()
            .filter(|it| **it == ElementDraft::Restricted)
            .count()
    };
    let wide = |cabin: &CabinDraft, row: usize| cabin.rows[row].sections.iter().map(Vec::len).sum::<usize>();

    for airline in ["AF", "DL", "VS"] {
        let odd = map(airline);
        let (all, last) = (seats(&odd), odd.rows.len() - 1);

        assert!(restricted(&odd) > 0, "{airline}");
        assert!(wide(&odd, last) < wide(&odd, last - 1), "{airline}");
        assert!(
            all.iter().any(|seat| seat.name == Some("EXTRA LEGROOM") && seat.disclosures.is_empty()),
            "{airline}"
        );
        assert!(sold(&odd) > all.len() / 10, "{airline}");
    }
    assert_eq!(restricted(&map("BA")), 0);
}

#[test]
fn what_stands_at_the_front_stands_at_the_hull() {
    let cabin = cabin(&a_segment("JFK", "LHR", "BA"), Cabin::Economy);
    let front = &cabin.rows[0].sections;

    assert_ne!(front.first().unwrap().first(), Some(&ElementDraft::Empty));
    assert_ne!(front.last().unwrap().last(), Some(&ElementDraft::Empty));
}
