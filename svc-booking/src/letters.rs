//! The mails of this service: one at each end of a booking that the traveller would not see otherwise.

use std::fmt::Write as _;

use mail::Mail;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use crate::domain::booking::Status;
use crate::domain::{Booking, confirmation};

/// The page waits no longer: from then on the traveller may have gone.
const PAGE_WAITS: Duration = Duration::seconds(25);

/// What the traveller is written when his booking has come to stand as it does.
pub fn of_change(booking: &Booking, now: OffsetDateTime) -> Option<Mail> {
    let primary = booking.primary()?;
    let reference = booking.order.as_ref().map_or("", |order| &order.reference);
    let (about, subject, text) = match booking.status(now) {
        Status::Confirmed | Status::Completed => {
            ("confirmed", format!("Your booking {reference} is confirmed"), confirmed(booking))
        }
        Status::Cancelled => {
            ("cancelled", format!("Your booking {reference} is cancelled"), cancelled(booking, reference)?)
        }
        Status::Failed if now - booking.created_at > PAGE_WAITS => {
            ("failed", "Your booking could not be made".to_owned(), booking.failure()?.message)
        }
        Status::Failed | Status::Pending => return None,
    };
    Some(Mail {
        to: primary.email.clone(),
        subject,
        text,
        html: None,
        dedupe_key: format!("{about}/{}", booking.id),
    })
}

fn confirmed(booking: &Booking) -> String {
    let text = confirmation::text(booking);
    match &booking.public_url {
        Some(url) => format!("{text}\n\nMy Trips: {}", mail::link(url, "/my-trips")),
        None => text,
    }
}

fn cancelled(booking: &Booking, reference: &str) -> Option<String> {
    let refund = booking.cancelled()?.refund;
    let money = if refund.to_card.minor == 0 {
        "Nothing goes back to your card.".to_owned()
    } else {
        format!("{} go back to the card you paid with. Banks take up to 14 days to show it.", refund.to_card)
    };
    Some(format!("Your booking {reference} is cancelled at the airline.\n\n{money}"))
}

/// A link that opens one trip.
pub struct TripLink<'b> {
    pub booking: &'b Booking,
    pub token: String,
}

/// The links that a guest asked for, all to one person. `site`: where the brand's site is now.
pub fn of_links(links: &[TripLink<'_>], site: Option<&Url>) -> Option<Mail> {
    let primary = links.first()?.booking.primary()?;
    let mut text = String::from(
        "Somebody asked for a link to your booking. It works once, within 30 minutes, and opens the trip in the \
         browser it is opened in.",
    );
    for TripLink { booking, token } in links {
        let (site, offer) = (site.or(booking.public_url.as_ref())?, booking.quote.offer.as_ref()?);
        // Behind a # no server is sent it, so that it reaches no log.
        let link = mail::link(site, &format!("/trip#token={token}"));
        let route = offer.slices.first().map(confirmation::route).unwrap_or_default();
        let _ = write!(text, "\n\n{route}, booking {}\n{link}", booking.order.as_ref()?.reference);
    }
    text.push_str("\n\nIf it was not you, do nothing: nobody sees the trip without this mail.\n");
    Some(Mail {
        to: primary.email.clone(),
        subject: "The link to your trip".to_owned(),
        text,
        html: None,
        dedupe_key: format!("guest-link/{}", Uuid::now_v7()),
    })
}
