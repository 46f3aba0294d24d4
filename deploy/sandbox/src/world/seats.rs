//! Seat maps: a cabin of the aircraft's layout, with the seats that are gone, free or for sale.

use super::{
    Aircraft, Airline, Cabin, CabinDraft, ElementDraft, RowDraft, SeatDraft, SeatMapDraft, SegmentDraft,
    airlines::{CabinLayout, Kind},
    draw::{below, draw},
};

/// Of the provider's test airline: this many seats of a cabin are on sale, all for the same.
const TEST_SEATS_ON_SALE: usize = 76;
const TEST_SEAT_PRICE: i64 = 2_000;

/// Airlines whose maps are as odd as those that were recorded from real ones, by IATA code.
const ODD_MAPS: [&str; 3] = ["AF", "DL", "VS"];

pub(super) fn seat_map(
    aircraft: &Aircraft,
    airline: &Airline,
    segment: &SegmentDraft,
    cabin: Cabin,
) -> SeatMapDraft {
    let Some(layout) = layout(aircraft, airline, cabin) else { return SeatMapDraft { cabins: Vec::new() } };
    let mut plan = Plan { aircraft, airline, segment, layout: &layout }.cabin();
    if airline.kind == Kind::Test {
        sell_as_test_airline(&mut plan, segment);
    }
    if ODD_MAPS.contains(&&*airline.iata_code) {
        keep_back(&mut plan);
    }
    SeatMapDraft { cabins: vec![plan] }
}

/// Where an airline has no forward cabins, economy begins at row 1.
fn layout(aircraft: &Aircraft, airline: &Airline, cabin: Cabin) -> Option<CabinLayout> {
    let mut layout = aircraft.cabins.iter().find(|layout| layout.cabin == cabin)?.clone();
    if airline.cabins == [Cabin::Economy] {
        layout.rows.0 = 1;
    }
    Some(layout)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatKind {
    ExtraLegroom,
    Preferred,
    Standard,
}

struct Plan<'a> {
    aircraft: &'a Aircraft,
    airline: &'a Airline,
    segment: &'a SegmentDraft,
    layout: &'a CabinLayout,
}

