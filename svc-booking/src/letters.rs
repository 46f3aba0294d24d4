//! The mails of this service: one at each end of a booking that the traveller would not see otherwise, and the links
//! that guests ask for. Each is plain text and the same as HTML, in the look of the brand that sold the trip.

use askama::Template;
use mail::{Letterhead, Mail};
use service::token::{self, TokenHash};
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, Weekday};
use url::Url;
use uuid::Uuid;

use crate::domain::Booking;
use crate::domain::booking::Status;
use crate::domain::guest_link::LIVES;
use crate::domain::itinerary::{self, Itinerary};
use crate::domain::refund::{Refund, RefundTo};
use crate::domain::shown;
use crate::enclosures::{self, Enclosures};

/// The page waits no longer: from then on the traveller may have gone.
const PAGE_WAITS: Duration = Duration::seconds(25);
/// What banks take at most to show a refund.
const REFUND_TAKES: u32 = 14;

#[derive(Template)]
#[template(path = "confirmed.txt")]
struct ConfirmedText<'b> {
    trip: &'b Itinerary,
    is_guest: bool,
    my_trips: &'b str,
    find_trip: &'b str,
}

/// What the mail says and the page does not.
#[derive(Template)]
#[template(path = "mailed.txt")]
struct MailedText<'b> {
    open: Option<&'b Url>,
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "confirmed.html")]
struct ConfirmedHtml<'b> {
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
    trip: &'b Itinerary,
    fee: &'b str,
    to_card: &'b str,
    promise: &'b str,
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "cancelled.html")]
struct CancelledHtml<'b> {
    look: &'b Letterhead,
    trip: &'b Itinerary,
    fee: &'b str,
    to_card: &'b str,
    promise: &'b str,
    enclosed: &'b str,
}

#[derive(Template)]
#[template(path = "failed.txt")]
struct FailedText<'b> {
    sought: &'b Sought,
    reason: &'b str,
}

#[derive(Template)]
#[template(path = "failed.html")]
struct FailedHtml<'b> {
    look: &'b Letterhead,
    sought: &'b Sought,
    reason: &'b str,
}

/// What was wanted and could not be had.
struct Sought {
    name: String,
    route: String,
    total: String,
    /// The money was taken, and has gone back.
    was_paid_back: bool,
    search: String,
}

#[derive(Template)]
#[template(path = "links.txt")]
struct LinksText<'b> {
    links: &'b [Link],
}

#[derive(Template)]
#[template(path = "links.html")]
struct LinksHtml<'b> {
    look: &'b Letterhead,
    links: &'b [Link],
}

struct Link {
    route: String,
    reference: String,
    url: Url,
}

/// A mail's two bodies.
struct Bodies {
    text: String,
    html: String,
}

/// A mail, and the link in it that opens the booking.
#[derive(Debug, Clone)]
pub struct Letter {
    pub mail: Mail,
    pub link: Option<TokenHash>,
}

/// What the traveller is written when his booking has come to stand as it does.
pub fn of_change(booking: &Booking, now: OffsetDateTime) -> Option<Letter> {
    let reference = booking.order.as_ref().map_or("", |order| &order.reference);
    let token = booking.is_guests().then(token::generate);
    let mut link = None;
    let Enclosures { files, said } = enclosures::of(booking, now);
    let (about, subject, bodies) = match booking.status(now) {
        Status::Confirmed | Status::Completed => {
            let open = token.as_ref().and_then(|token| opening(booking.public_url.as_ref(), token));
            link = token.filter(|_| open.is_some()).map(|token| TokenHash::of(&token));
            (
                "confirmed",
                format!("Your booking {reference} is confirmed"),
                confirmed(booking, open.as_ref(), said)?,
            )
        }
        Status::Cancelled => {
            ("cancelled", format!("Your booking {reference} is cancelled"), cancelled(booking, said)?)
        }
        Status::Failed => ("failed", "Your booking could not be made".to_owned(), failed(booking)?),
        Status::Pending => return None,
    };
    let mail = Mail {
        to: booking.primary()?.email.clone(),
        subject,
        text: bodies.text,
        html: Some(bodies.html),
        attachments: files,
        sender: Some(booking.letterhead.sender()),
        useless_after: None,
        dedupe_key: format!("{about}/{}", booking.id),
    };
    Some(Letter { mail, link })
}

/// The booking failed while the request that made it may still wait for its end.
pub fn may_be_answered(booking: &Booking, now: OffsetDateTime) -> bool {
    booking.status(now) == Status::Failed && now - booking.created_at <= PAGE_WAITS
}

/// The text of the confirmation, as the page shows it too, without the link and the files that only the mail has; empty
/// while there is nothing to confirm.
pub fn confirmation(booking: &Booking) -> String {
    confirmed(booking, None, "").map(|bodies| bodies.text).unwrap_or_default()
}

