//! The flights of a trip as a calendar (RFC 5545).
//!
//! Times are written as instants in UTC, which every calendar shows right wherever its owner is; a flight from an
//! airport of unknown zone stands at its local time, without an end.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proto::flights::v1::{Place, Segment};
use time::OffsetDateTime;

use super::Booking;
use super::booking::Status;
use super::{itinerary, journey};
use crate::texts::Texts;

/// RFC 5545, 3.1: octets of a line, its break not counted.
const LONGEST_LINE: usize = 75;

/// Three hours before the event begins (3.8.6.3).
const ALARM: &str = "-PT3H";

/// The calendar of a booking; nothing where it has no trip.
pub fn of_trip(booking: &Booking, now: OffsetDateTime) -> Option<String> {
    let reference = &booking.order.as_ref()?.reference;
    let status = match booking.status(now) {
        Status::Confirmed | Status::Completed => "CONFIRMED",
        Status::Cancelled => "CANCELLED",
        Status::Pending | Status::Failed => return None,
    };
    let mut calendar = Calendar::new(itinerary::texts(booking));
    calendar.line("BEGIN", "VCALENDAR");
    calendar.line("VERSION", "2.0");
    calendar.line("PRODID", "-//Fareway//Trips//EN");
    calendar.line("METHOD", "PUBLISH");
    for segment in journey::segments(booking.quote.offer.as_ref()?) {
        calendar.line("BEGIN", "VEVENT");
        calendar.line("UID", &format!("{}/{}", booking.id, segment.id));
        // Importing the calendar again changes the same event.
        calendar.line("SEQUENCE", &booking.version.to_string());
        calendar.line("DTSTAMP", &utc(now)?);
        calendar.line("STATUS", status);
        calendar.flight(segment, reference);
        if status == "CONFIRMED" {
            calendar.alarm(segment);
        }
        calendar.line("END", "VEVENT");
    }
    calendar.line("END", "VCALENDAR");
    Some(calendar.text)
}

struct Calendar {
    texts: Texts,
    text: String,
}

impl Calendar {
    fn new(texts: Texts) -> Self {
        Self { texts, text: String::new() }
    }

    fn flight(&mut self, segment: &Segment, reference: &str) {
        let (origin, destination) = (place(segment.origin.as_ref()), place(segment.destination.as_ref()));
        let number = journey::number(segment);
        match journey::takes_off(segment).zip(journey::lands(segment)) {
            Some((start, end)) => {
                self.line("DTSTART", &utc(start).unwrap_or_default());
                self.line("DTEND", &utc(end).unwrap_or_default());
            }
            None => self.line("DTSTART", &segment.departing_at.replace(['-', ':'], "")),
        }
        let texts = self.texts;
        self.text("SUMMARY", &texts.flight_title(number, &origin.city_name, &destination.city_name));
        self.text("LOCATION", &itinerary::airport(texts, &origin, segment.origin_terminal.as_deref()));
        self.text("DESCRIPTION", &description(texts, segment, (&origin, &destination), reference));
    }

    /// Reminds of a flight in time to leave for the airport.
    fn alarm(&mut self, segment: &Segment) {
        self.line("BEGIN", "VALARM");
        self.line("ACTION", "DISPLAY");
        self.line("TRIGGER", ALARM);
        let city = place(segment.destination.as_ref()).city_name;
        let number = journey::number(segment);
        self.text("DESCRIPTION", &self.texts.reminder(number, city));
        self.line("END", "VALARM");
    }

    /// A property whose value is text: what separates values is escaped (3.3.11).
    fn text(&mut self, name: &str, value: &str) {
        let escaped = value
            .replace('\\', "\\\\")
            .replace(';', "\\;")
            .replace(',', "\\,")
            .replace("\r\n", "\\n")
            .replace(['\n', '\r'], "\\n");
        self.line(name, &escaped);
    }

    /// A property, folded between characters.
    fn line(&mut self, name: &str, value: &str) {
        let mut length = 0;
        for character in format!("{name}:{value}").chars() {
            if length + character.len_utf8() > LONGEST_LINE {
                self.text.push_str("\r\n ");
                length = 1;
            }
            self.text.push(character);
            length += character.len_utf8();
        }
        self.text.push_str("\r\n");
    }
}

fn place(place: Option<&Place>) -> Place {
    place.cloned().unwrap_or_default()
}

/// `20260601T100000Z`.
fn utc(at: OffsetDateTime) -> Option<String> {
    let at = Timestamp::from_second(at.unix_timestamp()).ok()?;
    Some(at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string())
}

fn description(texts: Texts, segment: &Segment, (from, to): (&Place, &Place), reference: &str) -> String {
    let clock = |local: &str| local.get(11..16).unwrap_or_default().to_owned();
    let (departs, arrives) = (clock(&segment.departing_at), clock(&segment.arriving_at));
    let times = texts.times_line(&from.iata_code, departs, &to.iata_code, arrives);
    let operator = journey::other_operator(segment).map(|carrier| texts.operator_line(&carrier.name));
    [texts.reference_line(reference), times].into_iter().chain(operator).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use texts::Locale;

    use super::*;

    #[test]
    fn a_line_is_folded_between_characters_before_its_76th_octet() {
        let mut calendar = Calendar::new(Texts::of(Locale::English));

        calendar.line("X", &"ü".repeat(80));

        let lines: Vec<_> = calendar.text.trim_end().split("\r\n").collect();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= LONGEST_LINE), "{lines:?}");
        assert_eq!(lines.join("").replace(' ', ""), format!("X:{}", "ü".repeat(80)));
    }

    #[test]
    fn what_an_airline_calls_things_breaks_out_of_no_line() {
        let mut calendar = Calendar::new(Texts::of(Locale::English));

        calendar.text("SUMMARY", "A, B; C\\D\r\nEND:VEVENT\nX");

        assert_eq!(calendar.text, "SUMMARY:A\\, B\\; C\\\\D\\nEND:VEVENT\\nX\r\n");
    }

    #[test]
    fn flights_are_instants_and_without_a_zone_local_times() {
        let place =
            |zone: Option<&str>| Some(Place { time_zone: zone.map(ToOwned::to_owned), ..Place::default() });
        let check = |from: Option<&str>, to: Option<&str>, start: &str, end: Option<&str>| {
            let segment = Segment {
                departing_at: "2026-03-28T23:00:00".into(),
                arriving_at: "2026-03-30T06:30:00".into(),
                origin: place(from),
                destination: place(to),
                ..Segment::default()
            };
            let mut calendar = Calendar::new(Texts::of(Locale::English));

            calendar.flight(&segment, "RZPNX8");

            assert!(calendar.text.contains(&format!("DTSTART:{start}\r\n")), "{}", calendar.text);
            let told = calendar.text.lines().find_map(|line| line.strip_prefix("DTEND:"));
            assert_eq!(told, end, "{from:?} {to:?}");
        };
        // London's clocks change in the night between.
        check(Some("Europe/London"), Some("Asia/Kolkata"), "20260328T230000Z", Some("20260330T010000Z"));
        check(Some("Asia/Tokyo"), Some("Europe/London"), "20260328T140000Z", Some("20260330T053000Z"));
        check(
            Some("Pacific/Auckland"),
            Some("Pacific/Chatham"),
            "20260328T100000Z",
            Some("20260329T164500Z"),
        );
        check(Some("Europe/London"), None, "20260328T230000", None);
        check(Some("Mars/Olympus"), Some("Asia/Kolkata"), "20260328T230000", None);
    }
}
