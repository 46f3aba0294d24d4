//! The mails of a refund that did not get to its card: that it did not, and that a person has paid it.

use askama::Template;
use mail::{Letterhead, Mail};

use super::render;
use crate::domain::Booking;
use crate::domain::itinerary::{self, Journey};
use crate::domain::shown;
use crate::repository::Email;

#[derive(Template)]
#[template(path = "refund.txt")]
struct RefundText<'b> {
    look: &'b Letterhead,
    refund: &'b Owed,
}

#[derive(Template)]
#[template(path = "refund.html")]
struct RefundHtml<'b> {
    look: &'b Letterhead,
    refund: &'b Owed,
}

struct Owed {
    name: String,
    test: Option<&'static str>,
    title: String,
    /// The trip it was paid for.
    trip: String,
    journeys: Vec<Journey>,
    words: String,
}

/// The card provider refused the refund, or the bank sent the money back.
pub fn came_back(booking: &Booking) -> Option<Email> {
    let sum = shown::sum(owed(booking));
    let words = format!(
        "We couldn't pay your refund of {sum} to the card you booked with. Our team is arranging another way to pay you \
         and will e-mail you when it's done.",
    );
    email(booking, "refund-came-back", format!("Your refund of {sum} did not reach your card"), words)
}

/// An administrator has said that they paid it.
pub fn paid_by_hand(booking: &Booking) -> Option<Email> {
    let sum = shown::sum(owed(booking));
    let words = format!(
        "We've paid your refund of {sum}, but not to the card you booked with. It can take a few days to arrive.",
    );
    email(booking, "refund-paid", format!("Your refund of {sum} has been paid"), words)
}

/// What was to go back to the card: all of it, where the booking failed.
fn owed(booking: &Booking) -> money::Money {
    booking.cancelled().map_or(booking.total, |cancellation| cancellation.refund.to_card)
}

fn email(booking: &Booking, about: &str, title: String, words: String) -> Option<Email> {
    let first = booking.quote.offer.as_ref().and_then(|offer| offer.slices.first());
    let look = &booking.letterhead;
    let primary = booking.primary()?;
    let refund = &Owed {
        name: primary.called().to_owned(),
        test: itinerary::test_notice(booking),
        title,
        trip: first.map(itinerary::route_and_day).unwrap_or_default(),
        journeys: booking.quote.offer.as_ref().map(itinerary::journeys).unwrap_or_default(),
        words,
    };
    let mail = Mail {
        to: primary.email.clone(),
        subject: refund.title.clone(),
        text: render(&RefundText { look, refund }),
        html: Some(render(&RefundHtml { look, refund })),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        dedupe_key: Email::key(about, booking.id),
    };
    Some(Email { mail, link: None })
}
