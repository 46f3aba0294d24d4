//! The mails of a refund that did not get to its card: that it did not, and that a person has paid it.

use askama::Template;
use mail::{Letterhead, Mail};
use texts::Html;

use super::render;
use crate::domain::Booking;
use crate::domain::itinerary::{self, Journey};
use crate::domain::review::owed;
use crate::domain::shown;
use crate::repository::Email;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "refund.txt")]
struct RefundText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    refund: &'b Owed,
}

#[derive(Template)]
#[template(path = "refund.html")]
struct RefundHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    refund: &'b Owed,
}

struct Owed {
    name: String,
    test: Option<String>,
    title: String,
    /// The trip it was paid for.
    trip: String,
    journeys: Vec<Journey>,
    words: String,
}

/// The card provider refused the refund, or the bank sent the money back.
pub fn came_back(booking: &Booking) -> Option<Email> {
    let sum = shown::sum(owed(booking));
    let texts = itinerary::texts(booking);
    email(booking, "refund-came-back", texts.refund_came_back_title(&sum), texts.refund_came_back(&sum))
}

/// An administrator has said that they paid it.
pub fn paid_by_hand(booking: &Booking) -> Option<Email> {
    let sum = shown::sum(owed(booking));
    let texts = itinerary::texts(booking);
    email(booking, "refund-paid", texts.refund_paid_title(&sum), texts.refund_paid(&sum))
}

fn email(booking: &Booking, about: &str, title: String, words: String) -> Option<Email> {
    let offer = booking.quote.offer.as_ref();
    let first = offer.and_then(|offer| offer.slices.first());
    let (look, texts) = (&booking.letterhead, itinerary::texts(booking));
    let addressee = booking.addressee()?;
    let refund = &Owed {
        name: addressee.called().to_owned(),
        test: itinerary::test_notice(booking),
        title,
        trip: first.map(|slice| itinerary::route_and_day(texts, slice)).unwrap_or_default(),
        journeys: offer.map(|offer| itinerary::journeys(texts, offer)).unwrap_or_default(),
        words,
    };
    let mail = Mail {
        to: addressee.email.clone(),
        subject: refund.title.clone(),
        text: render(&RefundText { texts, look, refund }),
        html: Some(render(&RefundHtml { texts: texts.as_html(), look, refund })),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key: Email::key(about, booking.id),
    };
    Some(Email { mail, link: None })
}
