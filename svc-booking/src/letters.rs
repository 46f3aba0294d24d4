//! The mails of this service: one at each end of a booking that the traveller would not see otherwise.

use mail::Mail;
use time::{Duration, OffsetDateTime};

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
