//! Offers as Duffel writes them.

use jiff::civil::DateTime;
use serde_json::{Value, json};

use super::gaps::{Part, leaves_out, stated};
use super::offer::{Offer, Service};
use super::places;
use crate::Sandbox;
use crate::books::duffel::OfferRequest;
use crate::money::to_decimal;
use crate::world::{Condition, SegmentDraft, SliceDraft, StopDraft, Wifi, World};

/// Renders what belongs to one world and currency.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    pub world: &'a World,
    pub currency: &'a str,
}

impl<'a> Writer<'a> {
    /// In the currency of the airline that sells the offer.
    pub fn of(sandbox: &'a Sandbox, offer: &Offer) -> Self {
        Self { world: &sandbox.world, currency: sandbox.config.currency_of(&offer.draft().airline) }
    }
}

impl Writer<'_> {
    /// An offer without `available_services`, as in lists and searches.
    pub fn offer(self, offer: &Offer) -> Value {
        let draft = offer.draft();
        let (payment_required_by, price_guarantee_expires_at) = offer.hold().unzip();
        let emissions_kg = stated(&draft.airline, Part::Emissions, offer.emissions_kg()).unwrap_or(0);
        json!({
            "id": offer.id(),
            "live_mode": offer.request.mode.is_live(),
            "created_at": offer.request.created_at,
            "updated_at": offer.request.created_at,
            "expires_at": offer.expires_at(),
            "partial": false,
            "owner": places::airline(self.world, &draft.airline),
            "total_amount": self.amount(offer.total()),
            "total_currency": self.currency,
            "base_amount": self.amount(offer.base()),
            "base_currency": self.currency,
            "tax_amount": self.amount(draft.tax),
            "tax_currency": self.currency,
            "total_emissions_kg": emissions_kg.to_string(),
            "conditions": self.conditions(offer),
            "payment_requirements": {
                "requires_instant_payment": !draft.holdable,
                "payment_required_by": payment_required_by,
                "price_guarantee_expires_at": price_guarantee_expires_at,
            },
            "passenger_identity_documents_required": draft.documents_required,
            "supported_passenger_identity_document_types": draft.document_types,
            "supported_loyalty_programmes": draft.loyalty_programmes,
            "private_fares": [],
            "available_services": null,
            "available_payment_types": ["balance"],
            "available_airline_credit_ids": [],
            "intended_services": [],
            "intended_payment_methods": [],
            "passengers": passengers(&offer.request),
            "slices": self.slices(offer),
        })
    }

    pub fn services(self, offer: &Offer) -> Vec<Value> {
        offer.bags().iter().map(|bag| self.service(offer, bag)).collect()
    }

    pub fn amount(self, minor: i64) -> String {
        to_decimal(minor, self.currency)
    }

    fn service(self, offer: &Offer, service: &Service) -> Value {
        json!({
            "id": service.id,
            "type": service.type_name(),
            "maximum_quantity": service.maximum_quantity,
            "passenger_ids": [offer.passenger_id(service.passenger)],
            "segment_ids": service.segment_ids,
            "total_amount": self.amount(service.price),
            "total_currency": self.currency,
            "metadata": service.metadata(),
        })
    }

    /// Null where the airline states none at all.
    pub fn conditions(self, offer: &Offer) -> Value {
        let draft = offer.draft();
        let refund = stated(&draft.airline, Part::RefundCondition, draft.refund);
        let conditions = json!({
            "refund_before_departure": refund.map(|refund| self.condition(refund)),
            "change_before_departure": self.change_condition(offer),
        });
        stated(&draft.airline, Part::Conditions, conditions).unwrap_or_default()
    }

    fn change_condition(self, offer: &Offer) -> Option<Value> {
        let draft = offer.draft();
        stated(&draft.airline, Part::ChangeCondition, draft.change).map(|change| self.condition(change))
    }

    fn condition(self, condition: Condition) -> Value {
        json!({
            "allowed": condition.allowed,
            "penalty_amount": condition.penalty.map(|penalty| self.amount(penalty)),
            "penalty_currency": condition.penalty.map(|_| self.currency),
        })
    }

    pub fn slices(self, offer: &Offer) -> Vec<Value> {
        let slices = offer.draft().slices.iter().enumerate();
        slices.map(|(at, slice)| self.slice(offer, at, slice)).collect()
    }

    fn slice(self, offer: &Offer, at: usize, slice: &SliceDraft) -> Value {
        let segments = slice.segments.iter().enumerate();
        json!({
            "id": offer.slice_id(at),
            "origin": places::airport(self.world, &slice.origin),
            "origin_type": "airport",
            "destination": places::airport(self.world, &slice.destination),
            "destination_type": "airport",
            "duration": duration(slice.duration_min),
            "fare_brand_name": slice.fare_brand,
            "comparison_key": comparison_key(slice),
            "ngs_shelf": slice.shelf,
            "conditions": {
                "change_before_departure": self.change_condition(offer),
                "advance_seat_selection": slice.advance_seat_selection,
                "priority_boarding": slice.priority_boarding,
                "priority_check_in": slice.priority_check_in,
            },
            "segments": segments.map(|(number, segment)| self.segment(offer, at, number, segment)).collect::<Vec<_>>(),
        })
    }

    fn segment(self, offer: &Offer, slice: usize, number: usize, segment: &SegmentDraft) -> Value {
        let stops = segment.stops.iter().enumerate();
        let stops = stops.map(|(stop, draft)| self.stop(offer, &[slice, number, stop], draft));
        let seller = &*offer.draft().airline;
        let terminal = |known: &Option<String>| stated(seller, Part::Terminals, known.clone()).flatten();
        json!({
            "id": offer.segment_id(slice, number),
            "origin": places::airport(self.world, &segment.origin),
            "destination": places::airport(self.world, &segment.destination),
            "origin_terminal": terminal(&segment.origin_terminal),
            "destination_terminal": terminal(&segment.destination_terminal),
            "departing_at": local(segment.departing_at),
            "arriving_at": local(segment.arriving_at),
            "duration": duration(segment.duration_min),
            "distance": segment.distance_km.to_string(),
            "aircraft": stated(seller, Part::Aircraft, places::aircraft(self.world, &segment.aircraft)),
            "marketing_carrier": places::airline(self.world, &segment.marketing),
            "marketing_carrier_flight_number": segment.flight_number,
            "operating_carrier": places::airline(self.world, &segment.operating),
            "operating_carrier_flight_number": segment.operating_flight_number,
            "stops": stops.collect::<Vec<_>>(),
            "passengers": segment_passengers(offer, segment),
        })
    }

    fn stop(self, offer: &Offer, place: &[usize; 3], stop: &StopDraft) -> Value {
        let index = place.iter().fold(offer.index, |index, step| index * 10 + step);
        json!({
            "id": offer.request.family.id("sto", index),
            "airport": places::airport(self.world, &stop.airport),
            "arriving_at": local(stop.arriving_at),
            "departing_at": local(stop.departing_at),
            "duration": duration(stop.duration_min),
        })
    }
}