impl Plan<'_> {
    fn cabin(&self) -> CabinDraft {
        let (first, last) = self.layout.rows;
        let mut rows = vec![self.galley()];
        let mut wings = Vec::new();
        for number in first..=last {
            if self.is_exit(number) {
                rows.push(self.uniform(1, &ElementDraft::ExitRow));
            }
            if (self.aircraft.wing_rows.0..=self.aircraft.wing_rows.1).contains(&number)
                && self.layout.deck == 0
            {
                wings.push(u32::try_from(rows.len()).expect("a cabin is short"));
            }
            rows.push(self.row(number));
        }
        CabinDraft {
            deck: self.layout.deck,
            cabin: self.layout.cabin,
            aisles: self.layout.aisles(),
            wings: wings.first().copied().zip(wings.last().copied()),
            rows,
        }
    }

    fn sections(&self) -> impl Iterator<Item = &str> {
        self.layout.seats.split('|')
    }

    fn uniform(&self, wide: usize, element: &ElementDraft) -> RowDraft {
        RowDraft { sections: self.sections().map(|_| vec![element.clone(); wide]).collect() }
    }

    /// What stands at the front of every cabin, at the hull.
    fn galley(&self) -> RowDraft {
        let front = [ElementDraft::Lavatory, ElementDraft::Galley, ElementDraft::Closet];
        let right = usize::from(self.layout.aisles());
        let section = |(at, seats): (usize, &str)| {
            let mut elements = vec![ElementDraft::Empty; seats.len()];
            elements[if at == right { seats.len() - 1 } else { 0 }] = front[at % front.len()].clone();
            elements
        };
        RowDraft { sections: self.sections().enumerate().map(section).collect() }
    }

    /// In the middle of a wide body's economy, bassinets come first and lavatories last.
    fn row(&self, number: u32) -> RowDraft {
        let (first, last) = self.layout.rows;
        let middle = |at: usize| self.layout.cabin == Cabin::Economy && self.layout.aisles() == 2 && at == 1;
        let section = |(at, seats): (usize, &str)| match number {
            _ if middle(at) && number == first => vec![ElementDraft::Bassinet; seats.len()],
            _ if middle(at) && number == last => vec![ElementDraft::Lavatory; seats.len()],
            _ => seats.chars().map(|letter| ElementDraft::Seat(self.seat(number, letter))).collect(),
        };
        RowDraft { sections: self.sections().enumerate().map(section).collect() }
    }

    fn seat(&self, row: u32, letter: char) -> SeatDraft {
        let designator = format!("{row}{letter}");
        let kind = self.kind(row);
        let price = if self.is_taken(&designator) { None } else { Some(self.price(kind)) };
        let name = match kind {
            _ if self.layout.cabin != Cabin::Economy => None,
            SeatKind::ExtraLegroom => Some("Extra legroom seat"),
            SeatKind::Preferred => Some("Preferred seat"),
            SeatKind::Standard => Some("Standard seat"),
        };
        SeatDraft { designator, name, disclosures: self.disclosures(row), price }
    }

    fn disclosures(&self, row: u32) -> Vec<&'static str> {
        if self.is_exit(row) {
            vec!["Exit row: not for children, infants or passengers who need assistance"]
        } else if row == self.layout.rows.1 {
            vec!["Limited recline"]
        } else {
            Vec::new()
        }
    }

    fn is_exit(&self, row: u32) -> bool {
        self.layout.deck == 0 && self.aircraft.exit_rows.contains(&row)
    }

    fn kind(&self, row: u32) -> SeatKind {
        let (first, last) = self.layout.rows;
        if row == first || self.is_exit(row) {
            SeatKind::ExtraLegroom
        } else if row < first + (last - first) / 4 {
            SeatKind::Preferred
        } else {
            SeatKind::Standard
        }
    }

    /// From a third to five sixths of a flight's seats are gone, the same ones for everybody.
    fn is_taken(&self, designator: &str) -> bool {
        let flight = flight_and_day(self.segment);
        let load = 35 + below(50, ("load", flight));
        below(100, ("seat", flight, designator)) < load
    }

    fn price(&self, kind: SeatKind) -> i64 {
        if self.layout.cabin != Cabin::Economy {
            return 0;
        }
        let (legroom, preferred, standard) = match self.segment.distance_km {
            ..1_500 => (2_900, 1_400, 700),
            1_500..4_500 => (4_900, 2_400, 1_200),
            _ => (8_900, 3_900, 2_200),
        };
        let included = self.segment.free_seats && self.airline.kind != Kind::Test;
        match kind {
            SeatKind::ExtraLegroom => legroom,
            SeatKind::Preferred if included => preferred / 2,
            SeatKind::Preferred => preferred,
            SeatKind::Standard if included => 0,
            SeatKind::Standard => standard,
        }
    }
}

/// A code-share has the seats of the flight that is flown.
fn flight_and_day(segment: &SegmentDraft) -> (&str, &str, jiff::civil::Date) {
    (&segment.operating, &segment.operating_flight_number, segment.departing_at.date())
}

fn sell_as_test_airline(cabin: &mut CabinDraft, segment: &SegmentDraft) {
    let elements = cabin.rows.iter_mut().flat_map(|row| row.sections.iter_mut()).flatten();
    let mut seats: Vec<_> = elements
        .filter_map(|element| if let ElementDraft::Seat(seat) = element { Some(seat) } else { None })
        .collect();
    seats.sort_by_key(|seat| draw((flight_and_day(segment), &seat.designator)));
    for (rank, seat) in seats.into_iter().enumerate() {
        seat.price = (rank < TEST_SEATS_ON_SALE).then_some(TEST_SEAT_PRICE);
    }
}

/// Of the seats at an exit, those that are gone have no name any more, and those for sale say nothing but that they are
/// wide. The last row is a seat short. No seat on sale is lost.
fn keep_back(cabin: &mut CabinDraft) {
    let mut at_exit = false;
    for row in &mut cabin.rows {
        let is_door = row.sections.iter().flatten().all(|element| *element == ElementDraft::ExitRow);
        for element in row.sections.iter_mut().flatten().filter(|_| at_exit) {
            match element {
                ElementDraft::Seat(SeatDraft { price: None, .. }) => *element = ElementDraft::Restricted,
                ElementDraft::Seat(seat) => {
                    (seat.name, seat.disclosures) = (Some("EXTRA LEGROOM"), Vec::new());
                }
                _ => {}
            }
        }
        at_exit = is_door;
    }
    let is_gone =
        |element: &ElementDraft| matches!(element, ElementDraft::Seat(seat) if seat.price.is_none());
    for section in cabin.rows.last_mut().into_iter().flat_map(|row| &mut row.sections) {
        if let Some(place) = section.iter().position(is_gone) {
            section.remove(place);
            return;
        }
    }
}
