use money::{MarkupRate, Money, SalePrice};
use proto::flights::v1 as flights;
use time::UtcOffset;
use time::format_description::well_known::Rfc3339;

use super::{Error, sellable};
use crate::wire;

/// An offer with its sale price.
pub fn priced_offer(offer: &wire::Offer, markup_rate: MarkupRate) -> Result<flights::Offer, Error> {
    let price = price(SalePrice::of(offer.total()?, offer.tax()?, markup_rate)?);
    Ok(flights::Offer { price: Some(price), ..self::offer(offer)? })
}

/// A sale price in the words of the public interface.
pub fn price(price: SalePrice) -> flights::Price {
    flights::Price {
        amount: price.amount.amount(),
        currency: price.amount.currency.to_string(),
        base_amount: price.base.amount(),
        tax_amount: price.tax.amount(),
        markup_rate: price.markup_rate.to_string(),
    }
}

/// An offer without a sale price, as it is the same for every brand.
pub fn offer(offer: &wire::Offer) -> Result<flights::Offer, Error> {
    let total = offer.total()?;
    let base = Money::parse(&offer.base_amount, &offer.base_currency)?;
    let tax = offer.tax_amount.is_some().then(|| offer.tax()).transpose()?;
    if offer.slices.is_empty() || offer.slices.iter().any(|slice| slice.segments.is_empty()) {
        return Err(Error::NoFlight);
    }
    check_documents(offer)?;
    Ok(flights::Offer {
        id: offer.id.clone(),
        total_amount: total.amount(),
        total_currency: total.currency.to_string(),
        base_amount: base.amount(),
        base_currency: base.currency.to_string(),
        tax_amount: tax.map(|tax| tax.amount()),
        tax_currency: tax.map(|tax| tax.currency.to_string()),
        price: None,
        owner: Some(carrier(&offer.owner)),
        slices: offer.slices.iter().map(|slice| self::slice(slice, offer)).collect(),
        conditions: Some(conditions(&offer.conditions)),
        available_services: sellable(offer.available_services.iter().map(service)),
        passenger_identity_documents_required: offer.passenger_identity_documents_required,
        passengers: offer.passengers.iter().map(passenger).collect(),
        expires_at: instant(offer.sold_until()),
        total_emissions_kg: offer.total_emissions_kg.clone(),
        emissions_kg_per_traveller: offer.emissions_kg_per_traveller(),
        weighted_minutes: None,
        against_cheapest: None,
        bag_included: None,
    })
}

/// Refuses an offer that can't be ordered with the documents that we send.
pub fn check_documents(offer: &wire::Offer) -> Result<(), Error> {
    if offer.asks_for_other_documents() { Err(Error::OtherDocuments) } else { Ok(()) }
}

/// RFC 3339 in UTC, as `expires_at` is written.
pub fn instant(at: time::OffsetDateTime) -> String {
    at.to_offset(UtcOffset::UTC).format(&Rfc3339).expect("a parsed instant has a year of four digits")
}

fn carrier(airline: &wire::Airline) -> flights::Carrier {
    flights::Carrier {
        name: airline.name.clone(),
        iata_code: airline.iata_code.clone().unwrap_or_default(),
        logo_url: airline.logo_symbol_url.clone(),
    }
}

fn place(place: &wire::Place) -> flights::Place {
    let city = place.city_name.as_ref().or(place.city.as_ref().map(|city| &city.name));
    flights::Place {
        name: place.name.clone(),
        iata_code: place.iata_code.clone().unwrap_or_default(),
        city_name: city.unwrap_or(&place.name).clone(),
        country_code: place.iata_country_code.clone().unwrap_or_default(),
        time_zone: place.time_zone.clone(),
        latitude: place.latitude,
        longitude: place.longitude,
    }
}

fn slice(slice: &wire::Slice, offer: &wire::Offer) -> flights::Slice {
    flights::Slice {
        id: slice.id.clone(),
        origin: Some(place(&slice.origin)),
        destination: Some(place(&slice.destination)),
        duration: slice.duration.clone(),
        segments: slice.segments.iter().map(|segment| self::segment(segment, offer)).collect(),
        fare_brand_name: slice.fare_brand_name.clone(),
    }
}

fn segment(segment: &wire::Segment, offer: &wire::Offer) -> flights::Segment {
    let marketing = &segment.marketing_carrier;
    let first = segment.passengers.first();
    flights::Segment {
        id: segment.id.clone(),
        departing_at: segment.departing_at.clone(),
        arriving_at: segment.arriving_at.clone(),
        origin: Some(place(&segment.origin)),
        destination: Some(place(&segment.destination)),
        duration: segment.duration.clone(),
        flight_number: segment.marketing_carrier_flight_number.clone(),
        marketing_carrier: Some(carrier(marketing)),
        operating_carrier: Some(carrier(segment.operating_carrier.as_ref().unwrap_or(marketing))),
        airline: Some(flights::Airline {
            id: marketing.id.clone(),
            name: marketing.name.clone(),
            iata_code: marketing.iata_code.clone().unwrap_or_default(),
            icao_code: None,
            logo_url: marketing.logo_symbol_url.clone(),
        }),
        aircraft: segment.aircraft.as_ref().map(|aircraft| flights::Aircraft {
            name: aircraft.name.clone(),
            iata_code: aircraft.iata_code.clone(),
        }),
        services: first.and_then(|first| first.cabin.as_ref()).map(amenities).unwrap_or_default(),
        origin_terminal: segment.origin_terminal.clone(),
        destination_terminal: segment.destination_terminal.clone(),
        stops: segment.stops.iter().map(stop).collect(),
        cabin_class: first.and_then(|first| first.cabin_class.as_ref()).map(ToString::to_string),
        baggages: baggages(segment, offer),
    }
}

