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
#[cfg(test)]
mod timelines;

use anyhow::Context;
use mail::Letterhead;
use time::OffsetDateTime;

use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::domain::itinerary::{self, Direction, End, Flight, Itinerary, Passenger};
use crate::texts::Texts;
use layout::{Layout, Spacing, Style};
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

/// Its lines stand closer where that saves a page with a few lines alone.
fn written(title: &str, trip: &Itinerary, look: &Letterhead, size: PaperSize) -> Vec<layout::Page> {
    let contacts = [&look.name, &look.phone, &look.email].map(String::as_str);
    let contacts: Vec<_> = contacts.into_iter().filter(|text| !text.is_empty()).collect();
    let on = |spacing| laid_out(title, trip, look, Layout::new(size, spacing));
    let wide = on(Spacing::Wide);
    let close = wide.ends_in_a_short_page().then(|| on(Spacing::Close));
    let saved = close.filter(|close| close.page_count() < wide.page_count());
    saved.unwrap_or(wide).finish(Texts::of(look.locale), &contacts.join("  ·  "))
}

fn laid_out(title: &str, trip: &Itinerary, look: &Letterhead, mut sheet: Layout) -> Layout {
    let texts = Texts::of(look.locale);
    sheet.line(title, Style::Title);
    if let Some(test) = &trip.test {
        sheet.line(test, Style::Strong);
    }
    sheet.fact(&texts.booking_reference(), &trip.reference, Style::Strong);
    sheet.fact(&texts.sold_by(), &look.name, Style::Text);
    sheet.fact(&texts.airline(), &trip.airline, Style::Text);
    sheet.line(&texts.times_are_local(), Style::Quiet);
    if let Some(bags) = &trip.lap_infant_bags {
        sheet.line(bags, Style::Quiet);
    }
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
    sheet
}

/// Age group, lap, seats and tickets, as far as they are known.
fn facts_of(texts: Texts, passenger: &Passenger) -> String {
    let Passenger { kind, lap, seats, tickets, .. } = passenger;
    let seats = (!seats.is_empty()).then(|| texts.seat(seats));
    let tickets = (!tickets.is_empty()).then(|| texts.e_ticket(tickets));
    [kind.clone()].into_iter().chain(lap.clone()).chain(seats).chain(tickets).collect::<Vec<_>>().join(", ")
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
    sheet.line(&direction.duration_and_stops, Style::Text);
    for flight in &direction.flights {
        let extra = u8::try_from(flight.extra_bags.len()).unwrap_or(u8::MAX);
        sheet.keep_together(6_u8.saturating_add(extra));
        stretch(sheet, texts, flight);
    }
}

fn stretch(sheet: &mut Layout, texts: Texts, Flight { name, from, to, bags, extra_bags }: &Flight) {
    sheet.line(name, Style::Strong);
    sheet.journey(&point(from), &point(to));
    sheet.space(3.0);
    sheet.fact(&texts.departs_when(&from.time, &from.date), &from.place, Style::Text);
    sheet.fact(&texts.arrives_when(&to.time, &to.date), &to.place, Style::Text);
    sheet.fact(&texts.bags_each(), bags, Style::Text);
    for bag in extra_bags {
        sheet.fact(&texts.extra_bags(), bag, Style::Text);
    }
    sheet.space(6.0);
}