/// The travellers of a search, with the ids that an order names them by.
pub fn passengers(request: &OfferRequest) -> Vec<Value> {
    (0..request.passengers.len()).map(|passenger| self::passenger(request, passenger)).collect()
}

pub fn passenger(request: &OfferRequest, passenger: usize) -> Value {
    let asked = &request.passengers[passenger];
    json!({
        "id": request.passenger_id(passenger),
        "type": asked.kind,
        "age": asked.age,
        "given_name": asked.member.given_name,
        "family_name": asked.member.family_name,
        "fare_type": null,
        "loyalty_programme_accounts": asked.member.loyalty_programme_accounts,
    })
}

fn segment_passengers(offer: &Offer, segment: &SegmentDraft) -> Vec<Value> {
    let cabin = cabin_class(segment);
    let wifi = match segment.amenities.wifi {
        Wifi::None => json!({ "available": false, "cost": "n/a" }),
        Wifi::Paid => json!({ "available": true, "cost": "paid" }),
        Wifi::Free => json!({ "available": true, "cost": "free" }),
    };
    let amenities = json!({
        "wifi": wifi,
        "seat": { "pitch": segment.amenities.pitch_in.to_string(), "legroom": "n/a", "type": "n/a" },
        "power": { "available": segment.amenities.power },
    });
    let cabin_details = json!({
        "name": cabin,
        "marketing_name": segment.cabin_name,
        "amenities": stated(&segment.marketing, Part::Amenities, amenities),
    });
    let cabin_details = stated(&segment.marketing, Part::Cabin, cabin_details);
    let bags = baggages(segment);
    let passengers = 0..offer.request.passengers.len();
    passengers
        .map(|passenger| {
            json!({
                "passenger_id": offer.passenger_id(passenger),
                "cabin_class": cabin,
                "cabin_class_marketing_name": segment.cabin_name,
                "fare_basis_code": segment.fare_basis,
                "baggages": bags,
                "cabin": cabin_details,
            })
        })
        .collect()
}

/// Airlines say how many bags are included, and say so of none; some never mention a bag for the cabin. Nobody mentions
/// any on the provider's test route without bags.
fn baggages(segment: &SegmentDraft) -> Vec<Value> {
    let stated = match (segment.checked_bags, segment.carry_on_bags) {
        (0, 0) => [None, None],
        (checked, _) if leaves_out(&segment.marketing, Part::CabinBags) => [Some(("checked", checked)), None],
        (checked, carry_on) => [Some(("checked", checked)), Some(("carry_on", carry_on))],
    };
    let bag = |(kind, quantity)| json!({ "type": kind, "quantity": quantity });
    stated.into_iter().flatten().map(bag).collect()
}

pub fn cabin_class(segment: &SegmentDraft) -> Value {
    serde_json::to_value(segment.cabin).expect("a cabin is a plain word")
}

/// Local time at the airport: Duffel writes no offset.
fn local(at: DateTime) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

/// ISO 8601, with days only where there are any.
fn duration(minutes: u32) -> String {
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let part = |amount: u32, unit: &str| if amount > 0 { format!("{amount}{unit}") } else { String::new() };
    let (date, time) = (part(days, "D"), part(hours, "H") + &part(minutes, "M"));
    if time.is_empty() && days > 0 { format!("P{date}") } else { format!("P{date}T{time}") }
}

/// Equal for the same flights on the same days, whatever the fare.
fn comparison_key(slice: &SliceDraft) -> String {
    let flights = slice.segments.iter().map(|segment| {
        format!("{}{}@{}", segment.marketing, segment.flight_number, local(segment.departing_at))
    });
    crate::ids::named("key", &flights.collect::<Vec<_>>().join("+"))[4..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_iso_8601() {
        for (minutes, text) in
            [(42, "PT42M"), (160, "PT2H40M"), (120, "PT2H"), (1500, "P1DT1H"), (1440, "P1D")]
        {
            assert_eq!(duration(minutes), text);
        }
    }
}
