//! Airline credits in mails: beside the refund of a cancelled trip, and in a mail of their own once a code comes later.

use askama::Template;
use mail::{Letterhead, Mail};
use texts::Html;

use super::render;
use crate::domain::{Booking, itinerary, shown};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "credit.txt")]
struct CreditText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    issued: &'b CodeIssued,
}

#[derive(Template)]
#[template(path = "credit.html")]
struct CreditHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    issued: &'b CodeIssued,
}

struct CodeIssued {
    name: String,
    test: Option<String>,
    /// The trip that was cancelled.
    trip: String,
    credits: Vec<CreditSummary>,
}

/// A credit, and what a traveller needs to use it.
pub struct CreditSummary {
    /// The traveller's name.
    pub holder: String,
    /// What the airline calls it.
    pub name: String,
    /// Empty while the airline has not issued it.
    pub code: String,
    pub amount: String,
    pub issued_on: String,
}

/// The credits of a cancelled trip, in words.
pub fn summaries(booking: &Booking) -> Vec<CreditSummary> {
    let credits = booking.credits.iter().map(|credit| CreditSummary {
        holder: credit.holder(&booking.travellers),
        name: credit.name.clone(),
        code: credit.code.clone().unwrap_or_default(),
        amount: credit.worth().map(shown::sum).unwrap_or_default(),
        issued_on: credit.issued_on.and_then(shown::date).unwrap_or_default(),
    });
    credits.collect()
}

/// The airline has issued a code that it did not give with the cancellation. Lists every credit of the trip.
pub fn code_issued(booking: &Booking) -> Option<Mail> {
    let first = booking.quote.offer.as_ref().and_then(|offer| offer.slices.first());
    let addressee = booking.addressee()?;
    let (look, texts) = (&booking.letterhead, itinerary::texts(booking));
    let issued = &CodeIssued {
        name: addressee.called().to_owned(),
        test: itinerary::test_notice(booking),
        trip: first.map(|slice| itinerary::route_and_day(texts, slice)).unwrap_or_default(),
        credits: summaries(booking),
    };
    Some(Mail {
        to: addressee.email.clone(),
        subject: texts.code_issued_title(),
        text: render(&CreditText { texts, look, issued }),
        html: Some(render(&CreditHtml { texts: texts.as_html(), look, issued })),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        // A code is never taken back: each number of codes is reached once.
        dedupe_key: format!(
            "airline-credit/{}/{}",
            booking.id,
            crate::domain::credit::codes(&booking.credits)
        ),
    })
}
