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
use crate::domain::itinerary::{self, Direction, End, Flight, Itinerary, Passenger};
use crate::texts::Texts;
use layout::{Layout, Style};
use size::PaperSize;

/// Draws the itinerary. Returns nothing if there is no trip.
pub fn draw(booking: &Booking, now: OffsetDateTime) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(trip) = Itinerary::of(booking) else { return Ok(None) };
    let texts = itinerary::texts(booking);
    let (title, name) = match booking.status(now) {
        Status::Confirmed | Status::Completed => (texts.itinerary(), texts.itinerary_of(&trip.reference)),
        Status::Cancelled => (texts.cancelled_itinerary(), texts.cancelled_itinerary_of(&trip.reference)),
        Status::Pending | Status::Failed => return Ok(None),
    };
    let size = PaperSize::of_phone(booking.primary().map_or("", |primary| &primary.phone));
    let pages = written(&title, &trip, &booking.letterhead, size);
    let about = paint::About {
        size,
        title: name,
        author: booking.letterhead.name.clone(),
        look: &booking.letterhead,
    };
    paint::document(&pages, &about).context("drawing an itinerary").map(Some)
}

fn written(title: &str, trip: &Itinerary, look: &Letterhead, size: PaperSize) -> Vec<layout::Page> {
    let texts = Texts::of(look.locale);
    let mut sheet = Layout::new(size);
    sheet.line(title, Style::Title);
    if let Some(test) = &trip.test {
        sheet.line(test, Style::Strong);
    }
    sheet.fact(&texts.booking_reference(), &trip.reference, Style::Strong);
    sheet.fact(&texts.sold_by(), &look.name, Style::Text);
    sheet.fact(&texts.airline(), &trip.airline, Style::Text);
    sheet.line(&texts.times_are_local(), Style::Quiet);
    for direction in &trip.directions {
        leg(&mut sheet, texts, direction);
    }
    sheet.heading(&texts.passengers());
    for passenger in &trip.passengers {
        sheet.fact(&passenger.name, &facts_of(texts, passenger), Style::Text);
    }
    price(&mut sheet, texts, trip);
    sheet.heading(&texts.good_to_know());
    for sentence in &trip.advice {
        sheet.line(sentence, Style::Text);
    }
    let contacts = [&look.name, &look.phone, &look.email].map(String::as_str);
    let contacts: Vec<_> = contacts.into_iter().filter(|text| !text.is_empty()).collect();
    sheet.finish(texts, &contacts.join("  ·  "))
}

/// Age group, seats and tickets, as far as they are known.
fn facts_of(texts: Texts, passenger: &Passenger) -> String {
    let Passenger { kind, seats, tickets, .. } = passenger;
    let seats = (!seats.is_empty()).then(|| texts.seat(seats));
    let tickets = (!tickets.is_empty()).then(|| texts.e_ticket(tickets));
    [kind.clone()].into_iter().chain(seats).chain(tickets).collect::<Vec<_>>().join(", ")
}

fn price(sheet: &mut Layout, texts: Texts, trip: &Itinerary) {
    sheet.heading(&texts.price_and_rules());
    for (name, sum) in &trip.sums {
        sheet.fact(name, sum, Style::Text);
    }
    sheet.fact(&trip.total_label, &trip.total, Style::Strong);
    sheet.fact(&texts.change_before_departure(), &trip.changes, Style::Text);
    sheet.fact(&texts.cancel_before_departure(), &trip.refunds, Style::Text);
    sheet.fact(&texts.emissions_label(), &trip.emissions, Style::Text);
}

fn leg(sheet: &mut Layout, texts: Texts, direction: &Direction) {
    let fare = direction.fare.as_ref().map(|fare| format!(", {fare}")).unwrap_or_default();
    sheet.heading(&format!("{}{fare}", direction.title));
    for flight in &direction.flights {
        sheet.keep_together(6);
        stretch(sheet, texts, flight);
    }
}

fn stretch(sheet: &mut Layout, texts: Texts, Flight { name, from, to, bags }: &Flight) {
    sheet.line(name, Style::Strong);
    let at = |end: &End| format!("{}  {}", end.time, end.code);
    sheet.journey(&at(from), &at(to));
    sheet.space(3.0);
    sheet.fact(&texts.departs_when(&from.time, &from.date), &from.place, Style::Text);
    sheet.fact(&texts.arrives_when(&to.time, &to.date), &to.place, Style::Text);
    sheet.fact(&texts.bags_each(), bags, Style::Text);
    sheet.space(6.0);
}
