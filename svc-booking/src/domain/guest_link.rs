//! Which trips a guest means, and how long a link to one lives.

use service::{FieldErrors, Problem};
use time::Duration;

use super::Booking;

/// From the mail to the click.
pub const LIVES: Duration = Duration::minutes(30);
/// The same, of the link in a confirmation: it is read when there is time.
pub const FIRST_LIVES: Duration = Duration::days(7);
/// As long as a session lives at most.
pub const ENTERED_FOR: Duration = Duration::days(30);
/// Links to one booking within the life of one: nobody's mailbox is flooded.
pub const MOST_AT_ONCE: i64 = 3;
/// What pages show of a reference.
const SHOWN: usize = 8;
const LONGEST_REFERENCE: usize = 64;
/// RFC 5321.
const LONGEST_EMAIL: usize = 254;

/// What a guest knows of their trip. Personal data: no Debug.
pub struct Asked {
    pub reference: String,
    email: String,
}

impl Asked {
    pub fn read(reference: &str, email: &str) -> Result<Self, Problem> {
        let (reference, email) = (reference.trim(), email.trim());
        let mut errors = FieldErrors::default();
        if reference.is_empty() || reference.len() > LONGEST_REFERENCE {
            errors.add("reference", ("required", "Please enter your booking reference"));
        }
        if !email.contains('@') || email.len() > LONGEST_EMAIL {
            errors.add("email", ("required", "Please enter the e-mail address of your booking"));
        }
        errors.into_result()?;
        Ok(Self { reference: reference.to_uppercase(), email: email.to_lowercase() })
    }

    /// The reference may be the whole of it or what pages show; the address is the one we write to.
    pub fn fits(&self, booking: &Booking) -> bool {
        let own = booking.order.as_ref().map(|order| order.reference.to_uppercase()).unwrap_or_default();
        let shown: String = own.chars().take(SHOWN).collect();
        let is_named = self.reference == own || self.reference == shown;
        is_named && booking.primary().is_some_and(|primary| primary.email.to_lowercase() == self.email)
    }
}
