//! The mails of this service: one at each end of a booking that the traveller would not see otherwise, and the links
//! that guests ask for. Each is plain text and the same as HTML, in the look of the brand that sold the trip.

mod attachments;
pub mod credit;
mod money_words;
pub mod on_call;
pub mod refund;
#[cfg(test)]
mod sums;
#[cfg(test)]
mod words_outside_catalogues;

use askama::Template;
use mail::{Letterhead, Mail};
use service::token::{self, TokenHash};
use texts::Html;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::domain::guest_link::LIVES;
use crate::domain::itinerary::{self, Itinerary};
use crate::domain::shown;
use crate::repository::Email;
use crate::texts::Texts;
use attachments::Attachments;
use credit::CreditSummary;
use money_words::RefundSummary;

/// The page waits no longer: from then on the traveller may have gone.
const PAGE_WAITS: Duration = Duration::seconds(25);

#[derive(Template)]
#[template(path = "confirmed.txt")]
struct ConfirmedText<'b> {
    texts: Texts,
    trip: &'b Itinerary,
    is_guest: bool,
    my_trips: &'b str,
    find_trip: &'b str,
}

/// What the mail says and the page does not.
#[derive(Template)]
#[template(path = "mailed.txt")]
struct MailedText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    open: Option<&'b Url>,
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "confirmed.html")]
struct ConfirmedHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    trip: &'b Itinerary,
    /// Opens the trip of a guest.
    open: Option<&'b Url>,
    enclosed: &'b str,
    is_guest: bool,
    my_trips: &'b str,
    find_trip: &'b str,
}

#[derive(Template)]
#[template(path = "cancelled.txt")]
struct CancelledText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    trip: &'b Itinerary,
    refund_summary: &'b RefundSummary,
    credits: &'b [CreditSummary],
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "cancelled.html")]
struct CancelledHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    trip: &'b Itinerary,
    refund_summary: &'b RefundSummary,
    credits: &'b [CreditSummary],
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "failed.txt")]
struct FailedText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    sought: &'b Sought,
}

#[derive(Template)]
#[template(path = "failed.html")]
struct FailedHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    sought: &'b Sought,
}

/// What was wanted and could not be had.
struct Sought {
    name: String,
    test: Option<String>,
    /// Where to, and on which day.
    trip: String,
    total: String,
    /// Why it could not be had, without a word of the money.
    reason: String,
    /// What became of the money.
    card: String,
    search: String,
}

#[derive(Template)]
#[template(path = "links.txt")]
struct LinksText<'b> {
    texts: Texts,
    look: &'b Letterhead,
    links: &'b [Link],
}

#[derive(Template)]
#[template(path = "links.html")]
struct LinksHtml<'b> {
    texts: Texts<Html>,
    look: &'b Letterhead,
    links: &'b [Link],
}

struct Link {
    /// Which trip it opens.
    title: String,
    url: Url,
}

/// A mail's two bodies.
pub struct Bodies {
    pub text: String,
    pub html: String,
}

/// A traveller whose bank has just said no still has the page open, and it keeps the trip for another card. The mail
/// waits this long: once they have booked with another card, it would only confuse them.
const ANOTHER_CARD: Duration = Duration::minutes(10);

/// What the traveller is written when their booking has come to stand as it does.
pub fn of_change(booking: &Booking, now: OffsetDateTime) -> Option<Email> {
    let reference = booking.order.as_ref().map_or("", |order| &order.reference);
    let texts = itinerary::texts(booking);
    let token = booking.is_guests().then(token::generate);
    let mut link = None;
    let Attachments { files, said } = attachments::of(booking, now);
    let (about, subject, bodies) = match booking.status(now) {
        Status::Confirmed | Status::Completed => {
            let open = token.as_ref().and_then(|token| opening(booking.public_url.as_ref(), token));
            link = token.filter(|_| open.is_some()).map(|token| TokenHash::of(&token));
            ("confirmed", texts.confirmed_subject(reference), confirmed(booking, open.as_ref(), &said)?)
        }
        Status::Cancelled => ("cancelled", texts.cancelled_subject(reference), cancelled(booking, &said)?),
        Status::Failed => (Email::FAILED, texts.failed_title(), failed(booking, now)?),
        Status::Pending => return None,
    };
    let mail = Mail {
        to: booking.addressee()?.email.clone(),
        subject,
        text: bodies.text,
        html: Some(bodies.html),
        attachments: files,
        sender: Some(booking.letterhead.sender()),
        not_before: booking.failed_at_the_card().then(|| now + ANOTHER_CARD),
        useless_after: None,
        unsubscribe: None,
        dedupe_key: Email::key(about, booking.id),
    };
    Some(Email { mail, link })
}

/// The booking failed while the request that made it may still wait for its end.
pub fn may_be_answered(booking: &Booking, now: OffsetDateTime) -> bool {
    booking.status(now) == Status::Failed && now - booking.created_at <= PAGE_WAITS
}

