use money::Money;
use proto::flights::v1 as flights;

use super::Error;
use crate::wire;

/// The maps of an offer in travel order. Maps of segments that the offer does not have are left out.
pub fn seat_maps(maps: &[wire::SeatMap], offer: &wire::Offer) -> Result<Vec<flights::SeatMap>, Error> {
    let segments = offer.slices.iter().flat_map(|slice| &slice.segments);
    segments
        .filter_map(|segment| maps.iter().find(|map| map.segment_id == segment.id))
        .map(seat_map)
        .collect()
}

fn seat_map(map: &wire::SeatMap) -> Result<flights::SeatMap, Error> {
    let single = map.cabins.iter().all(|cabin| cabin.deck == 0);
    let cabins = map.cabins.iter().map(|cabin| self::cabin(cabin, single));
    Ok(flights::SeatMap {
        id: map.id.clone(),
        slice_id: map.slice_id.clone(),
        segment_id: map.segment_id.clone(),
        cabins: cabins.collect::<Result<_, _>>()?,
    })
}

fn cabin(cabin: &wire::SeatCabin, single: bool) -> Result<flights::Cabin, Error> {
    let deck = match (single, cabin.deck) {
        (true, _) => "single",
        (false, 0) => "main",
        (false, _) => "upper",
    };
    Ok(flights::Cabin {
        cabin_class: cabin.cabin_class.to_string(),
        deck_configuration: deck.to_owned(),
        deck: cabin.deck,
        aisles: cabin.aisles,
        wings: cabin.wings.map(|wings| flights::Wings {
            first_row_index: wings.first_row_index,
            last_row_index: wings.last_row_index,
        }),
        rows: cabin.rows.iter().map(row).collect::<Result<_, _>>()?,
    })
}

fn row(row: &wire::Row) -> Result<flights::Row, Error> {
    let mut designators =
        row.sections.iter().flat_map(|section| &section.elements).filter_map(|e| e.designator.as_deref());
    Ok(flights::Row {
        number: designators.find_map(row_number),
        sections: row.sections.iter().map(section).collect::<Result<_, _>>()?,
    })
}

/// `14B` stands in row 14.
fn row_number(designator: &str) -> Option<i32> {
    designator.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()
}

fn section(section: &wire::Section) -> Result<flights::Section, Error> {
    Ok(flights::Section { elements: section.elements.iter().map(element).collect::<Result<_, _>>()? })
}

fn element(element: &wire::Element) -> Result<flights::SeatElement, Error> {
    // A restricted seat (an exit row, for example) is a seat that says who may sit there.
    let kind = match &element.kind {
        wire::ElementKind::RestrictedSeat => &wire::ElementKind::Seat,
        kind => kind,
    };
    Ok(flights::SeatElement {
        r#type: kind.to_string(),
        designator: element.designator.clone(),
        available: !element.available_services.is_empty(),
        available_services: element.available_services.iter().map(service).collect::<Result<_, _>>()?,
        disclosures: element.disclosures.clone(),
        name: element.name.clone(),
    })
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