/// `07:25 +1  LHR`.
fn point(End { time, days, code, .. }: &End) -> String {
    match days {
        0 => format!("{time}  {code}"),
        days => format!("{time} {days:+}  {code}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::itinerary_pdf::layout::Mark;

    fn end(code: &str, time: &str) -> End {
        let [code, place, date] =
            [code, "John F. Kennedy International Airport", "Fri, Mar 5, 2027"].map(str::to_owned);
        End { code, place, date, time: time.into(), days: 0 }
    }

    fn direction(title: &str, flight_count: usize) -> Direction {
        let flight = || Flight {
            name: "BA 178 British Airways".into(),
            from: end("JFK", "09:00"),
            to: end("LHR", "19:30"),
            bags: "1 checked bag, 1 cabin bag".into(),
            extra_bags: Vec::new(),
        };
        let flights = std::iter::repeat_with(flight).take(flight_count).collect();
        Direction {
            title: title.into(),
            fare: Some("Economy Standard".into()),
            duration_and_stops: "5h 30m, nonstop".into(),
            flights,
        }
    }

    /// There and back for two, with so many flights each way.
    fn trip(flight_count: usize) -> Itinerary {
        let passenger = |name: &str| Passenger {
            name: name.into(),
            kind: "adult".into(),
            lap: None,
            seats: "15A on BA 178, 22D on BA 177".into(),
            tickets: String::new(),
        };
        Itinerary {
            name: "Ada".into(),
            reference: "RZPNX8".into(),
            airline: "British Airways".into(),
            directions: vec![direction("Outbound", flight_count), direction("Return", flight_count)],
            lap_infant_bags: None,
            journeys: Vec::new(),
            passengers: vec![passenger("Ada Byron"), passenger("Maya Okafor")],
            sums: vec![("Base fare".into(), "$948.00".into()), ("Taxes and fees".into(), "$336.00".into())],
            total_label: "Total charged".into(),
            total: "$1,284.00".into(),
            card: None,
            service_fee: None,
            changes: "Allowed for a fee".into(),
            refunds: "Not refundable".into(),
            emissions: "412 kg".into(),
            advice: vec!["Check in online.".into(), "Check your documents.".into()],
            test: None,
        }
    }

    fn look() -> Letterhead {
        Letterhead::of(None)
    }

    /// The base lines of a page's texts, from the top.
    fn lines_of(page: &layout::Page) -> Vec<f32> {
        let line = |mark: &Mark| match mark {
            Mark::Text { y, block: Some(_), .. } => Some(*y),
            _ => None,
        };
        page.iter().filter_map(line).collect()
    }

    #[test]
    fn each_flight_names_the_bags_that_were_bought_for_it() {
        let mut trip = trip(1);
        trip.directions[0].flights[0].extra_bags = vec!["1 checked bag, 23 kg, Ada Byron".into()];
        let pages = written("Itinerary", &trip, &look(), PaperSize::A4);
        let text_of = |mark: &Mark| match mark {
            Mark::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        let texts: Vec<_> = pages[0].iter().filter_map(text_of).collect();
        let label = texts.iter().position(|text| *text == "Extra bags");
        let bag = label.and_then(|place| texts.get(place + 1));
        assert_eq!(bag.map(String::as_str), Some("1 checked bag, 23 kg, Ada Byron"));
        assert_eq!(texts.iter().filter(|text| *text == "Extra bags").count(), 1);
    }

    #[test]
    fn an_infant_is_on_the_lap_of_an_adult() {
        let infant = Passenger {
            name: "Joan Byron".into(),
            kind: "Infant".into(),
            lap: Some("on Ada's lap".into()),
            seats: String::new(),
            tickets: "125-1".into(),
        };
        let facts = facts_of(Texts::of(look().locale), &infant);
        assert_eq!(facts, "Infant, on Ada's lap, e-ticket 125-1");
    }

    #[test]
    fn a_trip_there_and_back_leaves_no_page_with_a_few_lines_alone() {
        for size in [PaperSize::LETTER, PaperSize::A4] {
            assert_eq!(written("Itinerary", &trip(1), &look(), size).len(), 1);
        }
    }

    #[test]
    fn lines_stand_no_closer_where_that_saves_no_page() {
        for size in [PaperSize::LETTER, PaperSize::A4] {
            let pages = written("Itinerary", &trip(2), &look(), size);
            assert_eq!(pages.len(), 2);
            let lines = lines_of(&pages[1]);
            assert!(lines.windows(2).map(|pair| pair[1] - pair[0]).all(|gap| !(0.1..=14.0).contains(&gap)));
        }
    }
}