/// The text of the confirmation, as the page shows it too, without what only the mail has: the link, the files and the
/// brand's address. Empty while there is nothing to confirm.
pub fn confirmation(booking: &Booking) -> String {
    Itinerary::of(booking).map(|trip| text_of(booking, &trip)).unwrap_or_default()
}

fn text_of(booking: &Booking, trip: &Itinerary) -> String {
    let (my_trips, find_trip) = (&page(booking, "/my-trips"), &page(booking, "/trip"));
    let (texts, is_guest) = (itinerary::texts(booking), booking.is_guests());
    render(&ConfirmedText { texts, trip, is_guest, my_trips, find_trip })
}

/// The mail of a confirmation, without its files.
pub fn confirmed(booking: &Booking, open: Option<&Url>, enclosed: &str) -> Option<Bodies> {
    let (trip, look) = (&Itinerary::of(booking)?, &booking.letterhead);
    let (my_trips, find_trip) = (&page(booking, "/my-trips"), &page(booking, "/trip"));
    let (texts, is_guest) = (itinerary::texts(booking), booking.is_guests());
    let mailed = MailedText { texts, look, open, enclosed };
    let texts = texts.as_html();
    Some(Bodies {
        text: text_of(booking, trip) + &render(&mailed),
        html: render(&ConfirmedHtml { texts, look, trip, open, enclosed, is_guest, my_trips, find_trip }),
    })
}

fn cancelled(booking: &Booking, enclosed: &str) -> Option<Bodies> {
    let (trip, look) = (&Itinerary::of(booking)?, &booking.letterhead);
    let refund_summary = &money_words::refund_summary(booking)?;
    let credits = &credit::summaries(booking);
    let texts = itinerary::texts(booking);
    let text = CancelledText { texts, look, trip, refund_summary, credits, enclosed };
    let html = CancelledHtml { texts: texts.as_html(), look, trip, refund_summary, credits, enclosed };
    Some(Bodies { text: render(&text), html: render(&html) })
}

fn failed(booking: &Booking, now: OffsetDateTime) -> Option<Bodies> {
    let (look, texts) = (&booking.letterhead, itinerary::texts(booking));
    let first = booking.quote.offer.as_ref().and_then(|offer| offer.slices.first());
    let sought = &Sought {
        name: booking.primary()?.called().to_owned(),
        test: itinerary::test_notice(booking),
        trip: first.map(|slice| itinerary::route_and_day(texts, slice)).unwrap_or_default(),
        total: shown::sum(booking.total),
        reason: booking.failure()?.explanation.words(texts),
        card: money_words::after_failure(booking, now),
        search: page(booking, "/"),
    };
    let html = FailedHtml { texts: texts.as_html(), look, sought };
    Some(Bodies { text: render(&FailedText { texts, look, sought }), html: render(&html) })
}

/// A link that opens one trip.
pub struct TripLink<'b> {
    pub booking: &'b Booking,
    pub token: String,
}

/// The links that a guest asked for, all to one person. `site`: where the brand's site is now.
pub fn of_links(asked: &[TripLink<'_>], site: Option<&Url>, now: OffsetDateTime) -> Option<Mail> {
    let first = asked.first()?.booking;
    let links = &asked.iter().filter_map(|link| link_of(link, site)).collect::<Vec<_>>();
    let (look, texts) = (&first.letterhead, itinerary::texts(first));
    Some(Mail {
        to: first.addressee()?.email.clone(),
        subject: texts.links_title(),
        text: render(&LinksText { texts, look, links }),
        html: Some(render(&LinksHtml { texts: texts.as_html(), look, links })),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: Some(now + LIVES),
        unsubscribe: None,
        dedupe_key: format!("guest-link/{}", Uuid::now_v7()),
    })
}

fn link_of(TripLink { booking, token }: &TripLink<'_>, site: Option<&Url>) -> Option<Link> {
    let site = site.or(booking.public_url.as_ref())?;
    let texts = itinerary::texts(booking);
    let first = booking.quote.offer.as_ref()?.slices.first();
    let route = first.map(|slice| itinerary::route(texts, slice)).unwrap_or_default();
    Some(Link {
        title: texts.link_heading(route, &booking.order.as_ref()?.reference),
        url: opening(Some(site), token)?,
    })
}

/// Where a token opens its trip. Behind a # no server is sent it, so that it reaches no log.
fn opening(site: Option<&Url>, token: &str) -> Option<Url> {
    Some(mail::link(site?, &format!("/trip#token={token}")))
}

/// A page of the brand's site.
fn page(booking: &Booking, path: &str) -> String {
    booking.public_url.as_ref().map(|site| mail::link(site, path).into()).unwrap_or_default()
}

fn render(template: &impl Template) -> String {
    template.render().expect("a template of strings alone renders")
}
