//! Reads a drawn itinerary, for the tests of what else tells the same.

use super::layout::Mark;
use super::size::PaperSize;
use crate::domain::Booking;
use crate::domain::itinerary::Itinerary;

/// Every text that is drawn.
pub fn texts_of_pdf(booking: &Booking) -> Vec<String> {
    let trip = Itinerary::of(booking).unwrap();
    let pages = super::written("", &trip, &booking.letterhead, PaperSize::LETTER);
    let texts = pages.into_iter().flatten().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(text),
        Mark::Rule { .. } | Mark::Track { .. } => None,
    });
    texts.collect()
}

/// Names on the left of the PDF, and what stands on the right of each.
pub fn facts_of_pdf(booking: &Booking) -> Vec<(String, String)> {
    let trip = Itinerary::of(booking).unwrap();
    let pages = super::written("Itinerary", &trip, &booking.letterhead, PaperSize::LETTER);
    let texts = pages.into_iter().flatten().filter_map(|mark| match mark {
        Mark::Text { block: Some(block), text, .. } => Some((block, text)),
        Mark::Text { .. } | Mark::Rule { .. } | Mark::Track { .. } => None,
    });
    let texts: Vec<_> = texts.collect();
    let pairs = texts.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    pairs.map(|pair| (pair[0].1.clone(), pair[1].1.clone())).collect()
}
