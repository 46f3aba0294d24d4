//! The files of an email: the itinerary as PDF, and the flights for a calendar.
//!
//! A mail is never held up by them: it goes without what can't be drawn or is too large, and the log says so.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::anyhow;
use mail::Attachment;
use time::OffsetDateTime;

use crate::domain::booking::Status;
use crate::domain::{Booking, calendar, itinerary as trip};
use crate::itinerary_pdf;

/// Calendars change the same events again once the trip is cancelled (RFC 5546, 3.2.1).
const CALENDAR: &str = "text/calendar; charset=utf-8; method=PUBLISH";

/// The files of a mail, and the sentence that names them; empty where there is none.
#[derive(Default)]
pub struct Attachments {
    pub files: Vec<Attachment>,
    pub said: String,
}

/// A trip has both; a cancelled one tells the calendar.
pub fn of(booking: &Booking, now: OffsetDateTime) -> Attachments {
    let (itinerary, flights) = match booking.status(now) {
        Status::Confirmed | Status::Completed => (itinerary(booking, now), flights(booking, now)),
        Status::Cancelled => (None, flights(booking, now)),
        Status::Pending | Status::Failed => return Attachments::default(),
    };
    let texts = trip::texts(booking);
    let said = match (&itinerary, &flights, booking.status(now)) {
        (_, Some(_), Status::Cancelled) => texts.attached_cancellation(),
        (Some(_), Some(_), _) => texts.attached_both(),
        (Some(_), None, _) => texts.attached_itinerary(),
        (None, Some(_), _) => texts.attached_flights(),
        (None, None, _) => String::new(),
    };
    Attachments { files: [itinerary, flights].into_iter().flatten().collect(), said }
}

fn itinerary(booking: &Booking, now: OffsetDateTime) -> Option<Attachment> {
    let drawn = or_nothing(|| itinerary_pdf::draw(booking, now)).unwrap_or_else(|error| {
        tracing::error!(booking.id = %booking.id, error = format!("{error:#}"), "an itinerary can't be drawn");
        None
    });
    file(booking, "pdf", "application/pdf", drawn?)
}

/// A panic over the texts of other companies is an itinerary that can't be drawn: the booking goes on.
fn or_nothing<T>(draw: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    catch_unwind(AssertUnwindSafe(draw)).unwrap_or_else(|_panic| Err(anyhow!("the drawing panicked")))
}

fn flights(booking: &Booking, now: OffsetDateTime) -> Option<Attachment> {
    file(booking, "ics", CALENDAR, calendar::of_trip(booking, now)?.into_bytes())
}

fn file(booking: &Booking, ending: &str, media_type: &str, content: Vec<u8>) -> Option<Attachment> {
    let size = content.len();
    let file = Attachment::new(format!("{}.{ending}", booking.file_name()), media_type, content);
    if file.is_none() {
        tracing::error!(booking.id = %booking.id, ending, size, "a mail goes without a file that is too large");
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_that_panics_is_one_that_failed() {
        assert_eq!(or_nothing(|| Ok(1)).unwrap(), 1);
        assert!(or_nothing(|| -> anyhow::Result<u8> { panic!("a glyph of no font") }).is_err());
    }
}