fn confirmed(booking: &Booking, open: Option<&Url>, enclosed: &str) -> Option<Bodies> {
    let (trip, look) = (&Itinerary::of(booking)?, &booking.letterhead);
    let (my_trips, find_trip) = (&page(booking, "/my-trips"), &page(booking, "/trip"));
    let is_guest = booking.is_guests();
    Some(Bodies {
        text: render(&ConfirmedText { trip, is_guest, my_trips, find_trip })
            + &render(&MailedText { open, enclosed }),
        html: render(&ConfirmedHtml { look, trip, open, enclosed, is_guest, my_trips, find_trip }),
    })
}

fn cancelled(booking: &Booking, enclosed: &str) -> Option<Bodies> {
    let (trip, look) = (&Itinerary::of(booking)?, &booking.letterhead);
    let cancellation = booking.cancelled()?;
    let refund = &cancellation.refund;
    let (fee, to_card) = (&shown::sum(refund.fee(booking.total)), &shown::sum(refund.to_card));
    let promise = &promise(refund, cancellation.confirmed_at);
    Some(Bodies {
        text: render(&CancelledText { trip, fee, to_card, promise, enclosed }),
        html: render(&CancelledHtml { look, trip, fee, to_card, promise, enclosed }),
    })
}

fn failed(booking: &Booking) -> Option<Bodies> {
    let (look, reason) = (&booking.letterhead, &booking.failure()?.message);
    let slices = booking.quote.offer.as_ref().map_or(&[][..], |offer| &offer.slices);
    let sought = &Sought {
        name: booking.primary()?.given_name.clone(),
        route: slices.first().map(itinerary::route).unwrap_or_default(),
        total: shown::sum(booking.total),
        was_paid_back: booking.saga.money_taken,
        search: page(booking, "/"),
    };
    Some(Bodies {
        text: render(&FailedText { sought, reason }),
        html: render(&FailedHtml { look, sought, reason }),
    })
}

/// What goes back, and by when (requirement R37).
fn promise(refund: &Refund, cancelled_at: Option<OffsetDateTime>) -> String {
    let card = if refund.to_card.minor == 0 {
        "Nothing goes back to your card.".to_owned()
    } else {
        let by = cancelled_at.and_then(|at| {
            working_days_after(at.date(), REFUND_TAKES)
                .format(format_description!("[day padding:none] [month repr:long] [year]"))
                .ok()
        });
        let by = by.map(|date| format!(": by {date}")).unwrap_or_default();
        format!(
            "{} go back to the card you paid with. Banks take up to {REFUND_TAKES} business days to show it{by}.",
            shown::sum(refund.to_card)
        )
    };
    match refund.to {
        RefundTo::Card => card,
        RefundTo::Voucher => format!("{card} The airline gives its part as a voucher."),
        RefundTo::AirlineCredits => format!("{card} The airline gives its part as airline credit."),
    }
}

fn working_days_after(start: Date, days: u32) -> Date {
    let mut date = start;
    let mut left = days;
    while left > 0 {
        date = date.saturating_add(Duration::DAY);
        left -= u32::from(!matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday));
    }
    date
}

/// A link that opens one trip.
pub struct TripLink<'b> {
    pub booking: &'b Booking,
    pub token: String,
}

/// The links that a guest asked for, all to one person. `site`: where the brand's site is now.
pub fn of_links(asked: &[TripLink<'_>], site: Option<&Url>, now: OffsetDateTime) -> Option<Mail> {
    let first = asked.first()?.booking;
    let links: Vec<_> = asked.iter().filter_map(|link| link_of(link, site)).collect();
    Some(Mail {
        to: first.primary()?.email.clone(),
        subject: "The link to your trip".to_owned(),
        text: render(&LinksText { links: &links }),
        html: Some(render(&LinksHtml { look: &first.letterhead, links: &links })),
        attachments: Vec::new(),
        sender: Some(first.letterhead.sender()),
        useless_after: Some(now + LIVES),
        dedupe_key: format!("guest-link/{}", Uuid::now_v7()),
    })
}

fn link_of(TripLink { booking, token }: &TripLink<'_>, site: Option<&Url>) -> Option<Link> {
    let site = site.or(booking.public_url.as_ref())?;
    Some(Link {
        route: booking.quote.offer.as_ref()?.slices.first().map(itinerary::route).unwrap_or_default(),
        reference: booking.order.as_ref()?.reference.clone(),
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

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_refund_is_promised_in_working_days() {
        let table = [
            (date!(2026 - 03 - 02), 1, date!(2026 - 03 - 03)),
            (date!(2026 - 03 - 06), 1, date!(2026 - 03 - 09)),
            (date!(2026 - 03 - 07), 5, date!(2026 - 03 - 13)),
            (date!(2026 - 03 - 01), 14, date!(2026 - 03 - 19)),
        ];
        for (start, days, expected) in table {
            assert_eq!(working_days_after(start, days), expected, "{days} after {start}");
        }
    }
}
