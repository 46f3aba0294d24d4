//! The itinerary of a trip as a PDF, to show or to keep: the mail's facts in the brand's look.
//!
//! Text stays text: it can be selected, searched and read aloud, as headings and paragraphs. Nothing of cards, passports
//! or birth dates.

mod font;
mod layout;
mod paint;
mod size;
mod tags;
#[cfg(test)]
pub mod testing;

use anyhow::Context;
use mail::Letterhead;
use time::OffsetDateTime;

use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::domain::itinerary::{Direction, End, Flight, Itinerary};
use layout::{Layout, Style};
use size::PaperSize;

/// Draws the itinerary. Returns nothing if there is no trip.
pub fn draw(booking: &Booking, now: OffsetDateTime) -> anyhow::Result<Option<Vec<u8>>> {
    let title = match booking.status(now) {
        Status::Confirmed | Status::Completed => "Itinerary",
        Status::Cancelled => "Cancelled itinerary",
        Status::Pending | Status::Failed => return Ok(None),
    };
    let Some(trip) = Itinerary::of(booking) else { return Ok(None) };
    let size = PaperSize::of_phone(booking.primary().map_or("", |primary| &primary.phone));
    let pages = written(title, &trip, &booking.letterhead, size);
    let about = paint::About {
        size,
        title: format!("{title} {}", trip.reference),
        author: booking.letterhead.name.clone(),
        look: &booking.letterhead,
    };
    paint::document(&pages, &about).context("drawing an itinerary").map(Some)
}

fn written(title: &str, trip: &Itinerary, look: &Letterhead, size: PaperSize) -> Vec<layout::Page> {
    let mut sheet = Layout::new(size);
    sheet.line(title, Style::Title);
    if let Some(test) = trip.test {
        sheet.line(test, Style::Strong);
    }
    sheet.fact("Booking reference", &trip.reference, Style::Strong);
    sheet.fact("Sold by", &look.name, Style::Text);
    sheet.fact("Airline", &trip.airline, Style::Text);
    sheet.line("All times are local to the airport.", Style::Quiet);
    for direction in &trip.directions {
        leg(&mut sheet, direction);
    }
    sheet.heading("Passengers");
    for passenger in &trip.passengers {
        let named = |label: &str, value: &str| (!value.is_empty()).then(|| format!(", {label} {value}"));
        let seats = named("seat", &passenger.seats).unwrap_or_default();
        let tickets = named("e-ticket", &passenger.tickets).unwrap_or_default();
        sheet.fact(&passenger.name, &format!("{}{seats}{tickets}", passenger.kind), Style::Text);
    }
    sheet.heading("Price and conditions");
    for (name, sum) in &trip.sums {
        sheet.fact(name, sum, Style::Text);
    }
    sheet.fact(trip.total_label, &trip.total, Style::Strong);
    sheet.fact("Changes before departure", &trip.changes, Style::Text);
    sheet.fact("Refund by the airline", &trip.refunds, Style::Text);
    sheet.heading("Good to know");
    for sentence in &trip.advice {
        sheet.line(sentence, Style::Text);
    }
    let contacts = [&look.name, &look.phone, &look.email].map(String::as_str);
    let contacts: Vec<_> = contacts.into_iter().filter(|text| !text.is_empty()).collect();
    sheet.finish(&contacts.join("  ·  "))
}

fn leg(sheet: &mut Layout, direction: &Direction) {
    let fare = direction.fare.as_ref().map(|fare| format!(", {fare}")).unwrap_or_default();
    sheet.heading(&format!("{}: {}{fare}", direction.title, direction.route));
    for flight in &direction.flights {
        sheet.keep_together(6);
        stretch(sheet, flight);
    }
}

fn stretch(sheet: &mut Layout, flight: &Flight) {
    let operator = flight.operator.as_ref().map(|name| format!(", operated by {name}")).unwrap_or_default();
    sheet.line(&format!("{}{operator}", flight.name), Style::Strong);
    let at = |end: &End| format!("{}  {}", end.time, end.code);
    sheet.journey(&at(&flight.from), &at(&flight.to));
    sheet.space(3.0);
    for (end, name) in [(&flight.from, "Departs"), (&flight.to, "Arrives")] {
        sheet.fact(&format!("{name} {}, {}", end.time, end.date), &end.place, Style::Text);
    }
    sheet.fact("Bags for each passenger", &flight.bags, Style::Text);
    sheet.space(6.0);
}
