//! The text of the confirmation: what was bought, what it includes, what happens next.

use std::fmt::Write as _;

use proto::flights::v1::{Baggage, Condition, Offer, Place, Segment, Slice};

use super::booking::OrderRef;
use super::{Booking, journey};

/// The confirmation as plain text; empty while there is nothing to confirm.
pub fn text(booking: &Booking) -> String {
    let (Some(order), Some(offer)) = (&booking.order, &booking.quote.offer) else { return String::new() };
    let sections =
        [greeting(booking, order), flights(offer), party(booking), price(booking, offer), next_steps(offer)];
    sections.join("\n\n")
}

fn greeting(booking: &Booking, order: &OrderRef) -> String {
    let name = booking.primary().map_or("traveller", |traveller| traveller.given_name.as_str());
    format!(
        "Dear {name},\n\nyour booking is confirmed. The airline's booking reference is {}.\n\
         With it and your last name you can manage the trip with the airline too.",
        order.reference
    )
}

fn flights(offer: &Offer) -> String {
    let mut text = String::from("Your flights (all times are local)");
    for (index, slice) in offer.slices.iter().enumerate() {
        let direction = if index == 0 { "Outbound" } else { "Return" };
        let fare = slice.fare_brand_name.as_deref().map(|name| format!(" - {name}")).unwrap_or_default();
        let _ = write!(text, "\n\n{direction}: {}{fare}", route(slice));
        for segment in &slice.segments {
            text.push_str(&flight(segment));
        }
    }
    text
}

/// `London to New York`.
pub fn route(slice: &Slice) -> String {
    let city = |place: &Option<Place>| place.as_ref().map_or("", |place| &place.city_name).to_owned();
    format!("{} to {}", city(&slice.origin), city(&slice.destination))
}

fn flight(segment: &Segment) -> String {
    let carrier = segment.marketing_carrier.clone().unwrap_or_default();
    let mut text = format!("\n  {}{} {}", carrier.iata_code, segment.flight_number, carrier.name);
    if let Some(other) = journey::other_operator(segment) {
        let _ = write!(text, ", operated by {}", other.name);
    }
    let ends = [
        ("from", &segment.origin, &segment.origin_terminal, &segment.departing_at),
        ("to", &segment.destination, &segment.destination_terminal, &segment.arriving_at),
    ];
    for (word, place, terminal, at) in ends {
        let place = place.clone().unwrap_or_default();
        let terminal = terminal.as_deref().map(|name| format!(", terminal {name}")).unwrap_or_default();
        let _ = write!(text, "\n    {word} {} ({}){terminal} {}", place.name, place.iata_code, moment(at));
    }
    let _ = write!(text, "\n    included for each passenger: {}", baggage(&segment.baggages));
    text
}

/// `2026-03-05T19:30:00` as `2026-03-05 19:30`.
fn moment(local: &str) -> String {
    local.replace('T', " ").chars().take(16).collect()
}

fn baggage(bags: &[Baggage]) -> String {
    let words: Vec<_> = bags
        .iter()
        .filter(|bag| bag.quantity > 0)
        .map(|bag| {
            let kind = if bag.r#type == "carry_on" { "carry-on" } else { "checked" };
            let plural = if bag.quantity == 1 { "" } else { "s" };
            format!("{} {kind} bag{plural}", bag.quantity)
        })
        .collect();
    if words.is_empty() { "no bags beyond what fits under the seat".to_owned() } else { words.join(", ") }
}

fn party(booking: &Booking) -> String {
    let mut text = String::from("Passengers");
    for traveller in &booking.travellers {
        let kind = traveller.kind.booked_as();
        let _ = write!(text, "\n  {} {} ({kind})", traveller.given_name, traveller.family_name);
        let own = booking.quote.seats.iter().filter(|seat| {
            seat.selection.as_ref().is_some_and(|selection| selection.passenger_id == traveller.passenger_id)
        });
        let seats: Vec<_> = own.map(|seat| seat.designator.as_str()).collect();
        if !seats.is_empty() {
            let _ = write!(text, ", seat {}", seats.join(", "));
        }
    }
    text
}

fn price(booking: &Booking, offer: &Offer) -> String {
    let conditions = offer.conditions.clone().unwrap_or_default();
    format!(
        "Total charged: {}\nChanges before departure: {}\nRefund by the airline before departure: {}\n\
         Cancelled within 24 hours of booking, our own service fee comes back as well.",
        booking.total,
        rule(conditions.change_before_departure),
        rule(conditions.refund_before_departure),
    )
}

/// What the airline did not say is no promise.
fn rule(condition: Option<Condition>) -> String {
    match condition {
        None => "please ask the airline.".to_owned(),
        Some(Condition { allowed: false, .. }) => "not possible.".to_owned(),
        Some(Condition { penalty_amount: Some(amount), penalty_currency: Some(currency), .. }) => {
            format!("possible, for a fee of {amount} {currency}.")
        }
        Some(_) => "possible; the airline may ask a fee.".to_owned(),
    }
}

fn next_steps(offer: &Offer) -> String {
    let airline = offer.owner.as_ref().map_or("the airline", |owner| &owner.name);
    format!(
        "What happens next\n  Check-in opens with {airline}, usually 24 hours before departure.\n  \
         Please check what passports and visas your trip needs.\n  \
         You find this trip, and can cancel it, under My Trips."
    )
}