fn stop(stop: &wire::Stop) -> flights::Stop {
    flights::Stop {
        airport: Some(place(&stop.airport)),
        arriving_at: stop.arriving_at.clone(),
        departing_at: stop.departing_at.clone(),
    }
}

fn amenities(cabin: &wire::Cabin) -> Vec<flights::SegmentService> {
    let Some(amenities) = &cabin.amenities else { return Vec::new() };
    [(&amenities.wifi, "wifi", "Wi-Fi"), (&amenities.power, "power", "Power at the seat")]
        .into_iter()
        .filter(|(switch, ..)| switch.as_ref().is_some_and(|switch| switch.available))
        .map(|(_, kind, text)| flights::SegmentService { description: text.into(), r#type: kind.into() })
        .collect()
}

/// What every passenger may take, one entry a kind: no passenger is promised another's bags. Infants on a lap often have
/// none and are left out.
fn baggages(segment: &wire::Segment, offer: &wire::Offer) -> Vec<flights::Baggage> {
    let seated = |passenger: &&wire::SegmentPassenger| {
        let searched = offer.passengers.iter().find(|searched| searched.id == passenger.passenger_id);
        searched.is_none_or(|searched| searched.kind() != wire::PassengerKind::InfantWithoutSeat)
    };
    let included = |kind: wire::BaggageKind| {
        let allowances = segment.passengers.iter().filter(seated).map(|passenger| passenger.allowance(&kind));
        flights::Baggage { quantity: common_allowance(allowances), r#type: kind.to_string() }
    };
    [wire::BaggageKind::Checked, wire::BaggageKind::CarryOn].map(included).into()
}

/// What several allowances have in common, in bags: none (0) where one of them is none, not stated where another is not
/// stated, else the least.
pub fn common_allowance(allowances: impl IntoIterator<Item = Option<u32>>) -> Option<u32> {
    let allowances: Vec<_> = allowances.into_iter().collect();
    // `None` is less than any number.
    if allowances.contains(&Some(0)) { Some(0) } else { allowances.into_iter().min().flatten() }
}

fn conditions(conditions: &wire::Conditions) -> flights::Conditions {
    let allowed = |condition: &Option<wire::Condition>| condition.as_ref().is_some_and(|c| c.allowed);
    flights::Conditions {
        refundable: allowed(&conditions.refund_before_departure),
        changeable: allowed(&conditions.change_before_departure),
        refund_before_departure: conditions.refund_before_departure.as_ref().map(condition),
        change_before_departure: conditions.change_before_departure.as_ref().map(condition),
    }
}

fn condition(condition: &wire::Condition) -> flights::Condition {
    flights::Condition {
        allowed: condition.allowed,
        penalty_amount: condition.penalty_amount.clone(),
        penalty_currency: condition.penalty_currency.clone(),
    }
}

fn service(service: &wire::Service) -> Result<flights::AvailableService, Error> {
    let total = Money::parse(&service.total_amount, &service.total_currency)?;
    let weight = service.metadata.maximum_weight_kg;
    Ok(flights::AvailableService {
        id: service.id.clone(),
        name: service_name(service).to_owned(),
        description: weight.map(|kg| format!("Up to {kg} kg")).unwrap_or_default(),
        r#type: service.kind.to_string(),
        total_amount: total.amount(),
        total_currency: total.currency.to_string(),
        passenger_ids: service.passenger_ids.clone(),
        segment_ids: service.segment_ids.clone(),
        maximum_quantity: service.maximum_quantity,
        bag_kind: service.bag_kind().map(ToString::to_string),
        maximum_weight_kg: service.bag_weight_kg(),
    })
}

fn service_name(service: &wire::Service) -> &str {
    match (&service.kind, &service.metadata.baggage) {
        (wire::ServiceKind::Baggage, Some(wire::BaggageKind::Checked)) => "Checked bag",
        (wire::ServiceKind::Baggage, Some(wire::BaggageKind::CarryOn)) => "Carry-on bag",
        (wire::ServiceKind::Baggage, _) => "Bag",
        (wire::ServiceKind::Seat, _) => "Seat",
        (wire::ServiceKind::CancelForAnyReason, _) => "Cancel for any reason",
        (wire::ServiceKind::Other(kind), _) => kind,
    }
}

fn passenger(passenger: &wire::OfferPassenger) -> flights::OfferPassenger {
    flights::OfferPassenger {
        id: passenger.id.clone(),
        r#type: passenger.kind().to_string(),
        age: passenger.age.map(i32::from),
    }
}
