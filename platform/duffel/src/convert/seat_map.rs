use money::Money;
use proto::flights::v1 as flights;

use super::{Error, sellable};
use crate::wire;

/// The maps of an offer in travel order. Maps of segments that the offer does not have are left out, and so are seats'
/// prices that can't be read.
pub fn seat_maps(maps: &[wire::SeatMap], offer: &wire::Offer) -> Vec<flights::SeatMap> {
    let segments = offer.slices.iter().flat_map(|slice| &slice.segments);
    segments
        .filter_map(|segment| maps.iter().find(|map| map.segment_id == segment.id))
        .map(seat_map)
        .collect()
}

fn seat_map(map: &wire::SeatMap) -> flights::SeatMap {
    let single = map.cabins.iter().all(|cabin| cabin.deck == 0);
    flights::SeatMap {
        id: map.id.clone(),
        slice_id: map.slice_id.clone(),
        segment_id: map.segment_id.clone(),
        cabins: map.cabins.iter().map(|cabin| self::cabin(cabin, single)).collect(),
    }
}

fn cabin(cabin: &wire::SeatCabin, single: bool) -> flights::Cabin {
    let deck = match (single, cabin.deck) {
        (true, _) => "single",
        (false, 0) => "main",
        (false, _) => "upper",
    };
    flights::Cabin {
        cabin_class: cabin.cabin_class.to_string(),
        deck_configuration: deck.to_owned(),
        deck: cabin.deck,
        aisles: cabin.aisles,
        wings: cabin.wings.map(|wings| flights::Wings {
            first_row_index: wings.first_row_index,
            last_row_index: wings.last_row_index,
        }),
        rows: cabin.rows.iter().map(row).collect(),
    }
}

fn row(row: &wire::Row) -> flights::Row {
    let mut designators =
        row.sections.iter().flat_map(|section| &section.elements).filter_map(|e| e.designator.as_deref());
    flights::Row {
        number: designators.find_map(row_number),
        sections: row.sections.iter().map(section).collect(),
    }
}

/// `14B` stands in row 14.
fn row_number(designator: &str) -> Option<i32> {
    designator.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()
}

fn section(section: &wire::Section) -> flights::Section {
    flights::Section { elements: section.elements.iter().map(element).collect() }
}

fn element(element: &wire::Element) -> flights::SeatElement {
    // A seat without a name can't be chosen.
    let named = element.available_services.iter().filter(|_| element.designator.is_some());
    let available_services = sellable(named.map(service));
    flights::SeatElement {
        r#type: kind(&element.kind).to_string(),
        designator: element.designator.clone(),
        available: !available_services.is_empty(),
        available_services,
        disclosures: element.disclosures.clone(),
        name: element.name.clone(),
    }
}

/// A restricted seat is a seat: one that says who may sit there, or one without a name that the airline keeps to itself.
/// An unknown element leaves its place empty, so that the seats next to it stay where they are.
fn kind(kind: &wire::ElementKind) -> &wire::ElementKind {
    match kind {
        wire::ElementKind::RestrictedSeat => &wire::ElementKind::Seat,
        wire::ElementKind::Other(_) => &wire::ElementKind::Empty,
        known => known,
    }
}

fn service(service: &wire::SeatService) -> Result<flights::SeatService, Error> {
    let total = Money::parse(&service.total_amount, &service.total_currency)?;
    Ok(flights::SeatService {
        id: service.id.clone(),
        passenger_id: service.passenger_id.clone(),
        total_amount: total.amount(),
        total_currency: total.currency.to_string(),
    })
}
