//! What a webhook of the flight provider says, and which bookings it concerns.

use service::Mode;
use uuid::Uuid;

use crate::domain::webhook::Alert;

/// A verified webhook: the names it gives.
#[derive(Debug)]
pub struct Webhook<'a> {
    pub mode: Mode,
    pub event_id: &'a str,
    pub kind: &'a str,
    pub offer_id: Option<&'a str>,
    pub order_id: Option<&'a str>,
    /// The airline credit that it reports.
    pub credit_id: Option<&'a str>,
}

/// What webhooks have said of an order since it was dispatched.
#[derive(Debug)]
pub struct WebhookFacts {
    pub reported_created: bool,
    /// The order that it was reported as.
    pub order_id: Option<String>,
    pub reported_failed: bool,
    /// Any webhook of the mode has come.
    pub any_arrived: bool,
}

/// Bookings that a person must look at.
#[derive(Debug, Default)]
pub struct Alerts {
    /// It has an order, and was given up for having none.
    pub disputed: Option<Uuid>,
    /// Its trip is not what was sold any more, and nobody here did that.
    pub changed: Option<Uuid>,
}

impl Alerts {
    pub fn of(alert: Alert, booking: Uuid) -> Self {
        match alert {
            Alert::Disputed => Self { disputed: Some(booking), changed: None },
            Alert::Changed => Self { disputed: None, changed: Some(booking) },
        }
    }

    pub fn report(&self) {
        if let Some(booking) = self.disputed {
            // Money goes back for an order that stands: nobody but a person can put that right.
            tracing::error!(booking.id = %booking, "an order was made of a booking that was given up: a person must look");
        }
        if let Some(booking) = self.changed {
            tracing::error!(booking.id = %booking, "the airline has changed or cancelled a trip: a person must look");
        }
    }
}
